"""Export: the JSON that builders and Tabletop Simulator take, and Legion HQ's link."""

import json
from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType

from table.games.files.raw_list import ListError
from table.games.legion.data.catalogue import CURRENT, Catalogue
from table.games.legion.data.upgrade_cards import UpgradeCards, upgrade_cards
from table.games.legion.lists.army_list import ListResult
from table.games.legion.lists.built_units import BuiltUnit, known_upgrades
from table.games.legion.rules.model.armies import Army
from table.games.legion.rules.model.hands import STANDING_ORDERS
from table.rules.text import Text, text

LINK = "https://legionhq2.com/list"
_MOST_COUNT = 9
_FACTIONS = MappingProxyType(
    {"empire": "empire", "rebels": "rebel", "republic": "republic", "separatists": "separatist"}
)
"""The factions as builders write them in JSON. Others stay empty."""


def as_json(result: ListResult) -> tuple[str, tuple[Text, ...]]:
    """Return the list as JSON, with a note for each name that builders may not know. Raises `ListError`."""
    army, cards = _army(result), upgrade_cards()
    units, notes = list[dict[str, object]](), list[Text]()
    for unit in result.built:
        known, others = known_upgrades(unit, cards)
        notes.extend(text("list.export.name", name=each) for each in others)
        names = (*(card.json_name for card in known), *others, *(card.json_name for card in unit.counterparts))
        units.append({"name": unit.card.json_name, "upgrades": list(names), "loadout": []})
    content = {
        "listname": army.name,
        "points": army.points,
        "author": "command-table",
        "numActivations": len(units),
        "armyFaction": _FACTIONS.get(army.faction, ""),
        **({"battleForce": army.battle_force} if army.battle_force else {}),
        "commandCards": [card.name for card in army.hand],
        "contingencies": [],
        "units": units,
        "battlefieldDeck": {"scenario": "standard", "conditions": [], "deployment": [], "objective": []},
    }
    return json.dumps(content, indent=4, ensure_ascii=False), tuple(dict.fromkeys(notes))


def as_link(result: ListResult, catalogue: Catalogue) -> tuple[str, tuple[Text, ...]]:
    """Return the list as a link, with a note for each part that no link can hold. Raises `ListError`."""
    army = _army(result)
    if catalogue.edition != CURRENT:
        raise ListError(text("list.export.edition"))
    ids = {card.id: link_id for link_id, card in catalogue.link_cards.items()}
    hand = [card for card in army.hand if card.id != STANDING_ORDERS]
    forces = {force.name: force.ids[0] for force in catalogue.battle_forces if force.ids}
    notes = [text("list.export.left_out", name=card.name) for card in hand if card.id not in ids]
    segments = _segments(result.built, upgrade_cards(), notes)
    force = forces.get(army.battle_force, "")
    if army.battle_force and not force:
        notes.append(text("list.export.left_out", name=army.battle_force))
    head = ":".join(map(str, filter(None, (result.size or catalogue.points, force))))
    body = ",".join((*segments, *(ids[card.id] for card in hand if card.id in ids)))
    return f"{LINK}/{army.faction}/{head}:{body}", tuple(dict.fromkeys(notes))


def _segments(units: tuple[BuiltUnit, ...], cards: UpgradeCards, notes: list[Text]) -> Iterator[str]:
    """Yield a part for each unit, or for up to nine equal ones."""
    for segment, count in Counter(_segment(unit, cards, notes) for unit in units).items():
        for first in range(0, count, _MOST_COUNT):
            yield f"{min(count - first, _MOST_COUNT)}{segment}"


def _segment(unit: BuiltUnit, cards: UpgradeCards, notes: list[Text]) -> str:
    """Return the part of a unit without its count. Upgrades without a slot follow the slots."""
    known, others = known_upgrades(unit, cards)
    notes.extend(text("list.export.left_out", name=each) for each in others)
    notes.extend(
        text("list.export.twins", name=card.name)
        for card in known
        if card.lhq_id not in unit.upgrades and cards.twins(card)
    )
    places, left = cards.placed(known, cards.bars.get(unit.card.lhq_id, ()))
    words = ""
    for counterpart in unit.counterparts:
        own, left = cards.placed(left, cards.bars.get(counterpart.lhq_id, ()))
        words += f"+1{counterpart.lhq_id}{''.join(own)}"
    return f"{unit.card.lhq_id}{''.join((*places, *(card.lhq_id for card in left)))}{words}"


def _army(result: ListResult) -> Army:
    """Return the army of a list. Raises `ListError` if there is none."""
    if result.army is None:
        raise ListError(*result.problems)
    return result.army
