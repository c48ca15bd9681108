"""Count lines of code, the largest room, the widest call and one class, from a checkout's sources."""

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from lab.house.sources import Sources

NO_CODE = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
)
PAGES = (".js", ".css", ".html", ".ts")


class Widest(NamedTuple):
    function: str
    """The function with the parameters, or the class at the call that makes a value of it."""
    parameters: int


def lines(root: Path, folder: str, suffix: str = ".py") -> Mapping[str, int]:
    """Return the number of lines of each file below a folder, by its path from the checkout's root."""
    paths = sorted((root / folder).rglob(f"*{suffix}"))
    return {path.relative_to(root).as_posix(): path.read_bytes().count(b"\n") for path in paths}


def code_lines(source: str) -> int:
    """Count the lines of a module without blanks, comments, docstrings and imports."""
    counted: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            counted.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and (isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node)):
            counted.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(counted)


def code_of(root: Path, folder: str) -> int:
    """Count the code of every module below a folder."""
    return sum(code_lines(path.read_text("utf-8")) for path in (root / folder).rglob("*.py"))


def page_code(root: Path, folder: str) -> int:
    """Count the lines of the pages: JavaScript, CSS, HTML and TypeScript."""
    return sum(sum(lines(root, folder, suffix).values()) for suffix in PAGES)


def room_lines(root: Path, package: str) -> Counter[str]:
    """Return the lines of each folder directly in a package."""
    rooms: Counter[str] = Counter()
    for path, number in lines(root, package).items():
        parts = path.split("/")
        if len(parts) > 2:
            rooms[f"{parts[0]}.{parts[1]}"] += number
    return rooms


def class_lines(sources: Sources, module: str, name: str) -> int:
    """Return the lines of a class, or 0 if it does not exist."""
    return sum(
        (node.end_lineno or 0) - node.lineno + 1
        for node in sources.nodes.get(module, ())
        if isinstance(node, ast.ClassDef) and node.name == name
    )


def widest_call(sources: Sources, package: str) -> Widest:
    """Return the function with the most parameters below a package; `self` and `cls` do not count."""
    return _widest(
        Widest(f"{module}.{node.name}", len(_parameters(node)))
        for module, node in _nodes(sources, package)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def widest_value(sources: Sources, package: str) -> Widest:
    """Return the call below a package that makes a value of a class with the most arguments."""
    return _widest(
        Widest(f"{module}: {_called(node)}", len(node.args) + len(node.keywords))
        for module, node in _nodes(sources, package)
        if isinstance(node, ast.Call) and _called(node)[:1].isupper()
    )


def _widest(found: Iterator[Widest]) -> Widest:
    return max(found, key=lambda each: (each.parameters, each.function), default=Widest("", 0))


def _nodes(sources: Sources, package: str) -> Iterator[tuple[str, ast.AST]]:
    for module, nodes in sources.nodes.items():
        if module == package or module.startswith(f"{package}."):
            yield from ((module, node) for node in nodes)


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")]


def _called(call: ast.Call) -> str:
    """Return the last name of what is called. A class begins with a capital: a dataclass, a Struct, a NamedTuple."""
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            pass
    return ""


def _is_text(node: ast.AST) -> bool:
    """True for a docstring, also one below a field."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
