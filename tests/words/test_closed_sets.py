"""A closed set is reported by its enum's members: no module compares one with a word in quotes."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

import pytest

from tests import sources
from tests.sources import Source, source

ROOMS = ("table/", "hal/", "firmware_bridge/", "lab/")
FIRMWARE = "firmware_bridge/firmware/"
"""It has no enums: MicroPython knows none."""
PLAIN = (
    ("state", "StepState"), ("state", "PieceState"), ("kind", "CardKind"), ("lamp", "LampColour"),
    ("lamp", "LampPattern"), ("why", "NoWord"), ("state", "JobWord"), ("state", "DispenserState"),
)  # fmt: skip
"""What is no annotation: a rule set of one's own or the wire may say another word, or it is made on the spot."""
OPEN_SETS = {
    "CardCode": "codes of a column of a file, which become other fields",
    "Confidence": "a column of a file",
    "DecidedBy": "a reason in a report, which is only printed",
    "HeadWord": "the first words of a script's lines",
    "LobbyKey": "keys of questions, of which a game adds more",
    "NextAct": "the last parts of keys of the catalogue",
    "ReaderKind": "the configuration has the same words as a Literal, whose comparisons the type check knows",
    "Reminder": "codes of a column of a file, which players read",
}
"""Enums whose words are compared as they are written, and the reason."""
OTHER_KINDS = {
    "lab/trials/infinity/unit_reckoning.py": "the words of a second reading",
    "lab/trials/legion/trigger_reading.py": "the words of a second reading",
    "table/games/tide_of_iron/scenarios/checks.py": "the kinds of objectives in a file that somebody wrote",
    "table/network/hall/organiser/pairings.py": "the columns of a sheet",
}
"""Where a name of a closed set's is another thing's, too."""


@cache
def product() -> Mapping[str, Source]:
    """The modules that are looked at, by their paths."""
    every = sources.product().items()
    return {path: each for path, each in every if path.startswith(ROOMS) and not path.startswith(FIRMWARE)}


@cache
def closed_sets() -> Mapping[str, frozenset[str]]:
    """Return the words of every enum of words of the product, by its name."""
    found = {}
    for path, each in product().items():
        for node in () if path.startswith("lab/") else each.tree.body:
            if (name := _enum_of(node)) is not None:
                module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
                found[name] = frozenset(map(str, getattr(import_module(module), name)))
    return {name: words for name, words in found.items() if name not in OPEN_SETS}


def _enum_of(node: ast.AST) -> str | None:
    """Return the name of the enum of words that this statement makes, as a class or of its members' names alone."""
    match node:
        case ast.ClassDef(name=name, bases=bases) if "StrEnum" in {getattr(base, "id", "") for base in bases}:
            return name
        case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Name("StrEnum"))):
            return name
        case _:
            return None


def _names(annotation: ast.AST | None) -> set[str]:
    nodes = () if annotation is None else ast.walk(annotation)
    return {getattr(node, "attr", getattr(node, "id", "")) for node in nodes}


@cache
def reported() -> Mapping[str, frozenset[str]]:
    """Return every word of the closed sets by the names of the fields and parameters that are annotated with them."""
    words: defaultdict[str, set[str]] = defaultdict(set)
    for name, plain in PLAIN:
        words[name] |= closed_sets()[plain]
    for each in product().values():
        for node in each.nodes:
            match node:
                case (
                    ast.AnnAssign(target=ast.Name(id=name), annotation=annotation)
                    | ast.arg(arg=name, annotation=annotation)
                ):
                    for known in _names(annotation) & closed_sets().keys():
                        words[name] |= closed_sets()[known]
                case _:
                    pass
    return {name: frozenset(known) for name, known in words.items()}


def constants(tree: ast.Module) -> dict[str, list[ast.AST]]:
    """What the module calls its collections, so that no word hides behind such a name."""
    found: defaultdict[str, list[ast.AST]] = defaultdict(list)
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name].append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found[name].append(value)
            case _:
                pass
    return found


@cache
def constants_of(path: str) -> dict[str, list[ast.AST]]:
    return constants(product()[path].tree)


def imported(tree: ast.Module) -> dict[str, list[ast.AST]]:
    """The collections of other modules that this one takes by name."""
    found: dict[str, list[ast.AST]] = {}
    for node in tree.body:
        path = f"{node.module.replace('.', '/')}.py" if isinstance(node, ast.ImportFrom) and node.module else ""
        if isinstance(node, ast.ImportFrom) and path in product():
            theirs = constants_of(path)
            found |= {alias.asname or alias.name: theirs[alias.name] for alias in node.names if alias.name in theirs}
    return found


def compared(of: Source) -> Iterator[str]:
    """Each comparison of such a field with a word in quotes, as it is written."""
    known = constants(of.tree) | imported(of.tree)
    pairs: list[tuple[ast.AST, ast.AST]]
    for node in of.nodes:
        match node:
            case ast.Compare(left=left, comparators=others):
                sides = [left, *others]
                pairs = [(one, other) for one in sides for other in sides if one is not other]
            case ast.Match(subject=subject, cases=cases):
                pairs = [(subject, case.pattern) for case in cases]
            case ast.Call(func=ast.Attribute(value=ast.Dict() | ast.Name() as looked_up, attr="get"), args=[key, *_]):
                pairs = [(key, looked_up)]
            case ast.Subscript(value=ast.Dict() | ast.Name() as looked_up, slice=key):
                pairs = [(key, looked_up)]
            case _:
                continue
        for field, other in pairs:
            words = reported().get(getattr(field, "attr", getattr(field, "id", "")), frozenset())
            if words & set(_quoted(other, known)):
                yield f"{node.lineno}: {ast.unparse(field)} and {ast.unparse(other)}"


def _quoted(node: ast.AST, known: Mapping[str, list[ast.AST]]) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(word)) | ast.MatchValue(value=ast.Constant(value=str(word))):
            yield word
        case ast.Name(id=name) if name in known:
            for value in known[name]:
                yield from _quoted(value, {})
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.MatchOr(patterns=parts):
            for part in parts:
                yield from _quoted(part, {})
        case ast.Dict(keys=keys):
            for key in keys:
                yield from () if key is None else _quoted(key, {})
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple"), args=[inside]):
            yield from _quoted(inside, {})
        case _:
            pass


@pytest.mark.slow
def test_no_closed_set_is_compared_with_a_word_in_quotes() -> None:
    assert len(product()) > 300
    assert OTHER_KINDS.keys() <= product().keys()
    found = {path: list(compared(each)) for path, each in product().items() if path not in OTHER_KINDS}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.slow
def test_every_closed_set_is_reported_by_a_field_or_a_parameter() -> None:
    """Else its words would be looked for under no name."""
    assert len(closed_sets()) > 60
    assert [
        name for name, words in closed_sets().items() if not any(words <= known for known in reported().values())
    ] == []


@pytest.mark.parametrize(
    "line",
    [
        'job.state == "asked"',
        '"asked" != job.state',
        'job.state in ("failed", "unknown")',
        "desk.reader in TROUBLES",
        'state == "absent"',
        '{"done": 1}.get(piece.state)',
        '{"done": 1}[piece.state]',
        "COLOURS[piece.state]",
        'match job.state:\n    case "failed" | "unknown":\n        pass',
        'card.kind != "command"',
        'why == "busy"',
        'event.by == "players"',
    ],
)
@pytest.mark.slow
def test_it_would_be_found(line: str) -> None:
    assert list(compared(source(f'TROUBLES = ("several", "gone")\nCOLOURS: Any = {{"gone": 1}}\n{line}\n')))


@pytest.mark.slow
def test_a_word_that_another_module_keeps_would_be_found() -> None:
    kept = (
        "from table.screen.parts.edges.header import STEP_COLOUR\nSTEP_COLOUR[step.state]\nstep.state in STEP_COLOUR\n"
    )
    assert not list(compared(source(kept)))
    kept = "from lab.campaigns.barrier.barrier_table import CARDS\ndesk.reader in CARDS\n"
    assert list(compared(source(kept)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["job.state is JobState.ASKED", 'job.state == "no such word"', 'battle.step == "done"', 'name == "asked"']
)
def test_other_comparisons_are_none(line: str) -> None:
    assert not list(compared(source(line)))


OPEN_WORDS = {
    "table/devices/configured/device_settings.py": "the link is a Literal, so a missing return fails the type check",
    "table/rules/corrections.py": "keys of questions: the last one gives the correction up",
    "table/rules/match/match.py": "keys of questions, of which a game adds more",
    "table/session/lobby/choice.py": "keys of questions: the last one leaves the lobby's choice",
}
"""Modules with a `match` over words in quotes that need not name every word, and the reason."""


def open_matches(of: Source) -> Iterator[str]:
    """Yield each `match` over words in quotes that a new word passes unnoticed."""
    for node in of.nodes:
        match node:
            case ast.Match(cases=cases) if any(list(_quoted(each.pattern, {})) for each in cases):
                if "assert_never" not in ast.unparse(cases[-1]):
                    yield f"{node.lineno}: {ast.unparse(node.subject)}"


def test_a_match_over_words_in_quotes_fails_the_type_check_for_a_new_word() -> None:
    every = {path: of for path, of in sources.product().items() if not path.startswith((FIRMWARE, "lab/"))}
    found = {path: list(open_matches(of)) for path, of in every.items() if path not in OPEN_WORDS}
    assert {path: lines for path, lines in found.items() if lines} == {}


def guarded_ends(of: Source) -> Iterator[int]:
    """Yield the line of each `match` whose last case has a guard: mypy does not see that a word is left out of it."""
    yield from (node.lineno for node in of.nodes if isinstance(node, ast.Match) and node.cases[-1].guard is not None)


def test_no_match_ends_with_a_guard() -> None:
    found = {path: list(guarded_ends(of)) for path, of in sources.product().items()}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_match_that_ends_with_a_guard_would_be_found() -> None:
    text = "match way.state:\n    case State.ASKED:\n        ask()\n    case State.HELD if kept:\n        hold()\n"
    assert list(guarded_ends(source(text))) == [1]
    assert not list(guarded_ends(source(f"{text}    case State.HELD:\n        pass\n")))


@pytest.mark.parametrize("last", ["", "\n        case _:\n            faint()"])
def test_a_match_that_drops_a_new_word_would_be_found(last: str) -> None:
    text = f"def fault(word):\n    match word:\n        case 'jam' | 'block':\n            stop(){last}"
    assert list(open_matches(source(text))) == ["2: word"]
    closed = "\n        case _:\n            assert_never(word)"
    assert not list(open_matches(source(text.removesuffix(last) + closed)))
