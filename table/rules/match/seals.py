"""The reveal barrier: cards are locked one by one and opened all at once, or not at all.

It is the same for every game that has a `SealedCard` prompt; the game itself never sees a commitment.
"""

from typing import Any

from table.rules import fairness
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, Confirm, Seal, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.text import text

UNLOCK = "match.unlock"


def asked(game_prompts: tuple[AnyPrompt, ...]) -> tuple[Seat, ...]:
    """The seats that are to lay a card face down now."""
    return tuple(p.seat for p in game_prompts if isinstance(p, SealedCard) and p.seat is not None)


def complete(state: MatchState[Any], game_prompts: tuple[AnyPrompt, ...]) -> bool:
    """Everybody who was asked has locked a card (TB-05)."""
    seats = asked(game_prompts)
    return bool(seats) and all(state.sealed(seat) for seat in seats)


def prompts(state: MatchState[Any], game_prompts: tuple[AnyPrompt, ...]) -> tuple[AnyPrompt, ...]:
    """The game's prompts, where a locked card can be unlocked again instead of locked (TB-03)."""
    return tuple(
        Confirm(key=UNLOCK, seat=p.seat, ask=text("match.unlock"), rule="TB-03", standing=True, hold=True)
        if isinstance(p, SealedCard) and p.seat is not None and state.sealed(p.seat)
        else p
        for p in game_prompts
    )


def lock(answer: Answer, seal: Seal) -> tuple[Event, ...]:
    return (ev.CardSealed(answer.seat, seal.commitment),)


def lifted(state: MatchState[Any], seat: Seat) -> tuple[Event, ...]:
    """A seal lasts while its card lies on the reader (TB-02)."""
    return (ev.SealBroken(seat),) if state.sealed(seat) else ()


def withdrawn(state: MatchState[Any], seat: Seat) -> tuple[Event, ...]:
    """Some card of the seat's may not be played any more: it locks again, whichever card lies there (TB-16)."""
    return (ev.SealWithdrawn(seat),) if state.sealed(seat) else ()


def orphaned(state: MatchState[Any], game_prompts: tuple[AnyPrompt, ...]) -> tuple[Event, ...]:
    """A locked card that is no longer asked for (its leader has just fallen) goes back unseen (TB-16)."""
    seats = asked(game_prompts)
    return tuple(ev.SealWithdrawn(seat) for seat, _ in state.seals if seat not in seats)


def voided(state: MatchState[Any]) -> tuple[Event, ...]:
    """After a restart nobody can open the seals: salt and card were in memory only (TB-04)."""
    return tuple(ev.SealVoided(seat) for seat, _ in state.seals)


def opened(
    state: MatchState[Any], command: cmd.OpenSeals, game_prompts: tuple[AnyPrompt, ...]
) -> tuple[ev.SealOpened, ...] | Refusal:
    """Every opening must fit the commitment that was journalled at the lock (TB-14)."""
    if not complete(state, game_prompts):
        return Refusal("TB-05", text("match.not_all_locked"))
    openings = {opening.seat: opening for opening in command.openings}
    commitments = dict(state.seals)
    if set(openings) != set(commitments) or len(command.openings) != len(openings):
        return Refusal("TB-14", text("match.wrong_openings"))
    for seat, opening in openings.items():
        if fairness.seal_commitment(opening.salt, opening.card) != commitments[seat]:
            return Refusal("TB-14", text("match.wrong_opening", seat=text(f"seat.{seat}")))
    return tuple(ev.SealOpened(o.seat, commitments[o.seat], o.salt.hex(), o.card) for o in command.openings)
