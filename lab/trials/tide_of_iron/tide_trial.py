"""Random sheets of Tide of Iron, and invariants that must hold after every event."""

import random
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.battle_state import TideBattle
from table.games.tide_of_iron.rules.model.scenario import COMMAND, Scoring, SeatScenario
from table.games.tide_of_iron.scenarios.stored_scenarios import stored_scenarios
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandOut


def broken(battle: TideBattle) -> Iterator[str]:
    for seat in SEATS:
        yield from (f"{seat}: {what}" for what in (*_command(battle, seat), *_cards(battle, seat)))
    if len(dict(battle.control)) != len(battle.control):
        yield f"two markers lie on one objective: {battle.control}"


def _command(battle: TideBattle, seat: Seat) -> Iterator[str]:
    """Check that every token from the pile is available, on the initiative card, or paid back."""
    side = battle.side(seat)
    if min(side.available, side.on_initiative, side.paid) < 0:
        yield "less than no command"
    if side.received != side.available + side.on_initiative + side.paid:
        yield f"received {side.received}, has {side.available} and {side.on_initiative}, paid {side.paid}"


def _cards(battle: TideBattle, seat: Seat) -> Iterator[str]:
    side = battle.side(seat)
    held = [*side.drawn_later, *side.headquarters, *side.in_play, *side.removed, *side.elsewhere]
    if sorted(held) != sorted(card.id for card in side.sheet.cards):
        yield f"headquarters, play area, deck and box are not the cards at the start: {held}"


def out(battle: TideBattle) -> Iterator[HandOut]:
    for seat in SEATS:
        side = battle.side(seat)
        if n := side.available + side.on_initiative:
            yield HandOut(seat, COMMAND, n)


MOST_COMMAND = 12


def sides(rng: random.Random) -> Mapping[Seat, SeatScenario]:
    """Return a sample scenario's two sides, with random command and a random way of scoring."""
    scenario = rng.choice([stored.scenario for stored in stored_scenarios(None) if stored.scenario])
    first, second = (
        replace(sheet, command=rng.randrange(MOST_COMMAND), draws=rng.randrange(2)) for sheet in scenario.sides
    )
    objectives, rounds, asked = (rng.random() < 0.5 for _ in range(3))
    scoring = Scoring(objectives, rounds, asked, rng.choice(((), ("whoever holds the mill",))))
    scenario = replace(scenario, sides=(first, second), scoring=scoring)
    ids = rng.sample([first.id, second.id], 2)
    return {seat: SeatScenario(scenario, side) for seat, side in zip(SEATS, ids, strict=True)}
