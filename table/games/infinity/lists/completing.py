"""An army code with names: a plain list made of it, by the publisher's data or by what its owner calls the troopers."""

from collections.abc import Iterator, Mapping

from table.games.files.raw_list import ListError, clean, decoded
from table.games.infinity.lists.codes.army_code import ArmyCode, read_code
from table.games.infinity.lists.codes.code_finding import find_code
from table.games.infinity.lists.codes.layouts import CodeGroup, CodeMember
from table.games.infinity.lists.formatter import quoted
from table.games.infinity.lists.unit_data import KnownTrooper, UnitData
from table.rules.text import text


def completed(content: bytes | str, data: bytes | None, called: Mapping[str, str]) -> str:
    """Return the plain list of a code. `called`: names by unit and profile (`283.1`), or by all three ids.

    Raises `ListError` if it is no code, the data cannot be read or do not have a unit, or a name is nobody's.
    """
    found = find_code(decoded(content))
    if found is None:
        raise ListError(text("units.no_code"))
    code = read_code(found)
    units = None if data is None else UnitData(data)
    members = [member for group in code.groups for member in group.members]
    missing = sorted({member.id for member in members if units is not None and units.known(member) is None})
    strange = sorted(set(called) - {id for member in members for id in (member.id, _profile(member))})
    if missing or strange:
        problems = [text("units.missing", ids=", ".join(missing))] if missing else []
        raise ListError(*problems, *(text("units.nobody", id=clean(id)) for id in strange))
    return "\n".join(_lines(code, units, called)) + "\n"


def _profile(member: CodeMember) -> str:
    return f"{member.unit}.{member.profile}"


def _lines(code: ArmyCode, units: UnitData | None, called: Mapping[str, str]) -> Iterator[str]:
    yield f"name = {quoted(code.name or code.slug)}"
    yield f"sectorial = {quoted(f'{code.slug} ({code.sectorial})')}"
    yield f"points = {code.points}"
    used: dict[str, int] = {}
    for group in code.groups:
        for member in group.members:
            known = None if units is None else units.known(member)
            name = called.get(member.id) or called.get(_profile(member)) or (known.name if known else _profile(member))
            used[name] = used.get(name, 0) + 1
            own = name if used[name] == 1 else f"{name} ({used[name]})"
            yield from _trooper(member, group, own, known)
            for number, brought in enumerate(known.brings if known and units else (), 1):
                mule = units.known(brought) if units else None
                if mule is not None and mule.peripheral:
                    yield from _peripheral(f"{own}: {mule.name} {number}", own, group)


def _trooper(member: CodeMember, group: CodeGroup, name: str, known: KnownTrooper | None) -> Iterator[str]:
    yield from ("", f"[[trooper]]  # {member.id}", f"name = {quoted(clean(name))}", f"group = {group.number}")
    if group.reinforcement:
        yield "reinforcement = true"
    if known is None:
        return
    yield f'order = "{known.order}"'
    yield from (f"{key} = true" for key in ("tactical", "impetuous", "command_token") if getattr(known, key))
    if known.lieutenant:
        yield from ("lieutenant = true", f"orders = {min(known.lieutenant, 2)}")
    if known.can_hide:
        yield "# hidden = true    (it can begin off the table: take the sign in front away if it does)"
    yield from (f"{key} = {value}" for key in ("points", "wip") if (value := getattr(known, key)))


def _peripheral(name: str, owner: str, group: CodeGroup) -> Iterator[str]:
    yield from ("", "[[trooper]]", f"name = {quoted(clean(name))}", f"group = {group.number}", 'order = "none"')
    yield f"peripheral_of = {quoted(clean(owner))}"
    if group.reinforcement:
        yield "reinforcement = true"
