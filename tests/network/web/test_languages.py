"""Each is answered in the language that they read."""

import pytest

from table.network.web.languages import preferred


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,es;q=0.7,en;q=0.3", "es"),
        ("en;q=0.3,es;q=0.7", "es"),
        ("fr-FR", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=x", "de"),
        ("de;q=nan,es;q=0.1", "es"),
        (",".join(["fr"] * 1000) + ",de", "en"),
    ],
)
def test_the_best_liked_language_that_is_known(accepted: str, language: str) -> None:
    assert preferred(accepted, ("de", "en", "es")) == language
