"""The published view, made from the session's state: everything that both players and bystanders may see."""

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from table.records.open_match import OpenMatch
from table.rules.match.job_steps import UNSURE, JobState
from table.rules.match.ledger import Ledger, TokenJob
from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat
from table.rules.text import Text
from table.rules.view import View
from table.session.clock_face import clock_face
from table.session.seat_lamps import OFF, Lamp
from table.session.seat_state import SeatState
from table.view.published import (
    CardNote,
    Desk,
    DispenserState,
    FaultNote,
    HandingState,
    HelperRole,
    HopperState,
    HopperStatus,
    Notice,
    Published,
    PublishedScore,
    Resumed,
    RoundTime,
    SeatPhone,
    TokenDelivery,
)


class ViewParts(Struct, frozen=True):
    """The state around a match or a lobby."""

    view: View | None
    """The game's view, or None if there is none."""
    prompts: tuple[AnyPrompt, ...]
    askings: tuple[int, ...]
    desks: tuple[SeatState, ...]
    players: tuple[str, str]
    lamps: Mapping[Seat, Lamp]
    card_notes: Mapping[Seat, CardNote | None]
    """The note on each seat's half about the card on its reader."""
    faults: tuple[FaultNote, ...]
    notice: Notice | None
    dispenser_up: bool
    resumed: Resumed | None = None
    lasted_s: int | None = None
    phones: Mapping[Seat, SeatPhone | None] = field(default_factory=dict)
    helpers: tuple[HelperRole, ...] = ()
    round_time: RoundTime | None = None
    waits: Mapping[Seat, Text | None] = field(default_factory=dict)
    """The words of each half without a question, in a match with another table."""
    by_hand: tuple[TokenJob, ...] = ()
    """The payouts whose tokens the seats take by hand, as they were before that."""
    recalled: int = 0
    """The times that a seat has asked for the codes."""


def published(parts: ViewParts, play: OpenMatch | None, low: Mapping[int, int]) -> Published:
    """Return the view to publish. `low` has the number of tokens at which each hopper is shown as low."""
    around = Published(
        match="",
        view=None,
        prompts=parts.prompts,
        askings=parts.askings,
        desks=_desks(parts, play),
        dispenser=DispenserState.READY if parts.dispenser_up else DispenserState.ABSENT,
        faults=parts.faults,
        notice=parts.notice,
        helpers=parts.helpers,
        round_time=parts.round_time,
    )
    return around if play is None else _of_match(around, parts, play, low)


def _of_match(around: Published, parts: ViewParts, play: OpenMatch, low: Mapping[int, int]) -> Published:
    view, ledger, chance = parts.view, play.state.ledger, play.chance
    rolled = view.rolled if view is not None else None
    return replace(
        around,
        match=play.state.id,
        view=view,
        handing=tuple(_handing(job) for job in (*ledger.jobs, *parts.by_hand)),
        hoppers=tuple(_hopper(each.number, each.kind, each.content, ledger, low) for each in ledger.hoppers),
        dispenser=_dispenser(ledger),
        commitment=play.state.commitment,
        dialling=play.match.dialling(play.state),
        locked=play.locked,
        proof=chance.proof(rolled.question) if rolled is not None and chance is not None and not rolled.by_hand else "",
        chain=play.journal.head.hex() if play.settled else "",
        score=score_of(play, parts.lasted_s),
        clock=clock_face(play),
        resumed=parts.resumed,
        recalled=parts.recalled,
    )


def score_of(play: OpenMatch, lasted_s: int | None = None) -> PublishedScore:
    """Return the points, and how the match was closed."""
    match, state = play.match, play.state
    cards = match.cards_played(state) if state.ended else (0, 0)
    if state.clock is not None and state.ended:
        lasted_s = state.clock.at_ms // 1000
    return PublishedScore(state.score.rounds, match.has_points(state), state.ended, state.result, cards, lasted_s)


def _desks(parts: ViewParts, play: OpenMatch | None) -> tuple[Desk, Desk]:
    blue, red = (
        Desk(
            desk.seat,
            desk.reader,
            play is not None and play.state.sealed(desk.seat),
            desk.focus,
            parts.lamps.get(desk.seat, OFF),
            parts.card_notes.get(desk.seat),
            parts.phones.get(desk.seat),
            player,
            parts.waits.get(desk.seat),
        )
        for desk, player in zip(parts.desks, parts.players, strict=True)
    )
    return blue, red


def _handing(job: TokenJob) -> TokenDelivery:
    state = HandingState.UNKNOWN if job.state in UNSURE else HandingState(job.state)
    return TokenDelivery(job.id, job.seat, job.kind, job.count, job.passed, state)


def _hopper(number: int, kind: str, content: int, ledger: Ledger, low: Mapping[int, int]) -> HopperStatus:
    if not ledger.is_on(number):
        state = HopperState.OFF
    elif number in ledger.failed:
        state = HopperState.FAULT
    elif content == 0:
        state = HopperState.EMPTY
    else:
        is_low = content <= low.get(number, 0) or ledger.level(number) is False
        state = HopperState.LOW if is_low else HopperState.READY
    return HopperStatus(number, kind, content, state)


def _dispenser(ledger: Ledger) -> DispenserState:
    if not ledger.hoppers:
        return DispenserState.ABSENT
    if not ledger.up and not ledger.awaited:
        return DispenserState.GONE
    busy = ledger.awaited or any(job.state is JobState.ASKED for job in ledger.jobs)
    return DispenserState.BUSY if busy else DispenserState.READY
