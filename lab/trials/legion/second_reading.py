"""Compare the table's cards with a second reading of them, `second_reading.csv`, and find contradictions."""

import csv
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from lab.figure import Figure, all_of, none_of
from table.games.legion.data.card_facts import read_times
from table.games.legion.data.catalogue import load, rows
from table.games.legion.data.command_cards import CERTAIN, CardEffect, command_card, unit_names
from table.games.legion.rules.model.armies import CommandCard, Slot, Timing

TIMINGS, ORDERS, BOTH = 218, 178, 178
"""The least number of cards with known timing, with known orders, and with both."""


class SecondReading(Struct, frozen=True):
    """A card as another reader has read it."""

    timings: frozenset[Timing]
    whole: bool
    """False if this reader could not make out all timings."""
    lines: tuple[tuple[Slot, ...], ...]
    """The orders line of this reader, and of two list builders, where they have one."""

    def contradicts_timings(self, card: CommandCard) -> bool:
        """True if the card's known timings contradict these."""
        known = frozenset(card.timings)
        return bool(known) and not (self.timings == known if self.whole else self.timings <= known)

    def contradicts_orders(self, card: CommandCard) -> bool:
        """True if the card's known orders line contradicts one of these."""
        return card.slots is not None and any(line != card.slots for line in self.lines)


def second_rows() -> dict[str, dict[str, str]]:
    """Return the rows of the second reading, by card id."""
    with (Path(__file__).with_name("second_reading.csv")).open(newline="", encoding="utf-8") as written:
        return {row["id"]: row for row in csv.DictReader(written)}


def second_readings() -> dict[str, SecondReading]:
    """Return the second readings, by card id."""
    names = unit_names(load().units)
    again = second_rows()
    found = {}
    for row in rows("cards_current.csv"):
        read = again.get(row["id"])
        timings, whole = read_times(read["timing"]) if read else ((), False)
        lines = [read["orders"]] if read and read["orders"] else []
        lines += [row["orders"]] if row["orders_status"] in CERTAIN else []
        cards = (command_card({**row, "orders": line}, CardEffect(orders=line), names) for line in lines)
        found[row["id"]] = SecondReading(
            frozenset(timings), whole, tuple(card.slots for card in cards if card.slots is not None)
        )
    return found


def measure() -> Iterator[Figure]:
    """Count the known facts of the current command cards, and the contradicted ones."""
    cards, again = load().cards, second_readings()
    number = len(cards)
    timed = [card for card in cards if card.timing is not None]
    ordering = [card for card in cards if card.slots is not None]
    both = [card for card in timed if card.slots is not None]
    for name, known, least in (("timings", timed, TIMINGS), ("orders", ordering, ORDERS), ("cards", both, BOTH)):
        goal = f">= {least} of {number}"
        yield Figure(f"legion.{name}_known", len(known), "cards", goal, len(known) >= least, number)
    twice = [card for card in timed if again[card.id].timings]
    yield Figure("legion.timings_known.twice", len(twice), "cards", n=len(timed))
    twice = [card for card in ordering if again[card.id].lines]
    yield Figure("legion.orders_known.twice", len(twice), "cards", n=len(ordering))
    wrong = contradicted(cards, again)
    yield none_of("legion.false_knowledge", wrong, "cards", number, ", ".join(card.name for card in wrong))
    spoiled = [(card, altered) for card in cards for altered in _altered(card, again[card.id])]
    found = sum(bool(contradicted((altered,), again)) for _, altered in spoiled)
    yield all_of("legion.false_knowledge.control", found, "altered rows found", len(spoiled))


def contradicted(cards: tuple[CommandCard, ...], again: dict[str, SecondReading]) -> list[CommandCard]:
    """Return the cards that a second reading contradicts."""
    return [
        card for card in cards if again[card.id].contradicts_timings(card) or again[card.id].contradicts_orders(card)
    ]


def _altered(card: CommandCard, again: SecondReading) -> Iterator[CommandCard]:
    """Yield the card with one fact entered wrongly: each fact that was read twice, in each wrong way."""
    others = [timing for timing in Timing if timing not in card.timings]
    for place, timing in enumerate(card.timings):
        if timing in again.timings:
            before, after = card.timings[:place], card.timings[place + 1 :]
            yield from (_timed(card, (*before, other, *after)) for other in others)
            if before or after:
                yield _timed(card, (*before, *after))
    if again.whole and card.timings:
        yield from (_timed(card, (*card.timings, other)) for other in others)
    if card.slots is not None and again.lines:
        yield replace(card, slots=(*card.slots, Slot()))
        if card.slots:
            yield replace(card, slots=card.slots[1:])


def _timed(card: CommandCard, timings: tuple[Timing, ...]) -> CommandCard:
    return replace(card, timing=timings[0], later=timings[1:])
