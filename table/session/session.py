"""The only writer: a message in, a decision, the journal, the new view out, and requests to the devices.

`step` is a plain method. In a running table the session's thread calls it with each message of the inbox; in virtual
time the loop does. It touches no hardware and no screen: `send` and `publish` pass on frozen values.

`MatchSwitch` switches between lobby and match, `JournalWriter` writes, `Questions` are the open prompts,
`PlayersActs` takes the players' acts, `Answering` carries out answers, `HeldSeals` locks cards, and `SeatReaders` and
`MatchDispenser` take the reports of readers and dispenser.
"""

from collections.abc import Mapping, Sequence

import hal.events as hw
from table.records.beside.named_players import NamedPlayers
from table.records.open_match import OpenMatch
from table.rules.commands import Answer
from table.rules.match import commands as cmd
from table.rules.match.events import CalledBy
from table.rules.prompts import Option
from table.rules.seats import SEATS, Seat
from table.rules.view import View
from table.session.answers.answering import Answering
from table.session.answers.by_hand import TokensByHand
from table.session.answers.notices import Notices
from table.session.answers.open_questions import Questions
from table.session.answers.players_acts import PlayersActs
from table.session.answers.recalled_codes import RecalledCodes
from table.session.answers.seat_readers import SeatReaders
from table.session.answers.shown_hands import ShownHands
from table.session.attention import moment_of
from table.session.clock_face import Deadline, PlayedTime, RoundCountdown, clock_face
from table.session.far.far_table import FarPorts, FarTable
from table.session.fault_notes import Faults, hopper_notes
from table.session.held_seals import HeldSeals
from table.session.input import LetGo, Marked, Pointed, Touched
from table.session.journal_writer import JournalWriter
from table.session.lobby.list_library import ListsRead
from table.session.lobby.match_starter import MatchStarter
from table.session.match_dispenser import MatchDispenser
from table.session.match_switch import MatchSwitch
from table.session.names_of_players import NamesOfPlayers
from table.session.phones.phone_acts import ActsOfPhones
from table.session.phones.phone_ways import PhoneWay, PhoneWays
from table.session.ports import (
    CardChosen,
    FarFrame,
    FarMessage,
    FarOnline,
    FarOpening,
    HallCallsJudge,
    HallMessage,
    HallSetsClock,
    InputOnView,
    JudgePhoneActs,
    ListsChanged,
    Message,
    NoMoreCodes,
    PhoneAbsent,
    PhoneActs,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneLost,
    PhonePages,
    PhoneReturned,
    Ports,
    SeatWiring,
    TerminalOnPhone,
)
from table.session.publish import ViewParts, published
from table.session.seat_lamps import Lamps, lamp
from table.session.seat_state import reader_changes, seat_states
from table.view.published import FaultNote, HelperRole, Published, ScreenRole, SeatPhone

DISK_S = 2.0
"""The seconds between two tries of a disk that could not be written to."""
CLOCK_S = 1.0
"""The seconds between two views of a running clock."""
NO_READER = "reader.none"
FOUND_S = 3.0
"""The seconds after the start in which the table searches for a dispenser. Jobs wait for it meanwhile."""


class Session:
    """The only writer: it takes messages, decides, journals and publishes.

    One thread makes it and calls everything here; any thread may read `play` and call `helper`. Times are seconds of
    that thread's clock. A full disk raises nothing: the session waits for it (`waits_for_disk`).
    """

    def __init__(
        self,
        wiring: SeatWiring,
        ports: Ports,
        starter: MatchStarter,
        warn_minutes: Sequence[int] = (),
        players: NamedPlayers | None = None,
        far: FarPorts | None = None,
    ) -> None:
        """`warn_minutes` are the minutes left on a clock at which its seat is warned. `players` keeps their names.

        With `far` a match can be played with another table.
        """
        self._wiring, self._ports, self._starter = wiring, ports, starter
        self._faults, self._notices = Faults(), Notices(warn_minutes)
        self._writer = JournalWriter(self._faults, ports.send)
        self._dispenser = MatchDispenser(self._writer, self._faults, ports.send, starter.late, wiring)
        self._by_hand = TokensByHand(self._writer, noted=not wiring.phones_alone)
        self._lamps = Lamps(wiring.panels, ports.send)
        self._names = NamesOfPlayers(self._writer, ports.entropy, players)
        self._far = FarTable(far, starter, self._writer)
        self._switch = MatchSwitch(starter, self._writer, self._dispenser, self._names, self._faults, self._far)
        with_reader = frozenset(seat for reader in wiring.readers for seat in wiring.seats_at(reader))
        self._seats = seat_states(with_reader, wiring.phones_alone)
        self._faults.found_all(FaultNote(NO_READER, seat) for seat in SEATS if self._seats[seat].reader_gone)
        self._phones = PhoneWays(ports.phones, wiring.offered)
        self._sealing = HeldSeals(self._seats.values(), self._writer, ports.entropy, ports.commit)
        hands = ShownHands(self._seats, self.hand, self._phones.holds)
        self._codes = RecalledCodes(self._writer)
        self._questions = Questions(
            self._seats, self._switch, self._by_hand, self._names, self._phones, hands, self._notices, self._codes
        )
        self._answering = Answering(
            self._seats, self._questions, self._writer, self._sealing, self._by_hand, hands, self._notices
        )
        by_phone = ActsOfPhones(self._phones, self._sealing, self.hand)
        self._acts = PlayersActs(
            self._seats, wiring.panels, self._questions, self._answering, self._phones, by_phone, self._notices
        )
        by_reader = {each: tuple(self._seats[seat] for seat in wiring.seats_at(each)) for each in wiring.readers}
        self._readers = SeatReaders(by_reader, ports.known, self._answering, self._sealing, self._faults, self._notices)
        self._played_time, self._round_clock = PlayedTime(), RoundCountdown()
        self._disk_due, self._dispenser_due, self._clock_due = Deadline(DISK_S), Deadline(FOUND_S), Deadline(CLOCK_S)
        self._shown: Published | None = None
        """The last published view."""

    def start(self, resume: bool = True) -> None:
        """Publish the first view: the match that was in play, or the lobby."""
        self._phones.begin()
        self._switch.arrive(resume)
        self._publish()

    def begin(self, system: str, sides: Mapping[Seat, str]) -> None:
        """Begin a match as soon as its sides are read, for the command line. The notice shows refusals."""
        self._notices.show_first(self._switch.begin(system, sides))
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

    def helper(self, role: HelperRole | ScreenRole) -> PhoneWay | None:
        """Return the state of a helper's phone. Any thread: the returned value is frozen."""
        return self._phones.helper(role)

    def close(self) -> None:
        """Close the journal of the match in play. Nothing may be called afterwards."""
        self._switch.close()

    # -- time --------------------------------------------------------------------------------------------------------

    @property
    def waits_for_disk(self) -> bool:
        """True if something could not be written. Call `try_disk` from time to time."""
        return self._writer.waits_for_disk

    def try_disk(self) -> None:
        """Write the waiting commands, if the disk can be written to again, and let the players answer."""
        if not self.waits_for_disk or not self._starter.has_room():
            return
        if self._writer.caught_up():
            self._writer.writable()
        self._publish()

    def tick(self, now_s: float) -> None:
        """Do the work that is due. Call it after each `start`, `begin` and `step`, and at `next_deadline`."""
        if self._disk_due.ripe(self.waits_for_disk, now_s):
            self.try_disk()
        if self._dispenser_due.ripe(self._dispenser.sought, now_s):
            self._dispenser.give_up()
            self._publish()
        if self._clock_due.ripe(self._clock_runs, now_s):
            self._publish()
        far_s = self._far.due_s()
        if far_s is not None and far_s <= now_s:
            self._publish()

    def next_deadline(self) -> float | None:
        """Return the time of the next `tick` on its clock, if no message comes before; or None."""
        waits = (self._disk_due.at_s, self._dispenser_due.at_s, self._clock_due.at_s, self._far.due_s())
        return min((at_s for at_s in waits if at_s is not None), default=None)

    @property
    def _clock_runs(self) -> bool:
        """True if the published clock changes by the second."""
        clock = None if self._shown is None or self._over else self._shown.clock
        ticks = clock is not None and (bool(clock.running) or clock.nobody_s is not None)
        return self._round_clock.runs or ticks

    @property
    def _over(self) -> bool:
        """True if there is no match, or the match is closed."""
        return self.play is None or bool(self.play.state.ended)

    # -- one message -------------------------------------------------------------------------------------------------

    def step(self, message: Message) -> None:
        """Handle one message. When this returns, everything that follows is journalled, published and sent."""
        self._writer.caught_up()
        match message:
            case Answer():
                self._notices.acted(message.seat)
                self._answering.carry_out(self._seats[message.seat], message)
            case InputOnView():
                self._acts.take(message.act, self._shown, message)
            case Pointed() | Marked() | Touched() | LetGo() | hw.Pressed() | hw.Held():
                self._acts.take(message, self._shown)
            case hw.TagPlaced() | hw.TagLifted() | hw.TagUnclear() | hw.ReaderGone() | hw.ReaderBack():
                self._readers.take(message)
            case cmd.CallJudge():
                self._answering.call_judge(message)
            case PhonePages():
                self._phones.open_pages(message)
            case (
                PhoneInvited()
                | PhoneKnocked()
                | PhoneLapsed()
                | PhoneLost()
                | NoMoreCodes()
                | PhoneAbsent()
                | PhoneReturned()
            ):
                self._notices.show(self._phones.handle(message) or self._notices.shown)
            case PhoneActs() | CardChosen() | JudgePhoneActs():
                self._acts.take_phones(message, self._shown)
            case TerminalOnPhone():
                self._phones.handle_terminal(message)
            case HallCallsJudge() | HallSetsClock():
                self._take_hall(message)
            case ListsChanged():
                self._switch.reread()
            case ListsRead():
                far = self._far.receive_list(message)
                self._notices.show_first(far or self._switch.receive(message))
            case FarOpening() | FarFrame() | FarOnline():
                self._take_far(message)
            case hw.PartFailed():
                self._faults.found(message.fault.code, message.fault.part, message.fault.detail)
            case hw.PartWorks():
                self._faults.well(message.part)
            case _:
                self._dispenser.handle(message)
        self._publish()

    def _take_far(self, message: FarOpening | FarMessage) -> None:
        if isinstance(message, FarOpening):
            self._notices.show_first(self._far.begin(message))
        else:
            self._notices.show_first(self._answering.follow_far(self._far.receive(message), self._far.follow()))

    def _take_hall(self, message: HallMessage) -> None:
        if isinstance(message, HallSetsClock):
            self._round_clock.set(message.time, self._ports.now_s())
        else:
            self._answering.call_judge(cmd.CallJudge(CalledBy.HALL))

    # -- the view ----------------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """Record the table's own steps, publish the view that follows, and send to another table what it needs."""
        self._answering.disclose()
        self._answering.retry_early()
        if self.play is not None and not self.waits_for_disk:
            for change in reader_changes(self.play.state, self._seats.values(), self._phones.holds):
                self._writer.do(change)
        self._answering.give_only_answers()
        self._sealing.forget()
        self._questions.close_hands()
        if self._writer.shared is None or not self._writer.shared.waits:
            self._acts.take_off()
        play = self.play
        view = None if play is None else play.match.view(play.state)
        self._shown = published(self._view_parts(view), play, self._wiring.low)
        self._ports.publish(self._shown)
        if play is not None and self._shown.view is not None:
            self._starter.note_round(play, self._shown.view.round)
        self._far.send_due()

    def _phone_at(self, seat: Seat) -> SeatPhone | None:
        """Return the phone of a seat, or the code for another table in place of the seat that it plays."""
        elsewhere = seat is self._switch.elsewhere
        return self._far.code_at(seat) if elsewhere else self._phones.shown(seat)

    def _view_parts(self, view: View | None) -> ViewParts:
        """Return the parts of the next view, and light the lamps for it."""
        play, now_s, card_notes = self.play, self._ports.now_s(), {}
        moment = moment_of("" if play is None else play.state.id, view)
        for seat, choosing in self._questions.attend(moment).items():
            state = self._seats[seat]
            card_notes[seat] = self._sealing.note(state, asked=choosing.sealed_card() is not None)
            self._lamps.show(seat, lamp(state, choosing, self._sealing.locked(state)))
        self._notices.warn(moment.match, None if play is None or self._over else clock_face(play))
        of_hoppers = () if play is None else hopper_notes(play, self._wiring.low)
        resumed = self._switch.resumed
        return ViewParts(
            view=view,
            prompts=self._questions.shown,
            askings=self._questions.askings(),
            desks=tuple(self._seats.values()),
            players=self._names.shown,
            lamps=self._lamps.shown,
            card_notes=card_notes,
            phones={seat: self._phone_at(seat) for seat in SEATS},
            waits={seat: self._far.waits(seat) for seat in SEATS},
            helpers=self._phones.helpers,
            round_time=self._round_clock.shown(now_s),
            by_hand=self._by_hand.noted,
            recalled=self._codes.recalled,
            faults=(*self._faults.notes, *of_hoppers, *self._far.faults),
            notice=self._notices.current,
            dispenser_up=self._dispenser.up,
            resumed=None if self._wiring.phones_alone else resumed,
            lasted_s=None if play is None else self._played_time.of(play, resumed is not None, now_s),
        )
