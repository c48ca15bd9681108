"""These functions find who outside `table/games` knows a game by its name, and where games are built."""

import ast
import re
from collections.abc import Collection, Iterable

from table.lab.house.sources import Sources, imported_names, strings

GAMES = "table.games"
SETUP = "table.setup"
BUILDERS = ("played", "games", "rule_sets", "load_all")
"""Functions that build games, rule sets or catalogues out of the configuration or of files."""
SETUP_CALL = ("Setup", "of")


def game_folders(sources: Sources) -> tuple[str, ...]:
    """Return the name of each folder of `table/games` that has rules of its own."""
    inside = (name for name in sorted(sources.packages) if name.rpartition(".")[0] == GAMES)
    return tuple(name.rpartition(".")[2] for name in inside if f"{name}.rules" in sources.modules)


def naming_games(sources: Sources) -> tuple[str, ...]:
    """Return the modules outside `table/games` that name a game.

    A module names a game if it imports from the game's folder, or if one of its strings, docstrings aside, has the
    folder's name in it as a word (`_` parts words): that finds names of systems, keys of words, paths and scripts.
    """
    folders = "|".join(game_folders(sources))
    word = re.compile(rf"(?<![a-z])(?:{folders})(?![a-z])")
    imported = re.compile(rf"{re.escape(GAMES)}\.(?:{folders})(?:\.|$)")

    def names(module: str, nodes: Collection[ast.AST]) -> bool:
        taken = imported_names(nodes, module)
        return any(map(imported.match, taken)) or any(map(word.search, strings(nodes)))

    return tuple(module for module, nodes in sorted(sources.nodes.items()) if _outside(module) and names(module, nodes))


def building_games(sources: Sources) -> tuple[str, ...]:
    """Return each place that builds games, as `module:line`; all calls within `table/setup` are one place, `Setup.of`.

    A place is a call of one of BUILDERS outside `table/games`.
    """
    places = [
        SETUP if _within(SETUP, module) else f"{module}:{call.lineno}"
        for module, nodes in sorted(sources.nodes.items())
        if _outside(module)
        for call in _calls(nodes)
        if _called(call)[-1] in BUILDERS
    ]
    return tuple(dict.fromkeys(places))


def making_setups(sources: Sources) -> tuple[str, ...]:
    """Return each call of `Setup.of`, as `module:line`: a program that runs makes one."""
    return tuple(
        f"{module}:{call.lineno}"
        for module, nodes in sorted(sources.nodes.items())
        for call in _calls(nodes)
        if _called(call) == SETUP_CALL
    )


def _outside(module: str) -> bool:
    return not _within(GAMES, module)


def _within(folder: str, module: str) -> bool:
    return module == folder or module.startswith(f"{folder}.")


def _calls(nodes: Iterable[ast.AST]) -> list[ast.Call]:
    return sorted((node for node in nodes if isinstance(node, ast.Call)), key=lambda call: call.lineno)


def _called(call: ast.Call) -> tuple[str, ...]:
    """Return the last two words of what is called: `("catalogue", "load_all")`, `("games",)`."""
    match call.func:
        case ast.Name(name):
            return (name,)
        case ast.Attribute(ast.Name(owner), name):
            return owner, name
        case ast.Attribute(_, name):
            return "", name
    return ("",)
