"""A replay has what the table published in the match, and the very file of the match."""

from pathlib import Path

import pytest

from table.records.journal import SqliteJournal
from table.records.matches import stored
from table.session.replayed import replayed
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.spectating import spectator_table, story_lines
from table.view.streams.replay import FORMAT, replay_lines
from table.view.streams.stream_frames import FeedFrame, FrameReader
from table.words import Words, languages
from tests.records.verify.played import GAMES, file_of, skirmish

SAYINGS = Sayings({language: Words(language) for language in languages()})


@pytest.fixture
def played(tmp_path: Path) -> tuple[Published, list[Published], bytes]:
    """The table's last view, the replayed ones, and the match file."""
    table = skirmish(tmp_path)
    file = file_of(tmp_path)
    journal = SqliteJournal.open(stored(tmp_path)[0])
    views = list(replayed(GAMES, journal, ("Ann", "")))
    journal.close()
    last = table.now
    table.session.close()
    return last, views, file


def test_its_last_view_is_what_the_table_shows(played: tuple[Published, list[Published], bytes]) -> None:
    last, views, file = played
    assert len(views) == len(file.splitlines()) - 2
    shown = views[-1]
    assert (shown.view, shown.score.totals, shown.score.result) == (last.view, last.score.totals, last.score.result)
    assert (shown.chain, shown.locked, shown.commitment) == (last.chain, last.locked, last.commitment)
    assert shown.players == ("Ann", "")


def test_a_lock_stands_from_its_step_to_the_reveal(played: tuple[Published, list[Published], bytes]) -> None:
    _, views, _ = played
    locks = [tuple(desk.locked for desk in view.desks) for view in views]
    assert (True, True) in locks
    assert locks[-1] == (False, False)


def test_it_has_the_match_file_and_a_frame_for_each_step(played: tuple[Published, list[Published], bytes]) -> None:
    _, views, file = played
    whole = b"".join(replay_lines(file, views, SAYINGS)).splitlines(keepends=True)
    count = file.count(b"\n")
    assert whole[0] == b'{"format":"%s","lines":%d}\n' % (FORMAT.encode(), count)
    assert b"".join(whole[1 : 1 + count]) == file
    frames = whole[1 + count :]
    assert len(frames) == len(views)
    reader = FrameReader()
    reader.state = {"match": "", "play": None, "questions": [], "clock": None}
    reader.epoch, reader.rev = "replay", 0
    for frame, view in zip(frames, views, strict=True):
        assert frame == b"{}\n" or reader.read(frame, FeedFrame) is not None
        assert reader.state_as(type(spectator_table(view, SAYINGS))) == spectator_table(view, SAYINGS)
        assert reader.story[-3:] == story_lines(view, SAYINGS)[-3:]
