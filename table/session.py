"""The one writer: a message in, a decision, the journal, the new view out, and device work.

`step` is a plain method. In `run` one thread calls it with what lies in the inbox; in virtual time the loop does. It
touches no hardware and no screen: `send` and `publish` hand on frozen values.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec.structs import replace

import hal.events as hw
from hal.sealed import Sealed
from table import fairness
from table.choosing import Choosing, HoldIt, Lock
from table.desks import KnownCard, SeatDesk
from table.faults import Faults, hopper_notes
from table.games.commands import Answer
from table.games.game import Event
from table.games.prompts import AnyPrompt, Confirm, Option, Seal
from table.games.refusal import Refusal
from table.games.seats import SEATS, Seat
from table.games.text import text
from table.journal import JournalUnwritable
from table.lamps import Lamp, lamp
from table.lobby import Beginning, Lobby, Resume
from table.match import commands as cmd
from table.match import events as ev
from table.match import judge
from table.play import Play
from table.published import FaultNote, Notice, Published, Resumed
from table.publishing import Furniture, publish_lobby, publish_match
from table.reception import Reception
from table.screen.touch import Marked, Pointed, Touched

Message: TypeAlias = hw.DeviceEvent | Answer | Pointed | Marked | Touched | cmd.CallJudge
NEXT_MATCH = "next_match"
UNWRITABLE = "journal.unwritable"


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which reader and panel stand before which seat, and when a hopper is low."""

    readers: Mapping[str, Seat]
    panels: Mapping[str, Seat]
    low: Mapping[int, int] = field(default_factory=dict)
    """By hopper: with this many tokens or fewer it is shown as low."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything that the session says to the world around it."""

    send: Callable[[hw.DispenserRequest | hw.LampSetting], None]
    publish: Callable[[Published], None]
    known: Callable[[hw.Tag], KnownCard | None]
    entropy: Callable[[int], bytes]
    commit: Callable[[bytes, str], str] = fairness.seal_commitment
    """From salt and card. Another one is for finding out what else differs with the card (`table.bench.leak`)."""


class Session:
    def __init__(self, wiring: Wiring, ports: Ports, reception: Reception) -> None:
        self._wiring = wiring
        self._ports = ports
        self._reception = reception
        self._desks = {seat: SeatDesk(seat) for seat in SEATS}
        self._panels = {seat: panel for panel, seat in wiring.panels.items()}
        self._lamps: dict[Seat, Lamp] = {}
        self._faults = Faults()
        self._notice: Notice | None = None
        self._resumed: Resumed | None = None
        self._dispenser_there: hw.DispenserUp | None = None
        self._unwritten: deque[cmd.MatchCommand] = deque()
        """What devices said while nothing could be written: it is so, and waits for the disk."""
        self._lates_told: dict[str, int] = {}
        """Late tokens of earlier matches' jobs that the players were told of."""
        self._play: Play | None = None
        self._lobby = Lobby(())

    # -- beginnings and ends ---------------------------------------------------------------------------------------

    def start(self, resume: bool = True) -> None:
        """The first picture: the match that was in play, or the lobby."""
        self._enter_lobby()
        if resume and self._lobby.unfinished:
            self._resume(self._lobby.unfinished[0].match)
        self._publish()

    def begin(self, system: str, sides: Mapping[Seat, str]) -> None:
        """Begin a match at once, as the command line asks. What is wrong stands in the notice."""
        self._begin(Beginning(system, tuple(sides.items())))
        self._publish()

    @property
    def play(self) -> Play | None:
        """The match in play, to look at. The session alone changes it."""
        return self._play

    def hand(self, seat: Seat) -> tuple[Option, ...]:
        """The cards that this seat may lay now: for that seat's eyes alone (bots and the bench have them)."""
        play = self._play
        return () if play is None or play.state.game is None else play.match.game.hand(play.state.game, seat)

    def close(self) -> None:
        if self._play is not None:
            self._play.journal.close()

    def _enter_lobby(self) -> None:
        self._play = self._resumed = None
        self._unwritten.clear()
        self._lobby, faults = self._reception.lobby()
        self._faults.found_all(faults)

    def _begin(self, beginning: Beginning) -> None:
        try:
            begun = self._reception.begin(beginning, self._found())
        except JournalUnwritable as error:
            self._faults.found(UNWRITABLE, "journal", str(error))
            return
        if isinstance(begun, Play):
            self._play, self._notice = begun, None
            self._faults.over("dispenser.late_token")
            for event in begun.events():
                self._work(event)
            self._ask_dispenser()
        else:
            self._lobby = replace(self._lobby, problems=begun)
            self._refused(begun)

    def _leave(self, play: Play) -> None:
        try:
            self._reception.leave(play)
        except JournalUnwritable as error:
            self._faults.found(UNWRITABLE, "journal", str(error))
        self._enter_lobby()

    def _resume(self, match_id: str) -> None:
        resumed = self._reception.resume(match_id)
        self._faults.found_all(resumed.faults)
        if resumed.play is None:
            self._enter_lobby()
            return
        self._play = resumed.play
        self._resumed = Resumed(tuple(seat for seat, _ in self._play.state.seals))
        self._do(cmd.Restarted())
        self._ask_dispenser()

    @property
    def waits_for_disk(self) -> bool:
        """Something could not be written: `try_disk` now and then."""
        return self._faults.stands(UNWRITABLE)

    def try_disk(self) -> None:
        """Where the disk takes something again: write what waits for it, and have the players answer."""
        if not self.waits_for_disk or not self._reception.has_room():
            return
        if self._catch_up():
            self._faults.over(UNWRITABLE)
        self._publish()

    # -- one message -----------------------------------------------------------------------------------------------

    def step(self, message: Message) -> None:
        """Take one message to its end: everything that follows is journalled, published and sent when this returns."""
        if self._unwritten:
            self._catch_up()
        match message:
            case Answer():
                self._answer(message)
            case Pointed() | Marked() | Touched():
                for desk in self._desks.values() if message.seat is None else (self._desks[message.seat],):
                    self._touch(message, desk)
            case hw.TagPlaced() | hw.TagLifted() | hw.TagUnclear() | hw.ReaderGone() | hw.ReaderBack():
                self._reader(message, self._desks[self._wiring.readers[message.reader]])
            case hw.Pressed() | hw.Held():
                self._button(message, self._desks[self._wiring.panels[message.panel]])
            case cmd.CallJudge():
                self._call_judge(message)
            case hw.PartFailed():
                self._faults.found(message.fault.code, message.fault.part, message.fault.detail)
            case _:
                self._dispenser(message)
        self._publish()

    def _reader(self, event: hw.ReaderEvent, desk: SeatDesk) -> None:
        match event:
            case hw.TagPlaced():
                self._placed(event.tag, desk)
            case hw.TagLifted():
                self._lifted(desk)
            case hw.TagUnclear():
                desk.unclear(event.why)
            case hw.ReaderGone():
                desk.gone()
                self._faults.found(event.fault.code, event.fault.part, event.fault.detail)
            case hw.ReaderBack():
                desk.reader = "empty" if desk.tag is None else desk.reader
                self._faults.well(event.reader)

    def _placed(self, tag: Sealed[hw.Tag], desk: SeatDesk) -> None:
        """A tag lies on the reader. An open card answers what it can answer; a command card waits to be locked."""
        if self._locked(desk) and not desk.same_tag(tag):
            self._lifted(desk)
        card = self._ports.known(tag.unseal())
        desk.lay(tag, card)
        if card is None or card.kind == "command":
            return
        if card.id == judge.CARD:
            self._call_judge(cmd.CallJudge("card", desk.seat))
            return
        choosing = self._choosing(desk.seat)
        answer = choosing.by_card(card.id, desk.focus) or self._meant(card.id, choosing)
        if answer is None:
            self._notice = Notice(desk.seat, text("session.card_not_asked"), "TB-06")
        else:
            self._answer(answer)

    def _meant(self, card: str, choosing: Choosing) -> Answer | None:
        """The answer that an open card would be if it were offered: the game says best why it is not."""
        if self._play is None or self._play.state.game is None:
            return None
        mine = self._play.match.game.belongings(self._play.state.game, choosing.seat)
        for one in mine:
            if one.card == card and one.option and (prompt := one.prompt or choosing.for_cards()):
                return Answer(choosing.seat, prompt, one.option)
        return None

    def _call_judge(self, call: cmd.CallJudge) -> None:
        if self._do(call):
            self._notice = None
        elif self._play is None:
            self._notice = Notice(call.seat, text("match.judge.no_match"), judge.RULE)

    def _lifted(self, desk: SeatDesk) -> None:
        desk.clear()
        if self._locked(desk):
            self._do(cmd.CardLifted(desk.seat))
            self._notice = Notice(desk.seat, text("session.seal_broken"), "TB-02")

    def _button(self, event: hw.PanelEvent, desk: SeatDesk) -> None:
        choosing = self._choosing(desk.seat)
        if isinstance(event, hw.Held):
            desk.focus, said = choosing.hold(desk.focus)
        elif event.button is hw.Button.CONFIRM:
            desk.focus, said = choosing.press(desk.focus)
        else:
            step = 1 if event.button is hw.Button.NEXT else -1
            desk.focus, said = choosing.move(desk.focus, step), None
        match said:
            case Answer():
                self._answer(said)
            case Lock():
                self._lock(desk, said.prompt)
            case HoldIt():
                self._notice = Notice(desk.seat, text("session.hold"))
            case None:
                self._notice = None

    def _touch(self, touch: Pointed | Marked | Touched, desk: SeatDesk) -> None:
        """A finger on the screen: the same focus and the same answers as the buttons'."""
        choosing = self._choosing(desk.seat)
        match touch:
            case Pointed():
                desk.focus = choosing.point(desk.focus, touch.prompt, touch.cursor)
            case Marked():
                desk.focus = choosing.mark(desk.focus, touch.prompt, touch.option)
            case Touched() if touch.seat is None and desk.seat is not SEATS[0]:
                pass  # both seats are asked, and one answer is enough
            case Touched():
                sealed = choosing.sealed_card()
                if sealed is not None and sealed.key == touch.prompt:
                    self._lock(desk, touch.prompt)
                else:
                    self._answer(Answer(desk.seat, touch.prompt, touch.value))

    def _lock(self, desk: SeatDesk, prompt: str) -> None:
        """Seal the card that lies on the reader. Whether it is legal is judged at the reveal, never before."""
        card = desk.sealable()
        if card is None:
            self._notice = Notice(desk.seat, text(f"session.cannot_lock.{desk.reader}"), "TB-01")
            return
        salt = self._ports.entropy(fairness.SALT_BYTES)
        desk.opening = Sealed(cmd.Opening(desk.seat, salt, card))
        self._answer(Answer(desk.seat, prompt, Seal(self._ports.commit(salt, card))))
        if not self._locked(desk):
            desk.opening = None

    def _answer(self, answer: Answer) -> None:
        desk = self._desks[answer.seat]
        desk.focus = self._choosing(answer.seat).answered(desk.focus, answer.prompt)
        if self._play is None:
            self._lobby_answer(answer)
        elif answer.prompt == NEXT_MATCH and self._finished():
            self._leave(self._play)
        elif self._do(answer):
            self._follow()

    def _lobby_answer(self, answer: Answer) -> None:
        outcome = self._lobby.answered(answer, self._reception.shelf)
        match outcome:
            case Refusal():
                self._refused((outcome,))
            case Beginning():
                self._begin(outcome)
            case Resume():
                self._resume(outcome.match)
            case Lobby():
                self._lobby = outcome
                self._refused(outcome.problems)

    def _follow(self) -> None:
        """What the table itself adds: all locked means the reveal; the end of a match discloses its secret."""
        play = self._play
        if play is None:
            return
        if play.match.ready_to_open(play.state):
            openings = tuple(desk.opening.unseal() for desk in self._desks.values() if desk.opening is not None)
            self._do(cmd.OpenSeals(openings))
        if play.state.ended and not play.state.secret:
            self._do(play.disclosure())

    # -- the dispenser ---------------------------------------------------------------------------------------------

    def _dispenser(self, event: hw.DispenserEvent) -> None:
        match event:
            case hw.DispenserUp():
                self._dispenser_there = event
                self._faults.well("dispenser")
                if event.tuned:
                    self._faults.found("dispenser.tuned", "dispenser", event.firmware)
                if event.other:
                    self._faults.found("dispenser.other_firmware", "dispenser", event.firmware)
                absent = [str(number + 1) for number in sorted(self._wiring.low) if number >= event.hoppers]
                if absent:
                    self._faults.found("hopper.absent", "dispenser", ", ".join(absent))
                self._ask_dispenser()
            case hw.DispenserDown():
                self._dispenser_there = None
                self._faults.found(event.fault.code, "dispenser", event.fault.detail)
                self._do(cmd.DispenserIs(up=False))
            case hw.TokenPassed():
                self._do(cmd.Counted(event.job, event.passed))
            case hw.PayoutEnded():
                self._do(cmd.Ended(event.job, event.passed, str(event.outcome), event.counter, event.why))
            case hw.PayoutUnknown():
                self._do(cmd.Uncertain(event.job, event.least, event.most))
            case hw.PayoutUnheard():
                self._do(cmd.Unheard(event.job, event.counter))
            case hw.HopperLevel():
                self._do(cmd.LevelIs(event.hopper, event.has_tokens))
            case hw.TokenLate():
                self._late(event)

    def _late(self, event: hw.TokenLate) -> None:
        """Of another match's payout it is told where that match does not know of it, and once: the dispenser repeats
        at every connection what it remembers."""
        if self._do(cmd.Late(event.job, event.late)) or self._unwritten:
            return
        known = self._lates_told.get(event.job)
        if known is None:
            known = self._reception.late(event.job)
        if known is not None and event.late > known:
            self._lates_told[event.job] = event.late
            self._faults.found("dispenser.late_token", f"hopper {event.hopper + 1}", event.job)

    def _found(self) -> ev.DispenserFound | None:
        there = self._dispenser_there
        return None if there is None else ev.DispenserFound(there.store, there.counter, there.hoppers)

    def _ask_dispenser(self) -> None:
        """It is there (again): what became of the jobs that it may have begun?"""
        there = self._dispenser_there
        if self._play is None or there is None:
            return
        self._do(cmd.DispenserIs(True, there.store, there.counter, sockets=there.hoppers))
        ledger = self._play.state.ledger
        settled = [job for job in ledger.closed if job.doubtful]
        for job in (*settled, *ledger.jobs):  # The older ones first: what came of them is no token of a newer one.
            if job.hopper is not None and job.state in ("asked", "unknown") and not job.told:
                self._ports.send(hw.AskJob(job.id, wanted=job not in settled))

    # -- deciding and telling --------------------------------------------------------------------------------------

    def _do(self, command: cmd.MatchCommand) -> bool:
        """Decide, journal, evolve, and then the device work. False: refused, or it could not be written."""
        if self._unwritten and not self._catch_up():
            if not isinstance(command, Answer):
                self._unwritten.append(command)
            return False
        return self._play is not None and self._do_now(self._play, command)

    def _catch_up(self) -> bool:
        """Write what waits for the disk, in its order; players' answers they give again themselves."""
        waiting, self._unwritten = self._unwritten, deque()
        while waiting and self._play is not None:
            self._do_now(self._play, waiting.popleft())
            if self._unwritten:
                self._unwritten.extend(waiting)
                return False
        return True

    def _do_now(self, play: Play, command: cmd.MatchCommand) -> bool:
        try:
            outcome = play.do(command)
        except JournalUnwritable as error:
            self._faults.found(UNWRITABLE, "journal", str(error))
            if not isinstance(command, Answer):
                self._unwritten.append(command)
            return False
        self._faults.mended(UNWRITABLE, "journal")
        if isinstance(outcome, Refusal):
            if isinstance(command, Answer):
                self._notice = Notice(command.seat, outcome.why, outcome.rule)
            return False
        if isinstance(command, Answer):
            self._notice = None
        for event in outcome:
            self._work(event)
        for desk in self._desks.values():
            if not self._locked(desk):
                desk.opening = None
        return True

    def _work(self, event: Event) -> None:
        """Device work comes from events that are on disk, and from nothing else."""
        if isinstance(event, ev.TokensOwed) and event.hopper is not None:
            self._ports.send(hw.PayOut(event.job, event.hopper, event.count))
        if isinstance(event, ev.PayoutAskedAgain) and self._play is not None:
            job = self._play.state.ledger.job(event.job)
            if job is not None and job.hopper is not None:
                self._ports.send(hw.PayOut(job.id, job.hopper, job.count))

    def _refused(self, problems: tuple[Refusal, ...]) -> None:
        self._notice = Notice(None, problems[0].why, problems[0].rule) if problems else None

    def _locked(self, desk: SeatDesk) -> bool:
        return self._play is not None and self._play.state.sealed(desk.seat)

    def _finished(self) -> bool:
        play = self._play
        return play is not None and bool(play.state.ended) and not play.match.prompts(play.state)

    def _prompts(self) -> tuple[AnyPrompt, ...]:
        if self._play is None:
            return self._lobby.prompts()
        if self._finished():
            return (Confirm(key=NEXT_MATCH, seat=None, ask=text("session.next_match"), rule="TB-13"),)
        return self._play.match.prompts(self._play.state)

    def _choosing(self, seat: Seat) -> Choosing:
        return Choosing(seat, self._prompts())

    def _publish(self) -> None:
        prompts = self._prompts()
        desks = []
        for desk in self._desks.values():
            choosing = Choosing(desk.seat, prompts)
            desk.focus, desk.asked = choosing.attend(desk.focus, desk.asked), choosing.asked_keys
            self._light(desk, lamp(desk, choosing, self._locked(desk)))
            desks.append(desk)
        up = self._dispenser_there is not None
        furniture = Furniture(prompts, tuple(desks), self._lamps, self._fault_notes(), self._notice, up, self._resumed)
        if self._play is None:
            self._ports.publish(publish_lobby(furniture))
        else:
            self._ports.publish(publish_match(furniture, self._play, self._wiring.low))

    def _fault_notes(self) -> tuple[FaultNote, ...]:
        """What is wrong now, and what will be soon."""
        of_hoppers = () if self._play is None else hopper_notes(self._play, self._wiring.low)
        return (*self._faults.notes, *of_hoppers)

    def _light(self, desk: SeatDesk, now: Lamp) -> None:
        if self._lamps.get(desk.seat) == now:
            return
        self._lamps[desk.seat] = now
        if desk.seat in self._panels:
            self._ports.send(hw.LampSetting(self._panels[desk.seat], *now))
