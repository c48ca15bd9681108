"""A faction's unit data, which a player downloads from the publisher: the meaning of the ids in an army code.

None of it is shipped. The file is big, so it has its own size limit, and it is read for one list only.
"""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from table.games.files.list_format import MOST_DATA_BYTES
from table.games.files.packed_file import PackedError, unpacked
from table.games.files.raw_list import ListError, clean
from table.games.infinity.lists.codes.layouts import CodeMember
from table.games.infinity.rules.model.forces import Order
from table.rules.text import text

LIEUTENANT, TACTICAL, IMPETUOUS = "LIEUTENANT", "TACTICAL", "IMPETUOUS"
MOST_INCLUDED = 9


class _Named(Struct, frozen=True):
    id: int = 0
    name: str = ""


class _Skill(Struct, frozen=True):
    id: int = 0
    extra: list[int] = []


class _GivenOrder(Struct, frozen=True):
    type: str = ""
    total: int = 1


class _Include(Struct, frozen=True):
    q: int = 1
    group: int = 0
    option: int = 0


class _Option(Struct, frozen=True):
    id: int = 0
    orders: list[_GivenOrder] = []
    points: int = 0
    skills: list[_Skill] = []
    includes: list[_Include] = []


class _Profile(Struct, frozen=True):
    name: str = ""
    wip: int = 0
    skills: list[_Skill] = []


class _ProfileGroup(Struct, frozen=True):
    id: int = 0
    isc: str = ""
    profiles: list[_Profile] = []
    options: list[_Option] = []


class _Unit(Struct, frozen=True):
    id: int = 0
    isc: str = ""
    name: str = ""
    profileGroups: list[_ProfileGroup] = []  # noqa: N815  (the publisher's own spelling)


class _Filters(Struct, frozen=True):
    skills: list[_Named] = []
    extras: list[_Named] = []


class _UnitsFile(Struct, frozen=True):
    units: list[_Unit] = []
    filters: _Filters = _Filters()


class KnownTrooper(Struct, frozen=True):
    """The data of one option of a unit."""

    name: str
    """The name of the unit. The option would reveal who can be the Lieutenant (TB-100)."""
    order: Order
    tactical: bool = False
    impetuous: bool = False
    lieutenant: int = 0
    """The special orders of a Lieutenant; 0 for another trooper."""
    command_token: bool = False
    peripheral: bool = False
    controls: bool = False
    """True for a Doctor or an Engineer, which owns a peripheral that is bought separately."""
    jumper: bool = False
    """True for a proxy of a G: Jumper. All proxies of a unit are one trooper."""
    can_hide: bool = False
    """True if it can begin off the table, by its player's choice."""
    warhorse: bool = False
    counterintelligence: bool = False
    nco: bool = False
    inspiring: bool = False
    strategos: int = 0
    """The level of Strategos; 0 without it."""
    commlink: int | None = None
    """The number of troopers that it adds to the limit of a list; None without Commlink."""
    points: int = 0
    wip: int = 0
    """The value; 0 for a trooper without one, for which the data have -1."""
    brings: tuple[CodeMember, ...] = ()
    """The peripherals that come with it."""


class UnitData:
    """The units of one file, by the three ids of a code's member."""

    def __init__(self, content: bytes) -> None:
        """Take the data, packed or not.

        Raises `ListError` for a file that is too big, or does not contain unit data.
        """
        if len(content) > MOST_DATA_BYTES or len(content := _unpacked(content)) > MOST_DATA_BYTES:
            raise ListError(text("units.too_big", limit=MOST_DATA_BYTES // (1024 * 1024)))
        try:
            file = msgspec.convert(_without_nulls(msgspec.json.decode(content.removeprefix(BOM_UTF8))), _UnitsFile)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ListError(text("units.unreadable", why=clean(str(error)))) from error
        # The data have no-break spaces in some names ("Hidden\xa0Deployment"), which `clean` makes plain ones.
        self._skills = {skill.id: clean(skill.name) for skill in file.filters.skills}
        self._extras = {extra.id: clean(extra.name) for extra in file.filters.extras}
        self._troopers = dict(self._all(file.units))
        if not self._troopers:
            raise ListError(text("units.none"))

    def known(self, member: CodeMember) -> KnownTrooper | None:
        return self._troopers.get((member.unit, member.profile, member.option))

    def _all(self, units: Iterable[_Unit]) -> Iterator[tuple[tuple[int, int, int], KnownTrooper]]:
        for unit in units:
            for group in unit.profileGroups:
                for option in group.options:
                    trooper = self._trooper(unit, group, option)
                    yield (unit.id, group.id, option.id), trooper
                    if group.id == 1:
                        yield (unit.id, 0, option.id), trooper  # some codes have a 0 for a unit's first group

    def _trooper(self, unit: _Unit, group: _ProfileGroup, option: _Option) -> KnownTrooper:
        profile = group.profiles[0] if group.profiles else _Profile()
        skills = [*profile.skills, *option.skills]
        names = [self._skills.get(skill.id, "") for skill in skills]
        extras = [self._extras.get(extra, "") for skill in skills for extra in skill.extra]
        given = {order.type.upper(): order.total for order in option.orders}
        peripheral = _speaks(names, "peripheral")
        return KnownTrooper(
            clean(group.isc or profile.name or unit.isc or unit.name) or "?",
            _order(given, peripheral),
            tactical=TACTICAL in given,
            impetuous=IMPETUOUS in given,
            lieutenant=given.get(LIEUTENANT, 1) if LIEUTENANT in given or "Lieutenant" in names else 0,
            command_token=_speaks((*names, *extras), "command token"),
            peripheral=peripheral,
            controls=not peripheral and bool({"Doctor", "Engineer"} & set(names)),
            jumper=_speaks(names, "g: jumper"),
            can_hide=_speaks(names, "hidden deployment", "combat jump", "parachutist", "airborne"),
            warhorse=_speaks(names, "warhorse"),
            counterintelligence=_speaks(names, "counterintelligence"),
            nco="NCO" in names,
            inspiring=_speaks(names, "inspiring leadership"),
            strategos=max((int(name[-1]) for name in names if name.startswith("Strategos L")), default=0),
            commlink=self._commlink(skills),
            points=option.points,
            wip=max(profile.wip, 0),
            brings=tuple(
                CodeMember(unit.id, each.group, each.option)
                for each in option.includes
                for _ in range(min(each.q, MOST_INCLUDED))
            ),
        )

    def _commlink(self, skills: Iterable[_Skill]) -> int | None:
        """Return the number that its `+1` or `+2` adds; 0 for a Commlink without one, None without Commlink."""
        found = [skill for skill in skills if self._skills.get(skill.id, "") == "Commlink"]
        extras = [self._extras.get(extra, "") for skill in found for extra in skill.extra]
        return max((int(extra) for extra in extras if extra in ("+1", "+2")), default=0) if found else None


def _unpacked(content: bytes) -> bytes:
    """Return the one file in a zip or gzip file, at most one byte more than the limit. Raises `ListError`."""
    try:
        return unpacked(content, MOST_DATA_BYTES)
    except PackedError as error:
        raise ListError(text(f"list.packed.{error.why}", names=clean(", ".join(error.names)))) from error


def _without_nulls(value: Any) -> Any:
    """Return the data without nulls, which the publisher writes for a name or a list that a unit does not have."""
    if isinstance(value, dict):
        return {key: _without_nulls(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return [_without_nulls(each) for each in value if each is not None]
    return value


def _order(given: Mapping[str, int], peripheral: bool) -> Order:
    if peripheral:
        return Order.NONE
    return Order.REGULAR if "REGULAR" in given else Order.IRREGULAR if "IRREGULAR" in given else Order.NONE


def _speaks(names: Iterable[str], *words: str) -> bool:
    return any(word in name.lower() for name in names for word in words)
