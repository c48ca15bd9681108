"""A second reading of a match of Legion: what its cards and keywords do, and when, by the data files alone.

It reads the events of a journal by their names, `moments.csv`, and the columns of the product's data files. It shares
no rule with the table: no keyword, moment or time of the rules is imported.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from table.games.legion.data.catalogue import rows

Unit = tuple[str, str]
"""A seat and the id of its unit."""
OWN = ("Inspire", "Master of the Force", "Cycle", "Regenerate", "Attack Run", "Incognito", "Wheel Mode")
ORDERED = ("Target", "Defend", "Disciplined", "Fire Support")
PHASE = ("Reliable", "Retinue", "My Mood Is Based On Profit")
TURNS = frozenset({"UnitActivated", "TokenDrawn", "TokenDictated", "Passed"})
TIMES = ("reveal", "untimed", "issuing", "command_end", "start_of_activation", "activation", "end_phase")


class Duty(NamedTuple):
    """A reminder that is due from an event on, until one of other events."""

    seat: str
    keyword: str
    unit: str
    """The unit with the keyword."""
    until: tuple[str, ...]
    """The names of the events before which it must come."""


@dataclass
class MatchReading:
    """The reminders and effects that are due in a match, event by event, and those that were forgotten."""

    forgotten: list[str] = field(default_factory=list)
    checked: int = 0
    _units: dict[Unit, Any] = field(default_factory=dict)
    _ordered: set[Unit] = field(default_factory=set)
    _fallen: set[Unit] = field(default_factory=set)
    _due: list[Duty] = field(default_factory=list)
    _cards: dict[str, tuple[str, set[str]]] = field(default_factory=dict)
    """The card of the round of each seat, with the times of its effects that are still to come."""
    _led: set[str] = field(default_factory=set)
    _round: int = 0

    def read(self, event: Any) -> None:
        name = type(event).__name__
        step = f"StepBegan.{event.step}" if name == "StepBegan" else name
        self._judge({name, step})
        handler = getattr(self, f"_on_{_snake(name)}", None)
        if handler is not None:
            handler(event)

    def _judge(self, names: set[str]) -> None:
        """Forget no duty whose time is over."""
        late = [duty for duty in self._due if names & {*duty.until}]
        self._due = [duty for duty in self._due if duty not in late]
        self.forgotten += [f"{duty.keyword} of {self._units[duty.seat, duty.unit].name}" for duty in late]

    def _owe(self, seat: str, unit: str, keyword: str, *until: str) -> None:
        if (seat, unit) not in self._fallen and keyword in keywords_of(self._units[seat, unit].card):
            self._due.append(Duty(seat, keyword, unit, until))
            self.checked += 1

    def _each(self, seat: str = "") -> Iterator[Unit]:
        return (unit for unit in self._units if seat in ("", unit[0]))

    # -- events ------------------------------------------------------------------------------------------------------

    def _on_match_begun(self, event: Any) -> None:
        for seat, army in (("blue", event.blue), ("red", event.red)):
            self._units.update({(seat, unit.id): unit for unit in army.units})
        for seat, unit in self._each():
            self._owe(seat, unit, "Hunted", "CardsRevealed")

    def _on_round_began(self, event: Any) -> None:
        self._round = event.number
        self._ordered, self._led = set(), set()
        self._cards = {}
        for seat, unit in self._each():
            self._owe(seat, unit, "Secret Mission", "CardsRevealed")

    def _on_card_played(self, event: Any) -> None:
        self._on_revealed_replaced(event)
        for seat, unit in self._each(event.seat):
            self._owe(seat, unit, "One Step Ahead", "StepBegan.priority")

    def _on_revealed_replaced(self, event: Any) -> None:
        """Note the card of the hand that takes the place of the revealed one."""
        row = facts().get(event.card)
        self._cards[event.seat] = (event.card, _times(row) if row else set())

    def _on_commander_nominated(self, event: Any) -> None:
        self._led.add(event.seat)

    def _on_effect_resolved(self, event: Any) -> None:
        card, left = self._cards.get(event.seat, ("", set()))
        if card == event.card:
            left.discard(str(event.timing))

    def _on_order_issued(self, event: Any) -> None:
        self._ordered.add((event.seat, event.unit))
        for keyword in ORDERED:
            self._owe(event.seat, event.unit, keyword, "StepBegan", "RoundEnded")

    def _on_step_began(self, event: Any) -> None:
        if event.step == "activation":
            for seat, unit in self._each():
                for keyword in PHASE:
                    self._owe(seat, unit, keyword, *TURNS)
                if (seat, unit) not in self._ordered:
                    self._owe(seat, unit, "Independent", *TURNS)
        if event.step == "end":
            for seat, unit in self._each():
                self._owe(seat, unit, "Generator", "RoundEnded")
                self._owe(seat, unit, "Secret Mission", "RoundEnded")
                if self._round == 1:
                    self._owe(seat, unit, "Reinforcements", "RoundEnded")

    def _on_unit_activated(self, event: Any) -> None:
        seat, active = event.seat, self._units[event.seat, event.unit]
        ordered = (seat, event.unit) in self._ordered
        for keyword in OWN:
            self._owe(seat, event.unit, keyword, "ActivationEnded")
        if not ordered:
            self._owe(seat, event.unit, "AI", "ActivationEnded")
        for other in (unit for _, unit in self._each(seat) if unit != event.unit):
            if "trooper" in active.unit_type and _fits(compelled(self._units[seat, other].card), active):
                self._owe(seat, other, "Compel", "ActivationEnded")
            if "AI" in keywords_of(active.card):
                self._owe(seat, other, "Override", "ActivationEnded")
            if ordered and str(active.rank) == "corps" and "trooper" in active.unit_type:
                self._owe(seat, other, "Ruthless", "ActivationEnded")

    def _on_unit_defeated(self, event: Any) -> None:
        self._fallen.add((event.seat, event.unit))
        self._due = [duty for duty in self._due if (duty.seat, duty.unit) != (event.seat, event.unit)]
        for seat, unit in self._each():
            self._owe(seat, unit, "Tempted" if seat == event.seat else "Bounty", "StepBegan", "RoundEnded")

    def _on_reminded(self, event: Any) -> None:
        for name, _words in event.units:
            fits = [
                duty
                for duty in self._due
                if (duty.seat, _word(duty.keyword)) == (event.seat, event.keyword)
                and name.startswith(self._units[duty.seat, duty.unit].name)
            ]
            if fits:
                self._due.remove(fits[0])

    def _on_round_ended(self, _event: Any) -> None:
        for seat, (card, left) in self._cards.items():
            whose = {"blue": "red", "red": "blue"}[seat] if "on_enemy_order" in facts()[card]["acts"] else seat
            wanted = left if whose in self._led else left - {"issuing"}
            self.checked += 1
            self.forgotten += [f"{card} at {time}" for time in wanted]


def read(events: Sequence[Any]) -> MatchReading:
    """Return the reading of a whole match."""
    reading = MatchReading()
    for event in events:
        reading.read(event)
    return reading


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def _word(keyword: str) -> str:
    return keyword.lower().replace(" ", "_")


def _times(row: Mapping[str, str]) -> set[str]:
    """Return the times at which a card's effect is to be resolved. The table resolves the end of one that returns."""
    if row["confidence"] not in ("sure", "likely"):
        return set()
    times = {time for time in row["timing"].split("+") if time in TIMES}
    return times - {"command_end"} if "returns_to_hand" in row["acts"] else times


def _fits(words: str | None, unit: Any) -> bool:
    """True if a unit is of the rank, affiliation or faction that the words behind Compel name, or if they name none."""
    if words is None:
        return False
    tests = {"corps": str(unit.rank) == "corps", "ewok": unit.affiliation.lower() == "ewok"}
    tests["separatist"] = unit.faction == "separatists"
    return all(fits for word, fits in tests.items() if word in words.lower())


@cache
def compelled(card: str) -> str | None:
    """Return the words behind Compel on a unit card, or None."""
    row = next((row for row in rows("units.csv") if row["id"] == card), None)
    entries = row["order_keywords"].split(";") if row else []
    found = (entry.strip() for entry in entries if entry.strip().startswith("Compel"))
    return next((entry.removeprefix("Compel").strip(" :") for entry in found), None)


@cache
def facts() -> Mapping[str, Mapping[str, str]]:
    """Return the rows of the cards' facts by id."""
    return {row["id"]: row for row in rows("card_facts.csv")}


@cache
def keywords_of(card: str) -> frozenset[str]:
    """Return the keywords with a moment of a unit card."""
    ids = {row["id"]: row["lhq_id"] for row in rows("units.csv")}
    with Path(__file__).with_name("moments.csv").open(newline="", encoding="utf-8") as written:
        listed = [row for row in csv.DictReader(written) if row["kind"] in ("unit", "counterpart")]
    return frozenset(row["keyword"] for row in listed if row["lhq_id"] == ids.get(card))
