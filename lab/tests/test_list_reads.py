"""Reads of list files are counted whatever opens them, on every thread."""

import threading
from pathlib import Path

from lab.figures.list_figures import LISTS, OWN, READS, measure, read_for_a_match


def test_each_read_counts_on_any_thread_and_writes_do_not(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    with READS.counted() as opened:
        path.write_text("{}")
        path.read_bytes()
        reader = threading.Thread(target=path.read_text)
        reader.start()
        reader.join()
    path.read_bytes()
    assert opened.count(path) == 2


def test_a_match_from_the_lobby_reads_every_list_that_is_offered() -> None:
    """Else nothing was measured."""
    opened = read_for_a_match(seed=1)
    assert len({path.name for path in opened if path.name.startswith(OWN)}) == LISTS


def test_the_figure_counts_the_players_own() -> None:
    own, samples = measure(seed=1)
    assert own.name == "lists.reads_a_match"
    assert own.value == LISTS
    assert own.ok
    assert samples.goal is None
