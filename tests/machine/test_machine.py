"""The table as installed, on Debian's own kernel: from the power switch to the end of a match (`make machine`)."""

import pytest
from msgspec.structs import replace

from hal.dispenser.link import UNPLUGGED
from table.devices.judge_socket import JudgeStatus
from table.rules.match.questions import NUMBER
from table.rules.prompts import Roll
from table.rules.seats import SEATS, Seat
from table.view.published import Desk, ReaderState
from tests.machine.outside import waiting
from tests.machine.players import TAP_S
from tests.machine.qemu import HEIGHT, WIDTH
from tests.machine.run import BUILT, PATIENCE_S, Run, colours, troubles

CARD = "legion.card.standing-orders"
SYSTEM = "legion_2024"
MOST_ACTS = 600
MOVES_S = 4.0
"""The seconds for which the picture moves after something has happened."""

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not (BUILT / "disk.img").exists(), reason="there is no machine: sudo make machine builds it"),
]


def seen(run: Run, what: str, patience_s: float = 60.0) -> int:
    """Return the colours on the display as soon as there are some."""
    until_s = run.outside.now_s() + patience_s
    while (there := colours(run.reached(what))) < 8 and run.outside.now_s() < until_s:
        run.outside.wait(2)
    return there


def felt(run: Run) -> bool:
    """Tap at one place of the display after another, until the table shows an effect."""
    for y in range(96, HEIGHT - 40, 32):
        for x in (WIDTH // 4, 3 * WIDTH // 4):
            before = run.outside.look()
            run.outside.touch(x, y, TAP_S)
            run.outside.wait(TAP_S)
            if run.outside.look() != before:
                return True
    return False


def test_it_boots_to_the_lobby_and_a_picture_stands_on_its_display(run: Run) -> None:
    run.outside.shell("true", 1200)
    run.reached("shell")
    run.outside.shell("until systemctl is-active -q command-table; do sleep 1; done", 1800)
    run.reached("ready")
    now = waiting(run.outside, lambda now: bool(now.prompts), PATIENCE_S, "the lobby")
    assert [prompt.key for prompt in now.prompts if not prompt.standing] == ["system"]
    assert seen(run, "lobby") >= 8, "it is no empty screen"
    assert run.outside.shell("systemctl --failed --no-legend") == ""


def test_every_part_is_found(run: Run) -> None:
    now = waiting(run.outside, lambda now: not now.faults, PATIENCE_S, "no fault")
    assert [desk.reader for desk in now.desks] == [ReaderState.EMPTY, ReaderState.EMPTY]


def test_nothing_above_the_kernel_is_emulated(run: Run) -> None:
    opened = run.outside.shell("ls -l /proc/$(systemctl show -p MainPID --value command-table)/fd")
    for device in ("spidev0.0", "spidev0.1", "gpiochip0", "ttyACM0", "dri/card0", "input/event"):
        assert f"/dev/{device}" in opened


@pytest.mark.parametrize("seat", SEATS)
def test_a_button_moves_the_focus(run: Run, seat: Seat) -> None:
    before = desk(run.outside.look(), seat).focus
    assert before is not None
    run.players.hands[seat].press("next")
    moved = replace(before, cursor=before.cursor + 1)
    waiting(run.outside, lambda now: desk(now, seat).focus == moved, PATIENCE_S, "the next answer")


@pytest.mark.parametrize(("key", "seat"), [("a", SEATS[0]), ("j", SEATS[1])])
def test_a_key_of_the_keyboard_moves_it_back(run: Run, key: str, seat: Seat) -> None:
    before = desk(run.outside.look(), seat).focus
    assert before is not None
    run.machine.key(key, down=True)
    run.outside.wait(TAP_S)
    run.machine.key(key, down=False)
    moved = replace(before, cursor=before.cursor - 1)
    waiting(run.outside, lambda now: desk(now, seat).focus == moved, PATIENCE_S, "the answer before")


@pytest.mark.parametrize("seat", SEATS)
def test_a_lamp_shines(run: Run, seat: Seat) -> None:
    assert run.outside.wait_for(lambda: max(run.outside.panels.lamp(seat)) > 0, PATIENCE_S)


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_is_read_and_its_absence_too(run: Run, seat: Seat) -> None:
    card = run.outside.decks.tag(seat, CARD)
    run.outside.readers.lay(seat, card)
    waiting(run.outside, lambda now: desk(now, seat).reader is ReaderState.CARD, PATIENCE_S, "a card")
    run.outside.readers.lift(seat, card)
    waiting(run.outside, lambda now: desk(now, seat).reader is ReaderState.EMPTY, PATIENCE_S, "no card")


def test_a_dispenser_that_is_pulled_is_reported_and_found_again(run: Run) -> None:
    run.outside.cable(plugged=False)
    waiting(run.outside, lambda now: UNPLUGGED in troubles(now.faults), PATIENCE_S, "a dispenser that is gone")
    run.outside.cable(plugged=True)
    waiting(run.outside, lambda now: not now.faults, PATIENCE_S, "a dispenser that is back")


def test_a_finger_on_the_display_is_felt(run: Run) -> None:
    assert felt(run), "it has chosen a game"
    run.players.answer(SEATS[0], "back", None)


def test_a_match_is_begun_and_ended_by_agreement_after_its_first_token(run: Run) -> None:
    run.players.wanted = CARD  # of equal pips, so that a die says who is first
    run.players.begin(SYSTEM)
    run.reached("match begun", MOVES_S)
    reported = _Firsts(run)
    for _ in range(MOST_ACTS):
        if reported.all:
            break
        assert run.players.act() is not None, f"it ended by itself: {run.times}"
        reported.after()
    assert reported.all, f"not within {MOST_ACTS} acts: {run.times}"
    run.players.finish()
    ends(run)
    assert run.outside.dispenser.fallen


def ends(run: Run) -> None:
    """Play until the match is closed, and see that every token is accounted for."""
    for _ in range(MOST_ACTS):
        act = run.players.act()
        if act is None:
            break
    run.reached("match end", MOVES_S)
    assert act is None, f"after {MOST_ACTS} acts nobody has ended it"
    assert run.players.fallen() == run.players.counted(), "every token that fell is journalled, and no other"
    assert troubles(run.outside.look().faults) == []


class _Firsts:
    """Notes the first reveal, die and token of a match, each with its picture."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._rolls = False

    @property
    def all(self) -> bool:
        return {"first reveal", "first die", "first token"} <= self._run.times.keys()

    def after(self) -> None:
        """Look at the table after an act."""
        now, times = self._run.outside.seen, self._run.times
        rolls = any(
            isinstance(prompt, Roll) or (prompt.key == NUMBER and not prompt.standing) for prompt in now.prompts
        )
        if "first reveal" not in times and not any(prompt.key == "select" for prompt in now.prompts):
            self._reached("first reveal")
        if "first die" not in times and self._rolls and not rolls:
            self._run.players.wanted = ""
            self._reached("first die")
        if "first token" not in times and self._run.outside.dispenser.fallen:
            self._reached("first token")
        self._rolls = rolls

    def _reached(self, what: str) -> None:
        self._run.reached(what, MOVES_S)


def desk(now: JudgeStatus, seat: Seat) -> Desk:
    """Return what is shown of a seat."""
    return next(each for each in now.desks if each.seat is seat)
