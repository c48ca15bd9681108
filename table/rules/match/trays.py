"""The seats' own trays: spent tokens that stay there until their seat gets tokens of this kind again (TB-79).

Tokens that a seat will probably not need again, or that the hoppers need for the other seat, are called back.
"""

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from msgspec.structs import replace

from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.match.ledger import Count, Ledger, merged, record
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandBack, HandOut

Tally: TypeAlias = Counter[tuple[Seat, str]]


def held(ledger: Ledger) -> Tally:
    """Return the tokens that the players keep: on the table or being handed out, and not called back."""
    kept: Tally = Counter()
    for seat, kind, n in ledger.out:
        kept[seat, kind] += n
    for job in ledger.jobs:
        kept[job.seat, job.kind] += job.missing
    for back in ledger.called_back:
        kept[back.seat, back.kind] -= back.count
    return kept


def tally(tokens: Iterable[HandOut]) -> Tally:
    sums: Tally = Counter()
    for token in tokens:
        sums[token.seat, token.kind] += token.count
    return sums


def served(ledger: Ledger, hand_outs: Iterable[HandOut]) -> tuple[tuple[ev.TokensReused, ...], tuple[HandOut, ...]]:
    """Return the tokens that the seats take from their trays, and those that remain to be paid."""
    if not ledger.trays:
        return (), tuple(hand_outs)
    lying = _in_trays(ledger)
    reused, rest = [], []
    for out in hand_outs:
        n = 0 if out.fallen else min(out.count, lying[out.seat, out.kind])
        if n:
            lying[out.seat, out.kind] -= n
            reused.append(ev.TokensReused(out.seat, out.kind, n))
        if out.count > n:
            rest.append(replace(out, count=out.count - n))
    return tuple(reused), tuple(rest)


def came_back(ledger: Ledger, backs: tuple[HandBack, ...], needs: Tally) -> tuple[Event, ...]:
    """Return the events for tokens that a game calls back: they stay in a tray, or return.

    `needs` are the most that each seat will hold again. Only the owner knows the kind of an unnamed token, so it never
    stays. At the end of a round, unneeded tokens in a tray are called back.
    """
    if ledger.spent is not ev.SpentTokens.STAY:
        return (ev.TokensCalledBack(backs),)
    begun, stay, call = ledger, list[HandBack](), list[HandBack]()
    for back in backs:
        n = 0 if back.unnamed else _staying(ledger, back, needs)
        ledger = record(ledger, ev.TokensStayed((replace(back, count=n),))) if n else ledger
        stay += [replace(back, count=n)] if n else []
        if back.count > n:
            call.append(replace(back, count=back.count - n))
            ledger = record(ledger, ev.TokensCalledBack((call[-1],)))
    spare = () if all(back.later for back in backs) else _spare(begun, ledger, needs)
    call += [HandBack(token.seat, token.kind, token.count) for token in spare]
    return (
        *((ev.TokensStayed(merged(stay)),) if stay else ()),
        *spare,
        *((ev.TokensCalledBack(merged(call)),) if call else ()),
    )


def laid_aside(now: Ledger, then: tuple[Count, ...], backs: tuple[HandBack, ...]) -> tuple[Event, ...]:
    """Return the events for tokens that an undone answer had handed out: those from a tray return to it.

    `then` are the trays before the answer.
    """
    missing = Counter({(seat, kind): n for seat, kind, n in then})
    missing.subtract(_in_trays(now))
    stay, call = [], []
    for back in backs:
        n = min(back.count, max(0, missing[back.seat, back.kind]))
        stay += [replace(back, count=n)] if n else []
        call += [replace(back, count=back.count - n)] if back.count > n else []
    return (*((ev.TokensStayed(tuple(stay)),) if stay else ()), *((ev.TokensCalledBack(tuple(call)),) if call else ()))


def emptied(ledger: Ledger) -> tuple[ev.TokensReused, ...]:
    """Return the events by which all tokens leave the trays, at the end of a match."""
    return tuple(ev.TokensReused(seat, kind, n) for seat, kind, n in ledger.trays)


def short(ledger: Ledger, needs: Tally) -> bool:
    """True if a hopper may run out of a kind while called-back tokens of that kind are not put away."""
    kept, lying = held(ledger), _in_trays(ledger)
    for kind in {back.kind for back in ledger.called_back if ledger.home(back.kind) is not None}:
        if ledger.on_hand(kind) < sum(_wanted(seat, kind, needs, kept, lying) for seat in SEATS):
            return True
    return False


def _staying(ledger: Ledger, back: HandBack, needs: Tally) -> int:
    """Return how many of these tokens stay.

    The seat keeps as many as it will need, if the hoppers have enough for the other seat.
    """
    kept, lying = held(ledger), _in_trays(ledger)
    kept[back.seat, back.kind] -= back.count
    wanted = min(back.count, _wanted(back.seat, back.kind, needs, kept, lying))
    if not any(entry.kind == back.kind and ledger.works(entry.number) for entry in ledger.hoppers):
        return wanted  # the players have a supply of their own
    for_other = _wanted(back.seat.opponent, back.kind, needs, kept, lying)
    return min(wanted, max(0, ledger.on_hand(back.kind) + back.count - for_other))


def _wanted(seat: Seat, kind: str, needs: Tally, kept: Tally, lying: Tally) -> int:
    """Return how many more tokens the seat will need than it holds and has in its tray."""
    return max(0, needs[seat, kind] - kept[seat, kind] - lying[seat, kind])


def _spare(begun: Ledger, now: Ledger, needs: Tally) -> tuple[ev.TokensReused, ...]:
    """Return the tokens that were in the trays before, and are no longer needed."""
    kept, lying, before = held(now), _in_trays(now), _in_trays(begun)
    spare = []
    for (seat, kind), n in before.items():
        over = min(n, lying[seat, kind] - max(0, needs[seat, kind] - kept[seat, kind]))
        if over > 0:
            spare.append(ev.TokensReused(seat, kind, over))
    return tuple(spare)


def _in_trays(ledger: Ledger) -> Tally:
    return Counter({(seat, kind): n for seat, kind, n in ledger.trays})
