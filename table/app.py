"""The composition root: the only place that picks a world and starts threads."""

from collections.abc import Callable, Mapping
from typing import Any

from table.cards import KnownCards
from table.catalog.legion import catalogue
from table.config import Config
from table.desks import KnownCard
from table.devices import Devices
from table.games.game import Game
from table.games.legion.current import Legion2024
from table.games.legion.state import Roller
from table.matches import Matches
from table.published import Published
from table.reception import Reception
from table.session import Ports, Session
from table.shelf import LegionShelf
from table.wiring import hopper_entries, seating


def games(config: Config) -> Mapping[str, Game[Any]]:
    """Every rule set that this table plays, as the configuration sets it."""
    rounds = {} if config.rules.rounds is None else {"rounds": config.rules.rounds}
    legion = Legion2024(roller=Roller(config.rules.who_rolls), **rounds)
    return {legion.system: legion}


def known_cards(legion: catalogue.Catalogue) -> tuple[KnownCard, ...]:
    """Every card of the catalogues that can have a tag."""
    return (
        *(KnownCard(card.id, "command") for card in legion.cards),
        *(KnownCard(unit.id, "unit") for unit in legion.units),
    )


def build_session(
    config: Config,
    legion: catalogue.Catalogue,
    devices: Devices,
    known: KnownCards,
    publish: Callable[[Published], None],
    entropy: Callable[[int], bytes],
) -> Session:
    """The one writer, with everything that it speaks to. Starts nothing."""
    folder = config.state.path
    matches = Matches(folder, entropy)
    shelf = LegionShelf(legion, folder / "lists")
    reception = Reception(games(config), shelf, matches, hopper_entries(config), entropy)
    return Session(seating(config), Ports(devices.send, publish, known, entropy), reception)
