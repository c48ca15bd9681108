"""An evening of each battle force with rules at the table, played to its end with its own rules: LA-71 to LA-78."""

import random
from collections.abc import Callable

import pytest

from lab.trials.legion.trigger_trial import played_out
from table.games.legion.data.catalogue import load
from table.games.legion.rules.activation.turn_events import UnitActivated
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.keywords.commander_surges import SurgesGained
from table.games.legion.rules.keywords.force_setup import ClanOptionsChosen, UnitPlaced, UnitsSetAside
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.armies import Army
from table.games.legion.rules.orders.order_events import OrderIssued, RangeJudged
from table.rules.game import Event
from table.rules.seats import BLUE, RED

HAND = ("ambush", "push", "assault", "standing-orders")
REBELS = ("Leia Organa", "Rebel Troopers", "Rebel Troopers", "Fleet Troopers")


def army(force: str, *names: str) -> Army:
    known = load()
    cards = [next(unit for unit in known.units if unit.name == name) for name in names]
    units = tuple(card.in_army(n) for n, card in enumerate(cards, 1))
    hand = tuple(known.card(f"legion.card.{card}") for card in HAND)
    return Army("", units[0].faction, units, hand, battle_force=force)


def said(word: str) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, Reminded) and event.keyword == word


FORCES: dict[str, tuple[tuple[str, ...], tuple[Callable[[Event], bool], ...]]] = {
    "Bright Tree Village": (
        ("Leia Organa", "Ewok Skirmishers", "Ewok Skirmishers", "Ewok Slingers"),
        (lambda event: isinstance(event, OrderIssued) and "Ewok" in event.name, said("ewok_suppression")),
    ),
    "Imperial Remnant": (
        ("General Veers", "Snowtroopers", "Snowtroopers", "Stormtroopers"),
        (lambda event: isinstance(event, RangeJudged), said("independent_alone")),
    ),
    "Shadow Collective": (
        ("Maul", "Black Sun Enforcers", "Pyke Syndicate Foot Soldiers", "A-A5 Speeder Truck"),
        (lambda event: isinstance(event, OrderIssued) and event.offer.endswith(":transport"),),
    ),
    "Stormtrooper Battalion": (
        ("Imperial Officer", "Stormtroopers", "Stormtroopers", "Stormtroopers"),
        (said("surge_when_ordered"), said("target"), said("compel_while_nominated")),
    ),
    "Tempest Force": (
        ("General Veers", "Scout Troopers", "Snowtroopers", "74-Z Speeder Bikes"),
        (lambda e: isinstance(e, UnitsSetAside) and bool(e.units), lambda e: isinstance(e, UnitPlaced)),
    ),
    "Experimental Droids": (
        ("Kalani", "B1 Battle Droids", "B1 Battle Droids", "STAP Riders"),
        (lambda event: isinstance(event, SurgesGained) and bool(event.name),),
    ),
    "Clan Kryze": (("Bo-Katan Kryze", "Mandalorian Warriors", "Mandalorian Warriors"), (said("green_tokens_stay"),)),
    "Custom Clan": (
        ("Bo-Katan Kryze", "Mandalorian Warriors", "A-A5 Speeder Truck"),
        (lambda e: isinstance(e, ClanOptionsChosen) and "guns_for_hire" in e.options, said("independent")),
    ),
}
SEEDS = 12


@pytest.mark.slow
@pytest.mark.rule("LA-70")
@pytest.mark.parametrize("force", FORCES)
def test_an_evening_goes_to_its_end_with_all_that_the_force_does(force: str) -> None:
    """Some of it is a choice, so a few evenings of the force are played until all of it was seen."""
    names, wanted = FORCES[force]
    sides = {BLUE: army(force, *names), RED: army("", *REBELS)}
    seen: set[int] = set()
    for seed in range(SEEDS):
        events = played_out(Legion2024(), sides, random.Random(seed)).events
        assert any(isinstance(event, UnitActivated) for event in events), "`played_out` ends with the match"
        seen |= {place for place, rule in enumerate(wanted) if any(map(rule, events))}
        if len(seen) == len(wanted):
            return
    assert seen == set(range(len(wanted)))
