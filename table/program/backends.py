"""Choose a table's world by the configuration. The real world is here, the emulated one in `table.emulation`.

Nothing is probed, and there is no fallback. The emulation is imported only if the configuration says `emulated`.
"""

import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import hal.events as hw
from table.config import Config
from table.devices.configured.device_settings import RealPorts, lone_readers, real_header, real_readers
from table.devices.configured.panel_settings import holds, keypad_settings, panel_settings
from table.devices.devices import Devices
from table.devices.examined_parts import ExaminedParts
from table.devices.latest_view import LatestView
from table.devices.live import TableCallbacks, TableStart, panel_of
from table.devices.live_assembly import live_table
from table.devices.tags.card_book import CardBook, CardBookError
from table.devices.tags.live_cards import LiveCards
from table.games.table_games import TableGames
from table.records.folder import CARD_BOOK
from table.session.session_parts import SessionParts
from table.session.staleness import Finger, ViewsAtPress

if TYPE_CHECKING:
    from hal.dispenser import Link
    from table.emulation.backend import EmulatedBackend
    from table.emulation.scripts.participants import Participants
    from table.screen.keys import KeyEdge, KeyPush
    from table.screen.painter import Painter
    from table.screen.touch import ButtonHold
    from table.session.input import ScreenInput
    from table.words import Words


Backend: TypeAlias = "RealBackend | EmulatedBackend"
"""The world of a table: the table, its cards, and the bench. It belongs to the main thread."""


def backend_of(
    config: Config,
    parts: SessionParts,
    latest: LatestView,
    opening: TableStart,
    around: TableCallbacks,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> Backend:
    """Return the table in its world, with every part made and none started. Raises OSError with advice."""
    if config.world == "emulated":
        from table.emulation.backend import EmulatedBackend
        from table.emulation.world import EmulatedWorld

        world = EmulatedWorld(config, parts.games.cards)
        return EmulatedBackend(world, holds(config), parts, latest, opening, around, entropy)
    return RealBackend(config, parts, latest, opening, around)


def parts_to_examine(config: Config) -> ExaminedParts:
    """Return the parts of this table for the device doctor. Raises OSError with advice."""
    if config.world == "emulated":
        from table.emulation.world import emulated_parts

        return emulated_parts(config)
    from hal.panels.keypads.input_device import LinuxInputs

    header = real_header(config)
    return ExaminedParts(
        readers=lambda: lone_readers(config, RealPorts(), header),
        header=header,
        inputs=LinuxInputs(),
        link=lambda: serial_link(config),
        close=lambda: None,
    )


class RealBackend:
    """The real world: readers, panels and dispenser, as far as the configuration names them."""

    def __init__(
        self, config: Config, parts: SessionParts, latest: LatestView, opening: TableStart, around: TableCallbacks
    ) -> None:
        known, self.faults = _card_book(parts.games)
        self.cards = LiveCards(known, parts.games.folder)
        self._panels = parts.seats.panels
        self._views_at_press = ViewsAtPress(lambda: latest.shown)
        self._down: frozenset[Finger] = frozenset()
        self.table = live_table(parts, real_devices(config), self.cards, latest, opening, around)

    def push(self, pushed: "KeyPush") -> None:
        """Handle a key as a press of its button."""
        panel = panel_of(self._panels, pushed.seat)
        event = hw.Held(panel, pushed.button) if pushed.held else hw.Pressed(panel, pushed.button)
        self.table.acts(event, self._views_at_press.of((pushed.seat, pushed.button)))

    def holding(self) -> "tuple[ButtonHold, ...]":
        """Return the panels' buttons that are being held."""
        from table.screen.touch import ButtonHold

        return tuple(ButtonHold(self._panels[panel], button, share) for panel, button, share in self.table.holds)

    def edge(self, moved: "KeyEdge") -> None:
        """Note the view on the screen when a key goes down."""
        key = (moved.seat, moved.button)
        self._down = self._down | {key} if moved.down else self._down - {key}
        self._views_at_press.look(self._down)

    def bench(self, words: "Words") -> None:
        """Return None: no bench shares the window with the table's screen."""

    def seat(
        self,
        participants: "Participants",
        painter: "Painter",
        receive: "Callable[[ScreenInput], None]",
        covered: Callable[[], bool],
    ) -> None:
        """Refuse emulated participants, such as bots and scripts."""
        raise ValueError("at a real table nobody acts but the players")

    def leave(self, patience_s: float) -> None:
        """End the bots and scripts that act here: there are none."""

    def close(self, patience_s: float) -> None:
        """Close the world, after the table has stopped: it has nothing of its own."""


def real_devices(config: Config, now_s: Callable[[], float] = time.monotonic) -> Devices:
    """Return the devices that the configuration names. Their threads report missing ones.

    `now_s` is the clock of the panels.
    """
    from hal.panels.keypads.input_device import LinuxInputs
    from hal.panels.panels import Panels, keypad_panels

    header = real_header(config)
    keypads = keypad_panels(keypad_settings(config), LinuxInputs())
    return Devices(
        readers=real_readers(config, header),
        panels=Panels(panel_settings(config), header, now_s, keypads=keypads),
        link=serial_link(config),
    )


def serial_link(config: Config) -> "Link | None":
    """Return the link to the dispenser's port, or None if there is no dispenser."""
    from hal.dispenser import Link, open_serial

    port = config.dispenser_port
    return None if port == "none" else Link(lambda: open_serial(port))


def _card_book(games: TableGames) -> tuple[CardBook, tuple[hw.Fault, ...]]:
    """Load the card book. A problem with it becomes a fault on the screen, and the file stays as it is."""
    try:
        return CardBook.read(games.folder / CARD_BOOK, lambda: games.cards), ()
    except CardBookError as error:
        return CardBook({}), (hw.Fault("cards.unusable", "cards", str(error)),)
