"""No test asserts how long something took, because a busy machine takes ten times as long. Figures state times."""

import ast
from collections.abc import Iterator

import pytest

from tests.sources import ROOT, source

CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "time"}
FILES = sorted((*(ROOT / "tests").rglob("*.py"), *(ROOT / "lab/tests").rglob("*.py")))


def assertions_of_elapsed_time(text: str) -> list[int]:
    """Return the lines that assert a difference of the real clock to be small."""
    if not any(f"time.{clock}(" in text for clock in CLOCKS):
        return []
    functions = (node for node in source(text).nodes if isinstance(node, ast.FunctionDef))
    return sorted({line for function in functions for line in _lines(function)})


def _lines(function: ast.FunctionDef) -> Iterator[int]:
    nodes = list(ast.walk(function))
    elapsed = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and _is_elapsed(node.value, set())
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes:
        if isinstance(node, ast.Assert):
            for compared in ast.walk(node.test):
                if isinstance(compared, ast.Compare):
                    small = isinstance(compared.ops[0], ast.Lt | ast.LtE)
                    if _is_elapsed(compared.left if small else compared.comparators[0], elapsed):
                        yield node.lineno


def _is_elapsed(value: ast.expr, elapsed: set[str]) -> bool:
    for node in ast.walk(value):
        if isinstance(node, ast.Name) and node.id in elapsed:
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _reads_a_clock(node):
            return True
    return False


def _reads_a_clock(value: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CLOCKS
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "time"
        for node in ast.walk(value)
    )


@pytest.mark.slow
def test_no_test_asserts_an_elapsed_time() -> None:
    texts = {file: file.read_text("utf-8") for file in FILES}
    assert [
        f"{file.relative_to(ROOT)}:{line}" for file, text in texts.items() for line in assertions_of_elapsed_time(text)
    ] == []


@pytest.mark.parametrize(
    ("asserted", "lines"),
    [
        ("assert time.monotonic() - began_s < 1", [2]),
        ("took_s = time.process_time() - began_s\n    assert took_s <= 3", [3]),
        ("assert 1 > time.perf_counter() - began_s", [2]),
        ("assert time.monotonic() < until_s, 'patience is no measurement'", []),
        ("assert spoken <= 1 + (time.monotonic() - began_s) / 2", []),
        ("assert clock.now_s - began_s < 1", []),
    ],
)
def test_an_elapsed_time_is_found(asserted: str, lines: list[int]) -> None:
    assert assertions_of_elapsed_time(f"def test_it():\n    {asserted}\n") == lines
