"""The units of an army code in several files: those of its faction, and of the reinforcements of that faction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from table.games.files.list_format import DataFile
from table.games.files.raw_list import ListError
from table.games.infinity.lists.codes.layouts import CodeMember
from table.games.infinity.lists.unit_data import KnownTrooper, UnitData

Known: TypeAlias = Mapping[CodeMember, KnownTrooper]


def known_in(slug: str, members: Sequence[CodeMember], files: Iterable[DataFile]) -> Known:
    """Return the members that a file has, with all that they bring. Raises `ListError` for a named file without data.

    A unit can differ between factions. The file with the faction's name comes first, then those with more members of
    the code. Files that were only found are not read if those before them have everybody.
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
