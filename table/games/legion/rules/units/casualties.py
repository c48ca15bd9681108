"""Changes to units at any time: defeated, restored after a mistake, with a second order token."""

from collections.abc import Sequence

from table.games.legion.rules.consent import after_look, by_consent, describe_unit
from table.games.legion.rules.model.asking import ASK, choose_unit, follows_unit
from table.games.legion.rules.model.labels import distinct_options
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.model.units_left import missing_tokens, surplus
from table.games.legion.rules.units.unit_events import RestoringBegan, TokenAdded, UnitDefeated, UnitRestored
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.kept import Alike
from table.rules.prompts import ChooseSome, Option, Value
from table.rules.seats import Seat
from table.rules.steps import Choices, Question, follows_word, marks
from table.rules.text import text

MOST_AT_ONCE = 4
"""The most units that one answer can defeat. A larger number is more likely a mistake."""
REASONS = ("wounds", "rule", "slip")
"""The reasons why a unit is restored."""


def _standing(battle: LegionBattle, seat: Seat) -> list[Troop]:
    return [troop for troop in battle.side(seat).troops if not troop.defeated]


def _fallen(battle: LegionBattle, seat: Seat) -> list[Troop]:
    if battle.play(seat).restoring:
        return []
    return [troop for troop in battle.side(seat).troops if troop.defeated]


def _single(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units with one order token a round. They can get a second one."""
    return [troop for troop in _standing(battle, seat) if troop.rank is not None and troop.turns == 1]


def _several(seat: Seat, units: Sequence[Troop]) -> ChooseSome | None:
    if len(units) < 2:
        return None
    options, ask = distinct_options(units), text("legion.defeat.several")
    return ChooseSome(
        key="defeat.several",
        seat=seat,
        ask=ask,
        rule="TB-32",
        options=options,
        least=1,
        most=min(MOST_AT_ONCE, len(options)),
        standing=True,
        often=7,
    )


_SEVERAL = Alike(_several)


def _ask_several(battle: LegionBattle, seat: Seat) -> ChooseSome | None:
    return _SEVERAL(seat, _standing(battle, seat))


def _defeat_several(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return tuple(UnitDefeated(seat, unit, battle.side(seat).troop(unit).name) for unit in marks(value))


def _reasons(battle: LegionBattle, seat: Seat) -> Choices | None:
    if not (unit := battle.play(seat).restoring):
        return None
    options = (Option(why, text(f"legion.why.{why}")) for why in REASONS)
    return Choices(options, {"unit": battle.side(seat).troop(unit).name})


def _why(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    troop = battle.side(seat).troop(battle.play(seat).restoring)
    tokens, bag = missing_tokens(battle, seat, troop), battle.draws_by_hand
    lying = min(tokens, surplus(battle, seat, troop, tokens)) if bag else 0
    return (UnitRestored(seat, troop.unit.id, troop.name, tokens, str(value), troop.rank, bag, lying),)


def _second(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    side = battle.side(seat)
    troop = side.troop(str(value))
    if troop.rank is None:
        return ()
    pooled = side.play.pooled and not battle.closed  # after the round no pool is on the table
    return (TokenAdded(seat, troop.unit.id, troop.name, troop.rank, pooled, battle.draws_by_hand),)


WHY = ASK.one_of("restore.why", "TB-33", _reasons, _why, ask="legion.restore.why")
"""The question for the reason of a restoration. It precedes the seat's questions of the step."""
QUESTIONS = (
    choose_unit("defeat", "TB-32", _standing, follows_unit(UnitDefeated), often=7),
    choose_unit("restore", "TB-33", _fallen, follows_word(RestoringBegan), often=1),
    Question[LegionBattle]("defeat.several", "TB-32", _ask_several, _defeat_several),
    after_look(by_consent(choose_unit("token.second", "TB-45", _single, _second), describe_unit("second"))),
)
