"""The real program, as the figures start it."""

import sys
from pathlib import Path

import pytest

from lab.figures.process import NARROW, NotStartedError, running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
DUMMY = {"SDL_VIDEODRIVER": "dummy"}


@pytest.mark.campaign
def test_it_draws_its_first_picture_with_a_match_in_play_that_goes_on_after_kill_9(tmp_path: Path) -> None:
    with running(tmp_path, NARROW, DUMMY, playing=True) as table:
        assert table.first_picture_s > 0
        assert table.resident_mb > 1
    (match,) = (tmp_path / "matches").glob("*.match")
    with running(tmp_path, NARROW, DUMMY) as table:
        assert table.answers() > 0, "it goes on: a judge is heard"
        table.kill()
    with running(tmp_path, NARROW, DUMMY) as table:
        assert table.first_picture_s > 0
        assert table.stop() > 0
    assert list((tmp_path / "matches").glob("*.match*")) == [match], "it went on, and was closed"


@pytest.mark.slow
def test_if_it_does_not_start_its_own_words_say_why(tmp_path: Path) -> None:
    with pytest.raises(NotStartedError, match=r"screen\.width"), running(tmp_path, (1, 480), DUMMY):
        pass
