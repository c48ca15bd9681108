"""Every face is as likely as the others; and the statistics that say so are themselves right."""

import random

import pytest

from lab.campaigns.chance_campaign import campaign, chi_square_p, uniform_p, upper_gamma


@pytest.mark.parametrize(
    ("freedoms", "statistic", "p"),
    [
        (1, 3.841, 0.05),
        (5, 11.070, 0.05),
        (5, 1.145, 0.95),
        (23, 35.172, 0.05),
        (35, 66.619, 0.001),
        (100, 61.918, 0.999),
    ],
)
def test_the_chi_square_of_the_printed_tables(freedoms: int, statistic: float, p: float) -> None:
    """NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4."""
    assert upper_gamma(freedoms / 2, statistic / 2) == pytest.approx(p, rel=2e-3)


def test_even_counts_are_likely_and_uneven_ones_are_not() -> None:
    assert chi_square_p([100] * 6) == 1.0
    assert chi_square_p([100, 100, 100, 100, 100, 200]) < 1e-9


@pytest.mark.parametrize(("furthest", "p"), [(0.134, 0.05), (0.161, 0.01)])
def test_kolmogorov_smirnov_of_the_printed_tables(furthest: float, p: float) -> None:
    """100 values whose greatest distance from uniform is `furthest` (Miller 1956: 0.13403 and 0.16081)."""
    n = 100
    values = [max(0.0, (i + 1) / n - furthest) for i in range(n)]
    assert uniform_p(values) == pytest.approx(p, rel=0.1)


def test_uniform_values_pass_and_crowded_ones_do_not() -> None:
    rng = random.Random(1)
    assert uniform_p([rng.random() for _ in range(200)]) > 0.001
    assert uniform_p([rng.random() ** 2 for _ in range(200)]) < 0.001


@pytest.mark.slow
def test_the_campaign_passes_the_shipped_chance_and_fails_a_loaded_die() -> None:
    figures = {figure.name: figure for figure in campaign(100_000, 1, lambda _: None)}
    assert all(figure.ok for figure in figures.values())
    assert figures["chance.biased.control"].value < 0.001
