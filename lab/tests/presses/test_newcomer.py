"""A newcomer comes to the first reveal by what the screen and the bench's drawer say, and by nothing else."""

import pytest

from lab.presses import newcomer
from lab.presses.newcomer import CLICK_S, DRAG_S, READ_S, THINK_S, FirstReveal, NoRevealError, first_reveal
from table.emulation.guide import NextAct


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.slow
def test_what_is_reported_leads_there_and_each_part_of_it_is_counted() -> None:
    spent = first_reveal(1)
    assert spent.acts == 8, "a game, two armies, begin, and for each seat a card and a lock"
    assert spent.done_s == pytest.approx(6 * CLICK_S + 2 * DRAG_S)
    assert spent.seconds == pytest.approx(spent.words * READ_S + 8 * THINK_S + spent.done_s + spent.waited_s)


@pytest.mark.slow
def test_sentences_that_lead_nowhere_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomer, "next_act", lambda *_: NextAct.PRESS)
    with pytest.raises(NoRevealError, match="no card was turned over"):
        first_reveal(1)


def test_nobody_who_does_nothing_needs_time() -> None:
    assert FirstReveal().seconds == 0
