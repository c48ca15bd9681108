"""Write an army as list builders do: the TTS JSON, the link, and Legion HQ's three texts."""

import json
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import partial
from types import MappingProxyType

from lab.trials.legion.lists.carriers import CARRIERS, admiral, in_any_way
from lab.trials.legion.lists.random_armies import OTHER_CARDS, ChosenArmy, ChosenUnit, Upgrade
from table.games.legion.data.catalogue import Catalogue
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.rules.model.armies import CommandCard, Rank


class ListForm(StrEnum):
    """The formats of a list."""

    JSON = "json"
    LINK = "link"
    TOURNAMENT = "tournament"
    STANDARD = "standard"
    MINIMAL = "minimal"
    STANDARD_BARE = "standard_bare"
    """The older standard text without a heading above the hand."""
    MINIMAL_BARE = "minimal_bare"
    """The minimal text without a heading above the hand."""

    ADMIRAL = "admiral"
    """Tabletop Admiral's text."""
    BARS = "bars"
    """The JSON with Longshanks' `||` between its lines."""
    BREAKS = "breaks"
    """The tournament text with `<br>` between its lines."""
    ESCAPED = "escaped"
    """Tabletop Admiral's text with escaped line ends."""
    MAIL = "mail"
    """The standard text, quoted in a mail."""
    PAGE = "page"
    """A page with the standard text in it."""
    POINTS = "points"
    """A text with counts and points in one of sixteen ways."""

    @property
    def carries(self) -> "ListForm":
        """Return the format inside a carrier; any other format is its own."""
        return _CARRIED.get(self, self)

    @property
    def is_standard(self) -> bool:
        return self in (ListForm.STANDARD, ListForm.STANDARD_BARE)

    @property
    def is_bare(self) -> bool:
        """True if the hand has no heading. Units are named as in the format with one."""
        return self in (ListForm.STANDARD_BARE, ListForm.MINIMAL_BARE)

    @property
    def heading(self) -> str:
        """Return the heading of a hand in one line."""
        return "" if self.is_bare else "Commands: "


_CARRIED = MappingProxyType(
    {
        ListForm.BARS: ListForm.JSON,
        ListForm.BREAKS: ListForm.TOURNAMENT,
        ListForm.ESCAPED: ListForm.ADMIRAL,
        ListForm.MAIL: ListForm.STANDARD,
        ListForm.PAGE: ListForm.STANDARD,
    }
)
HEADINGS = MappingProxyType(
    {
        Rank.COMMANDER: "Commanders",
        Rank.OPERATIVE: "Operative",
        None: "Counterparts",
        Rank.CORPS: "Corps",
        Rank.SPECIAL: "Special Forces",
        Rank.SUPPORT: "Support",
        Rank.HEAVY: "Heavy",
    }
)
JSON_FACTIONS = MappingProxyType(
    {"empire": "empire", "rebels": "rebel", "republic": "republic", "separatists": "separatist"}
)
"""The faction stays empty for others."""
TACTICAL = MappingProxyType({"qa": " - Kalani", "pz": " - Kraken"})
"""Two units whose names are printed a second time, by their ids in links."""
STANDING = "Standing Orders"


def name_in(form: ListForm, unit: UnitCard) -> str:
    """Return the name of a unit in a format."""
    form = form.carries
    if form is ListForm.LINK:
        return unit.lhq_id
    if form is ListForm.JSON:
        return unit.full_name
    if form in (ListForm.ADMIRAL, ListForm.POINTS):
        return unit.name
    if form.is_standard:
        return unit.display_name or unit.name
    return unit.name + TACTICAL.get(unit.lhq_id, "")


def _json(army: ChosenArmy) -> str:
    units = [entry for unit in army.units for entry in [_json_unit(unit)] * unit.times]
    return json.dumps(
        {
            "author": "Legion HQ",
            "listname": army.title,
            "points": army.points,
            "armyFaction": JSON_FACTIONS.get(army.faction, ""),
            "commandCards": [*(card.name for card in army.hand), STANDING],
            "contingencies": [card.name for card in army.contingencies],
            "units": units,
            "battlefieldDeck": {
                "conditions": [],
                "deployment": [],
                "objective": list(OTHER_CARDS),
                "scenario": "standard",
            },
        },
        indent=4,
        ensure_ascii=False,
    )


def _json_unit(unit: ChosenUnit) -> Mapping[str, object]:
    upgrades = [upgrade.name for upgrade in unit.upgrades]
    if unit.counterpart:
        upgrades.append(unit.counterpart.full_name)
    return {"name": unit.card.full_name, "upgrades": upgrades, "loadout": [upgrade.name for upgrade in unit.loadout]}


def _link(army: ChosenArmy, ids: Mapping[str, str]) -> str:
    """Return a link, or nothing if links do not know a card of the hand. `ids` maps card ids to their ids in links."""
    cards = (*army.hand, *army.contingencies)
    if any(card.id not in ids for card in cards):
        return ""
    parts = (*map(_segment, army.units), *(ids[card.id] for card in cards))
    return f"https://legionhq2.com/list/{army.faction}/{army.limit}:{','.join(parts)}"


def _segment(unit: ChosenUnit) -> str:
    upgrades = "".join(upgrade.lhq_id for upgrade in unit.upgrades) + "0"
    loadout = "_" + "".join(upgrade.lhq_id for upgrade in unit.loadout) if unit.loadout else ""
    counterpart = f"+1{unit.counterpart.lhq_id}" if unit.counterpart else ""
    return f"{unit.times}{unit.card.lhq_id}{upgrades}{loadout}{counterpart}"


def _tournament(army: ChosenArmy) -> str:
    lines = [army.title, f"{army.points}/{army.limit}"]
    for unit in army.units:
        for _ in range(unit.times):
            lines.append(f"{name_in(ListForm.TOURNAMENT, unit.card)} ({unit.cost // unit.times})")
            lines.extend(f" - {_with_loadout(unit, place)}" for place in range(len(unit.upgrades)))
        if unit.counterpart:
            lines.append(f"{unit.counterpart.name} ({unit.counterpart.cost})")
    lines += ["", "Commands:", *(f"{_pips(card)}{card.name}" for card in army.hand), f"••••{STANDING}"]
    if army.contingencies:
        lines += ["", "Contingencies:", *(f"{_pips(card)}{card.name}" for card in army.contingencies)]
    lines += ["", "Battle Deck", "Objectives:", *(f" - {name}" for name in OTHER_CARDS)]
    return "\n".join(lines) + "\n"


def _with_loadout(unit: ChosenUnit, place: int) -> str:
    written = _priced(unit.upgrades[place])
    return f"{written}/{_priced(unit.loadout[place])}" if unit.loadout else written


def _priced(upgrade: Upgrade) -> str:
    return f"{upgrade.name} ({upgrade.cost})"


def _standard(army: ChosenArmy, form: ListForm) -> str:
    lines = [army.title, _head(army)]
    written = [*army.units, *(ChosenUnit(unit.counterpart) for unit in army.units if unit.counterpart)]
    for rank, heading in HEADINGS.items():
        if of_rank := [unit for unit in written if unit.card.rank is rank]:
            lines += [f"{heading}:", *map(_standard_line, of_rank)]
    return "\n".join((*lines, "", *_in_one_line(army, form)))


def _standard_line(unit: ChosenUnit) -> str:
    name = f"{unit.times}× " * (unit.times > 1) + name_in(ListForm.STANDARD, unit.card)
    if unit.cost == unit.card.cost:
        return f" - {name} = {unit.cost}"
    upgrades = ", ".join(_with_loadout(unit, place) for place in range(len(unit.upgrades)))
    return f" - {name} ({unit.card.cost}){': ' * bool(upgrades)}{upgrades} = {unit.cost}"


def _minimal(army: ChosenArmy, form: ListForm) -> str:
    lines = [_head(army)]
    for unit in army.units:
        times = f"{unit.times}× " * (unit.times > 1)
        upgrades = f"({_names(unit.upgrades)})" * bool(unit.upgrades)
        lines.append(f"{times}{name_in(ListForm.MINIMAL, unit.card)} {upgrades}")
        if unit.loadout:
            lines.append(f" - Loadout: ({_names(unit.loadout)})")
        if unit.counterpart:
            lines.append(unit.counterpart.name)
    return "\n".join((*lines, *_in_one_line(army, form)))


def _head(army: ChosenArmy) -> str:
    return f"{army.points}/{army.limit} ({army.activations} activation{'s' * (army.activations != 1)})"


def _in_one_line(army: ChosenArmy, form: ListForm) -> list[str]:
    hand = ", ".join((*(f"{_pips(card)} {card.name}" for card in army.hand), f"•••• {STANDING}"))
    contingencies = "".join(f"{_pips(card)} {card.name}, " for card in army.contingencies)
    return [f"{form.heading}{hand}", *([f"Contingencies: {contingencies}"] if contingencies else ())]


def _names(upgrades: Iterable[Upgrade]) -> str:
    return ", ".join(upgrade.name for upgrade in upgrades)


def _pips(card: CommandCard) -> str:
    return "•" * card.hand_pips


def writers(catalogue: Catalogue) -> Mapping[ListForm, Callable[[ChosenArmy], str]]:
    """Return the writer of each format for this edition."""
    ids = {card.id: link_id for link_id, card in catalogue.link_cards.items()}
    plain: dict[ListForm, Callable[[ChosenArmy], str]] = {
        ListForm.JSON: _json,
        ListForm.LINK: partial(_link, ids=ids),
        ListForm.TOURNAMENT: _tournament,
        ListForm.STANDARD: partial(_standard, form=ListForm.STANDARD),
        ListForm.MINIMAL: partial(_minimal, form=ListForm.MINIMAL),
        ListForm.STANDARD_BARE: partial(_standard, form=ListForm.STANDARD_BARE),
        ListForm.MINIMAL_BARE: partial(_minimal, form=ListForm.MINIMAL_BARE),
        ListForm.ADMIRAL: admiral,
        ListForm.POINTS: in_any_way,
    }
    return plain | {form: partial(_carried, form, plain[inside]) for form, inside in _CARRIED.items()}


def _carried(form: ListForm, write: Callable[[ChosenArmy], str], army: ChosenArmy) -> str:
    return CARRIERS[form](write(army))
