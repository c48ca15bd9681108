"""The questions that are open at the table: those of the match or the lobby, and the table's own."""

from collections.abc import Mapping

from table.rules.commands import Answer
from table.rules.match.commands import OnlyAnswer
from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat
from table.session.answers.by_hand import TokensByHand
from table.session.answers.notices import Notices
from table.session.answers.recalled_codes import RecalledCodes
from table.session.answers.shown_hands import ShownHands
from table.session.attention import attend
from table.session.focus import SeatFocus
from table.session.intent import opened
from table.session.match_switch import MatchSwitch
from table.session.names_of_players import NamesOfPlayers
from table.session.phones.phone_ways import PhoneWays
from table.session.seat_state import Moment, SeatState
from table.session.staleness import Askings


class Questions:
    """The open prompts, and the table's part of their answers. The session's thread only."""

    def __init__(
        self,
        seats: Mapping[Seat, SeatState],
        switch: MatchSwitch,
        by_hand: TokensByHand,
        names: NamesOfPlayers,
        phones: PhoneWays,
        hands: ShownHands,
        notices: Notices,
        codes: RecalledCodes,
    ) -> None:
        self._seats, self._switch, self._by_hand, self._names = seats, switch, by_hand, names
        self._phones, self._hands, self._notices, self._codes = phones, hands, notices, codes
        self._askings = Askings()
        self.shown: tuple[AnyPrompt, ...] = ()
        """The prompts of the last view, or after `attend` of the next one."""

    @property
    def open(self) -> tuple[AnyPrompt, ...]:
        asked = self._names.around(self._by_hand.around(self._hands.around(self._switch.prompts())))
        asked = self._codes.around(self._phones.around(asked))
        elsewhere = self._switch.elsewhere
        return asked if elsewhere is None else tuple(each for each in asked if each.seat is not elsewhere)

    def close_hands(self) -> None:
        """Close the hands of seats that no longer need to show theirs."""
        self._hands.forget(self._switch.prompts())

    def of(self, seat: Seat) -> SeatFocus:
        """Return the open prompts of a seat, and the effect of its buttons on them."""
        return SeatFocus(seat, self.open)

    def take(self, answer: Answer) -> bool:
        """Carry out an answer to the table itself, with its notice. Return False if it is an answer to the match.

        An answer about a phone or a name changes nothing unless its question is open: while a judge has the table, or
        once the match is over, no seat is asked.
        """
        own = next((each for each in (self._phones, self._names) if each.asks(answer)), None)
        if own is not None and opened(self.open, answer) is None:
            return True
        if own is not None:
            self.note_answered(answer)
            own.take(answer)
            self._notices.show(None)
        elif self._by_hand.put_away(answer) or self._codes.take(answer):
            self.note_answered(answer)
            self._notices.show(None)
        elif self._switch.asks(answer):
            self.note_answered(answer)
            self._notices.show_first(self._switch.take(answer))
        else:
            return False
        return True

    def note_answered(self, answer: Answer | OnlyAnswer) -> None:
        """Note that a prompt with this key counts as a new question from now on.

        If either seat could answer it, it is new for both.
        """
        self._askings.answered(answer.prompt, answer.seat)
        both = any(prompt.key == answer.prompt and prompt.seat is None for prompt in self.shown)
        for state in self._seats.values() if both else (self._seats[answer.seat],):
            state.answered |= {answer.prompt}

    def attend(self, moment: Moment) -> Mapping[Seat, SeatFocus]:
        """Update each seat's focus to the open prompts, which are published next. Return the seats' prompts."""
        before, self.shown = self.shown, self.open
        return {seat: attend(state, self.shown, before, moment) for seat, state in self._seats.items()}

    def askings(self) -> tuple[int, ...]:
        """Return the running number of each prompt that is published next."""
        return self._askings.of(self.shown)
