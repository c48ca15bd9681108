"""The events of units: defeated, restored, promoted, with a second order token."""

from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.event_kinds import UnitEvent
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import LegionBattle, played, with_play, with_side, with_troop
from table.games.legion.rules.model.story_lines import line, seat_name
from table.games.legion.rules.model.token_counts import change_aside, change_parked, change_pool
from table.rules.event_rows import EventRow, no_line
from table.rules.game import SeatEvent
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut


class UnitDefeated(UnitEvent, frozen=True, tag=True):
    """A unit is defeated."""


class RestoringBegan(SeatEvent, frozen=True, tag=True):
    """A unit is to be restored. The reason is asked next."""

    unit: str


class UnitRestored(UnitEvent, frozen=True, tag=True):
    """A unit was not defeated.

    `tokens`: the number of tokens that the pool lacks for it, because they were drawn or never put in. `lying`: those
    of them that were drawn from the players' own bag and lie on the table. They go back into the bag.
    """

    tokens: int
    why: str = ""
    rank: Rank | None = None
    bag: bool = False
    lying: int = 0


class UnitPromoted(UnitEvent, frozen=True, tag=True):
    """A unit gets another rank, and its tokens are exchanged."""

    was: Rank
    rank: Rank
    face_up: bool
    """True if the token beside it is exchanged."""
    pooled: int = 0
    """The number of its tokens that are exchanged in the pool."""
    parked: int = 0
    """The number of its tokens that are exchanged on a command card."""
    bag: bool = False
    aside: int = 0
    """The number of its tokens that are exchanged among the hidden ones on a command card."""


class NobodyToPromote(SeatEvent, frozen=True, tag=True):
    """A seat without a commander has no trooper to promote, and plays no command cards."""


class TokenAdded(UnitEvent, frozen=True, tag=True):
    """A unit gets a second order token, and a second activation each round (Unstoppable)."""

    rank: Rank
    pooled: bool
    bag: bool = False


def _defeated(battle: LegionBattle, event: UnitDefeated) -> LegionBattle:
    lost = battle.side(event.seat).troop(event.unit).face_up
    return with_troop(battle, event.seat, event.unit, defeated=True, face_up=False, order_lost=lost)


def _restored(battle: LegionBattle, event: UnitRestored) -> LegionBattle:
    troop = battle.side(event.seat).troop(event.unit)
    battle = with_play(battle, event.seat, restoring="")
    changes = {"defeated": False, "face_up": troop.order_lost, "order_lost": False}
    battle = _reopened(with_troop(battle, event.seat, event.unit, **changes), event.seat, event.unit)
    return change_pool(battle, event.seat, str(troop.rank), event.tokens) if event.tokens else battle


def _reopened(battle: LegionBattle, seat: Seat, unit: str) -> LegionBattle:
    """Reopen the steps that a restored or promoted unit allows: a nomination, its own orders, an order for it."""
    play = battle.play(seat)
    if battle.step != "orders":
        return battle
    if play.nominated and not play.commander:
        return with_play(battle, seat, nominated=False, orders_done=False)
    if play.fell and play.commander == unit:
        return with_play(battle, seat, fell=False, orders_done=False)
    return _in_reach(battle, seat, unit)


def _in_reach(battle: LegionBattle, seat: Seat, unit: str) -> LegionBattle:
    """Reopen the seat's orders, and the question of range, if its card can now reach this unit."""
    play, card, troop = battle.play(seat), played(battle, seat), battle.side(seat).troop(unit)
    fit = card is not None and not troop.ordered and any(fits(slot, troop) for slot in card.slots or ())
    if not fit or play.fell or (play.orders_done and not play.lost):
        return battle
    return with_play(battle, seat, orders_done=False, lost=0, in_range=None)


def _promoted(battle: LegionBattle, event: UnitPromoted) -> LegionBattle:
    battle = _reopened(with_troop(battle, event.seat, event.unit, rank=event.rank), event.seat, event.unit)
    for rank, by in ((event.was, -1), (event.rank, 1)):
        battle = change_pool(battle, event.seat, rank, by * event.pooled)
        battle = change_parked(battle, event.seat, rank, by * event.parked)
    return change_aside(battle, event.seat, event.was, event.rank, event.aside)


def _token_added(battle: LegionBattle, event: TokenAdded) -> LegionBattle:
    troop = battle.side(event.seat).troop(event.unit)
    battle = with_troop(battle, event.seat, event.unit, turns=troop.turns + 1)
    return change_pool(battle, event.seat, event.rank, 1) if event.pooled else battle


def _restored_line(x: UnitRestored) -> Text:
    key = "legion.story.restored_bag" if x.lying else "legion.story.restored_why"
    return text(key, seat=seat_name(x), name=x.name, why=text(f"legion.why.{x.why}"))


def _exchanged(promoted: UnitPromoted) -> int:
    """Return how many tokens of a promoted unit the players hold. Tokens in the pool count only in a bag."""
    return promoted.face_up + promoted.parked + promoted.aside + (promoted.pooled if promoted.bag else 0)


def _restored_tokens(x: UnitRestored) -> tuple[HandOut, ...]:
    return (HandOut(x.seat, x.rank, n),) if x.bag and (n := x.tokens - x.lying) and x.rank is not None else ()


def _promoted_tokens(x: UnitPromoted) -> tuple[HandOut, ...]:
    return (HandOut(x.seat, x.rank, n),) if (n := _exchanged(x)) else ()


def _tokens_of_former_rank(_: LegionBattle, x: UnitPromoted) -> tuple[HandBack, ...]:
    return (HandBack(x.seat, x.was, n, later=True),) if (n := _exchanged(x)) else ()


def _second_token(x: TokenAdded) -> tuple[HandOut, ...]:
    """Return the second token if it goes into the players' own bag."""
    return (HandOut(x.seat, x.rank, 1),) if x.pooled and x.bag else ()


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(UnitDefeated, _defeated, line("defeated")),
    EventRow(RestoringBegan, lambda b, x: with_play(b, x.seat, restoring=x.unit), no_line),
    EventRow(UnitRestored, _restored, _restored_line, hands_out=_restored_tokens),
    EventRow(UnitPromoted, _promoted, line("promoted"), hands_out=_promoted_tokens, hands_back=_tokens_of_former_rank),
    EventRow(NobodyToPromote, lambda b, x: with_side(b, x.seat, uncommanded=True), line("nobody_to_promote")),
    EventRow(TokenAdded, _token_added, line("second"), hands_out=_second_token),
)
