"""The questions of a match: the game's own, and those of every match. Pure."""

from typing import Generic, TypeAlias, TypeVar

from table.rules.cards import CardKind
from table.rules.game import Game
from table.rules.kept import Alike, Memo, MemoOfTwo
from table.rules.match import clock, ending, hoppers, judge, payouts, score, seals, trays, undo
from table.rules.match import commands as cmd
from table.rules.match.ledger import Ledger
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, Number, SealedCard, only_value
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.rules.tokens import HandOut

S = TypeVar("S")

OWN_KEYS = "match."
"""The prefix of the keys of the match's own questions. All other keys are the game's."""
NUMBER = "match.number"
HIGHEST_NUMBER = 99
Supply: TypeAlias = tuple[Ledger, tuple[HandOut, ...]]
"""The ledger, and the most tokens that the round can hand out."""


class MatchQuestions(Generic[S]):
    """The prompts of a match, and the cards that may be locked. It has rules and no state."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        # The same state is used for prompts, view and decisions, one after the other.
        # The prompts before the last answer are needed again: had its seat a choice (TB-94)?
        self._asked = MemoOfTwo(game.prompts)
        self._shown = Memo(game.view)
        self._always = Memo(hoppers.always)
        self._open = Memo(self._prompts)
        self._short: Alike[None, Supply, tuple[hoppers.Shortage, ...]] = Alike(
            lambda _, known: hoppers.shortages(*known)
        )

    def prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        """Return the open prompts: doubts about tokens first, then the game's questions, then those that can wait."""
        return self._open(state)

    def _prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        if state.ended:
            return (*payouts.payout_questions(state), *payouts.token_requests(state))
        if self.dialling(state):
            return self._while_dialling(state)
        time_up = self.time_is_up(state)
        if state.judged:
            return (
                *payouts.payout_questions(state),
                *hoppers.opened(state.ledger),
                *undo.consent(state),
                *judge.prompts(state, self._game_prompts(state)),
                *payouts.token_requests(state),
                *self._undo_prompts(state),
                *self._chores(state),
            )
        return (
            *payouts.payout_questions(state),
            *hoppers.opened(state.ledger),
            *undo.consent(state),
            *score.consent(state.score, self.game),
            *self._game_goes_on(state, time_up),
            *payouts.token_requests(state),
            *self._undo_prompts(state),
            *self._score_prompts(state),
            *self._end_prompts(state, time_up),
            *self._always(state.ledger),
            *(() if time_up else self._number_prompts(state)),
            *self._chores(state),
        )

    def dialling(self, state: MatchState[S]) -> bool:
        """True while both seats are asked for their numbers, before anything else.

        That is before the first roll or draw, or as soon as one seat has chosen a number early (IB-08).
        """
        return not state.numbered and (state.awaiting or bool(state.numbers))

    def _while_dialling(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        """Return the dials, and the prompts about tokens."""
        return (
            *payouts.payout_questions(state),
            *hoppers.opened(state.ledger),
            *self._number_prompts(state),
            *payouts.token_requests(state),
            *self._chores(state),
        )

    def time_is_up(self, state: MatchState[S]) -> bool:
        """True if the round is over in which a time was used up (TB-98)."""
        return state.clock is not None and 0 < state.clock.last_round < self.round(state)

    def _over(self, state: MatchState[S]) -> bool:
        """True if the last round is over, by the game's rules or by the clock."""
        return state.game is not None and (self.game.over(state.game) or self.time_is_up(state))

    def _game_goes_on(self, state: MatchState[S], time_up: bool) -> tuple[AnyPrompt, ...]:
        """Return the game's prompts. Once the time is up, only an open correction of the judge is left."""
        asked = self._game_prompts(state)
        return () if time_up and not judge.correcting(asked) else seals.prompts(state, asked)

    def _end_prompts(self, state: MatchState[S], time_up: bool) -> tuple[AnyPrompt, ...]:
        """Return the prompts about the end; empty while an undo, points or a correction are open."""
        if self._over(state):
            talked = state.score.claim or state.undo or judge.correcting(self._game_prompts(state))
            if talked:
                return ()
        return ending.prompts(state, self.game, time_up=time_up)

    def _undo_prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        return (*undo.taking_back(state, self.game.questions, self._asked), *undo.prompts(state))

    def only_answer(self, state: MatchState[S]) -> cmd.OnlyAnswer | None:
        """Return the answer that the table gives automatically now (TB-19), or None. An open undo comes first."""
        held_up = state.judged or state.ended is not None or self.dialling(state) or state.undo is not None
        if held_up or self.time_is_up(state):
            return None
        return only_answer(self._game_prompts(state))

    def _chores(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        """Return the request to put tokens away: after a round's end, or earlier if a hopper needs them (TB-78)."""
        back = state.ledger.called_back
        if not back or state.ledger.spent is None or state.game is None:
            return ()
        over = any(not token.later for token in back) and self.game.round_settled(state.game)
        due = over or trays.short(state.ledger, trays.tally(self.game.will_hold(state.game)))
        return payouts.chores(state, due=due)

    def ready_to_open(self, state: MatchState[S]) -> bool:
        """True if every requested card is locked, so that the session may open the seals.

        During a correction nothing is opened: the correction may require a card from another seat, which would then see
        this one.
        """
        if not state.seals:
            return False
        frozen = state.judged or self.dialling(state) or bool(state.ended) or self.time_is_up(state)
        asked = self._game_prompts(state)
        return not frozen and not judge.correcting(asked) and seals.complete(state, asked)

    def sealable(self, state: MatchState[S], seat: Seat, card: str) -> bool:
        """True if the seat may lock this card now (TB-01).

        The answer depends on a hidden card, so only the session may call this.
        """
        return state.game is None or self.game.sealable(state.game, seat, card)

    def warning(self, state: MatchState[S], seat: Seat, card: str) -> Text | None:
        """Return a warning for a card that the seat should not lock, or None."""
        return None if state.game is None else self.game.warning(state.game, seat, card)

    def narrowed(self, before: MatchState[S], after: MatchState[S], seat: Seat) -> bool:
        """True if the seat can lock fewer of its cards than before (TB-16). It does not depend on the locked card."""
        return not self._sealable(before, seat) <= self._sealable(after, seat)

    def _sealable(self, state: MatchState[S], seat: Seat) -> frozenset[str]:
        """Return the ids of the command cards that the seat may lock."""
        brought = () if state.game is None else self.game.belongings(state.game, seat)
        return frozenset(
            one.card for one in brought if one.kind == CardKind.COMMAND and self.sealable(state, seat, one.card)
        )

    def _game_prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        asked = () if state.game is None else self._asked(state.game)
        if state.clock is None:
            return asked
        return tuple(prompt for prompt in asked if not prompt.untimed)

    def _number_prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        dialled = {seat for seat, _ in state.numbers}
        ask, untouched = text("match.number", most=HIGHEST_NUMBER), text("match.number.own")
        early = not self.dialling(state)
        return tuple(
            Number(
                key=NUMBER, seat=seat, ask=ask, rule="TB-07", least=0, most=HIGHEST_NUMBER, words=True,
                untouched=untouched, standing=early, setting=early,
            )
            for seat in SEATS
            if seat not in dialled
        )  # fmt: skip

    def shortages(self, state: MatchState[S]) -> tuple[hoppers.Shortage, ...]:
        """Return the kinds of token that may run short in the round."""
        if state.game is None or state.ended:
            return ()
        return self._short(None, (state.ledger, self.game.worst_case(state.game)))

    def _score_prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        """Return the prompts to enter victory points (TB-95); empty while a card has to be laid."""
        if not self._keeps_points(state) or state.game is None:
            return ()
        if self._over(state):
            return score.prompts(state.score, self.game)
        asked = self._game_prompts(state)
        return () if any(isinstance(prompt, SealedCard) for prompt in asked) else score.prompts(state.score, self.game)

    def _keeps_points(self, state: MatchState[S]) -> bool:
        return state.game is not None and self.game.keeps_points(state.game)

    def has_points(self, state: MatchState[S]) -> bool:
        """True if victory points are counted in this match, by the game or by the players."""
        if state.game is None:
            return False
        return self._keeps_points(state) or self.game.victory_points(state.game) is not None

    def cards_played(self, state: MatchState[S]) -> tuple[int, int]:
        """Return the numbers of cards that blue and red have played.

        These are cards laid face down, or strategy cards spent or in play.
        """
        blue, red = (0, 0) if state.game is None else (self._strategy_played(state.game, seat) for seat in SEATS)
        return state.opened[0] + blue, state.opened[1] + red

    def _strategy_played(self, game: S, seat: Seat) -> int:
        cards = (card for card in self.game.belongings(game, seat) if card.kind == CardKind.STRATEGY)
        return sum(card.spent or card.in_play for card in cards)

    def charged(self, state: MatchState[S]) -> frozenset[Seat]:
        """Return the seats whose time runs: those with a question of the game, unless something delays the game."""
        held_up = state.judged or state.undo or state.proposal or state.score.claim or state.ledger.jobs
        if (
            state.game is None
            or self.dialling(state)
            or state.ended
            or held_up
            or self.game.over(state.game)
            or self.time_is_up(state)
        ):
            return clock.NOBODY
        asked = self._game_prompts(state)
        locked = frozenset(seat for seat, _ in state.seals)
        if judge.correcting(asked) or clock.hindered(asked, state.unread, locked):
            return clock.NOBODY
        return clock.asked(asked)

    def round(self, state: MatchState[S]) -> int:
        """Return the round that is played, or 0 before the game has begun."""
        return 0 if state.game is None else self._shown(state.game).round

    def scored_round(self, state: MatchState[S]) -> int:
        """Return the round that new points belong to. Once the time is up, it is the round that the time ended."""
        timed = state.clock
        return timed.last_round if timed is not None and self.time_is_up(state) else self.round(state)


def only_answer(asked: tuple[AnyPrompt, ...]) -> cmd.OnlyAnswer | None:
    """Return the answer to the first of a game's questions that has only one, or None.

    A seat with another open question has a choice, because it can answer that one first, or not at all.
    """
    for prompt in asked:
        seat = prompt.seat
        if seat is None or prompt.standing or prompt.hold or prompt.moment:
            continue
        if any(one is not prompt and one.seat in (seat, None) and not one.standing for one in asked):
            continue
        if (values := only_value(prompt)) is not None:
            return cmd.OnlyAnswer(seat, prompt.key, values[0])
    return None
