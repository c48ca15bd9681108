"""All problems of two armies at once (TB-46). Rank limits and points are left to the players."""

from collections.abc import Mapping, Sequence
from typing import Any

from table.games.legion.rules.model.armies import Army
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text

RULE = "TB-46"


def problems(setup: Mapping[Seat, Any]) -> tuple[Refusal, ...]:
    return tuple(Refusal(RULE, why) for seat in SEATS for why in _of(text(f"seat.{seat}"), setup.get(seat)))


def _of(seat: Text, army: object) -> list[Text]:
    if not isinstance(army, Army):
        return [text("legion.muster.no_army", seat=seat)]
    found = []
    if not any(unit.rank for unit in army.units):
        found.append(text("legion.muster.no_units", seat=seat))
    if not army.hand:
        found.append(text("legion.muster.no_hand", seat=seat))
    if any(not unit.id for unit in army.units):
        found.append(text("legion.muster.unit_without_id", seat=seat))
    found += [text("legion.muster.unit_twice", seat=seat, id=twice) for twice in _twice([u.id for u in army.units])]
    found += [text("legion.muster.card_twice", seat=seat, id=twice) for twice in _twice([c.id for c in army.hand])]
    return found


def _twice(ids: Sequence[str]) -> list[str]:
    return [each for each in dict.fromkeys(ids) if ids.count(each) > 1]
