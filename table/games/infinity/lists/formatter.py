"""A force as a plain list, for its player to fill in: what a stored army code becomes."""

from collections.abc import Iterator, Sequence

from table.games.infinity.rules.model.forces import Force, Trooper

FACTS = ("order", "tactical", "reinforcement", "hidden", "impetuous", "warhorse", "points", "wip")
"""The keys of an entry that a trooper has under the same name. A key without a value is left out."""


def as_toml(force: Force, ids: Sequence[str] = ()) -> str:
    """Return a force as a plain list, without keys that only the player can fill in; `docs/play/lists.md` has all keys.

    `ids` has the ids of a code, which are written as comments for the owner.
    """
    return "\n".join(_lines(force, ids)) + "\n"


def _lines(force: Force, ids: Sequence[str]) -> Iterator[str]:
    yield from head(force.name, force.sectorial, force.points)
    names = {each.id: each.name for each in force.troopers}
    for place, trooper in enumerate(force.troopers):
        yield from entry(trooper.name, trooper.group, ids[place] if ids else "")
        yield from _facts(trooper, names)


def _facts(trooper: Trooper, names: dict[str, str]) -> Iterator[str]:
    facts = {key: getattr(trooper, key) for key in FACTS}
    owners = {key: names.get(getattr(trooper, key), "") for key in ("peripheral_of", "proxy_of")}
    return keys(**facts, **owners)


def head(name: str, sectorial: str, points: int) -> Iterator[str]:
    """Yield the lines before the troopers."""
    yield from (f"name = {quoted(name)}", f"sectorial = {quoted(sectorial)}", f"points = {points}")


def entry(name: str, group: int, id: str = "") -> Iterator[str]:
    """Yield the first lines of a trooper. `id` is its id in a code."""
    yield from ("", f"[[trooper]]  # {id}" if id else "[[trooper]]", f"name = {quoted(name)}", f"group = {group}")


def keys(**values: str | int | None) -> Iterator[str]:
    """Yield a line for each key with a value: a text, a number or true."""
    for key, value in values.items():
        if value:
            yield f"{key} = {quoted(value) if isinstance(value, str) else 'true' if value is True else value}"


def quoted(words: str) -> str:
    """Return a basic string of TOML; names contain only printable characters."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
