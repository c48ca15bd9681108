"""Read every option of the publisher's unit data twice: by the table, and by a reckoning made of the JSON alone.

Real data belong to the publisher and are not part of this project. The control reckons one kind of order falsely, and
must differ in every option. Army codes beside the data become forces that ask nothing which the data answer.
"""

import gzip
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lab.figure import Figure
from table.games.files.list_format import DataFile
from table.games.files.raw_list import ListError
from table.games.infinity.lists.codes.layouts import CodeMember
from table.games.infinity.lists.force_format import InfinityLists
from table.games.infinity.lists.force_list import read_force
from table.games.infinity.lists.unit_data import KnownTrooper, UnitData
from table.games.infinity.rules.game import Infinity
from table.rules.refusal import Refusal
from table.rules.seats import SEATS

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


class UnitReckoning:
    """The trial of the unit data: every file of a folder by every option."""

    def invented(self, rng: random.Random, count: int) -> bytes:
        skills = [{"id": id, "name": name} for id, name in enumerate(INVENTED_SKILLS, 1)]
        extras = [{"id": id, "name": name} for id, name in enumerate(INVENTED_EXTRAS, 1)]
        groups = [_invented_group(rng, number) for number in range(1, count + 1)]
        units = [{"id": 1, "isc": None, "name": "Unit", "profileGroups": groups}]
        return json.dumps({"units": units, "filters": {"skills": skills, "extras": extras}}).encode()

    def figures(self, folder: Path) -> Iterator[Figure]:
        paths = sorted(path for path in folder.iterdir() if path.name.endswith((".json", ".json.gz")))
        files = {path: _decoded(path) for path in paths}
        units = {path: file for path, file in files.items() if not isinstance(file, list)}
        if not units:
            raise ValueError(f"{folder} contains no unit data")
        unread, options, different, control = [], 0, [], 0
        for path, file in units.items():
            try:
                data = UnitData(path.read_bytes())
            except ListError:
                unread.append(path.name)
                continue
            options += sum(1 for _ in _options(file))
            different += [f"{path.name} {id}" for id in compared(data, file, reckoned)]
            control += sum(1 for _ in compared(data, file, misreckoned))
        read, goal = len(units) - len(unread), f">= {len(units)}"
        yield Figure("units.files", read, "files", goal, not unread, len(units), note=", ".join(unread[:SHOWN]))
        equal = 100 * (options - len(different)) / max(options, 1)
        ok = options > 0 and not different
        yield Figure("units.options", equal, "%", ">= 100", ok, options, note=", ".join(different[:SHOWN]))
        equal = 100 * (options - control) / max(options, 1)
        yield Figure("units.options.control", equal, "%", "fails", control == options, options)
        codes = [each["code"] for file in files.values() if isinstance(file, list) for each in file]
        if codes:
            yield from _of_codes(codes, tuple(units))


def _decoded(path: Path) -> Any:
    content = path.read_bytes()
    return json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)


def _of_codes(codes: Sequence[str], paths: Sequence[Path]) -> Iterator[Figure]:
    """Count the codes of which the data have every unit, and those of them whose match asks nothing about them."""
    files = tuple(DataFile(path.name.partition(".")[0], path.read_bytes, found=True) for path in paths)
    whole, wrong, without, broken = 0, [], 0, 0
    for code in codes:
        try:
            completed = InfinityLists().completed(code, files, {})
        except ListError:
            without += 1
            continue
        if completed.notes:
            without += 1
            continue
        if read_force(completed.words).problems:
            broken += 1
            continue
        whole += 1
        if asked := _asked(completed.words):
            wrong.append(f"{code[:12]}: {', '.join(asked)}")
    right = whole - len(wrong)
    left_out = f"left out: {without} with units that the data lack, {broken} against the rules of a list"
    note = "; ".join((*wrong[:SHOWN], left_out))
    yield Figure("units.codes", right, "codes", f">= {whole}", not wrong, whole, note=note)


def _asked(words: str) -> tuple[str, ...]:
    """Return the problems that prevent play, and the open questions. The data name no Lieutenant."""
    read = read_force(words)
    if read.force is None:
        return ("unread",)
    game = Infinity()
    state: Any = None
    for event in game.begin(dict.fromkeys(SEATS, read.force)):
        if isinstance(event, Refusal):
            return (event.why.key,)
        state = game.evolve(state, event)
    asked = {prompt.key for prompt in game.prompts(state)}
    unmarked = {"facts.bonus", "facts.lieutenant"} if read.force.bonus is None else set()
    return tuple(sorted(key for key in asked - unmarked if key.startswith("facts.")))


INVENTED_SKILLS = (
    "Lieutenant", "Hidden\xa0Deployment", "Peripheral (Servant)", "G: Jumper", "Warhorse", "Counterintelligence", "NCO",
    "Inspiring Leadership", "Strategos L1", "Strategos L2", "Commlink", "Courage", "Chain of Command",
)  # fmt: skip
INVENTED_EXTRAS = ("+1 Command Token", "+1 Order", "+1", "+2")


def _invented_group(rng: random.Random, number: int) -> dict[str, Any]:
    """Return a profile group with one option, with nulls as the publisher's files have them."""

    def skills() -> list[dict[str, Any]] | None:
        some = rng.sample(range(1, len(INVENTED_SKILLS) + 1), rng.randint(0, 3))
        extras = [[], None, [rng.randint(1, len(INVENTED_EXTRAS))]]
        return [{"id": id, "extra": rng.choice(extras)} for id in some] or None

    kinds = rng.sample(("REGULAR", "IRREGULAR", "IMPETUOUS", "TACTICAL", "LIEUTENANT"), rng.randint(0, 3))
    orders = [{"type": kind, "list": 1, "total": rng.randint(1, 2)} for kind in kinds]
    option = {"id": 1, "orders": orders, "points": rng.randint(0, 60), "skills": skills(), "includes": None}
    profile = {"name": f"Profile {number}", "wip": rng.randint(-1, 18), "skills": skills()}
    return {"id": number, "isc": rng.choice((None, f"Group {number}")), "profiles": [profile], "options": [option]}


def compared(data: UnitData, file: Mapping[str, Any], by: Reckoner) -> Iterator[str]:
    """Yield the ids of each option for which table and reckoning differ."""
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
