"""Find modules and files outside `table/games` that name a game, and places that build games.

Python modules are searched in imports, strings and docstrings, other files as a whole.
"""

import ast
import re
from collections.abc import Collection, Iterable
from pathlib import Path

from lab.house.sources import Sources, imported_names, strings

GAMES = "table.games"
SETUP = "table.devices.setup"
DATA = frozenset((".toml", ".csv", ".script", ".json", ".txt", ".sh", ".service", ".rules"))
BUILDERS = ("played", "games", "rule_sets", "load_all")
"""Functions that build games, rule sets or catalogues from the configuration or from files."""
FINDERS = "table.games.found"
"""The module whose functions find rule sets; a call of one builds games too."""
SETUP_CALL = ("Setup", "of")


def game_folders(sources: Sources) -> tuple[str, ...]:
    """Return the names of the folders in `table/games` with rules of their own."""
    inside = (name for name in sorted(sources.packages) if name.rpartition(".")[0] == GAMES)
    return tuple(name.rpartition(".")[2] for name in inside if f"{name}.rules" in sources.modules)


def naming_games(sources: Sources) -> tuple[str, ...]:
    """Return the modules outside `table/games` that name a game.

    A module names a game if it imports from the game's folder, or if a string or docstring contains the folder's name
    as a word (`_` separates words). This finds names of systems, keys of words, paths, helps and scripts.
    """
    folders = "|".join(game_folders(sources))
    word = _word(sources)
    imported = re.compile(rf"{re.escape(GAMES)}\.(?:{folders})(?:\.|$)")

    def names(module: str, nodes: Collection[ast.AST]) -> bool:
        taken = imported_names(nodes, module)
        return any(map(imported.match, taken)) or any(map(word.search, strings(nodes)))

    return tuple(module for module, nodes in sorted(sources.nodes.items()) if _outside(module) and names(module, nodes))


def naming_files(root: Path, sources: Sources) -> tuple[str, ...]:
    """Return the data files of `table` outside the games that name a game, by their path in the checkout.

    Raises OSError and UnicodeDecodeError.
    """
    word = _word(sources)
    files = (path for path in sorted((root / "table").rglob("*")) if path.suffix in DATA)
    outside = ((path.relative_to(root).as_posix(), path) for path in files if root / "table/games" not in path.parents)
    return tuple(place for place, path in outside if word.search(path.read_text("utf-8")))


def _word(sources: Sources) -> re.Pattern[str]:
    """Return a pattern that matches the name of a game, as its folder is called or as people write it."""
    names = "|".join(folder.replace("_", "[_ ]") for folder in game_folders(sources))
    return re.compile(rf"(?<![a-z])(?:{names})(?![a-z])", re.IGNORECASE)


def building_games(sources: Sources) -> tuple[str, ...]:
    """Return the places that build games, as `module:line`; all calls within SETUP count as `Setup.of`.

    A place is a call of a function of BUILDERS or of FINDERS outside `table/games`.
    """
    places = [
        SETUP if _within(SETUP, module) else f"{module}:{call.lineno}"
        for module, nodes in sorted(sources.nodes.items())
        if _outside(module)
        for finders in [_finders(nodes)]
        for call in _calls(nodes)
        if _called(call)[-1] in BUILDERS or _called(call) in finders
    ]
    return tuple(dict.fromkeys(places))


def making_setups(sources: Sources) -> tuple[str, ...]:
    """Return the calls of `Setup.of`, as `module:line`. A running program needs only one."""
    return tuple(
        f"{module}:{call.lineno}"
        for module, nodes in sorted(sources.nodes.items())
        for call in _calls(nodes)
        if _called(call) == SETUP_CALL
    )


def importing(sources: Sources, name: str) -> tuple[str, ...]:
    """Return the modules of the product that import a class of this name, also for type checking only."""
    return tuple(
        module
        for module, nodes in sorted(sources.nodes.items())
        if not _within("lab", module) and any(name == alias.name for node in nodes for alias in _imported(node))
    )


def passing(sources: Sources, names: Collection[str]) -> tuple[str, ...]:
    """Return the modules of the product in which a value of one of these classes is passed whole.

    There a parameter, a field or a result is declared with the class, also in quotes or as one of several.
    """
    return tuple(
        module
        for module, nodes in sorted(sources.nodes.items())
        if not _within("lab", module) and any(not named.isdisjoint(names) for named in map(_declared, nodes))
    )


def _declared(node: ast.AST) -> frozenset[str]:
    """Return the names in the annotation of a parameter, a field or a result."""
    match node:
        case ast.arg(annotation=ast.expr() as declared) | ast.AnnAssign(annotation=declared):
            pass
        case ast.FunctionDef(returns=ast.expr() as declared) | ast.AsyncFunctionDef(returns=ast.expr() as declared):
            pass
        case _:
            return frozenset()
    inside = [*ast.walk(declared)]
    quoted = (each.value for each in inside if isinstance(each, ast.Constant) and isinstance(each.value, str))
    words = (word for text in quoted for word in re.findall(r"\w+", text))
    return frozenset((*words, *(each.id for each in inside if isinstance(each, ast.Name))))


def _imported(node: ast.AST) -> list[ast.alias]:
    return node.names if isinstance(node, ast.ImportFrom) else []


def _finders(nodes: Iterable[ast.AST]) -> frozenset[tuple[str, ...]]:
    """Return the names under which a module imports functions of FINDERS."""
    taken = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == FINDERS)
    return frozenset((alias.asname or alias.name,) for node in taken for alias in node.names)


def _outside(module: str) -> bool:
    return not _within(GAMES, module)


def _within(folder: str, module: str) -> bool:
    return module == folder or module.startswith(f"{folder}.")


def _calls(nodes: Iterable[ast.AST]) -> list[ast.Call]:
    return sorted((node for node in nodes if isinstance(node, ast.Call)), key=lambda call: call.lineno)


def _called(call: ast.Call) -> tuple[str, ...]:
    """Return the last two words of the called name: `("catalogue", "load_all")`, `("games",)`."""
    match call.func:
        case ast.Name(name):
            return (name,)
        case ast.Attribute(ast.Name(owner), name):
            return owner, name
        case ast.Attribute(_, name):
            return "", name
        case _:
            pass
    return ("",)
