"""The figure of readers and their slots: each way to name a recorded reader means it, and no other."""

from lab.figures.readers.slot_figures import measure


def test_every_recorded_reader_is_found_by_each_way_to_name_it() -> None:
    figures = {figure.name: figure for figure in measure(0)}
    assert [name for name, figure in figures.items() if not figure.ok] == []
    assert figures["pcsc.slots"].value == figures["pcsc.slots.wrong"].n
