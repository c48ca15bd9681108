"""A game of Legion, made of an edition and its table of steps: all that both rulebooks share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec.structs import replace

from table.games.legion.rules import consent
from table.games.legion.rules import view as picture
from table.games.legion.rules.corrected_points import CORRECTING
from table.games.legion.rules.event_table import TABLE, evolve
from table.games.legion.rules.model.armies import Army
from table.games.legion.rules.model.editions import CURRENT
from table.games.legion.rules.model.labels import card_option
from table.games.legion.rules.model.state import LegionBattle, LegionSide, Roller
from table.games.legion.rules.pools import pool_making
from table.games.legion.rules.priority.priority_events import PriorityGiven
from table.games.legion.rules.reading import card_reading
from table.games.legion.rules.round_events import MatchBegun, RoundBegan
from table.games.legion.rules.selection import card_selection
from table.games.legion.rules.selection.selection_events import CardRefused
from table.rules.cards import Belonging, CardKind
from table.rules.chance import Chance
from table.rules.commands import Command, Reveal
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, Option
from table.rules.refusal import Refusal
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Steps, TableGame
from table.rules.text import Text, text
from table.rules.tokens import HandOut
from table.rules.view import View

R = TypeVar("R", bound=AnyPrompt | Refusal | PriorityGiven | CardRefused)


@dataclass(frozen=True)
class Legion(TableGame[LegionBattle]):
    """A game of Legion. Its settings go into the first event, and so into the journal."""

    rounds: int
    roller: Roller
    rolls_by_hand: bool = False
    draws_by_hand: bool = False

    system = ""
    edition = CURRENT
    steps = Steps[LegionBattle]((), (), evolve)
    ids = MappingProxyType[str, str]({})
    """The ids of the current rulebook, and the ids of the same rules in this edition."""
    table = TABLE
    lock_rule = "LA-50"

    def begin(self, setup: Mapping[Seat, Any]) -> tuple[Event, ...] | tuple[Refusal, ...]:
        if refusals := problems(setup):
            return refusals
        begun = MatchBegun(
            setup[BLUE], setup[RED], self.rounds, self.roller, self.edition.name,
            self.rolls_by_hand, self.draws_by_hand,
        )  # fmt: skip
        return (begun, *self.steps.settle(self.steps.evolve(None, begun), (RoundBegan(1),)))

    def prompts(self, state: LegionBattle) -> tuple[AnyPrompt, ...]:
        asked = consent.prompts(state) or card_reading.prompts_again(state) or CORRECTING.prompts(state, self.steps)
        return tuple(map(self._named, asked)) if self.ids else asked

    def decide(self, state: LegionBattle, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        decided = self._decided(state, command, chance)
        if isinstance(decided, Refusal):
            return self._named(decided)
        return tuple(self._named(e) if isinstance(e, PriorityGiven | CardRefused) else e for e in decided)

    def _decided(self, state: LegionBattle, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if not isinstance(command, Reveal):
            if (agreed := consent.decide(state, command, chance, self.steps)) is not None:
                return agreed if isinstance(agreed, Refusal) else self.steps.settle(state, agreed)
            if (reread := card_reading.decide_again(state, command, chance)) is not None:
                return reread if isinstance(reread, Refusal) else self.steps.settle(state, reread)
            return CORRECTING.decide(state, command, self.steps, lambda: self.steps.decide(state, command, chance))
        if state.over:
            return Refusal("TB-20", text("refused.over"))
        revealed = card_selection.reveal(state, command.cards)
        return revealed if isinstance(revealed, Refusal) else self.steps.settle(state, revealed)

    def _named(self, ruled: R) -> R:
        """Return the prompt, refusal or event with this edition's own id of its rule."""
        return replace(ruled, rule=self.ids[ruled.rule]) if ruled.rule in self.ids else ruled

    def view(self, state: LegionBattle) -> View:
        return picture.view(self.system, self.steps.table, state)

    def hand(self, state: LegionBattle, seat: Seat) -> tuple[Option, ...]:
        if state.over or not card_selection.sealing(state, seat):
            return ()
        return tuple(card_option(card) for card in card_selection.lawful(state, seat))

    def hand_of(self, side: Army) -> tuple[str, ...]:
        return tuple(card.id for card in side.hand)

    def sealable(self, state: LegionBattle, seat: Seat, card: str) -> bool:
        return card_selection.sealable(state, seat, card)

    def warning(self, state: LegionBattle, seat: Seat, card: str) -> Text | None:
        return card_selection.warning(state, seat, card)

    def belongings(self, state: LegionBattle, seat: Seat) -> tuple[Belonging, ...]:
        return _belongings(state.side(seat))

    def worst_case(self, state: LegionBattle) -> tuple[HandOut, ...]:
        return pool_making.worst_case(state)

    def round_settled(self, state: LegionBattle) -> bool:
        return state.over or not state.closed

    def victory_points(self, state: LegionBattle) -> tuple[int, int] | None:
        return (state.blue.victory, state.red.victory) if self.edition.scores else None

    def keeps_points(self, state: LegionBattle) -> bool:
        return not self.edition.scores

    def decided(self, state: LegionBattle) -> Result | None:
        return Result(state.winner, WonBy.RULES, state.decided_by) if state.decided else None


def _belongings(side: LegionSide) -> tuple[Belonging, ...]:
    """Return the cards of a player's box: the command cards of the hand and a card for each unit."""
    cards = tuple(
        Belonging(
            card.id,
            card.name,
            CardKind.COMMAND,
            card.hand_pips,
            spent=card.id in side.discard,
            in_play=card.id not in (*side.hand, *side.discard),
            note=picture.card_orders(card),
        )
        for card in side.army.hand
    )
    units = tuple(
        Belonging(
            troop.unit.card,
            troop.name,
            CardKind.UNIT,
            rank=str(troop.rank or ""),
            spent=troop.defeated,
            option=troop.unit.id,
        )
        for troop in side.troops
    )
    return (*cards, *units)


def problems(setup: Mapping[Seat, Any]) -> tuple[Refusal, ...]:
    """Return all problems of two armies at once (TB-46). Rank limits and points are left to the players."""
    return tuple(Refusal("TB-46", why) for seat in SEATS for why in _of(text(f"seat.{seat}"), setup.get(seat)))


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
