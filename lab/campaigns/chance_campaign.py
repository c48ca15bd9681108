"""`command-table campaign chance`: are all faces equally likely, and is a roll no hint of the next?

It counts rolls and draws of many matches. A p-value is the probability that a perfect die looks at least as uneven; a
value below 0.001 means that the table's dice are not fair.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lab.figure import Figure
from lab.statistics import chi_square_p, uniform_p
from table.rules.chance import Chance
from table.rules.fairness import SECRET_BYTES, SecretChance
from table.rules.seats import BLUE, RED

SEEDS = 100
DIE = 6
POOLS = (5, 24)
"""The sizes of two blind pools of tokens: a small one and a full one."""
LEAST_P = 0.001
LOADED_OF = 30


class QuestionAsked(NamedTuple):
    bound: int
    counts: list[int]
    pairs: list[int]
    """The counts of pairs of consecutive rolls."""


class LoadedChance:
    """The control: a chance in which one roll in thirty shows the first face."""

    def __init__(self, chance: SecretChance) -> None:
        self._chance = chance

    def below(self, bound: int, question: int) -> int:
        came = self._chance.below(bound * LOADED_OF, question)
        return came % bound if came // bound else 0


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Make `count` rolls and draws in total. The goal is meant for 10,000,000."""
    each = max(count // (SEEDS * (1 + len(POOLS))), DIE * DIE * 10)
    singles, pairs, loaded = list[float](), list[float](), list[float]()
    for n in range(SEEDS):
        fair = _chance(seed, n)
        for place, bound in enumerate((DIE, *POOLS)):
            asked = ask(fair, bound, each, first=place * each)
            singles.append(chi_square_p(asked.counts))
            if bound == DIE:
                pairs.append(chi_square_p(asked.pairs))
        loaded.append(chi_square_p(ask(LoadedChance(fair), DIE, each, first=0).counts))
        done(count * (n + 1) // SEEDS)
    rolls = SEEDS * each * (1 + len(POOLS))
    yield _fits("chance.uniform", uniform_p(singles), rolls)
    yield _fits("chance.uniform.pairs", uniform_p(pairs), SEEDS * each // 2)
    p = uniform_p(loaded)
    yield Figure(
        "chance.biased.control", p, "p", "fails", p <= LEAST_P, SEEDS * each, note=f"1 roll in {LOADED_OF} loaded"
    )


def ask(chance: Chance, bound: int, times: int, first: int) -> QuestionAsked:
    counts, pairs = [0] * bound, [0] * (bound * bound)
    before = 0
    for n in range(times):
        came = chance.below(bound, first + n)
        counts[came] += 1
        if n % 2:
            pairs[before * bound + came] += 1
        before = came
    return QuestionAsked(bound, counts, pairs)


def _chance(seed: int, n: int) -> SecretChance:
    secret = hashlib.shake_256(f"chance {seed}/{n}".encode()).digest(SECRET_BYTES)
    return SecretChance(secret, ((BLUE, n), (RED, seed % 100)))


def _fits(name: str, p: float, rolls: int) -> Figure:
    note = f"Kolmogorov-Smirnov over chi-square p-values of {SEEDS} seeds"
    return Figure(name, round(p, 6), "p", f"> {LEAST_P:g}", p > LEAST_P, rolls, note=note)
