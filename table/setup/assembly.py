"""Parts put together: the one writer over its ports, and a table in real time over its devices. Starts nothing."""

import secrets
from collections.abc import Callable

from table.config import Config
from table.devices.clock import Timekeeper
from table.devices.device_settings import hopper_entries, seating
from table.devices.devices import Devices
from table.devices.latest_view import Latest
from table.devices.live import LiveTable, Opening, Surroundings
from table.devices.tags.card_book import KnownCards
from table.games.legion.card_facts import Notebook
from table.games.legion.data import catalogue
from table.records.disk import DISK
from table.records.matches import MatchFolder
from table.records.ports import Disk
from table.rules.fairness import seal_commitment
from table.rules.text import Text, text
from table.session.lobby.choice import Beginning, gathered
from table.session.lobby.hopper_contents import Stock
from table.session.lobby.match_starter import Reception
from table.session.ports import Ports
from table.session.session import Session
from table.setup.repertoire import Catalogues, games, rule_sets, shelves
from table.view.published import Published


def build_session(
    config: Config,
    legion: Catalogues,
    devices: Devices,
    known: KnownCards,
    publish: Callable[[Published], None],
    entropy: Callable[[int], bytes],
    commit: Callable[[bytes, str], str] = seal_commitment,
    disk: Disk = DISK,
) -> Session:
    """The one writer, with everything that it speaks to."""
    folder = config.state.path
    matches = MatchFolder(folder, entropy, disk)
    played = games(config)
    stock = Stock(folder, played)
    remember = Notebook(folder, disk).remember
    sides = shelves(legion, folder, rule_sets(config).rule_sets)
    reception = Reception(played, sides, matches, hopper_entries(config), entropy, stock, stock.late, remember)
    return Session(seating(config), Ports(devices.send, publish, known, entropy, commit), reception)


def live_table(
    config: Config,
    legion: Catalogues,
    devices: Devices,
    known: KnownCards,
    latest: Latest,
    opening: Opening,
    *,
    clock: Timekeeper | None = None,
    around: Surroundings | None = None,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    disk: Disk = DISK,
) -> LiveTable:
    """A table in real time over these devices, its session with it."""

    def session() -> Session:
        return build_session(config, legion, devices, known, latest.publish, entropy, disk=disk)

    return LiveTable(devices, latest, session, opening, around, clock)


def wrong_with(config: Config, opening: Opening) -> tuple[Text, ...]:
    """What keeps the match from beginning that the command line asks for: said before a window is opened."""
    if not opening.system:
        return ()
    if opening.system not in games(config):
        return (text("app.no_such_game", system=opening.system, known=", ".join(games(config))),)
    offered = shelves(catalogue.load_all(), config.state.path, rule_sets(config).rule_sets)
    sides = gathered(Beginning(opening.system, opening.sides), offered)
    return tuple(problem.why for problem in sides) if isinstance(sides, tuple) else ()
