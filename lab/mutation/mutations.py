"""The small changes that are made to a module of the rules, one at a time.

Code that is not a rule is left alone: imports, annotations, decorators, docstrings, words for people and their
arguments, and messages of exceptions.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, MappingProxyType
from typing import Any

Make = Callable[[], None]

COMPARED = MappingProxyType[type[ast.cmpop], type[ast.cmpop]](
    {
        ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
        ast.NotIn: ast.In, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    }
)  # fmt: skip
RECKONED = MappingProxyType[type[ast.operator], type[ast.operator]](
    {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv}
)
SWAPPED = MappingProxyType({"any": "all", "all": "any", "min": "max", "max": "min"})
LEFT_ALONE = frozenset({"text", "Text", "TypeVar", "cast"})
"""Calls whose arguments are not rules."""
CHANGED_BY = frozenset({"replace", "with_side", "with_play", "with_troop"})
"""Calls that change a state: each field that they set is left out once."""


@dataclass(frozen=True)
class Mutant:
    module: str
    """For example `table.games.legion.rules.pools.put_back`."""
    scope: str
    """For example `_park` or `Battle.side`; empty at the top of the module."""
    line: int
    what: str
    """For example `a < b -> a <= b`; a second place with the same change in a scope adds ` #2`."""

    def __str__(self) -> str:
        return f"{self.module}:{self.scope or '-'}: {self.what}"


class Source:
    """A module, and all its mutants in order."""

    def __init__(self, module: str, path: str, written: str) -> None:
        self.module = module
        self.path = path
        self.written = written
        self._tree = ast.parse(written)
        seen: Counter[tuple[str, str]] = Counter()
        self.mutants: list[Mutant] = []
        self._changes: list[tuple[Make, Make]] = []
        for scope, line, what, do, undo in _module(self._tree):
            seen[scope, what] += 1
            nth = seen[scope, what]
            self.mutants.append(Mutant(module, scope, line, what if nth == 1 else f"{what} #{nth}"))
            self._changes.append((do, undo))

    def code(self, index: int | None = None) -> CodeType:
        """Compile the module as it is, or with one mutant in it."""
        do, undo = self._changes[index] if index is not None else (_nothing, _nothing)
        do()
        try:
            return compile(self._tree, self.path, "exec", dont_inherit=True)
        finally:
            undo()


Change = tuple[str, int, str, Make, Make]
"""Scope, line, description, and the functions that make and undo the change."""


def _nothing() -> None:
    pass


def _module(tree: ast.Module) -> Iterator[Change]:
    yield from _body(tree.body, "")


def _body(body: list[ast.stmt], scope: str, known: frozenset[str] = frozenset()) -> Iterator[Change]:
    """Yield the changes of a body. `known` are names with a value, so that setting them may be left out."""
    for place, statement in enumerate(body):
        if _left_out(statement):
            continue
        yield from _statement(statement, scope, known)
        if scope and _removable(statement, known):
            yield _removed(body, place, scope)
        known |= _names_set(statement)


def _left_out(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Import | ast.ImportFrom | ast.Raise | ast.Assert | ast.Pass):
        return True
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return True
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


def _removable(statement: ast.stmt, known: frozenset[str]) -> bool:
    match statement:
        case ast.AugAssign() | ast.Expr():
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in known
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            return True
        case _:
            pass
    return False


def _names_set(statement: ast.stmt) -> frozenset[str]:
    stored = (node for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return frozenset(node.id for node in stored)


def _removed(body: list[ast.stmt], place: int, scope: str) -> Change:
    statement = body[place]
    nothing = ast.copy_location(ast.Pass(), statement)
    return _listed(body, place, nothing, scope, f"{_short(statement)} -> pass")


def _statement(statement: ast.stmt, scope: str, known: frozenset[str]) -> Iterator[Change]:
    match statement:
        case ast.FunctionDef(args=arguments):
            yield from _defaults(arguments, scope)
            inside = f"{scope}.{statement.name}".lstrip(".")
            given = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            yield from _body(statement.body, inside, frozenset(each.arg for each in given))
        case ast.ClassDef():
            for each in statement.body:
                yield from _statement(each, f"{scope}.{statement.name}".lstrip("."), known)
        case ast.If() | ast.While():
            yield from _condition(statement, "test", scope)
            yield from _body(statement.body, scope, known)
            yield from _body(statement.orelse, scope, known)
        case ast.For():
            yield from _expression(statement.iter, scope)
            yield from _body(statement.body, scope, known | _names_set(statement))
            yield from _body(statement.orelse, scope, known)
        case ast.Match():
            yield from _expression(statement.subject, scope)
            for case in statement.cases:
                if case.guard is not None:
                    yield from _condition(case, "guard", scope)
                yield from _body(case.body, scope, known)
        case ast.Return(value=ast.expr() as value):
            yield from _returned(statement, value, scope)
            yield from _expression(value, scope)
        case ast.AugAssign(op=op):
            if type(op) in RECKONED:
                yield _field(statement, "op", RECKONED[type(op)](), scope)
            yield from _expression(statement.value, scope)
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.Expr(value=value):
            if not isinstance(value, ast.Constant | ast.Name | ast.Attribute) or _number(value):
                yield from _expression(value, scope)
        case ast.Continue() | ast.Break() | ast.Return() | ast.Pass() | ast.AnnAssign() | ast.Raise() | ast.Nonlocal():
            pass
        case _:
            raise NotImplementedError(f"line {statement.lineno}: {type(statement).__name__}")


def _defaults(arguments: ast.arguments, scope: str) -> Iterator[Change]:
    for default in (*arguments.defaults, *arguments.kw_defaults):
        if default is not None:
            yield from _expression(default, scope)


def _returned(statement: ast.Return, value: ast.expr, scope: str) -> Iterator[Change]:
    """Yield a change that returns None instead of a value. Conditions are changed elsewhere."""
    if isinstance(value, ast.Call | ast.Name | ast.Attribute | ast.IfExp | ast.ListComp):
        nothing = ast.copy_location(ast.Constant(None), value)
        yield _field(statement, "value", nothing, scope)


def _condition(owner: ast.AST, field: str, scope: str) -> Iterator[Change]:
    """Yield the changes of a condition, whose atoms are negated one by one."""
    condition = getattr(owner, field)
    yield from _atoms(owner, field, condition, scope)


def _atoms(owner: ast.AST, field: str, condition: ast.expr, scope: str) -> Iterator[Change]:
    match condition:
        case ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            yield from _expression(condition, scope)
        case ast.Constant():
            pass
        case _:
            negated = _negated(condition)
            what = f"{_short(condition)} -> {_short(negated)}"
            yield _field(owner, field, negated, scope, what, condition)
            yield from _expression(condition, scope)


def _expression(node: ast.expr, scope: str) -> Iterator[Change]:
    """Yield the changes of an expression, then of its parts."""
    match node:
        case ast.Call():
            yield from _call(node, scope)
        case ast.Lambda():
            yield from _defaults(node.args, scope)
            yield from _expression(node.body, f"{scope}.<lambda>".lstrip("."))
        case ast.IfExp():
            yield from _condition(node, "test", scope)
            yield from _expression(node.body, scope)
            yield from _expression(node.orelse, scope)
        case ast.Subscript():
            yield from _subscript(node, scope)
        case ast.JoinedStr():
            pass
        case _:
            yield from _operation(node, scope)
            yield from _inside(node, scope)


def _operation(node: ast.expr, scope: str) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            for place, each in enumerate(ops):
                yield _listed(ops, place, COMPARED[type(each)](), scope, None, node)
        case ast.BoolOp(op=op, values=values):
            yield _field(node, "op", ast.Or() if isinstance(op, ast.And) else ast.And(), scope)
            for place, value in enumerate(values):
                if not isinstance(value, ast.BoolOp | ast.Compare | ast.UnaryOp | ast.Constant):
                    yield _listed(values, place, _negated(value), scope, None, node)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _field(node, "operand", _negated(operand), scope)
        case ast.BinOp(op=op) if type(op) in RECKONED and not _strings(node):
            yield _field(node, "op", RECKONED[type(op)](), scope)
        case ast.Constant(value=bool() as value):
            yield _field(node, "value", not value, scope)
        case ast.Constant(value=int() as value):
            yield _field(node, "value", value + 1, scope)
        case ast.Tuple(elts=elements) if len(elements) > 1:
            for place in range(len(elements)):
                yield _without(elements, place, scope, node)
        case _:
            pass


def _negated(condition: ast.expr) -> ast.UnaryOp:
    return ast.copy_location(ast.UnaryOp(ast.Not(), condition), condition)


def _inside(node: ast.expr, scope: str) -> Iterator[Change]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _expression(child, scope)
        elif isinstance(child, ast.comprehension):
            yield from _expression(child.iter, scope)
            for place, condition in enumerate(child.ifs):
                yield from _filter(child.ifs, place, condition, scope)


def _filter(ifs: list[ast.expr], place: int, condition: ast.expr, scope: str) -> Iterator[Change]:
    if not isinstance(condition, ast.BoolOp | ast.Compare | ast.UnaryOp):
        yield _listed(ifs, place, _negated(condition), scope)
    yield from _expression(condition, scope)


def _call(node: ast.Call, scope: str) -> Iterator[Change]:
    called = node.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    if name in LEFT_ALONE:
        return
    if isinstance(called, ast.Name) and name in SWAPPED:
        yield _field(called, "id", SWAPPED[name], scope, shown=node)
    if name in CHANGED_BY:
        for place, keyword in enumerate(node.keywords):
            if keyword.arg is not None:
                yield _without(node.keywords, place, scope, node)
    if not isinstance(called, ast.Name | ast.Subscript):
        yield from _expression(called, scope)
    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
        yield from _expression(argument, scope)


def _subscript(node: ast.Subscript, scope: str) -> Iterator[Change]:
    """Yield the changes of a subscript. `Question[Battle]` is a type, `units[0]` is not."""
    yield from _expression(node.value, scope)
    if not isinstance(node.slice, ast.Tuple):
        yield from _expression(node.slice, scope)


def _field(
    node: ast.AST, field: str, other: object, scope: str, what: str | None = None, shown: ast.AST | None = None
) -> Change:  # fmt: skip
    was = getattr(node, field)

    def do() -> None:
        setattr(node, field, other)

    def undo() -> None:
        setattr(node, field, was)

    return _change(shown or node, scope, do, undo, what)


def _listed(
    items: list[Any], place: int, other: object, scope: str, what: str | None = None, shown: ast.AST | None = None
) -> Change:  # fmt: skip
    was = items[place]

    def do() -> None:
        items[place] = other

    def undo() -> None:
        items[place] = was

    return _change(shown or was, scope, do, undo, what if shown or what else f"{_short(was)} -> {_short(other)}")


def _without(items: list[Any], place: int, scope: str, shown: ast.AST) -> Change:
    was = items[place]

    def do() -> None:
        del items[place]

    def undo() -> None:
        items.insert(place, was)

    name = f"{was.arg}={_short(was.value)}" if isinstance(was, ast.keyword) else _short(was)
    return _change(shown, scope, do, undo, f"{_short(shown)} without {name}")


def _change(shown: ast.AST, scope: str, do: Make, undo: Make, what: str | None) -> Change:
    if what is None:
        before = _short(shown)
        do()
        what = f"{before} -> {_short(shown)}"
        undo()
    return scope, getattr(shown, "lineno", 0), what, do, undo


def _short(node: object) -> str:
    return " ".join(ast.unparse(node).split()) if isinstance(node, ast.AST) else str(node)


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _strings(node: ast.BinOp) -> bool:
    return any(isinstance(side, ast.JoinedStr) or _string(side) for side in (node.left, node.right))


def _string(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
