"""Remind the players of the keywords of units and the army, at each moment of a round.

LA-35: As the Activation Phase begins, an Independent unit without an order token may gain what its card says. The
players are reminded after the effects at that time and before the first turn, never later.

LA-74: Stormtrooper Battalion: a commander or operative that is not unique gains a surge token when issued an order, and
has Target 2. Its commanders have Compel while nominated. The players are reminded of each.

LA-77: Clan Kryze: in the End Phase up to three green tokens stay. The players are reminded before tokens are removed.

LA-79: Other battle forces change nothing that the table decides. The players are reminded of what they change at a
moment of the table.

LA-81: When a unit is issued an order, the players are reminded of Target, Defend, Disciplined and Fire Support with
their numbers.

LA-82: When an activation begins without a face-up token the players are reminded of AI with its condition, and of
Override; with one, of Ruthless. They are reminded of Inspire, Master of the Force and Cycle while it lasts.

LA-83: At the start of the Activation Phase the players are reminded of Reliable and Retinue. Where a card says X, the
number is the pips of the last card, and at least 1.

LA-84: The players are reminded of One Step Ahead after the reveal, of Secret Mission as a round begins and in the End
Phase, of Reinforcements in the first End Phase and Generator in each, and of Bounty and Tempted when a unit falls.
"""

import re
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from table.games.legion.rules.keywords.keyword_rules import KeywordRules
from table.games.legion.rules.model.armies import Rank, UnitKeyword
from table.games.legion.rules.model.battle_cards import BattleCard, is_usable
from table.games.legion.rules.model.forces import forces_of
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.moments import KeywordMoment, moment_of
from table.games.legion.rules.model.state import LegionBattle, Troop, note, played, with_side
from table.games.legion.rules.model.story_lines import seat_name
from table.games.legion.rules.model.turns import active_troop, before_turns, is_setup
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.kept import once_a_state
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text

INDEPENDENT = "independent"
_MOST_SHOWN = 2
_PIPS = re.compile(r"\bX\b")


class Reminded(SeatEvent, frozen=True, tag=True):
    """A reminder of a keyword's effect on units at this moment."""

    units: tuple[tuple[str, str], ...]
    """The units, each with the words behind its keyword: `Aim 1`."""
    keyword: str = INDEPENDENT
    occasion: str = ""
    """The activation or the defeated unit, which distinguishes this occasion from others of the round."""


class Due(NamedTuple):
    """A keyword that does something now."""

    name: str
    """The unit that has it, or the battle force."""
    keyword: str
    words: str
    occasion: str

    @property
    def note(self) -> str:
        return f"{self.keyword}:{self.name}:{self.occasion}"


Occasions: TypeAlias = Callable[[LegionBattle, Seat, Troop | None, str], tuple[str, ...]]
"""Returns the occasions of this moment for a unit with the keyword, or for a battle force; none at other times."""
NOW, NOT_NOW = ("",), ()
KINDS = frozenset({"corps", "ewok", "separatist"})
"""The words of Compel that name a rank, an affiliation or a faction. "Core" is left to the players."""


def _active(battle: LegionBattle, seat: Seat) -> Troop | None:
    """Return the active unit of a seat, on the battlefield."""
    troop = active_troop(battle)
    if troop is None or battle.going_on[-1].seat is not seat:
        return None
    return None if troop.unit.id in (battle.side(seat).set_aside or ()) else troop


def _of_activation(troop: Troop) -> tuple[str, ...]:
    return (f"{troop.unit.id}.{troop.activations}",)


def _own_activation(battle: LegionBattle, seat: Seat, troop: Troop | None, _: str) -> tuple[str, ...]:
    active = _active(battle, seat)
    if active is None or troop is None or active.unit.id not in (troop.unit.id, _company(battle, seat, troop)):
        return NOT_NOW
    return _of_activation(active)


def _company(battle: LegionBattle, seat: Seat, counterpart: Troop) -> str:
    """Return the unit with which a counterpart is activated: the one before it in the list. Empty for other units."""
    troops = battle.side(seat).troops if counterpart.rank is None else ()
    before = [troop.unit.id for troop in troops[: troops.index(counterpart)] if troop.rank] if troops else []
    return before[-1] if before else ""


def _without_order(battle: LegionBattle, seat: Seat, troop: Troop | None, words: str) -> tuple[str, ...]:
    return NOT_NOW if troop is None or troop.ordered else _own_activation(battle, seat, troop, words)


def _while_another(is_meant: Callable[[Troop, str], bool]) -> Occasions:
    """Return the activations of another unit of the seat that is meant by the words behind the keyword."""

    def occasions(battle: LegionBattle, seat: Seat, troop: Troop | None, words: str) -> tuple[str, ...]:
        active = _active(battle, seat)
        meant = active is not None and active is not troop and is_meant(active, words)
        return _of_activation(active) if active is not None and meant else NOT_NOW

    return occasions


def _while(is_now: Callable[[LegionBattle, Seat, Troop | None], object]) -> Occasions:
    """Return one occasion while this is true."""
    return lambda battle, seat, troop, _: NOW if is_now(battle, seat, troop) else NOT_NOW


def _is_end(battle: LegionBattle) -> bool:
    return battle.step == "end" and not battle.closed


def _nominated(battle: LegionBattle, seat: Seat, troop: Troop | None) -> bool:
    return battle.step == "orders" and troop is not None and battle.play(seat).commander == troop.unit.id


def _ordered(battle: LegionBattle, _seat: Seat, troop: Troop | None) -> bool:
    return troop is not None and troop.ordered and battle.step in ("orders", "activation")


def _independent(battle: LegionBattle, _seat: Seat, troop: Troop | None) -> bool:
    return troop is not None and troop.left == troop.turns and not troop.face_up and before_turns(battle)


def _with_passes(battle: LegionBattle, seat: Seat, _troop: Troop | None, _: str) -> tuple[str, ...]:
    active = _active(battle, seat)
    return _of_activation(active) if active is not None and battle.play(seat).passes else NOT_NOW


def _defeated(battle: LegionBattle, seat: Seat) -> tuple[str, ...]:
    return tuple(troop.unit.id for troop in battle.side(seat).troops if troop.defeated)


def _is_compelled(active: Troop, words: str) -> bool:
    kinds = {str(active.rank), active.unit.affiliation.casefold(), active.unit.faction.removesuffix("s")}
    return "trooper" in active.unit.types and KINDS.intersection(words.casefold().split()) <= kinds


def _command_phase_ends(battle: LegionBattle, _seat: Seat, _troop: Troop | None, _: str) -> tuple[str, ...]:
    if battle.step == "pass_pool" or before_turns(battle):
        return NOW
    return ("end",) if _is_end(battle) else NOT_NOW


def _first_phase_and_end(battle: LegionBattle, _seat: Seat, _troop: Troop | None, _: str) -> tuple[str, ...]:
    if battle.round != 1:
        return NOT_NOW
    return NOW if before_turns(battle) else ("end",) if _is_end(battle) else NOT_NOW


OCCASIONS: MappingProxyType[KeywordMoment, Occasions] = MappingProxyType(
    {
        KeywordMoment.SET_UP: _while(lambda battle, *_: is_setup(battle)),
        KeywordMoment.MISSION: lambda battle, *_: (battle.step,) if battle.step in ("select", "end") else NOT_NOW,
        KeywordMoment.REVEALED: _while(lambda battle, seat, _: battle.step == "resolve" and battle.play(seat).card),
        KeywordMoment.NOMINATED: _while(_nominated),
        KeywordMoment.ORDERED: _while(_ordered),
        KeywordMoment.PHASE_BEGINS: _while(lambda battle, *_: before_turns(battle)),
        KeywordMoment.PHASE_BEGINS_WITHOUT_ORDER: _while(_independent),
        KeywordMoment.ACTIVATION: _own_activation,
        KeywordMoment.ACTIVATION_WITHOUT_ORDER: _without_order,
        KeywordMoment.AI_ACTIVATES: _while_another(lambda active, _: active.has(Keyword.AI)),
        KeywordMoment.CORPS_ACTIVATES: _while_another(
            lambda active, _: active.ordered and active.rank is Rank.CORPS and "trooper" in active.unit.types
        ),
        KeywordMoment.TROOPER_ACTIVATES: _while_another(_is_compelled),
        KeywordMoment.ORDERS: _while(lambda battle, *_: battle.step == "orders"),
        KeywordMoment.WITH_PASSES: _with_passes,
        KeywordMoment.COMMAND_PHASE_ENDS: _command_phase_ends,
        KeywordMoment.FIRST_PHASE: _while(lambda battle, *_: battle.round == 1 and before_turns(battle)),
        KeywordMoment.FIRST_PHASE_AND_END: _first_phase_and_end,
        KeywordMoment.ENEMY_DEFEATED: lambda battle, seat, *_: _defeated(battle, seat.opponent),
        KeywordMoment.ALLY_DEFEATED: lambda battle, seat, *_: _defeated(battle, seat),
        KeywordMoment.END_PHASE: _while(lambda battle, *_: _is_end(battle)),
        KeywordMoment.FIRST_END_PHASE: _while(lambda battle, *_: battle.round == 1 and _is_end(battle)),
    }
)
FOR_GOOD = (KeywordMoment.ENEMY_DEFEATED, KeywordMoment.ALLY_DEFEATED)
"""The moments that come once in a match for each occasion."""


def _bearers(battle: LegionBattle, seat: Seat) -> Iterator[tuple[Troop | None, str, UnitKeyword]]:
    """Yield the units, the battle force and the battle cards of a seat with each keyword that has a moment."""
    side = battle.side(seat)
    for troop in side.troops:
        if troop.unit.keywords and not troop.defeated:
            for each in troop.unit.keywords:
                yield troop, troop.name, each
    for force in forces_of(side.army, side.clan or ()) if side.army.battle_force else ():
        for each in force.reminders:
            yield None, side.army.battle_force, each
    for card in side.battle_cards or ():
        if is_usable(battle, seat, BattleCard(card)):
            yield None, card, UnitKeyword(BattleCard(card).word)


@once_a_state
def due_now(battle: LegionBattle, seat: Seat) -> tuple[Due, ...]:
    """Return every reminder of a seat's keywords for this moment, given or not."""
    return tuple(
        Due(name, each.keyword, _counted(battle, seat, each.words), occasion)
        for troop, name, each in _bearers(battle, seat)
        if (moment := moment_of(each.keyword)) is not None
        for occasion in OCCASIONS[moment](battle, seat, troop, each.words)
    )


def _counted(battle: LegionBattle, seat: Seat, words: str) -> str:
    """Return the words with the pips of the last card for X, at least 1."""
    card = played(battle, seat)
    pips = max(1, (card.priority_pips or card.hand_pips) if card else 1)
    return _PIPS.sub(str(pips), words)


def _due(battle: LegionBattle) -> Event | None:
    """Remind the players of the next keyword. Units with the same one are named together."""
    for seat in (battle.priority, battle.priority.opponent) if battle.priority else SEATS:
        reminded = {*battle.play(seat).notes, *battle.side(seat).reminded}
        if new := [each for each in due_now(battle, seat) if each.note not in reminded]:
            first = new[0]
            alike = [each for each in new if (each.keyword, each.occasion) == (first.keyword, first.occasion)]
            units = tuple(dict.fromkeys((each.name, each.words) for each in alike))
            return Reminded(seat, units, first.keyword, first.occasion)
    return None


def _reminded(battle: LegionBattle, x: Reminded) -> LegionBattle:
    notes = tuple(Due(name, x.keyword, words, x.occasion).note for name, words in x.units)
    if moment_of(x.keyword) in FOR_GOOD:
        return with_side(battle, x.seat, reminded=(*battle.side(x.seat).reminded, *notes))
    return note(battle, x.seat, *notes)


def _line(x: Reminded) -> Text:
    words = dict.fromkeys(words for _, words in x.units)
    if x.keyword == INDEPENDENT or len(words) > 1:
        units = "; ".join(f"{name}: {words}" if words else name for name, words in x.units)
        if x.keyword == INDEPENDENT:
            return text("legion.story.independent", seat=seat_name(x), units=units)
    else:
        units = ", ".join(name for name, _ in x.units)
    value = next(iter(words), "") if len(words) == 1 else "X"
    return text("legion.story.reminded", units=units, reminder=_words(x.keyword, value))


def _words(keyword: str, value: str) -> Text:
    return text(f"legion.moment.{keyword}", value=value or "X")


def shown(battle: LegionBattle) -> tuple[Text, ...]:
    """Return the reminders in the headline: those of the current moment, at most two."""
    if not battle.edition.keywords:
        return ()
    due = (each for seat in SEATS for each in due_now(battle, seat))
    lines = dict.fromkeys(_words(each.keyword, each.words) for each in due if _stands(battle, moment_of(each.keyword)))
    return tuple(lines)[-_MOST_SHOWN:]


def _stands(battle: LegionBattle, moment: KeywordMoment | None) -> bool:
    """True if a reminder of this moment belongs in the headline.

    A reminder of a defeat does not, nor one of an order once all are issued.
    """
    return moment not in FOR_GOOD and (moment is not KeywordMoment.ORDERED or battle.step == "orders")


REMINDERS = KeywordRules(
    "reminders",
    rows=(EventRow(Reminded, _reminded, _line),),
    due=dict.fromkeys(("select", "resolve", "orders", "pass_pool", "activation", "end"), _due),
    doc=__doc__,
)
