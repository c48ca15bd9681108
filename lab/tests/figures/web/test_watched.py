"""What a table costs beside another program is measured on the same commands as without it."""

from pathlib import Path

from lab.figures.session_figures import TimedTable
from lab.figures.web.watched import twins


def test_twins_play_the_same_commands_each_in_its_own_journal(tmp_path: Path) -> None:
    alone, beside = twins(tmp_path, lambda folder: TimedTable(folder, 1))
    for table in (alone, beside):
        while len(table.taken_ms) < 40:
            table.turn()
    played, other = alone.session.play, beside.session.play
    assert played is not None
    assert other is not None
    assert played.journal.path != other.journal.path
    assert (played.journal.count, played.journal.head) == (other.journal.count, other.journal.head)
    alone.session.close()
    beside.session.close()
