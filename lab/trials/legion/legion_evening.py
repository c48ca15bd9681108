"""Evenings of Legion for counting presses: ten units against thirteen, by the classic rules against eleven.

These lists are invented. Ten units are lost in total. The evenings of single armies are those of the shipped samples.
"""

import random
from collections.abc import Mapping
from dataclasses import replace

from lab.trials.evening import AGREED, ArmyEvening, Evening, Losses
from lab.trials.legion.lists.random_armies import army_chance
from table.games.legion.data.catalogue import CLASSIC, CURRENT, Catalogue, load
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.rules.model.armies import Army
from table.games.legion.rules.model.hands import STANDING_ORDERS
from table.rules.seats import BLUE, RED, Seat

TEN = (
    "darth-vader.the-emperors-apprentice", "general-veers.master-tactician", "snowtroopers", "snowtroopers",
    "snowtroopers", "stormtroopers", "stormtroopers", "scout-troopers", "74-z-speeder-bikes", "at-st",
)  # fmt: skip
THIRTEEN = (
    "leia-organa.fearless-and-inventive", "luke-skywalker.jedi-knight", "rebel-troopers", "rebel-troopers",
    "rebel-troopers", "rebel-veterans", "fleet-troopers", "fleet-troopers", "rebel-commandos", "rebel-commandos",
    "at-rt.rebels", "at-rt.rebels", "x-34-landspeeder",
)  # fmt: skip
ELEVEN = THIRTEEN[:7] + THIRTEEN[8:12]
IMPERIAL = ("ambush", "implacable", "push", "evasive-maneuvers", "assault", "imperial-discipline", "standing-orders")
REBEL = (
    "ambush", "coordinated-bombardment", "push", "no-time-for-sorrows", "assault", "return-of-the-jedi",
    "standing-orders",
)  # fmt: skip
ARMIES = {
    CURRENT: {
        "ten": ("republic_obi_wan", 22),
        "ewoks": ("rebels_leia_ewoks", 26),
        "droids": ("separatists_kalani_b1", 30),
    },
    CLASSIC: {"classic_nine": ("empire_krennic_vader", 22)},
}
"""The samples whose presses are counted, each with the most in a round, by edition and name."""
OPPONENT = {CURRENT: "empire_veers_vader", CLASSIC: "rebels_han_leia"}
OF_CARDS = frozenset(
    {
        *("effect", "divulge", "divulge.effect", "plans", "aside", "replace", "card.back", "instead"),
        *("read.suggested", "read.agree", "read.whom", "read.count", "read.timing", "read.pips"),
    }
)
"""The questions that a card asks: for its choices, and once in a match for facts that the data lack."""


def evening(edition: str) -> Evening:
    """Return the evening of one edition."""
    return Evening(
        sides=lambda: sides(load(edition), THIRTEEN if edition == CURRENT else ELEVEN),
        presses=26 if edition == CURRENT else 22,
        losses=Losses("defeat", after=frozenset({"turn"}), every=9, most=10),
        avoided=frozenset({"pass", "nobody", "park", "change", "no_more"}),
        liked=AGREED,
        of_cards=OF_CARDS,
        handed_over=("turn.end", "turn"),
    )


def sides(known: Catalogue, rebels: tuple[str, ...]) -> Mapping[Seat, Army]:
    """Return both armies, with units and cards of one edition."""
    return {BLUE: _army(known, "ten", TEN, IMPERIAL), RED: _army(known, "many", rebels, REBEL)}


def _army(known: Catalogue, name: str, units: tuple[str, ...], hand: tuple[str, ...]) -> Army:
    troops = tuple(known.unit(f"legion.unit.{unit}").in_army(n) for n, unit in enumerate(units, 1))
    return Army(name, troops[0].faction, troops, tuple(known.card(f"legion.card.{card}") for card in hand))


def armies(edition: str) -> Mapping[str, ArmyEvening]:
    """Return an evening for each counted sample, as blue, against a sample of the edition."""
    known = load(edition)
    other = _sample(OPPONENT[edition], known)
    return {
        name: _against(edition, _sample(file, known), other, most) for name, (file, most) in ARMIES[edition].items()
    }


def _against(edition: str, army: Army, other: Army, most: float) -> ArmyEvening:
    played = replace(evening(edition), sides=lambda: {BLUE: army, RED: other})
    return ArmyEvening(played, most, sum(unit.rank is not None for unit in army.units))


def random_evening(edition: str, rng: random.Random) -> Evening:
    """Return an evening between two random armies within every limit, each with a legal hand."""
    known = load(edition)
    chosen = {seat: _chosen(known, rng) for seat in (BLUE, RED)}
    return replace(evening(edition), sides=lambda: chosen)


def _chosen(known: Catalogue, rng: random.Random) -> Army:
    army = army_chance(known).army(rng)
    cards = [card for unit in army.units for card in [unit.card] * unit.times]
    units = tuple(card.in_army(n) for n, card in enumerate(cards, 1))
    return Army(army.title, army.faction, units, (*army.hand, known.card(STANDING_ORDERS)))


def _sample(name: str, known: Catalogue) -> Army:
    army = LegionShelf(known, None).fetch("", f"sample:{name}")
    if not isinstance(army, Army):
        raise LookupError(f"the sample {name} is not read: {army}")
    return army
