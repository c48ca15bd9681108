"""`command-table campaign chance`: are all faces equally likely, and is a roll no hint of the next?

It counts rolls and draws of many matches. A p-value is the probability that a perfect die looks at least as uneven; a
value below 0.001 means that the table's dice are not fair.
"""

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from lab.figure import Figure
from table.rules.chance import Chance
from table.rules.fairness import SECRET_BYTES, SecretChance
from table.rules.seats import BLUE, RED

ENOUGH = 1e-12
MOST_TERMS = 10_000


def chi_square_p(counts: Sequence[int]) -> float:
    """Return the probability that uniform chance gives counts at least this uneven."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return upper_gamma((len(counts) - 1) / 2, statistic / 2)


def uniform_p(values: Sequence[float]) -> float:
    """Return the probability that uniform values between 0 and 1 are at least this uneven."""
    n, ordered = len(values), sorted(values)
    furthest = max(max((i + 1) / n - value, value - i / n) for i, value in enumerate(ordered))
    root = math.sqrt(n)
    scaled = (root + 0.12 + 0.11 / root) * furthest
    if scaled < 0.3:
        return 1.0  # the series below converges slowly there, and is 1 to six digits
    terms = (2 * (1 if k % 2 else -1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, sum(terms)))


def upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * ENOUGH:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Return the continued fraction by Lentz' method."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    value = d
    for n in range(1, MOST_TERMS):
        factor = n * (a - n)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        value *= c * d
        if abs(c * d - 1) < ENOUGH:
            break
    return value


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
