"""A force as a plain list, for its player to fill in: what a stored army code becomes."""

from collections.abc import Iterator, Sequence

from table.games.infinity.rules.model.forces import Force, Trooper


def as_toml(force: Force, ids: Sequence[str] = ()) -> str:
    """Return a force as a plain list, without keys that only the player can fill in; `docs/play/lists.md` has all keys.

    `ids` has the ids of a code, which are written as comments for the owner.
    """
    return "\n".join(_lines(force, ids)) + "\n"


def _lines(force: Force, ids: Sequence[str]) -> Iterator[str]:
    yield f"name = {quoted(force.name)}"
    yield f"sectorial = {quoted(force.sectorial)}"
    yield f"points = {force.points}"
    for place, trooper in enumerate(force.troopers):
        id = ids[place] if ids else ""
        yield from ("", f"[[trooper]]  # {id}" if id else "[[trooper]]", *_trooper(force, trooper))


def _trooper(force: Force, trooper: Trooper) -> Iterator[str]:
    yield f"name = {quoted(trooper.name)}"
    yield f"group = {trooper.group}"
    if trooper.order is not None:
        yield f'order = "{trooper.order}"'
    if trooper.tactical:
        yield "tactical = true"
    if trooper.reinforcement:
        yield "reinforcement = true"
    if trooper.hidden:
        yield "hidden = true"
    if trooper.impetuous:
        yield "impetuous = true"
    if trooper.warhorse:
        yield "warhorse = true"
    if trooper.points:
        yield f"points = {trooper.points}"
    if trooper.wip:
        yield f"wip = {trooper.wip}"
    names = {each.id: each.name for each in force.troopers}
    if trooper.peripheral_of:
        yield f"peripheral_of = {quoted(names[trooper.peripheral_of])}"
    if trooper.proxy_of:
        yield f"proxy_of = {quoted(names[trooper.proxy_of])}"


def quoted(words: str) -> str:
    """Return a basic string of TOML; names contain only printable characters."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
