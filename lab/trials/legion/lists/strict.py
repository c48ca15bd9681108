"""A second reader of list builders' output: it reads exactly what a damaged list now says.

It knows the writers' grammar and the names of upgrades, but not their points, and no units. It rejects a list with
a character that no builder writes.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct

from lab.trials.legion.lists.carriers import UNCARRIED
from lab.trials.legion.lists.random_armies import Upgrade
from lab.trials.legion.lists.writers import HEADINGS, STANDING, ListForm, name_in
from table.games.legion.data.catalogue import Catalogue
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.rules.model.armies import Army
from table.rules.errors import InputError

_TOP = re.compile(r"(\S.*?) \((\d+)\)")
_LINE = re.compile(r" - (?:(\d+)× )?(\S.*?)(?: \((\d+)\)(?:: (.+))?)? = (\d+)")
_SHORT = re.compile(r"(?:(\d+)× )?(\S.*?) (?:\((.+)\))?")
_LOADOUT = re.compile(r" - Loadout: \((.+)\)")
_HEAD = re.compile(r"(\d+)/(\d+) \((\d+) activations?\)")
_POINTS = re.compile(r"(\d+)/(\d+)")
_CARD = re.compile(r"(•{1,4}) ?(\S.*)")
_LINK = re.compile(r"https://legionhq2\.com/list/([a-z]+)/(\d+):([A-Za-z0-9,+_]+)")
_SEGMENT = re.compile(r"([1-9])([A-Za-z]{2})((?:[A-Za-z]{2})*)0(?:_((?:[A-Za-z]{2})+))?(?:\+1([A-Za-z]{2}))?")
_ADMIRAL_HEAD = (re.compile(r"(\d+)/\d+"), re.compile(r"(\d+) Activations"))
_ADMIRAL = re.compile(r"(?:(\d)x )?(\S.*?) (\d+)(?: \+ (\d+) = (\d+))?(?: x (\d) = (\d+))?")
_PIPS_BEHIND = re.compile(r"(\S.*?) (•{1,4})")
_HAND = 6
"""The number of cards of a hand in a link."""
_SHORT_FORMS = (ListForm.MINIMAL, ListForm.MINIMAL_BARE)
_COUNTERPARTS = f"{HEADINGS[None]}:"


class UnitKey(NamedTuple):
    """A unit as a format names it."""

    written: str
    rank: str = ""
    """The heading above it, in the format with headings."""
    cost: int | None = None
    """The points of its card, in the formats with points."""


class ListContent(Struct):
    """The content of a list: its units, and the hand with Standing Orders (names, or ids without them)."""

    units: Counter[UnitKey]
    cards: Counter[str]


class OddSignError(InputError, ValueError):
    """A character is in a place where no list builder puts it."""


def unit_key(form: ListForm, unit: UnitCard) -> UnitKey:
    """Return the key of a unit in a format."""
    form = form.carries
    rank = HEADINGS[unit.rank] if form.is_standard else ""
    cost = unit.cost if form.is_standard or form in (ListForm.TOURNAMENT, ListForm.ADMIRAL, ListForm.POINTS) else None
    return UnitKey(name_in(form, unit), rank, cost)


class StrictReader:
    """Reads the lists of one edition exactly."""

    def __init__(self, catalogue: Catalogue, upgrades: Sequence[Upgrade]) -> None:
        self._catalogue = catalogue
        self._upgrades = {upgrade.name for upgrade in upgrades}
        self._ids = {upgrade.lhq_id for upgrade in upgrades}
        self._link_ids = {card.id: link_id for link_id, card in catalogue.link_cards.items()}
        self._counterparts = {unit.full_name: unit for unit in catalogue.units if unit.rank is None}
        names = "|".join(re.escape(name) for name in sorted(self._upgrades, key=len, reverse=True))
        self._upgrade = re.compile(rf"({names}) \((\d+)\)(?:/({names}) \((\d+)\))?")
        self._readers: Mapping[ListForm, Callable[[str], ListContent]] = {
            ListForm.JSON: self._json,
            ListForm.LINK: self._link,
            ListForm.TOURNAMENT: self._tournament,
            ListForm.ADMIRAL: self._admiral,
            ListForm.POINTS: _unread,
            **{form: partial(self._with_head, form) for form in ListForm if form.is_standard or form in _SHORT_FORMS},
        }

    def matches(self, form: ListForm, words: bytes, army: Army) -> bool:
        """True if a list describes exactly this army."""
        try:
            plain = words.decode() if form.carries is form else UNCARRIED[form](words.decode())
            content = self._readers[form.carries](plain)
        except ValueError:
            return False
        units = Counter(unit_key(form, self._catalogue.unit(unit.card)) for unit in army.units)
        return (content.units, content.cards) == (units, Counter(self._cards_of(form, army)))

    def _cards_of(self, form: ListForm, army: Army) -> Iterable[str]:
        for card in army.hand:
            if form.carries is ListForm.JSON:
                yield card.name
            elif form is not ListForm.LINK:
                yield "•" * card.hand_pips + card.name
            elif card.name != STANDING:
                yield self._link_ids[card.id]

    def _json(self, words: str) -> ListContent:
        fields: Any = json.loads(words)
        _demand(json.dumps(fields, indent=4, ensure_ascii=False) == words)
        _demand(isinstance(fields, dict) and isinstance(fields.get("units"), list))
        units = Counter[UnitKey]()
        for unit in fields["units"]:
            _demand(isinstance(unit, dict) and set(unit) == {"name", "upgrades", "loadout"})
            units[UnitKey(unit["name"])] += 1
            for upgrade in unit["upgrades"]:
                _demand(upgrade in self._upgrades or upgrade in self._counterparts)
                units[UnitKey(upgrade)] += upgrade in self._counterparts
        return ListContent(+units, Counter(fields["commandCards"]))

    def _link(self, words: str) -> ListContent:
        parts = _matched(_LINK, words)[3].split(",")
        units = Counter[UnitKey]()
        for part in (part for part in parts if len(part) > 2):
            times, unit, upgrades, loadout, counterpart = _matched(_SEGMENT, part).groups()
            slots = re.findall("..", upgrades + (loadout or ""))
            _demand(all(slot in self._ids for slot in slots))
            units[UnitKey(unit)] += int(times)
            if counterpart:
                units[UnitKey(counterpart)] += 1
        return ListContent(units, Counter([part for part in parts if len(part) <= 2][:_HAND]))

    def _tournament(self, words: str) -> ListContent:
        blocks = words.removesuffix("\n").split("\n\n")
        _title, points, *lines = blocks[0].split("\n")
        units, total, above = Counter[UnitKey](), 0, 0
        for line in reversed(lines):  # upgrades follow their unit
            if line.startswith(" - "):
                above += self._upgrade_points(line.removeprefix(" - "))
                continue
            name, top = _matched(_TOP, line).groups()
            units[UnitKey(name, cost=int(top) - above)] += 1
            total, above = total + int(top), 0
        _demand(above == 0 and total == int(_matched(_POINTS, points)[1]))
        heading, *cards = blocks[1].split("\n")
        _demand(heading == "Commands:" and len(blocks) > 2)
        return ListContent(units, Counter("".join(_matched(_CARD, card).groups()) for card in cards))

    def _admiral(self, words: str) -> ListContent:
        head, body, hand, _ = words.split("\n\n")
        points, activations = (_matched(one, each) for one, each in zip(_ADMIRAL_HEAD, head.split("\n"), strict=True))
        units, total, number, above = Counter[UnitKey](), 0, 0, 0
        for line in reversed(body.split("\n")):  # upgrades follow their unit
            if line.startswith("--"):
                above += self._priced_upgrades(line.removeprefix("--"), units)
                continue
            count, name, base, more, one, times, whole = _matched(_ADMIRAL, line).groups()
            counted = int(count or 1)
            _demand(int(times or 1) == counted and int(more or 0) == above and int(one or base) == int(base) + above)
            _demand(int(whole or one or base) == counted * (int(base) + above))
            units[UnitKey(name, cost=int(base))] += counted
            total, number, above = total + counted * (int(base) + above), number + counted, 0
        _demand(total == int(points[1]) and number == int(activations[1]))
        cards = (_matched(_PIPS_BEHIND, card).groups() for card in re.split(r"(?<=•), ", hand))
        return ListContent(units, Counter(pips + name for name, pips in cards))

    def _priced_upgrades(self, words: str, units: Counter[UnitKey]) -> int:
        """Return the points of a row of upgrades, and count its counterparts as units."""
        points = 0
        for each in re.split(r"(?<=\)), ", words):
            name, cost = _matched(_TOP, each).groups()
            if name in self._counterparts:
                units[UnitKey(self._counterparts[name].name, cost=int(cost))] += 1
            else:
                _demand(name in self._upgrades)
            points += int(cost)
        return points

    def _with_head(self, form: ListForm, words: str) -> ListContent:
        """Return the content of a text with activations in its head and the hand in one line."""
        lines = words.split("\n")
        if form.is_standard:
            lines = lines[1:]
        points, _, activations = _matched(_HEAD, lines[0]).groups()
        hands = [place for place, line in enumerate(lines) if line.startswith(form.heading or "•")]
        _demand(len(hands) == 1)
        body = [line for line in lines[1 : hands[0]] if line]
        if form.is_standard:
            units, total, number = self._standard_units(body)
            _demand(total == int(points))
        else:
            units, number = self._minimal_units(body)
        _demand(number == int(activations))
        cards = re.split(r", (?=•)", lines[hands[0]].removeprefix(form.heading))
        return ListContent(units, Counter("".join(_matched(_CARD, card).groups()) for card in cards))

    def _standard_units(self, lines: Sequence[str]) -> tuple[Counter[UnitKey], int, int]:
        units, total, number, heading = Counter[UnitKey](), 0, 0, ""
        headings = {f"{heading}:" for heading in HEADINGS.values()}
        for line in lines:
            if line in headings:
                heading = line
                continue
            times, name, cost, upgrades, whole = _matched(_LINE, line).groups()
            count = int(times or 1)
            base = int(cost) if cost else int(whole) // count
            _demand(bool(heading) and count * (base + self._upgrade_points(upgrades or "")) == int(whole))
            units[UnitKey(name, heading.removesuffix(":"), base)] += count
            total, number = total + int(whole), number + count * (heading != _COUNTERPARTS)
        return units, total, number

    def _minimal_units(self, lines: Sequence[str]) -> tuple[Counter[UnitKey], int]:
        units, number = Counter[UnitKey](), 0
        short = {unit.name for unit in self._counterparts.values()}
        for line in lines:
            if loadout := _LOADOUT.fullmatch(line):
                self._demand_names(loadout[1])
            elif line in short:
                units[UnitKey(line)] += 1
            else:
                times, name, upgrades = _matched(_SHORT, line).groups()
                self._demand_names(upgrades or "")
                units[UnitKey(name)] += int(times or 1)
                number += int(times or 1)
        return units, number

    def _upgrade_points(self, words: str) -> int:
        """Return the points of a row of upgrades; those of a loadout do not count."""
        points = 0
        while words:
            match = self._upgrade.match(words)
            if match is None:
                raise OddSignError(words)
            points += int(match[2])
            words = words[match.end() :]
            _demand(not words or words.startswith(", "))
            words = words.removeprefix(", ")
        return points

    def _demand_names(self, words: str) -> None:
        left = words
        for name in sorted(self._upgrades, key=len, reverse=True):
            left = left.replace(name, "")
        _demand(not left.strip(", "))


def _unread(words: str) -> ListContent:
    """Refuse every list: no damaged one counts as another list that people write in this way."""
    raise OddSignError(words)


def _matched(pattern: re.Pattern[str], words: str) -> re.Match[str]:
    match = pattern.fullmatch(words)
    if match is None:
        raise OddSignError(words)
    return match


def _demand(well: bool) -> None:
    if not well:
        raise OddSignError
