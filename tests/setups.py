"""A table's setup over a folder of the test's own."""

from pathlib import Path

from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.world import EmulatedWorld
from table.rules.cards import KnownCard


def setup_in(folder: Path, config: Config | None = None) -> Setup:
    return Setup.of(replace(config or Config(), state=StateConfig(folder=str(folder))))


def every_card() -> tuple[KnownCard, ...]:
    """Every card of a table without scenarios of its players' own."""
    return setup_in(Path("nowhere")).games.cards


def emulated_world(setup: Setup) -> EmulatedWorld:
    """The emulated world of a table, with a tag for every card."""
    return EmulatedWorld(setup.config, setup.games.cards)
