"""The package mfrc522 as a Python runs it that refuses to invert a bool, as Python 3.16 will."""

import ast
from importlib.util import find_spec
from pathlib import Path

PACKAGE = "mfrc522"
REFUSES = """
def _inverted(value):
    if isinstance(value, bool):
        raise TypeError("bad operand type for unary ~: 'bool'")
    return ~value
"""


class _Inversions(ast.NodeTransformer):
    """Replace each `~value` by `_inverted(value)`."""

    found = 0

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Invert):
            return node
        self.found += 1
        return ast.Call(ast.Name("_inverted", ast.Load()), [node.operand], [])


def write_future_package(folder: Path) -> None:
    """Write the installed package into this folder, so that it refuses today what a later Python will refuse."""
    spec = find_spec(PACKAGE)
    assert spec is not None
    assert spec.origin is not None
    inversions = _Inversions()
    (folder / PACKAGE).mkdir()
    for file in Path(spec.origin).parent.glob("*.py"):
        tree = inversions.visit(ast.parse(file.read_text("utf-8")))
        (folder / PACKAGE / file.name).write_text(REFUSES + ast.unparse(ast.fix_missing_locations(tree)), "utf-8")
    assert inversions.found > 0, "there is nothing to refuse any more, and nothing to test"
