"""An army code with names: a plain list made of it, with names from the publisher's data or from its owner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from table.games.files.list_format import CompletedList, DataFile
from table.games.files.raw_list import ListError, clean, decoded
from table.games.infinity.lists.codes.army_code import ArmyCode, read_code
from table.games.infinity.lists.codes.code_finding import find_code
from table.games.infinity.lists.codes.layouts import CodeGroup, CodeMember
from table.games.infinity.lists.formatter import entry, head, keys
from table.games.infinity.lists.unit_data import KnownTrooper, UnitData
from table.games.infinity.rules.model.forces import Order
from table.rules.text import text

Known: TypeAlias = Mapping[CodeMember, KnownTrooper]


def known_in(slug: str, members: Sequence[CodeMember], files: Iterable[DataFile]) -> Known:
    """Return the code's members that the files contain, with their data.

    Raises `ListError` for a named file without data.

    A unit can differ between factions. The file with the faction's name comes first, then those with more members of
    the code. Files that were not named are read only while members are missing.
    """
    answers: list[tuple[bool, int, dict[CodeMember, KnownTrooper]]] = []
    everybody = set(members)
    for file in sorted(files, key=lambda file: (file.found, file.name.lower() != slug.lower())):
        own = file.name.lower() == slug.lower()
        if file.found and not everybody:
            break
        try:
            data = UnitData(file.read())
        except (ListError, OSError):
            if file.found:
                continue
            raise
        answer = _of_one(data, members)
        answers.append((own or not file.found, len(answer), answer))
        if own or not file.found:
            everybody -= answer.keys()
    answers.sort(key=lambda answer: answer[:2])
    return {member: known for _, _, answer in answers for member, known in answer.items()}


def _of_one(data: UnitData, members: Iterable[CodeMember]) -> dict[CodeMember, KnownTrooper]:
    here = {member: known for member in members if (known := data.known(member)) is not None}
    brought = [member for known in here.values() for member in known.brings]
    return here | {member: known for member in brought if (known := data.known(member)) is not None}


SKILLS = ("tactical", "impetuous", "command_token", "warhorse", "counterintelligence", "nco", "inspiring")
"""The keys that the publisher's data can fill in."""


def completed(content: bytes | str, data: Sequence[DataFile], called: Mapping[str, str]) -> CompletedList:
    """Return the plain list of a code. `called`: names by unit and profile (`283.1`), or by all three ids.

    A unit that no file has keeps its number, with a note. Raises `ListError` if it is not a code, a named file cannot
    be read, no file has any unit of the code, or a name belongs to no trooper.
    """
    found = find_code(decoded(content))
    if found is None:
        raise ListError(text("units.no_code"))
    code = read_code(found)
    members = [member for group in code.groups for member in group.members]
    if strange := sorted(set(called) - {id for member in members for id in (member.id, _profile(member))}):
        raise ListError(*(text("units.nobody", id=clean(id)) for id in strange))
    known = known_in(code.slug, members, data) if data else {}
    missing = sorted({member.id for member in members if member not in known}) if data else []
    notes = (text("units.missing", ids=", ".join(missing)),) if missing else ()
    if data and not known:
        raise ListError(*notes)
    return CompletedList("\n".join(_lines(code, known, called)) + "\n", notes)


def _profile(member: CodeMember) -> str:
    return f"{member.unit}.{member.profile}"


def _lines(code: ArmyCode, units: Known, called: Mapping[str, str]) -> Iterator[str]:
    yield from head(code.name or code.slug, f"{code.slug} ({code.sectorial})", code.points)
    used: dict[str, int] = {}
    proxies: dict[tuple[int, int], str] = {}
    for group in code.groups:
        owner, surgeon = "", ""
        for member in group.members:
            known = units.get(member)
            name = called.get(member.id) or called.get(_profile(member)) or (known.name if known else _profile(member))
            used[name] = used.get(name, 0) + 1
            own = name if used[name] == 1 else f"{name} ({used[name]})"
            first = proxies.setdefault((group.number, member.unit), own) if known and known.jumper else own
            if known and known.peripheral and (surgeon or owner):
                yield from _peripheral(own, surgeon or owner, group)
                yield f"points = {known.points}"
                continue
            yield from _trooper(member, group, own, known, first)
            owner, surgeon = first, surgeon or (first if known and known.controls else "")
            for number, brought in enumerate(known.brings if known else (), 1):
                mule = units.get(brought)
                if mule is not None and mule.peripheral:
                    yield from _peripheral(f"{own}: {mule.name} {number}", first, group)


def _trooper(member: CodeMember, group: CodeGroup, name: str, known: KnownTrooper | None, first: str) -> Iterator[str]:
    """Yield an entry. `first` is the first proxy of its G: Jumper, which gives the order for all of them."""
    yield from entry(clean(name), group.number, member.id)
    yield from keys(reinforcement=group.reinforcement)
    if known is None:
        return
    if first == name:
        yield from keys(order=known.order, **{key: getattr(known, key) for key in SKILLS})
    else:
        yield from keys(order=Order.NONE, proxy_of=clean(first))
    yield from keys(lieutenant=bool(known.lieutenant), orders=min(known.lieutenant, 2))
    if known.can_hide:
        yield "# hidden = true    (it can begin off the table: take the sign in front away if it does)"
    yield from keys(strategos=known.strategos, points=known.points, wip=known.wip)
    if known.commlink is not None:
        yield f"commlink = {known.commlink}"


def _peripheral(name: str, owner: str, group: CodeGroup) -> Iterator[str]:
    yield from entry(clean(name), group.number)
    yield from keys(order=Order.NONE, peripheral_of=clean(owner), reinforcement=group.reinforcement)
