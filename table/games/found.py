"""Find rule sets: those that the table ships, those of installed packages, and those of files.

A package names its own in the entry point group `command_table.games`; a file is named by `games` in the configuration
and has it as `RULE_SET`. Both run with the rights of this program, like any installed package.
"""

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from table.games.rule_set import KINDS, RuleSet
from table.rules.match.revision import MOST as MOST_REVISION
from table.rules.text import Text, text
from table.words import WordsError, languages
from table.words.catalogue import added

GROUP = "command_table.games"
NAME = "RULE_SET"
SHIPPED = (
    "table.games.legion.current",
    "table.games.legion.classic",
    "table.games.infinity.rule_set",
    "table.games.tide_of_iron.rule_set",
)
"""The modules of the games that come with the table, in the order in which the lobby offers them."""


class FoundRuleSets(NamedTuple):
    """Every rule set that can be played, and the problems of the others."""

    rule_sets: tuple[RuleSet, ...]
    problems: tuple[Text, ...]
    """A sentence for each unusable rule set: its source, the problem, the remedy."""


def shipped() -> tuple[RuleSet, ...]:
    """Return the rule sets that come with the table."""
    return found((), installed=()).rule_sets


def found(files: Iterable[str], installed: Iterable[EntryPoint] | None = None) -> FoundRuleSets:
    """Return the shipped rule sets, then the installed ones, then those of these files. Never raises."""
    entries = entry_points(group=GROUP) if installed is None else installed
    sources: list[tuple[str, Callable[[], object]]] = [(name, lambda name=name: _shipped(name)) for name in SHIPPED]  # type: ignore[misc]
    sources += [(f"{each.name} ({each.value})", each.load) for each in entries]
    sources += [(file, lambda file=file: _of_file(Path(file))) for file in files]  # type: ignore[misc]
    rule_sets: dict[str, RuleSet] = {}
    problems: list[Text] = []
    for source, load in sources:
        try:
            loaded = load()
            # the shipped ones are tested, and checking them would import their rules and read their words
            wrong = () if source in SHIPPED else tuple(_wrong(loaded, source, rule_sets))
        except (Exception, SystemExit) as error:  # foreign code: its errors are reported, and play goes on
            problems.append(text("games.broken", source=source, error=f"{type(error).__name__}: {error}"))
            continue
        problems += wrong
        if isinstance(loaded, RuleSet) and not wrong:
            rule_sets[loaded.game.system] = loaded
    return FoundRuleSets(tuple(rule_sets.values()), tuple(problems))


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
    if not isinstance(loaded.game.revision, int) or not 1 <= loaded.game.revision <= MOST_REVISION:
        yield text("games.revision", source=source, revision=str(loaded.game.revision), most=MOST_REVISION)
    for card in loaded.cards if isinstance(loaded.cards, tuple) else ():
        if card.kind not in KINDS:
            yield text("games.card_kind", source=source, card=card.id, kind=card.kind, known=", ".join(KINDS))
    try:
        every = [added(loaded.words, language) for language in languages()]
    except (WordsError, OSError) as error:
        yield text("games.words", source=source, error=str(error))
    else:
        if not all(f"system.{system}" in sentences for sentences in every):
            yield text("games.unnamed", source=source, name=f"system.{system}", folder=str(loaded.words))


def _shipped(name: str) -> object:
    return getattr(importlib.import_module(name), NAME)


def _of_file(path: Path) -> object:
    """Return the module of a file, or of a folder with `__init__.py`; load it once, under a unique name."""
    start = path / "__init__.py" if path.is_dir() else path
    name = f"command_table_game_{sha256(str(start.resolve()).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, start)
        if spec is None or spec.loader is None:
            raise ImportError(f"not a Python file: {start}")
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return getattr(sys.modules[name], NAME, None)
