"""The emulated world as the program uses it: its power supply, hands at its parts, and the bench in the window."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import hal.events as hw
from table.devices.latest_view import LatestView
from table.devices.live import LiveTable, TableCallbacks, TableStart
from table.devices.live_assembly import Computer, live_table
from table.devices.tags.card_book import CardBook
from table.devices.tags.live_cards import LiveCards
from table.emulation.acts import Press, Release
from table.emulation.hands.performer import EmulatedPerformer
from table.emulation.power import PowerSupply
from table.emulation.window.bench_window import BenchWindow
from table.emulation.world import EmulatedWorld
from table.records.folder import EMULATED
from table.rules.seats import Seat
from table.screen.keys import KeyEdge, KeyPush
from table.screen.painter import Painter
from table.screen.touch import ButtonHold
from table.session.session_parts import SessionParts
from table.words import Words

if TYPE_CHECKING:  # without them, what their words need is not loaded
    from table.emulation.scripts.live_stage import LiveStage
    from table.emulation.scripts.participants import Participants
    from table.session.input import ScreenInput


class EmulatedBackend:
    """The emulated `table.program.backends.Backend`."""

    faults: tuple[hw.Fault, ...] = ()

    def __init__(
        self,
        world: EmulatedWorld,
        hold_s: Mapping[Seat, float],
        parts: SessionParts,
        latest: LatestView,
        opening: TableStart,
        around: TableCallbacks,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._parts, self._world = parts, world
        self.cards = LiveCards(CardBook({}), parts.games.folder / EMULATED)
        self._latest, self._opening, self._around, self._entropy = latest, opening, around, entropy
        self.table = PowerSupply(self._world, latest, self._boot)
        self._performer = EmulatedPerformer(self.table, hold_s)

    def _boot(self, first: bool) -> LiveTable:
        """Make a table. After a power cut, it resumes the match in play and ignores the command line."""
        world = self._world
        if first:
            self.cards.book = CardBook(world.decks.book())
        return live_table(
            self._parts,
            world.devices(),
            self.cards,
            self._latest,
            self._opening if first else TableStart(),
            self._around,
            Computer(world.pace, self._entropy, world.disk),
        )

    def push(self, pushed: KeyPush) -> None:
        """Ignore the push: emulated panels report the gesture themselves."""

    def edge(self, moved: KeyEdge) -> None:
        self._performer.perform((Press if moved.down else Release)(moved.seat, moved.button))

    def holding(self) -> tuple[ButtonHold, ...]:
        panels = self._parts.seats.panels
        return tuple(ButtonHold(panels[panel], button, share) for panel, button, share in self.table.holds)

    def bench(self, words: Words) -> BenchWindow:
        return BenchWindow(self._performer, words)

    def seat(
        self,
        participants: "Participants",
        painter: Painter,
        touch: "Callable[[ScreenInput], None]",
        covered: Callable[[], bool],
    ) -> None:
        """Give a pair of hands to each participant."""
        from table.emulation.scripts.live_stage import LiveStage

        def screen() -> tuple[str, ...]:
            return tuple(placed.words for placed in painter.placed)

        def stage() -> "LiveStage":
            return LiveStage(self.table, self._performer, painter.words, touch=touch, screen=screen)

        participants.begin(stage, self._performer.listen, covered)

    def leave(self, patience_s: float) -> None:
        self._performer.close(patience_s)

    def close(self, patience_s: float) -> None:
        self._world.close(patience_s)
