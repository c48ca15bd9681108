"""The events of a battle. Names stand beside ids, so that a journal can be read by itself."""

from table.games.tide_of_iron.rules.model.scenario import Scenario
from table.rules import corrections
from table.rules.game import Event
from table.rules.seats import Seat
from table.rules.steps import StepBegan


class ScenarioBegun(Event, frozen=True, tag=True):
    scenario: Scenario
    blue: str
    """The id of the side that this seat plays."""
    red: str


class ScenarioSetUp(Event, frozen=True, tag=True):
    name: str


class StartingUnitsPlaced(Event, frozen=True, tag=True):
    seat: Seat
    objectives: tuple[str, ...]


class ActionPhaseEnded(Event, frozen=True, tag=True):
    round: int


class UnitsReported(Event, frozen=True, tag=True):
    """The seat said which objectives it captures."""

    seat: Seat
    objectives: tuple[str, ...]


class SheetAgreed(Event, frozen=True, tag=True):
    seat: Seat


class SheetDisputed(Event, frozen=True, tag=True):
    """The seat did not agree, and both seats say again where their units are."""

    seat: Seat


class SheetsClashed(Event, frozen=True, tag=True):
    """Both seats said that they capture these objectives, and say again where their units are."""

    objectives: tuple[str, ...]
    names: str


class ControlTaken(Event, frozen=True, tag=True):
    """A seat took control of an objective, by `setup`, `units` or `effect`. `lost`: the opponent's marker came off."""

    seat: Seat
    objective: str
    name: str
    hex: str
    lost: bool
    by: str


class CommandReceived(Event, frozen=True, tag=True):
    """A seat received command by `start` (the scenario's), `objectives` or `effect`."""

    seat: Seat
    count: int
    by: str


class VictoryPointsScored(Event, frozen=True, tag=True):
    """A seat scored by `scenario` or `effect`. The marker lies on `space`, on its "+10" side if `turned`."""

    seat: Seat
    count: int
    total: int
    space: int
    turned: bool
    by: str


class StrategyCardActivated(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str
    cost: int


class EffectResolved(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str
    lasting: bool


class CommandSpent(Event, frozen=True, tag=True):
    """Command was spent on something that the scenario sells."""

    seat: Seat
    use: str
    name: str
    cost: int


class InitiativeRaised(Event, frozen=True, tag=True):
    seat: Seat
    count: int
    total: int


class SpendingFinished(Event, frozen=True, tag=True):
    seat: Seat
    saved: int


class InitiativeDetermined(Event, frozen=True, tag=True):
    """The initiative of the coming round is determined. `seat` has it."""

    seat: Seat
    blue: int
    red: int
    rule: str


class ConflictDeclared(Event, frozen=True, tag=True):
    """Two abilities take effect at the same time."""


class OrderDecided(Event, frozen=True, tag=True):
    """The ability of `seat` takes effect first."""

    seat: Seat


class StrategyCardReadied(Event, frozen=True, tag=True):
    """The card lies face up in the headquarters now."""

    seat: Seat
    card: str
    name: str


class StrategyCardPutAway(Event, frozen=True, tag=True):
    """The card does not lie face up in the headquarters any more, and was not activated."""

    seat: Seat
    card: str
    name: str


class LastingCardRemoved(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str


class CardDrawn(Event, frozen=True, tag=True):
    """A side drew a strategy card in the Status Phase, which lies face up in its headquarters; or it drew none."""

    seat: Seat
    card: str = ""
    name: str = ""


class CommandTransferred(Event, frozen=True, tag=True):
    """By an effect, available command of this seat went to the other one."""

    seat: Seat
    count: int


class CommandLost(Event, frozen=True, tag=True):
    """By an effect, available command of this seat went back to the pile."""

    seat: Seat
    count: int


class InitiativeCardChanged(Event, frozen=True, tag=True):
    """By an effect, the command on this seat's initiative card is more, from the pile, or less, and goes there."""

    seat: Seat
    by: int
    total: int


class ControlEnded(Event, frozen=True, tag=True):
    """By an effect, this seat's marker came off an objective, which is nobody's now."""

    seat: Seat
    objective: str
    name: str
    hex: str


class WinnerSaid(Event, frozen=True, tag=True):
    """A seat said who has won by the scenario's conditions, and the other seat is asked to agree."""

    seat: Seat
    winner: Seat | None
    """None if nobody has won."""


class WinnerDisputed(Event, frozen=True, tag=True):
    """The seat did not agree on the winner, and the question is open again."""

    seat: Seat


class ScenarioWon(Event, frozen=True, tag=True):
    """The scenario is won, by `points` or as the players `said`; without a seat nobody has won."""

    seat: Seat | None
    by: str
    blue: int = 0
    red: int = 0


class RoundBegan(Event, frozen=True, tag=True):
    number: int


class AllRoundsPlayed(Event, frozen=True, tag=True):
    rounds: int


EVENTS: tuple[type[Event], ...] = (
    ScenarioBegun,
    StepBegan,
    ScenarioSetUp,
    StartingUnitsPlaced,
    ActionPhaseEnded,
    UnitsReported,
    SheetAgreed,
    SheetDisputed,
    ControlTaken,
    CommandReceived,
    VictoryPointsScored,
    StrategyCardActivated,
    EffectResolved,
    CommandSpent,
    InitiativeRaised,
    SpendingFinished,
    InitiativeDetermined,
    ConflictDeclared,
    OrderDecided,
    StrategyCardReadied,
    StrategyCardPutAway,
    LastingCardRemoved,
    CardDrawn,
    CommandTransferred,
    CommandLost,
    InitiativeCardChanged,
    ControlEnded,
    WinnerSaid,
    WinnerDisputed,
    ScenarioWon,
    SheetsClashed,
    RoundBegan,
    AllRoundsPlayed,
    *corrections.EVENTS,
)
