"""The defaults of a minimal game."""

from typing import Any

import pytest

from table.rules.game import Game


class Bare(Game[None]):
    """A game with no functions of its own."""


@pytest.fixture
def bare() -> Any:
    made: Any = Bare
    return made()


def test_its_rounds_are_settled_when_they_end_and_it_keeps_no_points(bare: Any) -> None:
    assert bare.round_settled(None) is True
    assert bare.keeps_points(None) is False
    assert bare.victory_points(None) is None
    assert bare.decided(None) is None


def test_no_tokens_are_known_of_before_a_round(bare: Any) -> None:
    assert bare.worst_case(None) == bare.will_hold(None) == ()
