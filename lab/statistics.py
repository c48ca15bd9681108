"""Test how well counts fit a uniform distribution: Pearson's chi-square, and Kolmogorov-Smirnov over many p-values.

Numerical forms: Abramowitz and Stegun 6.5.29 and 6.5.31 (incomplete gamma), Stephens 1970 (Kolmogorov-Smirnov for small
samples).
"""

import math
from collections.abc import Sequence

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
