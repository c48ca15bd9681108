"""The mutation run itself: what is changed, what is left alone, and that a change reaches what runs."""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lab.mutation.kept import Kept
from lab.mutation.live import forget, functions, key, swap
from lab.mutation.mutations import Source
from lab.mutation.page import Equivalents, between, page
from lab.mutation.runner import Fate, Killers, sources

ROOT = Path(__file__).parents[2]
RULES = '''
"""A docstring."""
LIMIT = 3
STEPS = ("one", "two")

def judged(side: "Side", n: int = 1) -> bool:
    """Words."""
    if side.lost or not side.there:
        raise ValueError(f"{n + 1} too many")
    return text("key", left=n - 1) and n < LIMIT

def asked(most):
    def prompt(n):
        return n <= most
    return prompt
'''


def mutants(written: str) -> list[str]:
    source = Source("rules", "rules.py", written)
    for index in range(len(source.mutants)):
        source.code(index)
    return [f"{mutant.scope}: {mutant.what}" for mutant in source.mutants]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("A = 3", ["3 -> 4"]),
        ("A = x < 3", ["x < 3 -> x <= 3", "3 -> 4"]),
        ("A = x is None", ["x is None -> x is not None"]),
        ("A = not x", ["not x -> not not x"]),
        ("A = x + 'a'", []),
        ("A = min(x)", ["min(x) -> max(x)"]),
        ("A = (x, y)", ["(x, y) without x", "(x, y) without y"]),
        ("A: int = True", ["True -> False"]),
        ("A = 1 if x else 2", ["x -> not x", "1 -> 2", "2 -> 3"]),
        ("A = replace(x, n=y)", ["replace(x, n=y) without n=y"]),
        ("A = Question[Battle](x)", []),
        ("A = text('key', n=1)", []),
        ("A = lambda x: not x", ["not x -> not not x"]),
        ("import a\nfrom b import c", []),
        ("@dataclass(frozen=True)\nclass A(B, tag=True):\n    n: int = 0", ["0 -> 1"]),
    ],
)
def test_each_change_is_named(written: str, expected: list[str]) -> None:
    assert [what.partition(": ")[2] for what in mutants(written)] == expected


def test_words_annotations_and_exceptions_are_left_alone() -> None:
    assert mutants(RULES) == [
        ": 3 -> 4",
        ": ('one', 'two') without 'one'",
        ": ('one', 'two') without 'two'",
        ": 1 -> 2",
        "judged: side.lost or not side.there -> side.lost and (not side.there)",
        "judged: side.lost or not side.there -> not side.lost or not side.there",
        "judged: not side.there -> not not side.there",
        "judged: text('key', left=n - 1) and n < LIMIT -> text('key', left=n - 1) or n < LIMIT",
        "judged: text('key', left=n - 1) and n < LIMIT -> not text('key', left=n - 1) and n < LIMIT",
        "judged: n < LIMIT -> n <= LIMIT",
        "asked.prompt: n <= most -> n < most",
        "asked: return prompt -> return None",
    ]


def test_the_same_change_twice_in_a_scope_is_distinguished() -> None:
    assert mutants("A = not x\nB = not x") == [": not x -> not not x", ": not x -> not not x #2"]


@pytest.mark.slow
def test_a_mutant_reaches_functions_that_were_made_before_it() -> None:
    source = Source("rules", "/rules/rules.py", RULES)
    space: dict[str, Callable[..., Callable[[int], bool]]] = {}
    exec(source.code(), space)
    prompt = space["asked"](3)
    assert prompt(3)
    change = swap(source.code(), source.code(len(source.mutants) - 2))
    assert change is not None
    assert not change.at_top
    gc.freeze()  # as the tests' own set-up does
    live = functions(("/rules",))
    assert change.inmost == key(prompt.__code__)
    for changed, code in change.changed:
        for function in live.get(changed, ()):
            function.__code__ = code
    assert not prompt(3)
    assert prompt(2)


@pytest.mark.slow
def test_what_is_kept_of_calls_without_a_mutant_is_worked_out_again() -> None:
    from table.games.legion.rules.model.armies import words
    from table.rules.kept import Alike

    alike = Alike[str, str, list[str]](lambda seat, units: [seat, units])
    kept = alike("blue", "units")
    words("clone trooper")
    forget("table")
    assert words.cache_info().currsize == 0
    assert alike("blue", "units") is not kept


def test_a_change_at_the_top_of_a_module_needs_it_loaded_again() -> None:
    source = Source("rules", "/rules/rules.py", RULES)
    change = swap(source.code(), source.code(0))
    assert change is not None
    assert change.at_top
    assert swap(source.code(), source.code()) is None


def test_the_page_counts_equivalent_mutants_apart() -> None:
    from lab.figure import at_most
    from lab.figures.figure_report import report

    first, second, third, *_ = Source("table.games.x.rules.y", "y.py", RULES).mutants
    fates = {first: Fate.KILLED, second: Fate.SURVIVED, third: Fate.UNSEEN}
    equivalents = Equivalents({str(third): "It changes nothing.", "table.games.x.y:gone: 1 -> 2": "It is gone."})
    measured = report("make mutants", 0, [at_most("rules.mutants_alive", [50.0], 5, "%")])
    printed = page(measured, fates, [second], equivalents, ["1234567890", measured.commit], 3)
    assert "Run at `1234567890`, in modules that have not changed since" in printed
    assert "| x | 3 | 1 | 0 | 1 | 1 |" in printed
    assert f"- `{second}`" in printed
    assert f"- `{third}`: It changes nothing." in printed
    assert "rules.mutants_alive` | <= 5 | 50 % |" in printed
    assert equivalents.stale([first, second, third], "table.games") == ["table.games.x.y:gone: 1 -> 2"]
    assert equivalents.stale([first], "table.games.z") == []


def test_a_sample_reports_between_which_shares_that_of_all_lies() -> None:
    """The figures are those of Wilson's interval in any table of it: 1 of 10, and none of 100."""
    from lab.figure import at_most
    from lab.figures.figure_report import report

    assert [round(each, 2) for each in (*between(1, 10), *between(0, 100))] == [1.79, 40.42, 0.0, 3.7]
    mutant, *_ = Source("table.games.x.rules.y", "y.py", RULES).mutants
    measured = report("make mutants --sample 1", 0, [at_most("rules.mutants_alive", [0.0], 5, "%")])
    printed = page(measured, {mutant: Fate.KILLED}, [], Equivalents({}), [measured.commit], 3)
    assert "A random sample of the 3 mutants: 0.0 to 79.3 % of all are alive (95 % confidence)." in printed


class TestWhatIsKept:
    """What a test saw is not run again while its module is the same."""

    source = Source("table.games.x.rules.y", "y.py", RULES)

    @pytest.fixture
    def kept(self, tmp_path: Path) -> Kept:
        """Return what is read of a file in which the first mutant was seen and the second one was not."""
        first, second, *_ = self.source.mutants
        kept = Kept.read(tmp_path / "kept.json")
        kept.add(self.source, first, Fate.KILLED, "1234567890")
        kept.add(self.source, second, Fate.SURVIVED, "1234567890")
        kept.write(tmp_path / "later" / "kept.json")
        return Kept.read(tmp_path / "later" / "kept.json")

    def test_a_mutant_that_was_seen_stands_and_one_alive_is_tried_again(self, kept: Kept) -> None:
        first, second, third, *_ = self.source.mutants
        assert kept.stands(self.source, first) is Fate.KILLED
        assert kept.stands(self.source, second) is None
        assert kept.stands(self.source, third) is None
        assert kept.commits([self.source]) == ["1234567890"]

    def test_other_words_in_a_docstring_or_a_comment_leave_it_as_it_is(self, kept: Kept) -> None:
        stated = RULES.replace("A docstring.", "This judges.").replace('"""Words."""', '"""Other words."""  # why')
        assert kept.stands(Source("table.games.x.rules.y", "y.py", stated), self.source.mutants[0]) is Fate.KILLED

    def test_nothing_stands_of_a_module_that_was_changed(self, kept: Kept) -> None:
        changed = Source("table.games.x.rules.y", "y.py", RULES.replace("n < LIMIT", "n > LIMIT"))
        first = changed.mutants[0]
        assert kept.stands(changed, first) is None
        kept.add(changed, first, Fate.KILLED, "abcdef")
        assert kept.commits([changed]) == ["abcdef"]


@pytest.mark.campaign
def test_a_small_run_comes_to_its_end() -> None:
    """In a process of its own, as `make mutants` does it: a hook of the tests must not need what that leaves out."""
    small = ("--only", "table.rules.shown_codes", "--sample", "3", "--tests", "tests/rules/test_shown_codes.py")
    run = [sys.executable, "-m", "lab.mutation", *small, "--json"]
    done = subprocess.run(run, check=True, capture_output=True, cwd=ROOT)
    assert [each["value"] for each in json.loads(done.stdout)["figures"]] == [0.0, 3, 0]


@pytest.mark.slow
def test_every_equivalent_mutant_is_still_one() -> None:
    """Its name is that of a place in the rules as they stand."""
    equivalents = Equivalents.read()
    there = [mutant for module in equivalents.modules for source in sources(module) for mutant in source.mutants]
    assert equivalents.stale(there, "table.games") == []


def test_who_saw_a_mutant_of_a_place_is_asked_first_there_by_another_process_too() -> None:
    with closing(Killers()) as killers:
        killers.add("orders", "late")
        killers.add("passes", "early")
        child = os.fork()
        if not child:
            killers.add("orders", "quick")
            os._exit(0)
        os.waitpid(child, 0)
        assert killers.of("orders") == ("quick", "late")
        assert killers.first("orders", ["early", "late", "quick"], str) == ["quick", "late", "early"]
        assert killers.first("rolls", ["early", "late"], str) == ["early", "late"]
