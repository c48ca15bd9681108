"""Rule sets from elsewhere: what a package or a file brings to the table, and how it is found.

A package names its own in the entry point group `command_table.games`; a file is named by `games` in the configuration
and has it as `RULE_SET`. Either runs with the rights of this program, like any package that one installs.
"""

import importlib.util
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from table.games.files.offers import Offer, Shelf
from table.rules.cards import CardKind, KnownCard
from table.rules.game import Game
from table.rules.refusal import Refusal
from table.rules.text import Text, text
from table.words import WordsError
from table.words.catalogue import added

GROUP = "command_table.games"
NAME = "RULE_SET"
KINDS = tuple(CardKind)


class Sides:
    """A shelf for a game whose sides need no files: each by its id, with the name that stands in the lobby."""

    def __init__(self, names: Mapping[str, str], sides: Mapping[str, Any] | None = None) -> None:
        """`sides`: what the game is given for each id; without, the name itself."""
        self._names = dict(names)
        self._sides = dict(names if sides is None else sides)

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(Offer(side, text("list.offer", name=name)) for side, name in self._names.items())

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        if offer not in self._sides:
            return (Refusal("TB-15", text("games.no_such_side", side=offer, known=", ".join(self._names))),)
        return self._sides[offer]


@dataclass(frozen=True)
class RuleSet:
    """A game, and all that a table needs to offer it."""

    game: Game[Any]
    shelf: Shelf
    """Where the two sides come from: `Sides`, or a class of one's own."""
    words: Path
    """A folder with `en.toml`, and a file for any other language that it speaks."""
    cards: tuple[KnownCard, ...] = ()
    """The cards that can have a tag."""


class Found(NamedTuple):
    rule_sets: tuple[RuleSet, ...]
    problems: tuple[Text, ...]
    """Of those that cannot be used: whose, what is wrong, what to do."""


def found(files: Iterable[str], taken: Collection[str], installed: Iterable[EntryPoint] | None = None) -> Found:
    """What is installed, then what these files bring. `taken`: the table's own systems. Never raises."""
    entries = entry_points(group=GROUP) if installed is None else installed
    sources: list[tuple[str, Callable[[], object]]] = [(f"{each.name} ({each.value})", each.load) for each in entries]
    sources += [(file, lambda file=file: _of_file(Path(file))) for file in files]  # type: ignore[misc]
    rule_sets: dict[str, RuleSet] = {}
    problems: list[Text] = []
    for source, load in sources:
        try:
            loaded = load()
            wrong = tuple(_wrong(loaded, source, {*taken, *rule_sets}))
        except (Exception, SystemExit) as error:  # somebody else's code: whatever it does is told, and play goes on
            problems.append(text("games.broken", source=source, error=f"{type(error).__name__}: {error}"))
            continue
        problems += wrong
        if isinstance(loaded, RuleSet) and not wrong:
            rule_sets[loaded.game.system] = loaded
    return Found(tuple(rule_sets.values()), tuple(problems))


def _wrong(loaded: object, source: str, taken: Collection[str]) -> Iterator[Text]:
    if not isinstance(loaded, RuleSet):
        yield text("games.no_rule_set", source=source, name=NAME)
        return
    system = loaded.game.system
    if not re.fullmatch(r"[a-z][a-z0-9_]*", system):
        yield text("games.system", source=source, system=system)
        return
    if system in taken:
        yield text("games.taken", source=source, system=system)
    for card in loaded.cards:
        if card.kind not in KINDS:
            yield text("games.card_kind", source=source, card=card.id, kind=card.kind, known=", ".join(KINDS))
    try:
        sentences = added(loaded.words, "en")
    except (WordsError, OSError) as error:
        yield text("games.words", source=source, error=str(error))
    else:
        if f"system.{system}" not in sentences:
            yield text("games.unnamed", source=source, name=f"system.{system}", folder=str(loaded.words))


def _of_file(path: Path) -> object:
    """The module of a file, or of a folder with `__init__.py`; loaded once, under a name that nobody else has."""
    start = path / "__init__.py" if path.is_dir() else path
    name = f"command_table_game_{sha256(str(start.resolve()).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, start)
        if spec is None or spec.loader is None:
            raise ImportError(f"{start} is no Python file")
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return getattr(sys.modules[name], NAME, None)
