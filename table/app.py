"""The composition root: the only place that picks a world and starts threads."""

import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import hal.events as hw
from table.cards import CardBook, CardBookError, KnownCards, strategy_costs
from table.catalog.legion import catalogue
from table.catalog.tide_of_iron.stored import strategy_cards
from table.config import Config
from table.config.wiring import panel_settings
from table.control import Control, Terminal
from table.desks import KnownCard
from table.devices import Devices
from table.disk import DISK, Disk
from table.doctor.doctor import Patient
from table.fairness import seal_commitment
from table.games.game import Game
from table.games.infinity.rules import Infinity
from table.games.infinity.uses import USES
from table.games.legion.classic import LegionClassic
from table.games.legion.current import Legion2024
from table.games.legion.state import Roller
from table.games.text import Text, text
from table.games.tide_of_iron.rules import TideOfIron
from table.holding import exposed
from table.live import Latest, LiveTable, Opening, Surroundings, panel_of
from table.lobby import Beginning, Shelf, gathered
from table.match.judge import CARD as JUDGE
from table.matches import Matches
from table.notebook import Notebook
from table.published import Published
from table.reception import Reception
from table.rule_sets import Found, RuleSet, found
from table.scenarios import ScenarioShelf
from table.service.notify import Notifier
from table.session import Ports, Session
from table.shelf import InfinityShelf, LegionShelf, Shelves
from table.sticks import StickShelf
from table.stock import Stock
from table.timekeeping import Timekeeper
from table.wiring import hopper_entries, lone_readers, real_readers, real_spidev, seating, turned_seats

if TYPE_CHECKING:
    from table.bench.emulated import EmulatedWorld
    from table.bench.mains import Mains
    from table.bench.reach import Reach
    from table.bench.scripts.live_stage import LiveStage, Touch
    from table.bench.scripts.sitting import Sitting
    from table.bench.window.beside import BenchBeside
    from table.screen.keys import Edge, Push
    from table.screen.painter import Painter
    from table.screen.speaker import Speaker
    from table.words import Words

log = logging.getLogger(__name__)

FIRST_PICTURE = "the first picture is drawn"
"""Logged once, with every part at work and what is asked on the screen."""
T = TypeVar("T")
Catalogues: TypeAlias = Mapping[str, catalogue.Catalogue]
"""Legion's, by edition."""
CARD_BOOK = "cards.json"
OWN = (Legion2024.system, LegionClassic.system, Infinity.system, TideOfIron.system)
"""The systems that come with the table."""
SCENARIOS = "scenarios"
"""The folder with the players' own, in the state folder."""


def games(config: Config) -> Mapping[str, Game[Any]]:
    """Every rule set that this table plays, as the configuration sets it; and those that come from elsewhere."""
    rules = config.rules
    legion: dict[str, Any] = {"roller": Roller(rules.who_rolls), "draws_by_hand": rules.draws_by_hand}
    rolled: tuple[tuple[type[Legion2024 | LegionClassic | Infinity], dict[str, Any], int | None], ...] = (
        (Legion2024, legion, config.rounds.legion_2024),
        (LegionClassic, legion, config.rounds.legion_classic),
        (Infinity, {}, config.rounds.infinity),
    )
    played: list[Game[Any]] = []
    for game, settings, rounds in rolled:
        given = settings if rounds is None else {**settings, "rounds": rounds}
        played.append(game(rolls_by_hand=rules.rolls_by_hand, **given))
    return {game.system: game for game in (*played, TideOfIron(), *(each.game for each in rule_sets(config).rule_sets))}


def rule_sets(config: Config) -> Found:
    """What packages and the configuration's files add to the table's own."""
    return found(config.games, OWN)


def spoken(language: str, added: Sequence[RuleSet]) -> "Words":
    """Everything that this table can say."""
    from table.words import Words

    return Words(language, more=[each.words for each in added])


def shelves(legion: Catalogues, folder: Path, added: Sequence[RuleSet] = ()) -> Shelves:
    """Where the sides of each system come from; `folder` holds the players' own lists and scenarios."""
    lists = folder / "lists"
    costs = strategy_costs(folder / CARD_BOOK)

    recalled = Notebook(folder).recalled

    def legion_lists(edition: str) -> Shelf:
        own = LegionShelf(legion[edition], lists, recalled)
        return StickShelf(own, partial(LegionShelf, legion[edition], recalled=recalled))

    return Shelves(
        {
            Legion2024.system: legion_lists(catalogue.CURRENT),
            LegionClassic.system: legion_lists(catalogue.CLASSIC),
            Infinity.system: StickShelf(InfinityShelf(lists), InfinityShelf),
            TideOfIron.system: StickShelf(
                ScenarioShelf(folder / SCENARIOS, costs), lambda stick: ScenarioShelf(stick / SCENARIOS, costs)
            ),
            **{each.game.system: each.shelf for each in added},
        }
    )


def known_cards(legion: Catalogues, folder: Path, added: Sequence[RuleSet] = ()) -> tuple[KnownCard, ...]:
    """Every card of the catalogues and scenarios that can have a tag. A card of both editions is one card."""
    cards = dict.fromkeys(card.id for edition in legion.values() for card in edition.cards)
    units = dict.fromkeys(unit.id for edition in legion.values() for unit in edition.units)
    strategy = strategy_cards(folder / SCENARIOS, strategy_costs(folder / CARD_BOOK))
    return (
        *(KnownCard(card, "command") for card in cards),
        *(KnownCard(unit, "unit") for unit in units),
        *(KnownCard(use.card, "reference") for use in USES.values()),
        KnownCard(JUDGE, JUDGE),
        *(KnownCard(card.id, "strategy") for card in strategy),
        *(card for each in added for card in each.cards),
    )


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
    """The one writer, with everything that it speaks to. Starts nothing."""
    folder = config.state.path
    matches = Matches(folder, entropy, disk)
    played = games(config)
    stock = Stock(folder, played)
    sides = shelves(legion, folder, rule_sets(config).rule_sets)
    remember = Notebook(folder, disk).remember
    reception = Reception(played, sides, matches, hopper_entries(config), entropy, stock, stock.late, remember)
    return Session(seating(config), Ports(devices.send, publish, known, entropy, commit), reception)


def wrong_with(config: Config, opening: Opening) -> tuple[Text, ...]:
    """What keeps the match from beginning that the command line asks for: said before a window is opened."""
    if not opening.system:
        return ()
    if opening.system not in games(config):
        return (text("app.no_such_game", system=opening.system, known=", ".join(games(config))),)
    offered = shelves(catalogue.load_all(), config.state.path, rule_sets(config).rule_sets)
    sides = gathered(Beginning(opening.system, opening.sides), offered)
    return tuple(problem.why for problem in sides) if isinstance(sides, tuple) else ()


def pi_devices(config: Config) -> Devices:
    """The real world: spidev, lgpio and the Pico's serial port. Raises OSError with what to do."""
    from hal.dispenser import Link, open_serial
    from hal.panels.panels import Panels
    from hal.panels.pins import lgpio_pins

    pins = lgpio_pins(config.state.made())
    port = config.dispenser_port
    return Devices(
        readers=real_readers(config, pins),
        panels=Panels(panel_settings(config), pins, time.monotonic),
        link=None if port == "none" else Link(lambda: open_serial(port)),
    )


def patient(config: Config) -> Patient:
    """The parts of this table for the device doctor. Raises OSError with what to do."""
    if config.world == "emulated":
        world = _emulated(config, catalogue.load_all())
        return Patient(
            readers=lambda: lone_readers(config, world.readers.spidev),
            pins=lambda: world.panels.pin_factory,
            link=world.link,
            close=world.close,
        )
    from hal.dispenser import Link, open_serial
    from hal.panels.pins import lgpio_pins

    pins = cache(lambda: lgpio_pins(config.state.made()))
    port = config.dispenser_port
    return Patient(
        readers=lambda: lone_readers(config, real_spidev(), pins()),
        pins=pins,
        link=lambda: None if port == "none" else Link(lambda: open_serial(port)),
        close=lambda: None,
    )


def run(config: Config, opening: Opening, sitting: "Sitting | None" = None) -> bool:
    """The table, until its window is closed or SIGTERM comes. False: a thread was stuck at the end.

    `sitting`: who else acts at an emulated table. Raises `NoDisplayError` before anything is started, if there is no
    display to open.
    """
    from table.screen.loop import Loop, Wishes
    from table.screen.painter import Painter
    from table.screen.speaker import Speaker
    from table.screen.window import Window

    added = rule_sets(config).rule_sets
    words = spoken(config.screen.language, added)
    window = Window((config.screen.width, config.screen.height), "command-table", fullscreen=config.screen.fullscreen)
    legion = catalogue.load_all()
    latest = Latest() if sitting is None else Latest(sitting.published)
    entropy = secrets.token_bytes if sitting is None or sitting.entropy is None else sitting.entropy
    world = _emulated(config, legion) if config.world == "emulated" else None
    manager = Notifier.of(os.environ, time.monotonic)
    around = Surroundings(manager.alive, lambda: loop.takes_press())
    live, unknown = (
        _real(config, legion, latest, opening, around)
        if world is None
        else (_mains(world, legion, latest, opening, around, entropy), ())
    )
    terminal = _terminal(config, live, latest)
    painter = Painter(words, turned=turned_seats(config), rolling=config.screen.die_animation)
    bench = None if isinstance(live, LiveTable) else _bench(live)
    beside = None if bench is None else _beside(bench, words)
    speaker = Speaker(0.0 if config.sound.mute else config.sound.volume)
    stop = threading.Event()
    hears = live.hears if sitting is None else _both(sitting.touched, live.hears)
    wishes = Wishes(
        on_touch=hears,
        on_push=_push(config, live) if isinstance(live, LiveTable) else lambda _: None,
        on_edge=_edge(bench) if bench is not None else lambda _: None,
        on_quit=stop.set,
        on_shown=_aloud(speaker),
        on_translate=_translate(painter, beside, added),
    )
    _stop_on_signals(stop, latest)
    loop = Loop(window, painter, latest, latest.wake, time.monotonic, wishes, beside)
    try:
        live.start()
        if terminal is not None:
            terminal.start()
        for fault in (*unknown, *exposed(config.state.path, os.getuid())):
            live.hears(hw.PartFailed(fault))
        while not stop.is_set() and not loop.frames:
            loop.turn()
        log.info(FIRST_PICTURE)
        manager.ready(FIRST_PICTURE)
        if sitting is not None and bench is not None and not isinstance(live, LiveTable):
            sitting.begin(_stages(live, bench, painter, hears), bench.listen, lambda: loop.showing)
        while not stop.is_set():
            live.beat()
            loop.turn()
    finally:
        manager.stopping()
        if terminal is not None:
            terminal.stop()
        if sitting is not None:
            sitting.end()
        if bench is not None:
            bench.close()
        stopped = live.stop()
        if terminal is not None:
            terminal.close()
        speaker.close()
        if world is not None:
            world.close()
    return stopped


def _terminal(config: Config, live: "LiveTable | Mains", latest: Latest) -> Terminal | None:
    """Where a judge's terminal speaks to this table; None where no socket can be made."""
    try:
        return Terminal(Control(config.state.made(), live.hears_out, latest), live.failed)
    except OSError as error:
        log.warning("no terminal can speak to this table: %s", error)
        return None


def _card_book(config: Config) -> tuple[CardBook, tuple[hw.Fault, ...]]:
    """What is wrong with the book is said on the screen; all else goes on, and the book stays as it is."""
    cards = tuple(card for each in rule_sets(config).rule_sets for card in each.cards)
    try:
        return CardBook.read(config.state.path / CARD_BOOK, more=cards), ()
    except CardBookError as error:
        return CardBook({}), (hw.Fault("cards.unusable", "cards", str(error)),)


def _real(
    config: Config, legion: Catalogues, latest: Latest, opening: Opening, around: Surroundings
) -> tuple[LiveTable, tuple[hw.Fault, ...]]:
    known, unknown = _card_book(config)
    return live_table(config, legion, pi_devices(config), known, latest, opening, around=around), unknown


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
    """A table in real time over these devices, its session with it. Starts nothing."""

    def session() -> Session:
        return build_session(config, legion, devices, known, latest.publish, entropy, disk=disk)

    return LiveTable(devices, latest, session, opening, around, clock)


def _mains(
    world: "EmulatedWorld",
    legion: Catalogues,
    latest: Latest,
    opening: Opening,
    around: Surroundings,
    entropy: Callable[[int], bytes],
) -> "Mains":
    from table.bench.mains import Mains

    def boot(first: bool) -> LiveTable:
        """After its plug was pulled, the table goes on with what was in play, whatever the command line said."""
        devices, known, begin = world.devices(), CardBook(world.decks.book()), opening if first else Opening()
        return live_table(
            world.config,
            legion,
            devices,
            known,
            latest,
            begin,
            around=around,
            clock=world.pace,
            entropy=entropy,
            disk=world.disk,
        )

    return Mains(world, latest, boot)


def _emulated(config: Config, legion: Catalogues) -> "EmulatedWorld":
    from table.bench.emulated import EmulatedWorld

    return EmulatedWorld(config, known_cards(legion, config.state.path, rule_sets(config).rule_sets))


def _bench(mains: "Mains") -> "Reach":
    from table.bench.reach import Reach

    return Reach(mains)


def _beside(bench: "Reach", words: "Words") -> "BenchBeside":
    from table.bench.window.beside import BenchBeside

    return BenchBeside(bench, words)


def _stages(
    mains: "Mains", bench: "Reach", painter: "Painter", hear: "Callable[[Touch], None]"
) -> "Callable[[], LiveStage]":
    """Hands for those who act at the table beside the players, a pair for each."""
    from table.bench.scripts.live_stage import LiveStage

    def screen() -> tuple[str, ...]:
        return tuple(placed.words for placed in painter.placed)

    return lambda: LiveStage(mains, bench, painter.words, hear=hear, screen=screen)


def _both(first: Callable[[T], None], then: Callable[[T], None]) -> Callable[[T], None]:
    def both(value: T) -> None:
        first(value)
        then(value)

    return both


def _aloud(speaker: "Speaker") -> "Callable[[Published, tuple[str, float] | None], None]":
    from table.screen.sound import Cues

    cues = Cues()

    def shown(published: Published, act: tuple[str, float] | None) -> None:
        cue = cues.heard(published, act)
        if cue:
            speaker.play(cue)

    return shown


def _translate(painter: "Painter", beside: "BenchBeside | None", added: Sequence[RuleSet]) -> "Callable[[], None]":
    """All languages in a ring, from the one that is spoken now."""
    from table.words import languages

    def translate() -> None:
        ring = languages()
        words = spoken(ring[(ring.index(painter.words.language) + 1) % len(ring)], added)
        painter.words = words
        if beside is not None:
            beside.speak(words)

    return translate


def _push(config: Config, table: LiveTable) -> "Callable[[Push], None]":
    """Keys as panels, where the panels are real: what the keyboard meant is said to the session."""
    panels = seating(config).panels

    def push(pushed: "Push") -> None:
        panel = panel_of(panels, pushed.seat)
        table.hears(hw.Held(panel, pushed.button) if pushed.held else hw.Pressed(panel, pushed.button))

    return push


def _edge(bench: "Reach") -> "Callable[[Edge], None]":
    """Keys as virtual fingers: the emulated panels find out what was meant."""

    from table.bench.hands import Press, Release

    def edge(moved: "Edge") -> None:
        bench.perform((Press if moved.down else Release)(moved.seat, moved.button))

    return edge


def _stop_on_signals(stop: threading.Event, latest: Latest) -> None:
    def handler(*_: object) -> None:
        stop.set()
        latest.wake.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handler)
