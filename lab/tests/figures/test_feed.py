"""The figures of the feed, of a match of one round."""

import pytest

from lab.figures.feed_figures import most_in_a_second, of_match


def test_the_frames_of_any_second_are_counted() -> None:
    assert most_in_a_second([0.0]) == 1
    assert most_in_a_second([0.0, 0.5, 1.0, 1.1, 1.2]) == 4
    assert most_in_a_second([n / 10 for n in range(40)]) == 10


@pytest.mark.campaign
def test_a_round_that_is_watched_is_a_fifth_of_a_match_at_most() -> None:
    figures = {figure.name: figure for figure in of_match(1, rounds=1)}
    assert 10 < figures["feed.match"].value < 300 / 3
    assert figures["feed.frames_in_a_second"].ok
    assert figures["feed.match"].n > 20
    assert figures["feed.tell"].n >= figures["feed.step"].n, "a view gives one frame at most"
