"""Find the tests that bear each rule's id, in their sources."""

import ast
from collections.abc import Iterator
from pathlib import Path

MARK = "pytest.mark.rule"
NOT_RUN = ("pytest.mark.skip", "pytest.mark.xfail")


def borne_in_checkout(root: Path) -> dict[str, tuple[str, ...]]:
    """Return the tests of the product and the lab by rule id; none without a checkout. The lab's begin with `lab/`."""
    product, lab = borne_by(root / "tests"), borne_by(root / "lab" / "tests")
    beside = {rule: tuple(f"lab/{test}" for test in tests) for rule, tests in lab.items()}
    return {rule: (*product.get(rule, ()), *beside.get(rule, ())) for rule in product | beside}


def borne_by(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the tests of a folder by rule id, such as `session/test_seals.py::test_name`."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        content = path.read_text("utf-8")
        for test in _functions(ast.parse(content)) if MARK in content else ():
            for rule in _markers(test):
                found.setdefault(rule, []).append(f"{path.relative_to(folder).as_posix()}::{test.name}")
    return {rule: tuple(tests) for rule, tests in found.items()}


def _functions(of: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module, then those of its classes: pytest looks for tests nowhere else."""
    yield from (each for each in of.body if isinstance(each, ast.FunctionDef))
    for each in of.body:
        if isinstance(each, ast.ClassDef):
            yield from _functions(each)


def _markers(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the arguments of each `@pytest.mark.rule(...)` on a test that is collected and run."""
    marks = [ast.unparse(decorator) for decorator in function.decorator_list]
    if not function.name.startswith("test_") or any(mark.startswith(NOT_RUN) for mark in marks):
        return
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == MARK:
            yield from (str(each.value) for each in decorator.args if isinstance(each, ast.Constant))
