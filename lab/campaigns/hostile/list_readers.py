"""The readers of lists and scenarios of every game, as command line, lobby and stick use them."""

import random
from collections.abc import Iterator
from pathlib import Path

from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, outcome
from lab.trials.code_trial import CodeTrial
from lab.trials.game_trials import game_trials
from lab.trials.list_trial import ListOutcome
from table.devices.setup import Setup
from table.games.files.list_file import read_file
from table.games.files.list_format import Columns, ListFormat, ReportLine, Understood
from table.games.files.offers import Shelf
from table.games.files.raw_list import ListError
from table.games.files.usb import OWN
from table.games.rule_set import RuleSet
from table.records.folder import LISTS
from table.rules.refusal import Refusal
from table.rules.text import Text

TRIES = 100
"""The number of random codes among which one is an army that can be played."""
SIDES = 3
"""The number of sides that are written in every format of a game."""


def list_readers(setup: Setup, rng: random.Random) -> Iterator[FileReader]:
    for rule_set in setup.games.rule_sets.values():
        if rule_set.lists is not None:
            yield _of_game(rule_set, rule_set.lists, rng)


def _of_game(rule_set: RuleSet, lists: ListFormat, rng: random.Random) -> FileReader:
    system = rule_set.game.system
    stored = [entry.path for entry in lists.stored(Path("none")) if entry.id.startswith("sample:")]
    samples = (*(path.read_bytes() for path in stored), *_written(rule_set, lists, rng))
    suffix = stored[0].suffix
    kind = Dialect.TOML if suffix == ".toml" else Dialect.JSON
    edition = ("--edition", lists.edition) if lists.edition else ()

    def read(path: Path) -> FileOutcome:
        return _read(rule_set, lists, path)

    def commands(path: Path) -> tuple[tuple[str, ...], ...]:
        return tuple((name, str(path), "--lists", str(path.parent / LISTS), *edition) for name in ("import", "hand"))

    return FileReader(f"lists.{system}", kind, samples, read, suffix, commands)


def _written(rule_set: RuleSet, lists: ListFormat, rng: random.Random) -> Iterator[bytes]:
    """Yield lists as builders write them, in every format that is unambiguous for them."""
    trials = game_trials(rule_set.game.system)
    trial = None if trials.list_trial is None else trials.list_trial()
    codes = None if trials.code_trial is None else trials.code_trial()
    for _ in range(SIDES):
        if codes is not None:
            for layout in codes.layouts:
                yield from _code(codes, layout, lists, rng)
        if trial is not None:
            side = trial.side(rng)
            for form in trial.forms:
                words = trial.written(side, form).encode()
                if words and trial.read(side, form, words) is ListOutcome.RIGHT:
                    yield words


def _code(codes: CodeTrial, layout: str, lists: ListFormat, rng: random.Random) -> Iterator[bytes]:
    """Yield the code of an army that can be played; most random codes cannot."""
    for _ in range(TRIES):
        code = codes.written(rng, layout).code
        if lists.understood(code, "code", Path("none")).playable:
            yield code.encode()
            return


def _read(rule_set: RuleSet, lists: ListFormat, path: Path) -> FileOutcome:
    """Read the file as a command does, and as the lobby does, which finds it among the players' lists or on a stick."""
    texts = list(_by_command(lists, path))
    system, sides = rule_set.game.system, 0
    shelf = _shelf_with(rule_set, lists, path)
    for offer in shelf.offers(system):
        if not offer.id.startswith(OWN):
            continue
        texts += offer.wrong
        side = shelf.fetch(system, offer.id)
        if isinstance(side, tuple) and all(isinstance(each, Refusal) for each in side):
            texts += [each.why for each in side]
        else:
            sides += 1
    return outcome(*texts, read=sides > 0)


def _by_command(lists: ListFormat, path: Path) -> Iterator[Text]:
    try:
        content = read_file(path)
        if lists.recognises(content):
            yield from _texts(lists.understood(content, path.name, path.parent / LISTS))
    except ListError as error:
        yield from error.problems


def _texts(understood: Understood) -> Iterator[Text]:
    for shown in (*understood.shown, *understood.hand):
        if isinstance(shown, ReportLine):
            yield shown.words
        elif isinstance(shown, Columns):
            yield from (cell for row in shown.rows for cell in row.cells if isinstance(cell, Text))
    yield from (problem.why for problem in understood.problems)
    yield from understood.unmatched
    yield from (mistake.right for mistake in understood.mistakes)


def _shelf_with(rule_set: RuleSet, lists: ListFormat, path: Path) -> Shelf:
    """Return the lobby's shelf with a link to the file among the players' lists."""
    state = path.parent / "state"
    room = lists.room(state / LISTS)
    room.mkdir(parents=True, exist_ok=True)
    (room / path.name).symlink_to(path)
    return rule_set.shelf_of(state)
