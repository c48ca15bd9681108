"""Read every option of the publisher's unit data twice: by the table, and by a reckoning made of the JSON alone.

`python -m lab.trials.infinity.unit_reckoning FOLDER` reads each `.json` and `.json.gz` of a folder and prints the
figures. The data belong to the publisher and are not part of this project. The control reckons one kind of order
falsely, and must differ in every option.
"""

import gzip
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from lab.figure import Figure
from table.games.files.raw_list import ListError
from table.games.infinity.lists.codes.layouts import CodeMember
from table.games.infinity.lists.unit_data import KnownTrooper, UnitData

SHOWN = 5
"""The maximum number of options in a figure's note."""


class Reckoned(NamedTuple):
    """The orders and skills in an option's entry."""

    order: str
    tactical: bool
    impetuous: bool
    lieutenant: int
    command_token: bool
    peripheral: bool
    jumper: bool
    warhorse: bool
    counterintelligence: bool
    nco: bool
    inspiring: bool
    strategos: int
    commlink: int | None
    points: int
    wip: int


Reckoner = Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]], Reckoned]


def reckoned(file: Mapping[str, Any], group: Mapping[str, Any], option: Mapping[str, Any]) -> Reckoned:
    """Return the option's orders and skills by the file's own tables. Nothing of the table's code is used."""
    profile = (group.get("profiles") or [{}])[0]
    entries = [*(profile.get("skills") or []), *(option.get("skills") or [])]
    skills = {_named(file, "skills", entry["id"]) for entry in entries}
    extras = {_named(file, "extras", extra) for entry in entries for extra in entry.get("extra") or []}
    totals = {order["type"]: order["total"] for order in option.get("orders") or []}
    peripheral = any(skill.startswith("Peripheral") for skill in skills)
    usual = "regular" if "REGULAR" in totals else "irregular" if "IRREGULAR" in totals else "none"
    return Reckoned(
        "none" if peripheral else usual,
        "TACTICAL" in totals,
        "IMPETUOUS" in totals,
        totals.get("LIEUTENANT", 1 if "Lieutenant" in skills else 0),
        "+1 Command Token" in extras,
        peripheral,
        "G: Jumper" in skills,
        "Warhorse" in skills,
        "Counterintelligence" in skills,
        "NCO" in skills,
        "Inspiring Leadership" in skills,
        2 if "Strategos L2" in skills else 1 if "Strategos L1" in skills else 0,
        _added(file, entries),
        option.get("points") or 0,
        max(profile.get("wip") or 0, 0),
    )


def _added(file: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> int | None:
    """Return the troopers that a Commlink adds to the fifteen of a list, or None without one."""
    links = [entry for entry in entries if _named(file, "skills", entry["id"]) == "Commlink"]
    extras = [_named(file, "extras", extra) for entry in links for extra in entry.get("extra") or []]
    return (2 if "+2" in extras else 1 if "+1" in extras else 0) if links else None


def misreckoned(file: Mapping[str, Any], group: Mapping[str, Any], option: Mapping[str, Any]) -> Reckoned:
    """Return the same with another kind of order: the control."""
    right = reckoned(file, group, option)
    return right._replace(order="irregular" if right.order == "regular" else "regular")


def _named(file: Mapping[str, Any], table: str, id: int) -> str:
    names = [each["name"] for each in file["filters"].get(table) or [] if each and each["id"] == id]
    return (names[0] or "").replace("\xa0", " ") if names else ""


def figures(folder: Path) -> Iterator[Figure]:
    """Read all data of a folder. Raises ValueError if it has none."""
    paths = sorted(path for path in folder.iterdir() if path.name.endswith((".json", ".json.gz")))
    if not paths:
        raise ValueError(f"{folder} contains no unit data")
    unread, options, different, control = [], 0, [], 0
    for path in paths:
        try:
            data = UnitData(path.read_bytes())
        except ListError:
            unread.append(path.name)
            continue
        file = json.loads(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes())
        options += sum(1 for _ in _options(file))
        different += [f"{path.name} {id}" for id in compared(data, file, reckoned)]
        control += sum(1 for _ in compared(data, file, misreckoned))
    read, goal = len(paths) - len(unread), f">= {len(paths)}"
    yield Figure("units.files", read, "files", goal, not unread, len(paths), note=", ".join(unread[:SHOWN]))
    equal = 100 * (options - len(different)) / max(options, 1)
    ok = options > 0 and not different
    yield Figure("units.options", equal, "%", ">= 100", ok, options, note=", ".join(different[:SHOWN]))
    equal = 100 * (options - control) / max(options, 1)
    yield Figure("units.options.control", equal, "%", "fails", control == options, options)


def compared(data: UnitData, file: Mapping[str, Any], by: Reckoner) -> Iterator[str]:
    """Yield the ids of each option of which the table and the reckoning say something different."""
    for unit, group, option in _options(file):
        member = CodeMember(unit["id"], group["id"], option["id"])
        known = data.known(member)
        if known is None or _reckoned(known) != by(file, group, option):
            yield member.id


def _options(file: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]]]:
    for unit in file["units"]:
        for group in unit["profileGroups"]:
            for option in group["options"]:
                yield unit, group, option


def _reckoned(known: KnownTrooper) -> Reckoned:
    return Reckoned(**{field: getattr(known, field) for field in Reckoned._fields})


def main(folder: str) -> int:
    """Print the figures of a folder, and return 1 if a goal is missed."""
    from table.words.terminal import print_line

    measured = tuple(figures(Path(folder)))
    for each in measured:
        print_line(f"{each.name}: {each.value:g} {each.unit} of {each.n} ({each.goal}) {each.note}".rstrip())
    return 0 if all(each.ok for each in measured) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
