"""One suite for both worlds of a table, behind the port `Backend`: the emulated one, and a Raspberry Pi.

The Pi's backend runs over doubles of its third-party edges. Under the name `spidev` it imports the emulated bus, in
place of lgpio's pin factory it gets gpiozero's own mock pins, and pyserial opens a pseudo-terminal. So its drivers,
threads and wiring are those that ship. What electricity does on a Pi this suite cannot tell.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from threading import Event

import pygame
import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from hal.events import Button
from table.config import Config
from table.config.schema import DispenserConfig
from table.devices.latest_view import LatestView
from table.devices.live import TableCallbacks, TableStart
from table.devices.setup import Setup
from table.devices.tags.card_book import CardBook
from table.emulation.acts import TAP_S
from table.emulation.world import EmulatedWorld
from table.program.backends import Backend, backend_of
from table.records.folder import CARD_BOOK
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED
from table.screen.keys import KeyEdge, KeyPush
from table.view.published import Published
from table.words import Words
from table.words.faults import fault_words
from tests.patience import PATIENCE_S
from tests.program.handled import handled
from tests.setups import emulated_world, setup_in

SIDES = ((BLUE, "sample:rebels_leia_luke"), (RED, "sample:empire_veers_vader"))
MATCH = TableStart(resume=False, system="legion_2024", sides=SIDES)
THREADS = {"session", "readers", "panels", "link", "watchdog"}


@dataclass
class TwoSided:
    """A backend, and the emulated electronics below it, where the test's hands are."""

    world: EmulatedWorld
    latest: LatestView
    make: Callable[[TableStart], Backend]

    def sees(self, condition: Callable[[Published], bool]) -> bool:
        until_s = time.monotonic() + PATIENCE_S
        while not condition(self.latest()):
            if not self.latest.wake.wait(until_s - time.monotonic()):
                return False
            self.latest.wake.clear()
        return True


def emulated(folder: Path, mocker: MockerFixture) -> TwoSided:
    setup = setup_in(folder)
    world = emulated_world(setup)
    worlds = chain((world,), (emulated_world(setup) for _each in count()))  # each time the table is switched on
    mocker.patch("table.emulation.world.EmulatedWorld", side_effect=worlds)
    return _over(setup, world)


def raspberry_pi(folder: Path, mocker: MockerFixture) -> TwoSided:
    world = emulated_world(setup_in(folder))
    assert world.dispenser is not None
    CardBook(world.decks.book()).save(folder / CARD_BOOK)
    gpiozero_lgpio = mocker.MagicMock()
    gpiozero_lgpio.LGPIOFactory.return_value = world.panels.pin_factory
    mocker.patch.dict("os.environ")
    mocker.patch.dict(sys.modules, {"spidev": world.readers.spidev, "gpiozero.pins.lgpio": gpiozero_lgpio})
    return _over(setup_in(folder, _pi_config(world.dispenser.path)), world)


def _pi_config(port: str) -> Config:
    return replace(Config(), world="real", dispenser=DispenserConfig(port=port))


def _over(setup: Setup, world: EmulatedWorld) -> TwoSided:
    latest = LatestView()
    return TwoSided(
        world, latest, lambda opening: backend_of(setup.config, setup.session, latest, opening, TableCallbacks())
    )


@pytest.fixture(params=[emulated, raspberry_pi], ids=["emulated", "pi"])
def sides(request: pytest.FixtureRequest, tmp_path: Path, mocker: MockerFixture) -> Iterator[TwoSided]:
    sides: TwoSided = request.param(tmp_path, mocker)
    yield sides
    sides.world.close()


@contextmanager
def switched_on(sides: TwoSided, opening: TableStart = MATCH) -> Iterator[Backend]:
    """A running table. Every thread of it ends."""
    backend = sides.make(opening)
    assert backend.faults == ()
    assert threads() == set(), "every part is made, and none of them works"
    backend.table.start()
    try:
        yield backend
    finally:
        backend.leave(PATIENCE_S)
        assert backend.table.stop(PATIENCE_S), "every thread ends in time"
        backend.close(PATIENCE_S)


@pytest.fixture
def running(sides: TwoSided) -> Iterator[tuple[TwoSided, Backend]]:
    with switched_on(sides) as backend:
        assert sides.sees(lambda now: bool(now.match))
        yield sides, backend


@pytest.fixture
def choosing(sides: TwoSided) -> Iterator[tuple[TwoSided, Backend]]:
    """Return a table in its lobby, where there is a list to choose from."""
    with switched_on(sides, TableStart()) as backend:
        yield sides, backend


def threads() -> set[str]:
    return {each.name for each in threading.enumerate()} & THREADS


def focus(now: Published) -> object:
    return now.desks[0].focus


@pytest.mark.slow
def test_nothing_runs_before_the_start_or_after_the_stop(sides: TwoSided) -> None:
    with switched_on(sides):
        assert sides.latest().prompts, "there is something to show when start returns"
        assert threads() == THREADS
    assert threads() == set()


@pytest.mark.slow
def test_what_follows_from_a_message_is_published_when_it_is_handled(running: tuple[TwoSided, Backend]) -> None:
    sides, backend = running
    for seat, number in ((BLUE, 7), (RED, 42)):
        handled(backend.table, Answer(seat, "match.number", number))
    assert "select" in {prompt.key for prompt in sides.latest().prompts}


def a_finger_stays() -> None:
    """Wait in real time, as the panels' threads do: what is shorter than a bounce is invalid."""
    Event().wait(TAP_S)


@pytest.mark.slow
def test_a_key_is_its_seats_button(choosing: tuple[TwoSided, Backend]) -> None:
    """The screen's loop reports both, the edge and what it amounts to; the button is pressed once."""
    sides, backend = choosing
    assert sides.sees(lambda now: focus(now) is not None)
    before = focus(sides.latest())
    backend.edge(KeyEdge(BLUE, Button.NEXT, down=True))
    a_finger_stays()
    backend.edge(KeyEdge(BLUE, Button.NEXT, down=False))
    backend.push(KeyPush(BLUE, Button.NEXT))  # at its release: a longer press leads to the other ring
    assert sides.sees(lambda now: focus(now) != before)
    once = focus(sides.latest())
    backend.edge(KeyEdge(BLUE, Button.PREVIOUS, down=True))
    backend.push(KeyPush(BLUE, Button.PREVIOUS))
    assert sides.sees(lambda now: focus(now) != once)
    assert focus(sides.latest()) == before
    backend.edge(KeyEdge(BLUE, Button.PREVIOUS, down=False))


@pytest.mark.slow
def test_a_button_of_the_panel_is_heard(choosing: tuple[TwoSided, Backend]) -> None:
    sides, _ = choosing
    assert sides.sees(lambda now: focus(now) is not None)
    before = focus(sides.latest())
    sides.world.panels.press("blue", "next")
    a_finger_stays()
    sides.world.panels.release("blue", "next")
    assert sides.sees(lambda now: focus(now) != before)


@pytest.mark.slow
def test_a_card_is_seen_where_it_lies_and_a_dispenser_where_it_is_plugged_in(
    running: tuple[TwoSided, Backend],
) -> None:
    sides, backend = running
    assert sides.sees(lambda now: now.dispenser == "ready")
    for seat, number in ((BLUE, 7), (RED, 42)):
        backend.table.send(Answer(seat, "match.number", number))
    tag = sides.world.decks.tag(BLUE, "legion.card.ambush")
    sides.world.readers.lay("blue", tag)
    assert sides.sees(lambda now: now.desks[0].reader == "card")
    sides.world.readers.lift("blue", tag)
    assert sides.sees(lambda now: now.desks[0].reader == "empty")


@pytest.mark.slow
def test_what_stands_beside_the_screen_leaves_it_a_place(running: tuple[TwoSided, Backend]) -> None:
    _, backend = running
    window = pygame.Rect(0, 0, 1600, 900)
    pane = backend.bench(Words("en"))
    area = window if pane is None else pane.table_area(window)
    assert window.contains(area)
    assert area.width >= 800


@pytest.mark.slow
def test_a_table_goes_on_with_its_match_over_the_same_parts(sides: TwoSided) -> None:
    with switched_on(sides):
        assert sides.sees(lambda now: bool(now.match))
        match = sides.latest().match
    with switched_on(sides, TableStart()):
        assert sides.sees(lambda now: now.match == match)
        assert sides.sees(lambda now: now.dispenser == "ready")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("missing", "code", "advice"),
    [
        ("gpiozero.pins.lgpio", "pins.no_package", "python3-lgpio"),
        ("spidev", "reader.no_spidev", "python3-spidev"),
    ],
)
def test_a_pi_without_a_package_is_played_by_keys_and_explains_what_to_install(
    missing: str, code: str, advice: str, tmp_path: Path, mocker: MockerFixture
) -> None:
    sides = raspberry_pi(tmp_path, mocker)
    mocker.patch.dict(sys.modules, {missing: None})
    try:
        with switched_on(sides, TableStart()) as backend:
            assert sides.sees(lambda now: code in {fault.code for fault in now.faults})
            assert sides.sees(lambda now: focus(now) is not None)
            fault = next(fault for fault in sides.latest().faults if fault.code == code)
            assert advice in Words("en").say(fault_words(fault.code, fault.part, fault.detail))
            before = focus(sides.latest())
            backend.edge(KeyEdge(BLUE, Button.NEXT, down=True))
            backend.push(KeyPush(BLUE, Button.NEXT))
            assert sides.sees(lambda now: focus(now) != before)
    finally:
        sides.world.close()


def test_at_a_pi_nobody_sits_but_the_players(tmp_path: Path, mocker: MockerFixture) -> None:
    sides = raspberry_pi(tmp_path, mocker)
    try:
        with pytest.raises(ValueError, match="nobody acts but the players"):
            sides.make(TableStart()).seat(mocker.MagicMock(), mocker.MagicMock(), mocker.MagicMock(), lambda: False)
    finally:
        sides.world.close()
