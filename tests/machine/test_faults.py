"""Faults of cable, reader, card and clock during play, on a real kernel (`make machine-long`)."""

import pytest

from hal.dispenser.link import UNPLUGGED
from table.rules.seats import BLUE
from table.view.published import ReaderState
from tests.machine.cuts import accounted
from tests.machine.outside import waiting
from tests.machine.run import BUILT, PATIENCE_S, Run, troubles
from tests.machine.test_machine import CARD, MOST_ACTS, SYSTEM, desk, felt, seen

UNWRITABLE = "journal.unwritable"
SHOWN_S = 8.0
"""The seconds in which a picture follows on a busy host."""
# What root alone may take is taken too; the files are reserved and not written.
FILL = """n=0; for size in 512M 64M 8M 1M 64K 4K; do
while fallocate -l $size /var/lib/filler.$((n=n+1)) 2>/dev/null; do :; done; done"""
EMPTY = "rm -f /var/lib/filler.*; sync"
PLUGS = "ls /dev/ttyACM*"
TOUCH = "/sys/class/input/event*/device/name"
PANEL = "EP0700M09"
"""The name that the display's touch panel has in the kernel."""
SOUND = "linear /dev/vda 0"
SLOW = "delay /dev/vda 0 5 /dev/vda 0 120"
"""Reads that take 5 ms and writes that take 120 ms more."""
FAILING = "flakey /dev/vda 0 0 600 1 error_writes"

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not (BUILT / "disk.img").exists(), reason="there is no machine: sudo make machine builds it"),
]


@pytest.fixture(scope="module", autouse=True)
def match(run: Run) -> None:
    """Have a match in play."""
    now = run.boot()
    if not now.match or not [prompt for prompt in now.prompts if prompt.key != "next_match"]:
        if now.match:
            run.players.leave()
        run.players.begin(SYSTEM)


def becomes(run: Run, table: str) -> None:
    """Put another table of the device mapper beneath the file system, while it is in use."""
    loaded = f'dmsetup load card --table "0 $(cat /sys/block/vda/size) {table}"'
    printed = run.outside.shell(f"{loaded} && dmsetup resume card && dmsetup table card")
    assert printed.split()[2] == table.split()[0], printed


def sound(run: Run) -> None:
    waiting(run.outside, lambda now: troubles(now.faults) == [], PATIENCE_S, "a table without faults")


def plays(run: Run, acts: int = 3) -> None:
    """Have players act, and see that each act is taken."""
    for _ in range(acts):
        assert run.players.act() is not None


def test_a_cable_that_is_pulled_while_tokens_fall_loses_none_and_gives_none_twice(run: Run) -> None:
    pico = run.outside.dispenser.parts.pico
    for _ in range(MOST_ACTS):
        if run.outside.wait_for(lambda: pico.is_paying, 1.0):
            break
        if run.players.act() is None:
            run.players.leave()
            run.players.begin(SYSTEM)
    assert pico.is_paying
    run.outside.cable(plugged=False)
    waiting(run.outside, lambda now: UNPLUGGED in troubles(now.faults), PATIENCE_S, "a dispenser that is gone")
    run.reached("cable pulled", SHOWN_S)
    run.outside.cable(plugged=True)
    sound(run)
    plays(run)
    until_s = run.outside.now_s() + PATIENCE_S
    while run.players.fallen() != accounted(run.players.journals()) and run.outside.now_s() < until_s:
        plays(run, 1)
    assert run.players.fallen() == accounted(run.players.journals())


def test_a_dispenser_that_comes_back_under_another_number_is_found(run: Run) -> None:
    before = run.outside.shell(PLUGS)
    held = run.outside.shell(f"sleep 600 <{before} & echo $!")
    run.outside.cable(plugged=False)
    run.outside.cable(plugged=True)
    sound(run)
    assert run.outside.shell(PLUGS) != before, "it is ttyACM1 now"
    run.outside.shell(f"kill {held}")
    plays(run)


@pytest.mark.parametrize("word", ["brown-out", "deafen"])
def test_a_reader_whose_board_is_reset_reads_the_card_again(run: Run, word: str) -> None:
    run.players.hands[BLUE].clear()
    card = run.outside.decks.tag(BLUE, CARD)
    run.outside.readers.lay(BLUE, card)
    waiting(run.outside, lambda now: desk(now, BLUE).reader is ReaderState.CARD, PATIENCE_S, "a card")
    run.outside.readers.fault(word, BLUE)
    run.outside.wait(3)
    waiting(run.outside, lambda now: desk(now, BLUE).reader is ReaderState.CARD, PATIENCE_S, "the card again")
    run.outside.readers.lift(BLUE, card)
    waiting(run.outside, lambda now: desk(now, BLUE).reader is ReaderState.EMPTY, PATIENCE_S, "no card")
    sound(run)


def test_a_reader_that_is_unplugged_is_reported_and_found_again(run: Run) -> None:
    run.outside.readers.unplug(BLUE)
    waiting(run.outside, lambda now: "reader.missing" in troubles(now.faults), PATIENCE_S, "a reader that is gone")
    run.outside.readers.plug(BLUE)
    sound(run)


def test_a_touch_panel_that_is_pulled_and_plugged_in_again_is_felt_again(run: Run) -> None:
    assert felt(run)
    run.outside.touch_panel(plugged=False)
    assert plugged(run, there=False)
    plays(run)
    assert not felt(run)
    run.outside.touch_panel(plugged=True)
    assert plugged(run, there=True)
    run.outside.wait(SHOWN_S)
    assert felt(run)
    sound(run)


def plugged(run: Run, there: bool) -> bool:
    """Wait until the kernel has the touch panel, or has it no longer."""
    for _ in range(20):
        if (PANEL in run.outside.shell(f"cat {TOUCH}")) is there:
            return True
        run.outside.wait(0.5)
    return False


def test_a_display_that_is_pulled_and_plugged_in_again_shows_the_table(run: Run) -> None:
    display = run.outside.shell("ls -d /sys/class/drm/card0-*")
    process = run.outside.shell("systemctl show -p MainPID --value command-table")
    run.outside.shell(f"echo off >{display}/status")
    assert run.outside.shell(f"cat {display}/status") == "disconnected"
    plays(run)
    run.outside.shell(f"echo detect >{display}/status")
    assert run.outside.shell(f"cat {display}/status") == "connected"
    plays(run)
    assert seen(run, "display back") >= 8, "it is no empty screen"
    assert run.outside.shell("systemctl show -p MainPID --value command-table") == process, "it was not begun anew"
    sound(run)


def test_a_full_card_is_reported_and_play_goes_on_once_there_is_room(run: Run) -> None:
    run.outside.shell(FILL)
    reported = False
    for _ in range(20):
        run.players.act()
        if reported := UNWRITABLE in troubles(run.outside.look().faults):
            break
    run.reached("card full", SHOWN_S)
    run.outside.shell(EMPTY)
    assert reported
    sound(run)
    plays(run)


def test_a_slow_card_is_waited_for(run: Run) -> None:
    becomes(run, SLOW)
    try:
        plays(run)
        assert troubles(run.outside.look().faults) == []
    finally:
        becomes(run, SOUND)
    plays(run)


def test_a_clock_that_jumps_changes_nothing(run: Run) -> None:
    for date in ("1970-01-02", "2038-01-20"):
        now = run.outside.shell("date +%s")
        run.outside.shell(f"date -s {date}")
        plays(run, 2)
        run.outside.shell(f"date -s @{now}")
    sound(run)


def test_a_card_that_takes_no_write_any_more_is_reported_and_the_table_stays(run: Run) -> None:
    """The last one: the file system gives up, as it does on a card that dies, and no card is put in here."""
    process = run.outside.shell("systemctl show -p MainPID --value command-table")
    becomes(run, FAILING)
    reported = False
    for _ in range(20):
        run.players.act()
        if reported := UNWRITABLE in troubles(run.outside.look().faults):
            break
    run.reached("card dead", SHOWN_S)
    assert reported
    assert run.outside.shell("systemctl show -p MainPID --value command-table") == process, "it has not died of it"
