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
    """Return the players of the replaced rounds, and of the round before, who are in none of the new pairings."""
    pairings, rounds, there = tuple(earlier), {each.round for each in taken}, set(players(taken))
    before = max((each.round for each in pairings if each.round < min(rounds)), default=0)
    return [each for each in players(each for each in pairings if each.round in {*rounds, before}) if each not in there]
