"""The questions of Legion, and answers by which one event of the chosen unit or card follows."""

from collections.abc import Callable, Sequence

from table.games.legion.rules.model.labels import distinct_options
from table.games.legion.rules.model.state import LegionBattle, Troop, card_of
from table.rules.game import Event
from table.rules.kept import Alike
from table.rules.prompts import ChooseOne
from table.rules.seats import Seat
from table.rules.steps import Follows, Question, QuestionsOf, Refuse
from table.rules.text import text

ASK = QuestionsOf[LegionBattle](lambda key: f"legion.{key}.ask")


def follows_unit(event: Callable[..., Event]) -> Follows[LegionBattle]:
    """Return the answer by which this event follows: of the seat, the chosen unit and its name."""
    return lambda battle, seat, value, _: (event(seat, str(value), battle.side(seat).troop(str(value)).name),)


def follows_card(event: Callable[..., Event]) -> Follows[LegionBattle]:
    """Return the answer by which this event follows: of the seat, the chosen card and its name."""
    return lambda battle, seat, value, _: (event(seat, str(value), card_of(battle, seat, str(value)).name),)


def choose_unit(
    key: str,
    rule: str,
    which: Callable[[LegionBattle, Seat], Sequence[Troop]],
    answer: Follows[LegionBattle],
    refuse: Refuse[LegionBattle] = lambda *_: None,
    often: int = 0,
) -> Question[LegionBattle]:
    """Return a standing question for one of some units of a seat, closed without units."""
    ask = text(f"legion.{key}.ask")

    def among(seat: Seat, units: Sequence[Troop]) -> ChooseOne | None:
        options = distinct_options(units)
        if not options:
            return None
        return ChooseOne(key=key, seat=seat, ask=ask, rule=rule, options=options, standing=True, often=often)

    kept = Alike(among)
    return Question(key, rule, lambda battle, seat: kept(seat, which(battle, seat)), answer, refuse)
