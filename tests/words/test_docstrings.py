"""A docstring says the thing: a function's begins with what it does, and none is the end of an unwritten sentence.

The rule stands in CONTRIBUTING.md ("How it is written"). Only the first word is looked at.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import pytest

from tests.sources import Source, product, source

FRAGMENT = frozenset(
    re.findall(r"\w+", "How It Laid Of One Said Those What Where Whether Which Who Whose Why"),
)
"""Words that no docstring begins with: it would name its thing only if the name above it were read along."""
FORMS = frozenset(("Return", "True", "False", "Yield", "Raise", "Raises"))
"""The beginnings of a docstring that says what comes out."""
VERBS = FORMS | frozenset(
    re.findall(
        r"\w+",
        """
        Accept Act Add Advance Agree Allow Announce Answer Appear Append Apply Ask Assert Authenticate Await Begin
        Brake Break Bring Broadcast Buffer Build Cache Call Cancel Capture Carry Cause Change Check Choose Claim Clean
        Clear Click Clip Clock Clone Close Collect Combine Commit Compare Compile Complete Compute Connect Continue
        Convert Copy Correct Corrupt Count Cover Create Cut Deal Debounce Decide Decode Defeat Delay Delete Deliver
        Describe Discard Disconnect Divide Do Draw Drive Drop Empty Encode End Enrol Ensure Enter Erase Estimate Evolve
        Examine Exchange Execute Expect Extract Fail Feed Fetch Fill Find Finish Fit Fold Follow Forbid Forget Format
        Forward Free Freeze Gather Get Give Go Grab Halt Hand Handle Have Hide Hold Ignore Import Inject Insert Inspect
        Install Invert Invite Issue Join Journal Judge Keep Kill Label Lay Learn Leave Let Lift Limit List Listen Load
        Lock Log Look Loop Lose Make Mark Match Measure Mend Merge Mirror Move Name Note Notify Offer Open Order Owe
        Pack Park Parse Pass Pause Pay Perform Pick Place Plant Play Plug Poll Prepare Press Prevent Print Process
        Program Publish Pull Push Put Quarantine Query Queue Read Receive Recognise Reconnect Record Redraw Refresh
        Refuse Register Reject Release Remember Remind Remove Rename Renew Reopen Repair Repeat Replace Replay Report
        Request Require Reset Respond Rest Restart Restore Restrict Resume Retry Reveal Reverse Rewire Roll Run Sample
        Save Say Scan Schedule Scroll Search Seat Select Send Serve Set Settle Share Shorten Show Shuffle Signal
        Silence Skip Sleep Sort Speak Spend Split Spoil Start Step Stop Store Strike Submit Subscribe Suspend Swap
        Switch Sync Take Tell Test Throw Touch Track Transfer Translate Treat Trim Trust Try Turn Undo Unlock Unplug
        Unsubscribe Update Use Validate Verify Void Wait Wake Warn Watch Win Wire Withdraw Wrap Write
        """,
    )
)
"""The verbs that docstrings of functions begin with. A missing one is added here."""
FIRST = re.compile(r"`?(\w+)")


ROOMS = ("firmware_bridge/", "hal/", "sim_hardware/", "table/")
RIDDLES = {
    re.compile(r"(?:^|[.:] )(?:What|Who|Whoever)\b"): "name the noun: 'A viewer that stops reading', 'The cause'",
    re.compile(r"(?<!there )\b(?:is|are) none\b"): "say what it is: 'invalid key', 'not a backup'",
    re.compile(r"\banew\b"): "write 'again' or 'new'",
    re.compile(r"\bno more\b(?! than)"): "write 'no longer'",
    re.compile(r"\bof which\b|\bof whom\b|\bwhence\b"): "write two sentences",
    re.compile(r"\b(?:told|hears?)\b"): "use the field's verb: notify, publish, print, receive",
}
"""A riddle -> what to write instead."""


class Docstring(NamedTuple):
    where: str
    """File and line, as an editor opens them."""
    text: str
    of: ast.AST | None = None
    """The function, class or module; None for the words below an attribute."""

    @property
    def first(self) -> str:
        """Return the first word, or the name in backticks that it begins with."""
        found = FIRST.match(self.text.lstrip())
        return found[1] if found else ""


def words_of(node: ast.stmt) -> str | None:
    """Return the text of a string that stands alone as a statement."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return None


def docstrings(sources: Mapping[str, Source]) -> Iterator[Docstring]:
    """Yield every docstring, those below attributes too."""
    for file, each in sources.items():
        for node in each.nodes:
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for place, statement in enumerate(node.body):
                if (text := words_of(statement)) is not None:
                    yield Docstring(f"{file}:{statement.lineno}", text, node if place == 0 else None)


def arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    names = function.args
    return {each.arg for each in (*names.posonlyargs, *names.args, *names.kwonlyargs)}


def without_verb(found: Iterable[Docstring]) -> list[str]:
    """Return what is to be mended. A constructor's docstring may begin with an argument of its own in backticks."""
    wrong = []
    for each in found:
        if not isinstance(each.of, ast.FunctionDef | ast.AsyncFunctionDef) or each.first in VERBS:
            continue
        if each.of.name == "__init__" and each.text.startswith("`") and each.first in arguments(each.of):
            continue
        wrong.append(
            f"{each.where}: the docstring of {each.of.name} begins with {each.first!r}. Begin with a verb in the "
            "imperative, 'Return', 'Yield' or 'True if'; if it is such a verb, add it to VERBS in tests/words/"
            "test_docstrings.py"
        )
    return wrong


def fragments(found: Iterable[Docstring]) -> list[str]:
    return [
        f"{each.where}: {each.text[:60]!r} begins with {each.first!r}. Name the thing: write a sentence that can be "
        "understood without the line above it"
        for each in found
        if each.first in FRAGMENT and not each.text.startswith("`")
    ]


def riddles(found: Iterable[Docstring]) -> list[str]:
    """Return each docstring that has to be read twice, with what to write instead."""
    return [
        f"{each.where}: {riddle.pattern!r} in {' '.join(each.text.split())[:70]!r}: {instead}"
        for each in found
        for riddle, instead in RIDDLES.items()
        if riddle.search(" ".join(each.text.split()))
    ]


@pytest.mark.slow
def test_no_docstring_is_a_riddle() -> None:
    wrong = riddles(docstrings({path: of for path, of in product().items() if path.startswith(ROOMS)}))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "What it costs.",
        "Return the view. Who watches gets it.",
        "Raises BackupError: the file is none.",
        "Write the file anew.",
        "Return the cards that are no more in the hand.",
        "Return the matches of which nothing is known.",
        "Return the seats that are told.",
    ],
)
def test_a_riddle_is_found(text: str) -> None:
    assert len(riddles(planted(f'"""{text}"""\n'))) == 1


def test_plain_words_are_no_riddle() -> None:
    assert riddles(planted('"""Return the seats that may still act, no more than two."""\n')) == []


@pytest.mark.slow
def test_a_functions_docstring_begins_with_a_verb() -> None:
    wrong = without_verb(docstrings(product()))
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_no_docstring_begins_as_the_end_of_a_sentence() -> None:
    wrong = fragments(docstrings(product()))
    assert not wrong, "\n".join(wrong)


def planted(text: str) -> list[Docstring]:
    return list(docstrings({"a.py": source(text)}))


def test_a_function_without_a_verb_is_found() -> None:
    found = planted(
        'def name():\n    """The name of it."""\n'
        'class Table:\n    @property\n    def on(self):\n        """`on` has power."""\n'
        '    def __init__(self, size):\n        """`folder` is the state folder."""\n'
    )
    assert [each.partition(": ")[0] for each in without_verb(found)] == ["a.py:2", "a.py:6", "a.py:8"]
    assert "begins with 'The'" in without_verb(found)[0]


def test_a_verb_and_a_constructors_own_argument_are_well() -> None:
    found = planted(
        'def name():\n    """Return the name."""\n'
        'class Table:\n    def __init__(self, *, size=0):\n        """`size` is in pixels."""\n'
        '    def full(self):\n        """True if no place is left."""\n'
    )
    assert without_verb(found) == []


def test_a_fragment_is_found_wherever_it_stands() -> None:
    found = planted(
        '"""What a table is."""\nMOST = 3\n"""Of any number."""\n'
        'class Table:\n    """One table."""\n    size = 3\n    """How large."""\n'
        '    def lost(self):\n        """It is."""\n'
    )
    places = sorted(each.partition(": ")[0] for each in fragments(found))
    assert places == ["a.py:1", "a.py:3", "a.py:5", "a.py:7", "a.py:9"]


def test_a_sentence_that_names_its_thing_is_well() -> None:
    assert fragments(planted('"""A table has two readers."""\nONES = 3\n"""Ones are counted."""\n')) == []
