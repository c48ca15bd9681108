"""Nothing on a page, an overlay or a phone is cut, overlaps, is too small for a finger, or is a key."""

from pathlib import Path
from typing import Any

import pytest

from lab.figures.evening.whole_matches import GAMES
from lab.figures.pages.bot_matches import bots_match
from lab.figures.pages.combinations import LOOKS, SIGHTS, pictures
from lab.figures.pages.moments import moments
from lab.figures.pages.page_figures import PLANTED
from lab.figures.pages.photographs import photographer

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]
MOST = 40
"""The pictures that are taken here; `command-table bench --only pages` takes all."""


def test_no_picture_has_a_fault(browser: Any, tmp_path: Path) -> None:
    """A choice from whole matches. `make sheet` takes all."""
    wanted = [*pictures([moment for game in GAMES for moment in moments(bots_match(game))], MOST)]
    assert {each.sight for each in wanted} == set(SIGHTS)
    games = {each.moment.match.game for each in wanted if each.moment is not None}
    assert games == set(GAMES), "and not the first ones alone"
    assert any(each.moment.share > 0.9 for each in wanted if each.moment is not None)
    assert {each.look for each in wanted} == {*LOOKS, "plain"}
    assert (3840, 2160) in {each.size for each in wanted}
    with photographer(browser, tmp_path) as by:
        assert {each.picture.caption: each.faults for each in by.take(wanted) if each.faults} == {}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_found(browser: Any, kind: str) -> None:
    with photographer(browser) as by:
        assert kind in by.planted(PLANTED[kind])
        assert by.planted("<p>Commander Luke Skywalker</p>") == frozenset()
