"""The only writer: a message in, a decision, the journal, the new view out, and requests to the devices.

`step` is a plain method. In a running table the session's thread calls it with each message of the inbox; in virtual
time the loop does. It touches no hardware and no screen: `send` and `publish` pass on frozen values.

`intent` tells what a seat wants, `HeldSeals` locks its card, `JournalWriter` writes, `MatchDispenser` understands the
dispenser, and
`MatchSwitch` leads from the lobby into a match and out of it.
"""

from collections.abc import Mapping, Sequence

import hal.events as hw
from table.records.open_match import OpenMatch
from table.rules.cards import CardKind
from table.rules.commands import Answer
from table.rules.match import commands as cmd
from table.rules.match import judge, undo
from table.rules.match.events import CalledBy, NumbersAwaited, SealWithdrawn
from table.rules.match.seals import UNLOCK
from table.rules.prompts import AnyPrompt, Option
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.session.attention import attend, moment_of
from table.session.by_hand import TokensByHand
from table.session.clock_face import ClockWarnings, RoundCountdown, clock_face
from table.session.dispenser import MatchDispenser
from table.session.due import Deadline
from table.session.faults import Faults, hopper_notes
from table.session.focus import LockCard, NeedsHold, SeatFocus
from table.session.input import LetGo, Marked, Pointed, Touched
from table.session.intent import FocusMoved, InPlay, NotAsked, Wish, laid_open, opened, pressed, touched
from table.session.journal_writer import JournalWriter
from table.session.lamps import Lamps, lamp
from table.session.lobby.library import ListsRead
from table.session.lobby.match_starter import OLDER, MatchStarter
from table.session.match_switch import MatchSwitch
from table.session.phones.phone_acts import ActsOfPhones
from table.session.phones.phone_ways import PhoneWay, PhoneWays
from table.session.played_time import PlayedTime
from table.session.ports import (
    CardChosen,
    HallCallsJudge,
    HallSetsClock,
    InputOnView,
    JudgePhoneActs,
    Message,
    PhoneActs,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneLost,
    PlayerInput,
    Ports,
    SeatWiring,
    TerminalOnPhone,
)
from table.session.publish import ViewParts, published
from table.session.seals import HeldSeals
from table.session.seat_state import SeatState
from table.session.staleness import Askings, counts
from table.view.published import HelperRole, Notice, Published, ReaderState

DISK_S = 2.0
"""The seconds between two tries of a disk that could not be written to."""
CLOCK_S = 1.0
"""The seconds between two views of a running clock."""
FOUND_S = 3.0
"""The seconds after the start in which a dispenser is looked for. Jobs wait for it meanwhile."""


class Session:
    """The session is the one writer: it takes messages, decides, journals and publishes.

    One thread makes it and calls everything here, `play` excepted, which any thread may look at. Times are seconds of
    that thread's clock. A full disk raises nothing: the session waits for it (`waits_for_disk`).
    """

    def __init__(
        self, wiring: SeatWiring, ports: Ports, starter: MatchStarter, warn_minutes: Sequence[int] = ()
    ) -> None:
        """`warn_minutes` are what is left of a time when its seat is told."""
        self._wiring = wiring
        self._ports = ports
        self._starter = starter
        self._faults = Faults()
        self._writer = JournalWriter(self._faults, ports.send)
        self._dispenser = MatchDispenser(self._writer, self._faults, ports.send, starter.late, wiring)
        self._by_hand = TokensByHand(self._writer)
        self._lamps = Lamps(wiring.panels, ports.send)
        self._switch = MatchSwitch(starter, self._writer, self._dispenser, self._faults)
        self._desks = {seat: SeatState(seat) for seat in SEATS}
        self._phones = PhoneWays(ports.phones)
        self._sealing = HeldSeals(self._desks.values(), self._writer, ports.entropy, ports.commit)
        self._acts_of_phones = ActsOfPhones(self._phones, self._sealing)
        self._notice: Notice | None = None
        self._put_off: Answer | None = None
        """The answer that would have rolled or drawn before the numbers of the chance were there."""
        self._later: Answer | None = None
        """The answer that was refused last, if the rules take it from a card once its seat has answered another."""
        self._played_time = PlayedTime()
        self._clock_warnings = ClockWarnings(warn_minutes)
        self._disk_due, self._dispenser_due = Deadline(DISK_S), Deadline(FOUND_S)
        self._clock_due = Deadline(CLOCK_S)
        self._round_clock = RoundCountdown()
        self._askings = Askings()
        self._shown: Published | None = None
        """The view that was published last."""

    def start(self, resume: bool = True) -> None:
        """Publish the first view: the match that was in play, or the lobby."""
        self._phones.begin()
        self._switch.arrive(resume)
        self._publish()

    def begin(self, system: str, sides: Mapping[Seat, str]) -> None:
        """Begin a match as soon as its sides are read, for the command line. Refusals stand in the notice."""
        self._refused(self._switch.begin(system, sides))
        self._publish()

    @property
    def play(self) -> OpenMatch | None:
        """Return the match in play, or None. Only the session changes it."""
        return self._writer.play

    def hand(self, seat: Seat) -> tuple[Option, ...]:
        """Return the cards that this seat may lay now.

        Only the seat itself may see them (bots and the bench have them).
        """
        play = self.play
        return () if play is None or play.state.game is None else play.match.game.hand(play.state.game, seat)

    def helper(self, role: HelperRole) -> PhoneWay | None:
        """Return how far a helper's phone has come. Any thread may ask: what it gets is frozen."""
        return self._phones.helper(role)

    def close(self) -> None:
        """Close the journal of the match in play. Nothing may be called afterwards."""
        if self.play is None:
            return
        try:
            if not self._faults.stands(OLDER):
                self._starter.note_end(self.play)
        finally:
            self.play.journal.close()

    @property
    def waits_for_disk(self) -> bool:
        """True if something could not be written. Call `try_disk` now and then."""
        return self._writer.waits_for_disk

    def try_disk(self) -> None:
        """Write what waits, if the disk can be written to again, and let the players answer."""
        if not self.waits_for_disk or not self._starter.has_room():
            return
        if self._writer.caught_up():
            self._writer.writable()
        self._publish()

    def tick(self, now_s: float) -> None:
        """Do what waits only for time. Call it after each `start`, `begin` and `step`, and at `next_deadline`."""
        if self._disk_due.ripe(self.waits_for_disk, now_s):
            self.try_disk()
        if self._dispenser_due.ripe(self._dispenser.sought, now_s):
            self._dispenser.give_up()
            self._publish()
        if self._clock_due.ripe(self._clock_runs, now_s):
            self._publish()

    def next_deadline(self) -> float | None:
        """Return the time of the next `tick` on its clock, if no message comes before; or None."""
        waits = (self._disk_due, self._dispenser_due, self._clock_due)
        return min((due.at_s for due in waits if due.at_s is not None), default=None)

    @property
    def _clock_runs(self) -> bool:
        """True if the published clock changes by the second."""
        clock = None if self._shown is None or self._over else self._shown.clock
        ticks = clock is not None and (bool(clock.running) or clock.nobody_s is not None)
        return self._round_clock.runs or ticks

    @property
    def _over(self) -> bool:
        """True if no match is in play: there is none, or it is closed."""
        return self.play is None or bool(self.play.state.ended)

    # -- one message -----------------------------------------------------------------------------------------------

    def step(self, message: Message) -> None:
        """Take one message to its end. When this returns, everything that follows is journalled, published and sent."""
        self._writer.caught_up()
        match message:
            case Answer():
                self._clock_warnings.heeded(message.seat)
                self._answer(message)
            case InputOnView():
                self._act(message.act, message)
            case Pointed() | Marked() | Touched() | LetGo() | hw.Pressed() | hw.Held():
                self._act(message)
            case hw.TagPlaced() | hw.TagLifted() | hw.TagUnclear() | hw.ReaderGone() | hw.ReaderBack():
                self._reader(message, self._desks[self._wiring.readers[message.reader]])
            case cmd.CallJudge():
                self._call_judge(message)
            case PhoneInvited() | PhoneKnocked() | PhoneLapsed() | PhoneLost():
                self._notice = self._phones.hears(message) or self._notice
            case PhoneActs():
                self._phone_acts(message)
            case CardChosen():
                self._card_chosen(message)
            case JudgePhoneActs():
                self._judge_phone_acts(message)
            case TerminalOnPhone():
                self._phones.terminal(message)
            case HallCallsJudge():
                self._call_judge(cmd.CallJudge(CalledBy.HALL))
            case HallSetsClock():
                self._round_clock.set(message.time, self._ports.now_s())
            case ListsRead():
                self._refused(self._switch.hears(message))
            case hw.PartFailed():
                self._faults.found(message.fault.code, message.fault.part, message.fault.detail)
            case _:
                self._dispenser.hears(message)
        self._publish()

    def _act(self, act: PlayerInput, made: InputOnView | None = None) -> None:
        """Take an act. `made` has the view that the player saw when acting; without it the current view counts."""
        if isinstance(act, hw.PanelEvent):
            desks = [self._desks[self._wiring.panels[act.panel]]]
        else:
            desks = [*self._desks.values()] if act.seat is None else [self._desks[act.seat]]
        for desk in desks:
            if isinstance(act, hw.PanelEvent) and self._phones.pressed(desk.seat):
                continue
            choosing = self._choosing(desk.seat)
            if made is not None and (self._shown is None or not counts(made, choosing, desk.focus, self._shown)):
                continue
            wish = pressed(desk, choosing, act) if isinstance(act, hw.PanelEvent) else touched(desk, choosing, act)
            self._clock_warnings.heeded(desk.seat)
            self._enact(desk, wish)

    def _phone_acts(self, acts: PhoneActs) -> None:
        desk, choosing = self._desks[acts.seat], self._choosing(acts.seat)
        wish = self._acts_of_phones.wish(acts, desk, choosing, self._prompts(), self._shown)
        if wish is not None:
            self._clock_warnings.heeded(desk.seat)
        self._enact(desk, wish)

    def _judge_phone_acts(self, acts: JudgePhoneActs) -> None:
        wish = self._acts_of_phones.judge_wish(acts, self._prompts(), self._shown)
        self._enact(self._desks[SEATS[0]], wish)

    def _card_chosen(self, chosen: CardChosen) -> None:
        hand = [option.id for option in self.hand(chosen.seat)]
        self._acts_of_phones.choose(chosen, self._desks[chosen.seat], self._choosing(chosen.seat), hand)

    def _reader(self, event: hw.ReaderEvent, desk: SeatState) -> None:
        match event:
            case hw.TagPlaced():
                self._placed(event, desk)
            case hw.TagLifted() | hw.TagUnclear() if desk.by_phone:
                pass  # the card that counts was never on the reader
            case hw.TagLifted():
                self._lifted(desk)
            case hw.TagUnclear():
                desk.unclear(event.why)
            case hw.ReaderGone():
                desk.reader_gone = True
                desk.reader = ReaderState.CARD if desk.by_phone else ReaderState.GONE
                self._faults.found(event.fault.code, event.fault.part, event.fault.detail)
            case hw.ReaderBack():
                desk.reader_gone = False
                desk.reader = ReaderState.EMPTY if desk.tag is None and not desk.by_phone else desk.reader
                self._faults.well(event.reader)

    def _placed(self, event: hw.TagPlaced, desk: SeatState) -> None:
        """Take in a tag on the reader. An open card answers a question; a command card waits to be locked."""
        if self._sealing.locked(desk) and not desk.same_tag(event.tag):
            self._lifted(desk)
        card = self._ports.known(event.tag.unseal())
        desk.lay(event.tag, card)
        if card is not None and card.kind != CardKind.COMMAND:
            wish = laid_open(desk, self._choosing(desk.seat), card, self._in_play())
            self._clock_warnings.heeded(desk.seat)
            self._enact(desk, wish)
            desk.later = wish if isinstance(wish, Answer) and self._later is wish else None

    def _judge_again(self) -> None:
        """Judge each open card again that was laid while its seat had something else to answer first."""
        prompts = self._prompts()
        for desk in self._desks.values():
            answer = desk.later
            asked = None if answer is None else opened(prompts, answer)
            if answer is None or (asked is None and self.play is not None):
                continue
            desk.later = None
            if asked is not None and asked.accepts(answer.value):
                self._answer(answer)

    def _in_play(self) -> InPlay | None:
        return None if self.play is None else (self.play.match, self.play.state)

    def _lifted(self, desk: SeatState) -> None:
        desk.clear()
        if self._sealing.locked(desk):
            self._writer.do(cmd.CardLifted(desk.seat))
            self._notice = Notice(desk.seat, text("session.seal_broken"), "TB-02")

    # -- wishes ------------------------------------------------------------------------------------------------------

    def _enact(self, desk: SeatState, wish: Wish) -> None:
        match wish:
            case Answer():
                self._answer(wish)
            case LockCard():
                self._lock(desk, wish.prompt)
            case cmd.CallJudge():
                self._call_judge(wish)
            case NeedsHold():
                self._notice = self._why_no_lock(desk) or Notice(desk.seat, text("session.hold"))
            case NotAsked():
                self._notice = Notice(desk.seat, text("session.card_not_asked"), "TB-06")
            case FocusMoved():
                self._notice = None

    def _call_judge(self, call: cmd.CallJudge) -> None:
        outcome = self._writer.do(call)
        if isinstance(outcome, tuple):
            self._notice = None
        elif call.how is not CalledBy.HALL and (self.play is None or isinstance(outcome, Refusal)):
            self._notice = Notice(call.seat, text("match.judge.no_match"), judge.RULE)

    def _lock(self, desk: SeatState, prompt: str) -> None:
        match self._sealing.sealed(desk, prompt):
            case Answer() as sealed:
                self._answer(sealed)
            case why_not:
                self._notice = why_not

    def _why_no_lock(self, desk: SeatState) -> Notice | None:
        """Return why nothing could be locked by holding, if the seat is about to lock what cannot be locked."""
        sealed = self._choosing(desk.seat).sealed_card()
        if sealed is None or desk.focus is None or desk.focus.prompt != sealed.key:
            return None
        return self._sealing.why_not(desk)

    def _answer(self, answer: Answer) -> None:
        desk = self._desks[answer.seat]
        desk.focus = self._choosing(answer.seat).answered(desk.focus, answer.prompt)
        if self._phones.asks(answer):
            self._note_answered(answer.prompt, answer.seat)
            self._phones.answered(answer)
            self._notice = None
        elif self._by_hand.put_away(answer):
            self._note_answered(answer.prompt, answer.seat)
            self._notice = None
        elif self._switch.asks(answer):
            self._note_answered(answer.prompt, answer.seat)
            self._refused(self._switch.answered(answer))
        else:
            self._match_answer(answer)

    def _match_answer(self, answer: Answer) -> None:
        proposer = None if self.play is None else self.play.state.undo
        outcome = self._writer.do(answer)
        if isinstance(outcome, Refusal):
            self._notice = Notice(answer.seat, outcome.why, outcome.rule)
            self._later = answer if outcome.later else None
        elif outcome is not None:
            self._note_answered(answer.prompt, answer.seat)
            self._notice = None
            if any(isinstance(event, NumbersAwaited) for event in outcome):
                self._put_off = answer
            for event in outcome if answer.prompt != UNLOCK else ():
                if isinstance(event, SealWithdrawn) and self._choosing(event.seat).sealed_card() is not None:
                    self._notice = Notice(event.seat, text("session.lock_again"), "TB-16")
            self._follow()
            lapsed = proposer is not None and self.play is not None and self.play.state.undo is None
            if lapsed and answer.prompt not in (undo.AGREE, undo.TAKE_BACK):
                self._notice = Notice(None, text("session.undo_lapsed", seat=text(f"seat.{proposer}")), "TB-71")

    def _follow(self) -> None:
        """Add what the table itself does: reveal once all are locked, disclose the secret at a match's end."""
        self._say_again()
        opens = self._sealing.complete()
        play = self.play
        if opens is not None and play is not None:
            play.note_locked()
            self._writer.do(opens)
        if play is not None and play.state.ended and not play.state.secret:
            self._writer.do(play.disclosure())

    def _say_again(self) -> None:
        """Give the answer again for which the numbers of the chance were asked, now that they are there."""
        play, answer = self.play, self._put_off
        if answer is not None and play is not None and not play.match.dialling(play.state):
            self._put_off = None
            self._writer.do(answer)

    def _refused(self, problems: tuple[Refusal, ...] | None) -> None:
        """Show the first refusal to both seats; None leaves the last notice."""
        if problems is not None:
            self._notice = Notice(None, problems[0].why, problems[0].rule) if problems else None

    # -- state -------------------------------------------------------------------------------------------------------

    def _choosing(self, seat: Seat) -> SeatFocus:
        return SeatFocus(seat, self._prompts())

    def _prompts(self) -> tuple[AnyPrompt, ...]:
        return self._phones.around(self._by_hand.around(self._switch.prompts()))

    def _answer_what_is_plain(self) -> None:
        """Let the table answer what has one possible answer (TB-09, TB-19), one question after the other."""
        while (play := self.play) is not None and not self.waits_for_disk:
            if self._by_hand.take():
                continue
            only = play.match.only_answer(play.state)
            if only is None or not isinstance(self._writer.do(only), tuple):
                return
            self._note_answered(only.prompt, only.seat)
            self._follow()

    def _note_answered(self, key: str, seat: Seat) -> None:
        """Note that what is asked by this key from now on is another question, for both if either could answer."""
        self._askings.answered(key, seat)
        shown = () if self._shown is None else self._shown.prompts
        both = any(prompt.key == key and prompt.seat is None for prompt in shown)
        for desk in self._desks.values() if both else (self._desks[seat],):
            desk.answered |= {key}

    def _tell_readers(self) -> None:
        """Tell a match with a clock which seats cannot lay a card: their reader is gone, and no phone stands in."""
        play = self.play
        if play is None or play.state.clock is None or play.state.ended or self.waits_for_disk:
            return
        for desk in self._desks.values():
            there = not desk.reader_gone or desk.by_phone or self._phones.holds(desk.seat)
            if there is (desk.seat in play.state.unread):
                self._writer.do(cmd.ReaderIs(desk.seat, there))

    def _publish(self) -> None:
        self._judge_again()
        self._tell_readers()
        self._answer_what_is_plain()
        self._sealing.forget()
        for desk in self._desks.values():
            self._acts_of_phones.take_off(desk, self._choosing(desk.seat))
        prompts, told = self._prompts(), {}
        before = () if self._shown is None else self._shown.prompts
        play = self.play
        view = None if play is None else play.match.view(play.state)
        moment = moment_of("" if play is None else play.state.id, view)
        for desk in self._desks.values():
            choosing = attend(desk, prompts, before, moment)
            told[desk.seat] = self._sealing.told(desk, asked=choosing.sealed_card() is not None)
            self._lamps.show(desk.seat, lamp(desk, choosing, self._sealing.locked(desk)))
        if self._clock_warnings.due(moment.match, None if play is None or self._over else clock_face(play)):
            self._notice = None
        of_hoppers = () if play is None else hopper_notes(play, self._wiring.low)
        parts = ViewParts(
            view=view,
            prompts=prompts,
            askings=self._askings.of(prompts),
            desks=tuple(self._desks.values()),
            lamps=self._lamps.shown,
            told=told,
            phones={seat: self._phones.shown(seat) for seat in SEATS},
            helpers=self._phones.helpers,
            round_time=self._round_clock.shown(self._ports.now_s()),
            by_hand=self._by_hand.told,
            faults=(*self._faults.notes, *of_hoppers),
            notice=self._notice or self._clock_warnings.standing,
            dispenser_up=self._dispenser.up,
            resumed=self._switch.resumed,
            lasted_s=None if play is None else self._played_time.of(play, self._resumed(), self._ports.now_s()),
        )
        self._shown = published(parts, play, self._wiring.low)
        self._ports.publish(self._shown)
        if play is not None and self._shown.view is not None:
            self._starter.note_round(play, self._shown.view.round)

    def _resumed(self) -> bool:
        return self._switch.resumed is not None
