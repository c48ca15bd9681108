"""The events of a match of Infinity. Names stand beside ids, so that a journal can be read by itself."""

from table.games.infinity.rules.model import around_events
from table.games.infinity.rules.model.forces import Force, Order
from table.games.infinity.rules.model.order_tokens import REGULAR, Heap
from table.games.infinity.rules.model.state import Pools, Said
from table.rules import corrections
from table.rules.game import Event
from table.rules.seats import Seat
from table.rules.steps import StepBegan


class MissionBegun(Event, frozen=True, tag=True):
    blue: Force
    red: Force
    rounds: int
    rolls_by_hand: bool = False
    heaps: tuple[str, ...] = ()
    """The kinds of order token for which the table has a heap of their own (`order_tokens.HEAPS`)."""


class BonusSaid(Event, frozen=True, tag=True):
    """A player said whether the Lieutenant brings a command token."""

    seat: Seat
    bonus: bool


class LieutenantOrdersSaid(Event, frozen=True, tag=True):
    seat: Seat
    count: int


class OrderlessSaid(Event, frozen=True, tag=True):
    """A player named the troopers that give no order, among those about which the list is silent."""

    seat: Seat
    troopers: tuple[str, ...]


class IrregularSaid(Event, frozen=True, tag=True):
    """A player named the troopers that give an Irregular Order, among the rest. All others give Regular ones."""

    seat: Seat
    troopers: tuple[str, ...]


class TacticalSaid(Event, frozen=True, tag=True):
    seat: Seat
    troopers: tuple[str, ...]


class CommandTokensReceived(Event, frozen=True, tag=True):
    seat: Seat
    count: int


class FirstTurnSaid(Event, frozen=True, tag=True):
    seat: Seat
    first: Seat


class FirstTurnDisputed(Event, frozen=True, tag=True):
    """The seats name different seats for the first turn, and both are asked again."""


class FirstTurnGiven(Event, frozen=True, tag=True):
    seat: Seat


class Deployed(Event, frozen=True, tag=True):
    seat: Seat


class ReserveDeployed(Event, frozen=True, tag=True):
    """The troopers that were set aside are on the table, too."""

    seat: Seat


class LogisticsPassed(Event, frozen=True, tag=True):
    seat: Seat


class TurnBegan(Event, frozen=True, tag=True):
    seat: Seat
    round: int


class WindowPassed(Event, frozen=True, tag=True):
    """The opponent of the active player makes no strategic use now."""

    seat: Seat


class ExecutiveEnded(Event, frozen=True, tag=True):
    seat: Seat


class ForceChecked(Event, frozen=True, tag=True):
    """The active player did the checks of the Tactical Phase."""

    seat: Seat
    retreat: bool
    lieutenant_lost: bool


class IrregularThisTurnSaid(Event, frozen=True, tag=True):
    seat: Seat
    troopers: tuple[str, ...]


class OrdersCounted(Event, frozen=True, tag=True):
    """The order count: pools by group, and troopers with an order of their own."""

    seat: Seat
    pools: Pools
    own: tuple[str, ...]
    tactical: tuple[str, ...]
    counted: int
    """The Regular, Irregular and Tactical Orders, without those of troopers that are off the table or hidden."""
    heaps: tuple[Heap, ...] = ()
    """The order tokens by kind; empty where all of them are Regular ones from one heap."""


class ImpetuousEnded(Event, frozen=True, tag=True):
    seat: Seat


class OrderSpent(Event, frozen=True, tag=True):
    """An order was spent. `kind` is `regular` (of a group), `own` (Irregular, or apart), `tactical` or `lieutenant`."""

    seat: Seat
    kind: str
    group: int = 0
    trooper: str = ""
    name: str = ""


class OrdersEnded(Event, frozen=True, tag=True):
    seat: Seat
    unused: int


class StatesEnded(Event, frozen=True, tag=True):
    seat: Seat


class TurnEnded(Event, frozen=True, tag=True):
    seat: Seat
    round: int


class MissionOver(Event, frozen=True, tag=True):
    rounds: int


class UseBegan(Event, frozen=True, tag=True):
    seat: Seat
    use: str


class UseDetailed(Event, frozen=True, tag=True):
    seat: Seat
    part: str
    said: Said


class UseDropped(Event, frozen=True, tag=True):
    """A use was dropped, and the token stays. `rule` is the condition that is not met; empty if the player gave up."""

    seat: Seat
    use: str
    rule: str = ""


class CommandTokenSpent(Event, frozen=True, tag=True):
    seat: Seat
    use: str


class TrooperSetAside(Event, frozen=True, tag=True):
    seat: Seat
    trooper: str
    name: str


class OrdersTaken(Event, frozen=True, tag=True):
    """Two Regular Orders were taken from these groups of this seat's pool."""

    seat: Seat
    groups: tuple[int, int]


class TokensLimited(Event, frozen=True, tag=True):
    """This seat may use no more than one command token in this turn."""

    seat: Seat


class SuppressiveFireBegan(Event, frozen=True, tag=True):
    seat: Seat
    trooper: str
    name: str


class SpeedballsGained(Event, frozen=True, tag=True):
    seat: Seat
    count: int


class SpeedballUsed(Event, frozen=True, tag=True):
    seat: Seat


class Regrouped(Event, frozen=True, tag=True):
    seat: Seat
    trooper: str
    name: str
    group: int


class PossessionCancelled(Event, frozen=True, tag=True):
    seat: Seat
    trooper: str
    name: str


class OrderCoordinated(Event, frozen=True, tag=True):
    seat: Seat
    group: int
    troopers: tuple[str, ...]


class GutsSettled(Event, frozen=True, tag=True):
    """A guts roll was settled. `result` is `passed` or `failed`."""

    seat: Seat
    trooper: str
    name: str
    result: str


class OrderExchanged(Event, frozen=True, tag=True):
    """An Irregular Order becomes a Regular one of the trooper's group, for this turn."""

    seat: Seat
    trooper: str
    name: str
    group: int
    token: str = REGULAR
    """The kind of the token that it gets."""
    given: str = ""
    """The kind of the token that it gives for it; empty where its order has none."""


class RetreatIgnored(Event, frozen=True, tag=True):
    seat: Seat
    trooper: str
    name: str


class RerollBought(Event, frozen=True, tag=True):
    seat: Seat
    use: str
    trooper: str
    name: str
    wip: int
    who: str
    """The trooper that rolls."""


class WipRolled(Event, frozen=True, tag=True):
    """A WIP roll was rolled again. `question` is its number in the match."""

    seat: Seat
    face: str
    passed: bool
    question: int
    by_hand: bool


class RerollsEnded(Event, frozen=True, tag=True):
    """The WIP roll stays failed."""

    seat: Seat
    use: str


class FireteamCreated(Event, frozen=True, tag=True):
    seat: Seat
    trooper: str
    name: str


class TrooperLost(Event, frozen=True, tag=True):
    """A trooper is unconscious or out, or dead for good."""

    seat: Seat
    trooper: str
    name: str
    dead: bool


class TrooperBack(Event, frozen=True, tag=True):
    seat: Seat
    trooper: str
    name: str
    group: int = 0
    """The combat group in which one that was dead gets a place; 0 if it is its own."""


class TrooperArrived(Event, frozen=True, tag=True):
    """A trooper that was hidden, and that the table did not know, is revealed."""

    seat: Seat
    trooper: str
    name: str
    group: int
    order: Order
    slot: int


EVENTS: tuple[type[Event], ...] = (
    MissionBegun, StepBegan, BonusSaid, LieutenantOrdersSaid, OrderlessSaid, IrregularSaid, TacticalSaid,
    CommandTokensReceived, FirstTurnSaid, FirstTurnDisputed, FirstTurnGiven, Deployed, ReserveDeployed, LogisticsPassed,
    TurnBegan, WindowPassed, ExecutiveEnded, ForceChecked, IrregularThisTurnSaid, OrdersCounted,
    ImpetuousEnded, OrderSpent, OrdersEnded, StatesEnded, TurnEnded, MissionOver, UseBegan, UseDetailed, UseDropped,
    CommandTokenSpent, TrooperSetAside, OrdersTaken, TokensLimited, SuppressiveFireBegan, SpeedballsGained,
    SpeedballUsed, Regrouped, PossessionCancelled, OrderCoordinated, GutsSettled, OrderExchanged, RetreatIgnored,
    RerollBought, WipRolled, RerollsEnded, FireteamCreated, TrooperLost, TrooperBack, TrooperArrived,
    *around_events.EVENTS,
    *corrections.EVENTS,
)  # fmt: skip
