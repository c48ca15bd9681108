"""Find all problems of two forces together (TB-101)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from table.games.infinity.rules.model.forces import GROUP_SIZE, MOST_GROUPS, MOST_TROOPERS, Force, Order, Trooper
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text

RULE = "TB-101"
Placed: TypeAlias = Callable[[Trooper, str], Text | str]
"""Returns the position of a trooper's key in its list, or of the trooper for an empty key."""


def problems(setup: Mapping[Seat, Any]) -> tuple[Refusal, ...]:
    return tuple(Refusal(RULE, why) for seat in SEATS for why in _of(text(f"seat.{seat}"), setup.get(seat)))


def _by_name(trooper: Trooper, _key: str) -> str:
    return trooper.name


def force_problems(force: Force, place: Placed = _by_name, lieutenant: Text | str | None = None) -> tuple[Text, ...]:
    """Return all problems of one force, without a seat.

    `place` returns the position of a trooper in the list, `lieutenant` is that of the Lieutenant's orders.
    """
    return tuple(_of(force.name or text("infinity.muster.the_list"), force, place, lieutenant))


def lone_problems(trooper: Trooper, place: Placed = _by_name) -> tuple[Text, ...]:
    """Return all problems of a single trooper, from a list that is only partly known."""
    who = text("infinity.muster.the_list")
    return (*_group_numbers(who, (trooper,), place), *_orders(who, trooper, place))


def _of(
    who: Text | str, force: object, place: Placed = _by_name, lieutenant: Text | str | None = None
) -> Iterator[Text]:
    if not isinstance(force, Force):
        yield text("infinity.muster.no_force", who=who)
        return
    if not force.troopers:
        yield text("infinity.muster.empty", who=who)
    ids = Counter(trooper.id for trooper in force.troopers)
    for id, times in ids.items():
        if times > 1 or not id:
            yield text("infinity.muster.twice", who=who, id=id)
    alone = [t for t in force.troopers if not t.follows and not t.reinforcement]
    if force.troopers and not alone:
        yield text("infinity.muster.nobody_begins", who=who)
    if len(alone) > MOST_TROOPERS:
        where = _where(who, place, alone[MOST_TROOPERS])
        yield text("infinity.muster.too_many", who=where, found=len(alone), limit=MOST_TROOPERS)
    yield from _groups(who, force.troopers, place)
    yield from _reinforcements(who, force.troopers, place)
    by_id = {trooper.id: trooper for trooper in force.troopers}
    for trooper in force.troopers:
        yield from _belonging(who, trooper, by_id, place)
    if force.lieutenant_orders is not None and not 0 <= force.lieutenant_orders <= 2:
        yield text("infinity.muster.lieutenant_orders", who=lieutenant or who, found=force.lieutenant_orders)


def _where(who: Text | str, place: Placed, trooper: Trooper, key: str = "") -> Text | str:
    """Return the place of this key of a trooper in the file.

    Without a file it is the owner of the list.
    """
    return who if place is _by_name else place(trooper, key)


def _groups(who: Text | str, troopers: tuple[Trooper, ...], place: Placed) -> Iterator[Text]:
    for group in dict.fromkeys(t.group for t in troopers if not t.follows):
        here = [t for t in troopers if t.group == group and not t.follows]
        if len(here) > GROUP_SIZE:
            where = _where(who, place, here[GROUP_SIZE])
            yield text("infinity.muster.group_full", who=where, group=group, found=len(here), limit=GROUP_SIZE)
    yield from _group_numbers(who, troopers, place)


def _reinforcements(who: Text | str, troopers: tuple[Trooper, ...], place: Placed) -> Iterator[Text]:
    """Check that no group mixes reinforcements with other troopers, and that none of them is hidden (IA-08)."""
    for trooper in troopers:
        if trooper.hidden and trooper.reinforcement:
            yield text("infinity.muster.late_and_hidden", who=who, name=place(trooper, "reinforcement"))
    begins = {t.group for t in troopers if not t.reinforcement}
    late = {t.group: t for t in reversed(troopers) if t.reinforcement}
    for group in sorted(begins & late.keys()):
        where = _where(who, place, late[group], "reinforcement")
        yield text("infinity.muster.mixed_group", who=where, group=group)


def _group_numbers(who: Text | str, troopers: tuple[Trooper, ...], place: Placed) -> Iterator[Text]:
    """Yield each invalid number of a combat group, with the place of the first trooper that has it."""
    first = {t.group: t for t in reversed(troopers) if not 1 <= t.group <= MOST_GROUPS}
    for group in sorted(first):
        where = _where(who, place, first[group], "group")
        yield text("infinity.muster.group_number", who=where, group=group, limit=MOST_GROUPS)


def _belonging(who: Text | str, trooper: Trooper, by_id: Mapping[str, Trooper], place: Placed) -> Iterator[Text]:
    """Yield the problems of a peripheral or a proxy: it has its trooper's group, and gives no order of its own."""
    root = trooper.peripheral_of or trooper.proxy_of
    if not root:
        return
    owner = by_id.get(root)
    if owner is None or owner.peripheral_of or owner.proxy_of or (trooper.peripheral_of and trooper.proxy_of):
        name = place(trooper, "peripheral_of" if trooper.peripheral_of else "proxy_of")
        yield text("infinity.muster.owner", who=who, name=name)
    elif owner.group != trooper.group:
        yield text("infinity.muster.other_group", who=who, name=place(trooper, "group"), owner=owner.name)
    elif (owner.hidden, owner.reinforcement) != (trooper.hidden, trooper.reinforcement):
        yield text("infinity.muster.apart", who=who, name=place(trooper, ""), owner=owner.name)
    yield from _orders(who, trooper, place)


def _orders(who: Text | str, trooper: Trooper, place: Placed) -> Iterator[Text]:
    if trooper.peripheral_of and trooper.order not in (None, Order.NONE):
        yield text("infinity.muster.peripheral_order", who=who, name=place(trooper, "order"))
