"""A single token or order is no plural on the screen."""

import pytest

from table.rules.text import text
from table.words import Words, languages


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("key", "number"),
    [("screen.chore", "count"), ("infinity.ask.orders.end", "left"), ("infinity.ask.orders.end_too", "left")],
)
def test_a_single_one_is_worded_differently(language: str, key: str, number: str) -> None:
    words = Words(language)
    one, two = words.say(text(key, **{number: 1})), words.say(text(key, **{number: 2}))
    assert "1" not in one
    assert one != two.replace("2", "1")
