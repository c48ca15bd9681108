"""The table in real time: its threads, the pty, the emulated pins. The few evenings here that the wall clock keeps."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from hal.events import Button
from table.config import Config
from table.devices.latest_view import LatestView
from table.devices.live import LiveTable, TableCallbacks, TableStart
from table.devices.live_assembly import Computer, live_table
from table.devices.tags.card_book import CardBook
from table.devices.watchdog import STUCK_S, Pulse
from table.emulation.acts import (
    Act,
    AirNoise,
    BotSits,
    DispenserFault,
    Fill,
    Lay,
    Lift,
    LineNoise,
    PowerTable,
    Press,
    ReaderFault,
    Release,
    Speed,
    Take,
)
from table.emulation.hands.bots import Bot
from table.emulation.hands.performer import EmulatedPerformer
from table.emulation.power import PowerSupply
from table.emulation.scripts.document import read_script
from table.emulation.scripts.live_stage import LiveStage
from table.emulation.scripts.participants import Participants
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.seats import BLUE, RED, Seat
from table.session.input import ScreenInput
from table.view.published import FaultNote, Published
from table.words import Words
from tests.config.holding import asking
from tests.patience import PATIENCE_S
from tests.setups import emulated_world, setup_in

SIDES = ((BLUE, "sample:rebels_leia_luke"), (RED, "sample:empire_veers_vader"))


class Live:
    def __init__(
        self,
        folder: Path,
        system: str = "legion_2024",
        sides: tuple[tuple[Seat, str], ...] = SIDES,
        config: Config | None = None,
    ) -> None:
        self._opening = TableStart(system=system, sides=sides)
        self._setup = setup_in(folder, config)
        self.world = emulated_world(self._setup)
        self.watchers: list[Callable[[Published], None]] = []
        self.takes_press: Callable[[], bool] = lambda: False
        self.rests: Callable[[], None] = lambda: None
        self.pulses: tuple[Pulse, ...] = ()
        self.latest = LatestView(self._notify)
        self.supply = PowerSupply(self.world, self.latest, self._boot)
        self.hands = EmulatedPerformer(self.supply, self._setup.hold_s)
        self.supply.start()

    def _boot(self, first: bool) -> LiveTable:
        devices, known = self.world.devices(), CardBook(self.world.decks.book())
        opening = self._opening if first else TableStart()
        around = TableCallbacks(takes_press=lambda: self.takes_press(), rests=lambda: self.rests(), pulses=self.pulses)
        computer = Computer(self.world.pace, disk=self.world.disk)
        return live_table(self._setup.session, devices, known, self.latest, opening, around, computer)

    def sit_down(self, participants: Participants) -> None:
        """As `table.emulation.backend` has it."""

        def receives(touch: ScreenInput) -> None:
            participants.touched(touch)
            self.supply.send(touch)

        self.watchers.append(participants.published)
        words = Words("en")
        participants.begin(
            lambda: LiveStage(self.supply, self.hands, words, touch=receives, screen=tuple), self.hands.listen
        )

    def _notify(self, published: Published) -> None:
        for watcher in self.watchers:
            watcher(published)

    def sees(self, condition: Callable[[Published], bool]) -> bool:
        until = time.monotonic() + PATIENCE_S
        while not condition(self.latest()):
            if not self.latest.wake.wait(until - time.monotonic()):
                return False
            self.latest.wake.clear()
        return True

    def waits_for(self, condition: Callable[[], bool]) -> bool:
        until = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > until:
                return False
            self.latest.wake.wait(0.02)
            self.latest.wake.clear()
        return True

    def stop(self) -> bool:
        self.hands.close()
        stopped = self.supply.stop()
        self.world.close()
        return stopped


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    live = Live(tmp_path)
    yield live
    live.stop()


@pytest.mark.campaign
def test_a_card_is_laid_and_locked_in_real_time_and_a_new_process_voids_the_seal(live: Live, tmp_path: Path) -> None:
    assert live.sees(lambda now: now.dispenser == "ready")
    live.supply.send(Answer(BLUE, "match.number", 7))
    live.supply.send(Answer(RED, "match.number", 42))
    assert live.sees(lambda now: any(prompt.key == "select" for prompt in now.prompts))
    live.hands.perform(Lay(BLUE, "blue/legion.card.ambush/0"))
    assert live.sees(lambda now: now.desks[0].reader == "card")
    live.hands.perform(Press(BLUE, Button.CONFIRM))
    assert live.sees(lambda now: now.desks[0].locked)
    live.hands.perform(Release(BLUE, Button.CONFIRM))
    assert live.stop(), "every thread stops"

    again = Live(tmp_path)
    try:
        assert again.latest().match == live.latest().match
        assert not again.latest().desks[0].locked
        assert again.sees(lambda now: now.dispenser == "ready")
        taken = threading.Event()

        def take() -> bool:
            taken.set()
            return True

        again.takes_press = take
        before = again.latest()
        again.hands.perform(Press(BLUE, Button.NEXT))
        assert taken.wait(PATIENCE_S), "an event is on the screen, and the press belongs to it"
        assert again.latest().desks[0].focus == before.desks[0].focus
    finally:
        assert again.stop()


@pytest.mark.campaign
def test_the_plug_is_pulled_with_both_cards_laid_and_the_table_comes_up_again_around_them(live: Live) -> None:
    """In one process: no thread of the table is left, its memory is gone, and what lies on the readers lies there."""
    assert live.sees(lambda now: any(prompt.key == "select" for prompt in now.prompts))
    assert live.waits_for(lambda: all(seat.cards for seat in live.hands.look().seats))
    live.hands.perform(Lay(BLUE, "blue/legion.card.ambush/0"))
    live.hands.perform(Lay(RED, "red/legion.card.push/0", 5.0, 5.0))
    assert live.sees(lambda now: [desk.reader for desk in now.desks] == ["card", "card"])
    live.hands.perform(Press(BLUE, Button.CONFIRM))
    assert live.sees(lambda now: now.desks[0].locked)
    match = live.latest().match

    live.hands.perform(PowerTable(False))
    assert not {one.name for one in threading.enumerate()} & {"session", "readers", "panels", "link"}
    seen = live.hands.look()
    assert [card.key for seat in seen.seats for card in seat.cards if card.kind == "judge"] == [
        "blue/judge/0",
        "red/judge/0",
    ]
    assert seen.power == "off"
    assert seen.seats[0].lamp == (0, 0, 0)
    assert [card.key for card in seen.lying(RED)] == ["red/legion.card.push/0"], "the world lives on"
    live.hands.perform(Release(BLUE, Button.CONFIRM))

    live.hands.perform(PowerTable(True))
    assert live.waits_for(lambda: live.hands.look().power == "on")
    assert live.latest().match == match
    assert not live.latest().desks[0].locked, "its salt was in memory"
    assert live.sees(lambda now: [desk.reader for desk in now.desks] == ["card", "card"])
    assert live.sees(lambda now: now.dispenser == "ready")
    assert live.stop()


@pytest.mark.campaign
def test_bots_play_in_fast_time_and_all_that_they_do_is_heard_and_seen_on_the_wires(live: Live, tmp_path: Path) -> None:
    heard: list[Act] = []
    live.hands.listen(heard.append)
    live.hands.tap(True)
    live.hands.perform(Speed(4.0))
    for seat in (BLUE, RED):
        live.hands.perform(BotSits(seat, True))
    assert live.sees(lambda now: now.view is not None and now.view.reveals == 1)
    live.hands.perform(BotSits(RED, False))
    live.hands.perform(BotSits(RED, False))
    assert not live.hands.look().seats[1].bot
    assert heard.count(BotSits(RED, False)) == 1, "what makes no sense is not heard"
    assert live.waits_for(lambda: {type(act) for act in heard} >= {Lay, Press, Release})
    reported = live.hands.record(registers=True)
    for channel, words in (("card", "SELECT"), ("serial", "alive"), ("spi", "FIFO_DATA"), ("hands", "lay")):
        assert reported.filtered(frozenset({channel}), words, 1)
    assert (tmp_path / "matches" / f"{live.latest().match}.bots").exists(), "nothing of it will be remembered (TB-24)"


@pytest.mark.campaign
def test_scripts_and_bots_hold_as_long_as_each_panel_asks(tmp_path: Path) -> None:
    live = Live(tmp_path, config=asking(1500, 300))
    try:
        live.hands.perform(Speed(4.0))
        lines = "answer blue 7 to match.number\nanswer red 42\nlock blue Ambush\nexpect locked blue\nhold blue\n"
        participants = Participants(script=read_script(f"seed 1\n\n{lines}expect no locked blue\n", "held"))
        live.sit_down(participants)
        assert participants.wait(PATIENCE_S)
        assert not participants.failed
        for seat in (BLUE, RED):
            live.hands.perform(BotSits(seat, True))
        assert live.sees(lambda now: now.view is not None and now.view.reveals == 1)
    finally:
        assert live.stop()


def test_bots_that_a_script_sends_away_while_the_table_ends_keep_it_from_nothing(
    live: Live, mocker: MockerFixture
) -> None:
    """The script's thread ends with the window, too, and its bots get up while they are waited for."""
    left: list[Seat] = []

    def get_up_meanwhile(bot: Bot, _patience_s: float) -> bool:
        for seat in (BLUE, RED):
            live.hands.perform(BotSits(seat, False))
        left.append(bot.seat)
        return True

    for seat in (BLUE, RED):
        live.hands.perform(BotSits(seat, True))
    mocker.patch.object(Bot, "join", get_up_meanwhile)
    live.hands.close()
    assert left == [BLUE, RED]


def test_acts_that_make_no_sense_change_nothing_and_are_not_heard_of(live: Live) -> None:
    heard: list[Act] = []
    live.hands.listen(heard.append)
    before = live.hands.look()
    for act in SENSELESS:
        live.hands.perform(act)
    assert heard == []
    after = live.hands.look()
    assert (after.hoppers, after.tray, after.plugged, after.power) == (
        before.hoppers,
        before.tray,
        before.plugged,
        before.power,
    )


@pytest.mark.campaign
def test_a_hopper_is_filled_emptied_and_given_words(live: Live) -> None:
    assert live.sees(lambda now: now.dispenser == "ready")
    before = live.hands.look().hoppers[0].content
    live.hands.perform(Fill(0, 3))
    assert live.waits_for(lambda: live.hands.look().hoppers[0].content == before + 3)
    live.hands.perform(DispenserFault("stranger"))
    assert live.sees(lambda now: any(fault.code == "dispenser.foreign" for fault in now.faults))
    assert "stranger" in {fault.word for fault in live.hands.faults(0, BLUE) if fault.on}
    live.hands.perform(DispenserFault("plug"))
    assert live.sees(lambda now: now.dispenser == "ready")
    assert "stranger" not in {fault.word for fault in live.hands.faults(0, BLUE) if fault.on}


SENSELESS = (
    Lift("blue/legion.card.ambush/0"),
    Lay(BLUE, "blue/legion.card.nobody/0"),
    Release(BLUE, Button.NEXT),
    PowerTable(True),
    DispenserFault("power-on"),
    DispenserFault("plug"),
    ReaderFault("plug", RED),
    Fill(99, 1),
    Fill(0, -1000),
    Take(),
    Speed(1.0),
    AirNoise(BLUE, 0.0),
    LineNoise(0.0),
    DispenserFault("no-such-word"),
    ReaderFault("no-such-word", BLUE),
    BotSits(BLUE, False),
)


@pytest.mark.campaign
def test_a_full_disk_is_reported_and_noticed_by_itself_when_it_is_free(live: Live, mocker: MockerFixture) -> None:
    mocker.patch("table.session.session.DISK_S", 0.02)
    live.hands.perform(DispenserFault("full-disk"))
    live.supply.send(Answer(BLUE, "match.number", 7))
    assert live.sees(lambda now: "journal.unwritable" in [fault.code for fault in now.faults])
    assert [fault.word for fault in live.hands.faults(0, BLUE) if fault.on] == ["full-disk"]
    live.hands.perform(DispenserFault("free-disk"))
    assert live.sees(lambda now: "journal.unwritable" not in [fault.code for fault in now.faults])
    assert not [fault.word for fault in live.hands.faults(0, BLUE) if fault.on]


@pytest.mark.campaign
def test_a_stuck_thread_of_the_program_is_named_beside_the_tables_own(live: Live) -> None:
    """The terminal's and the loudspeaker's are not the table's, and outlive it; its watch looks after them, too."""
    now_s = [0.0]
    pulse = Pulse("control", lambda: now_s[0])
    pulse.beat()
    now_s[0] += STUCK_S + 1
    live.pulses = (pulse,)
    live.supply.kill()
    assert live.waits_for(lambda: live.latest.begun)
    named = FaultNote("program.stuck", "control")
    assert live.sees(lambda now: named in now.faults)
    pulse.rest()
    assert live.sees(lambda now: named not in now.faults)


@pytest.mark.campaign
def test_a_match_that_begins_with_the_program_gets_its_tokens_from_the_dispenser(tmp_path: Path) -> None:
    live = Live(tmp_path, system="infinity", sides=((BLUE, "sample:first_watch"), (RED, "sample:red_harbour")))
    try:
        assert live.sees(lambda now: now.dispenser == "ready" and not now.handing)
        assert live.world.dispenser is not None
        assert live.supply.play is not None
        owed = [event for event in live.supply.play.state.ledger.closed if event.kind == "command"]
        assert owed
        assert all(job.hopper is not None and job.passed == job.count for job in owed)
    finally:
        live.stop()


@pytest.mark.slow
def test_the_session_calls_for_work_on_other_threads_once_it_has_published_and_before_it_waits(live: Live) -> None:
    """A thread that is woken at each view would take the processor from the session in the middle of a command."""
    happened: list[str] = []
    live.watchers.append(lambda _: happened.append("view"))
    live.rests = lambda: happened.append(threading.current_thread().name)
    done = threading.Event()
    live.supply.send(CallJudge(CalledBy.TERMINAL), done.set)
    assert done.wait(PATIENCE_S)
    assert live.waits_for(lambda: "view" in happened and happened[-1] == "session")
    assert set(happened) == {"view", "session"}
