"""A name resembles another one if it may be that one, damaged."""

import pytest

from table.games.legion.data.names import fold, resembling

KNOWN = tuple(map(fold, ("Iden's ID10 Seeker Droid", "Grogu", "C-3PO Human-Cyborg Relations")))


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Iden's ID60 Seeker Droid", 0),
        ("Seeker Droid", 0),
        ("Iden's ID10", 0),
        ("IdenxIDx10xSeekerxDroid", 0),
        ("Grxgu", 1),
        ("Human-Cyborg Relations", 2),
        ("C-3PO", None),
        ("T-Series Tactical Droid", None),
        ("DLT-19 Stormtrooper", None),
        ("", None),
    ],
)
def test_half_of_the_words_or_most_letters(name: str, like: int | None) -> None:
    assert resembling(fold(name), KNOWN) == (None if like is None else KNOWN[like])
