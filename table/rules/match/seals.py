"""The reveal barrier: cards are locked one by one, and opened all together or not at all.

It is the same for every game that has a `SealedCard` prompt. The game itself never sees a commitment.
"""

from collections.abc import Sequence
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
    """Return the seats that have to lay a card face down now."""
    return tuple(p.seat for p in game_prompts if isinstance(p, SealedCard) and p.seat is not None)


def complete(state: MatchState[Any], game_prompts: tuple[AnyPrompt, ...]) -> bool:
    """True if every asked seat has locked a card (TB-05)."""
    seats = asked(game_prompts)
    return bool(seats) and all(state.sealed(seat) for seat in seats)


def prompts(state: MatchState[Any], game_prompts: tuple[AnyPrompt, ...]) -> tuple[AnyPrompt, ...]:
    """Return the game's prompts, with the option to unlock for each seat that has locked (TB-03)."""
    if not state.seals:
        return game_prompts
    return tuple(
        Confirm(key=UNLOCK, seat=p.seat, ask=text("match.unlock"), rule="TB-03", standing=True, hold=True, often=9)
        if isinstance(p, SealedCard) and p.seat is not None and state.sealed(p.seat)
        else p
        for p in game_prompts
    )


def lock(answer: Answer, seal: Seal) -> tuple[Event, ...]:
    return (ev.CardSealed(answer.seat, seal.commitment),)


def lifted(state: MatchState[Any], seat: Seat) -> tuple[Event, ...]:
    """Break the seat's seal, which lasts only while its card lies on the reader (TB-02)."""
    return (ev.SealBroken(seat),) if state.sealed(seat) else ()


def withdrawn(
    state: MatchState[Any], game_prompts: tuple[AnyPrompt, ...], narrowed: Sequence[Seat]
) -> tuple[Event, ...]:
    """Withdraw the seals of cards that are no longer needed, and those of narrowed seats (TB-16).

    The cards are not shown. A seat that can lock fewer of its cards than before has to lock again, even if its locked
    card is still allowed.
    """
    seats = asked(game_prompts)
    return tuple(ev.SealWithdrawn(seat) for seat, _ in state.seals if seat not in seats or seat in narrowed)


def voided(state: MatchState[Any]) -> tuple[Event, ...]:
    """Void all seals after a restart (TB-04). Salt and card were in memory only, so they cannot be opened."""
    return tuple(ev.SealVoided(seat) for seat, _ in state.seals)


def opened(
    state: MatchState[Any], command: cmd.OpenSeals, game_prompts: tuple[AnyPrompt, ...]
) -> tuple[ev.SealOpened, ...] | Refusal:
    """Return the opened seals. Each opening has to fit the commitment that was journalled at the lock (TB-14)."""
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
