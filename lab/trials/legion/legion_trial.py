"""Random armies of Legion, and invariants that must hold in every edition after every event."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from table.games.legion.data.catalogue import Catalogue
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.rules.current import STANDING, STEPS, Legion2024
from table.games.legion.rules.effects import card_effects
from table.games.legion.rules.event_table import evolve
from table.games.legion.rules.model.armies import Army, Rank
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.model.units_left import tokens_for, waiting
from table.games.legion.rules.selection import card_selection
from table.games.legion.rules.selection.selection_events import CardPlayed, CardRefused, CardsRevealed
from table.rules.chance import Chance
from table.rules.commands import Command, Reveal
from table.rules.counts import of
from table.rules.game import Event
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import Steps
from table.rules.tokens import HandOut


def broken(battle: LegionBattle) -> Iterator[str]:
    for seat in SEATS:
        yield from (f"{seat}: {what}" for what in (*_cards(battle, seat), *_tokens(battle, seat)))


def _cards(battle: LegionBattle, seat: Seat) -> Iterator[str]:
    side, now = battle.side(seat), battle.play(seat)
    on_table = (now.card,) if now.card and not now.returned else ()
    held = [*side.hand, *on_table, *side.discard, *side.lasting, *side.cards_aside]
    if sorted(held) != sorted(card.id for card in side.army.hand):
        yield f"hand, table and discard pile are not the hand at the start: {held}"


def _tokens(battle: LegionBattle, seat: Seat) -> Iterator[str]:
    side, now = battle.side(seat), battle.play(seat)
    if any(n <= 0 for _, n in (*now.pool, *now.parked, *side.out)):
        yield "a kind of tokens is listed of which there are none"
    face_up = [troop.rank for troop in side.troops if troop.face_up]
    for rank in Rank:
        lying = face_up.count(rank) + of(now.parked, rank) + now.aside.count(rank) + (now.looked_at == rank)
        if battle.draws_by_hand:
            lying += of(now.pool, rank) + (battle.turn is seat and battle.drawn == rank)
        if of(side.out, rank) < lying:
            yield f"{lying - of(side.out, rank)} {rank} tokens on the table or in a bag were never handed out"
        most = sum(troop.turns for troop in side.troops if rank in (troop.rank, troop.unit.rank))
        if of(side.out, rank) > most:
            yield f"{of(side.out, rank)} {rank} tokens were handed out, and its units have {most}"
    if battle.step == "activation" and not battle.closed:
        yield from _to_come(battle, seat)
    if battle.closed and side.out:
        yield f"tokens are left on the table after a round: {side.out}"


def _to_come(battle: LegionBattle, seat: Seat) -> Iterator[str]:
    """Check that the remaining tokens of a rank match its units' turns, plus at most those of defeated units."""
    side = battle.side(seat)
    for rank in Rank:
        troops = [troop for troop in side.troops if troop.rank is rank]
        wanted = sum(waiting(troop) for troop in troops)
        left = sum(troop.left - troop.order_lost for troop in troops if troop.defeated)
        there = tokens_for(battle, seat, rank)
        if not wanted <= there <= wanted + left:
            yield f"{wanted} {rank} turns are to come, and {there} tokens for them (of defeated units at most {left})"


def out(battle: LegionBattle) -> Iterator[HandOut]:
    """Return the tokens on the table by the rules' count."""
    return (HandOut(seat, kind, n) for seat in SEATS for kind, n in battle.side(seat).out)


class Careless(Legion2024):
    """The current rules without LA-50: any card can be locked, and the owner of an illegal one lays another."""

    def sealable(self, state: LegionBattle, seat: Seat, card: str) -> bool:
        return True

    def decide(self, state: LegionBattle, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if not isinstance(command, Reveal):
            return super().decide(state, command, chance)
        turned: list[Event] = [CardsRevealed(command.cards)]
        for seat, card in command.cards:
            name, why = card_selection.card_name(state, card), card_selection.illegal(state, seat, card)
            turned.append(CardRefused(seat, card, name, why.rule, why.why) if why else CardPlayed(seat, card, name))
        return self.steps.settle(state, turned)


SECOND_CHOICE = (card_effects.SEND_BACK, card_effects.INSTEAD, card_effects.INSTEAD_AGREE)


@dataclass(frozen=True)
class Returning(Legion2024):
    """Rules with an old defect: a card that acts on reveal can return the other's, whose owner lays another."""

    steps = Steps(
        tuple(
            replace(step, questions=(*SECOND_CHOICE, *step.questions)) if step.id == "resolve" else step
            for step in STEPS.table
        ),
        STANDING,
        evolve,
    )


MOST_UNITS = 14
MOST_CARDS = 10


def sides(known: Catalogue, rng: random.Random) -> Mapping[Seat, Army]:
    return {seat: _army(known, rng) for seat in SEATS}


def _army(known: Catalogue, rng: random.Random) -> Army:
    """Return an army with units and cards of all factions, so that in time every card meets every unit."""
    leaders = [unit for unit in known.units if unit.rank in (Rank.COMMANDER, Rank.OPERATIVE)]
    chosen: list[UnitCard] = [rng.choice(leaders), *rng.choices(known.units, k=rng.randrange(MOST_UNITS))]
    hand = rng.sample(known.cards, 1 + rng.randrange(MOST_CARDS))
    return Army("", "", tuple(unit.in_army(n) for n, unit in enumerate(chosen, 1)), tuple(hand))
