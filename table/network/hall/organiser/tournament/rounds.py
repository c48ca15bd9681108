"""The pairings of several rounds, and the players in them."""

from collections.abc import Iterable, Sequence

from table.view.hall import Pairing


def merged(earlier: Iterable[Pairing], taken: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """Return the pairings with those of whole rounds replaced."""
    rounds = {each.round for each in taken}
    kept = [each for each in earlier if each.round not in rounds]
    return tuple(sorted((*kept, *taken), key=lambda each: each.round))


def players(pairings: Iterable[Pairing]) -> list[str]:
    """Return all players in the order of the pairings, each once."""
    return [*dict.fromkeys(name for each in pairings for name in (each.blue, each.red) if name)]


def missing_players(earlier: Iterable[Pairing], taken: Sequence[Pairing]) -> list[str]:
    """Return the players whom a new round lacks: those of the round that it replaces, and of the round before it."""
    pairings = tuple(earlier)
    whole, missing = merged(pairings, taken), dict[str, None]()
    for number in sorted({each.round for each in taken}):
        before = max((each.round for each in whole if each.round < number), default=0)
        replaced = [each for each in pairings if each.round == number]
        there = players(each for each in taken if each.round == number)
        awaited = players((*replaced, *(each for each in whole if each.round == before)))
        missing |= dict.fromkeys(name for name in awaited if name not in there)
    return [*missing]
