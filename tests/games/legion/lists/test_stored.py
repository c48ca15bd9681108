"""The lists that the lobby offers."""

import os
from pathlib import Path

import pytest

from table.games.files.list_file import read_file
from table.games.files.raw_list import ListError
from table.games.legion.data.catalogue import CLASSIC, Catalogue
from table.games.legion.lists.army_list import judged, read_list
from table.games.legion.lists.stored import stored_lists

SAMPLES = 5
"""The lists of the current rules that are shipped."""


def test_the_samples_are_always_there() -> None:
    samples = stored_lists(None)
    assert [(entry.id, entry.name, entry.faction, entry.points) for entry in samples] == [
        ("sample:empire_veers_vader", "Blizzard at dawn", "empire", 989),
        ("sample:rebels_leia_ewoks", "Under the trees", "rebels", 538),
        ("sample:rebels_leia_luke", "Echo line", "rebels", 994),
        ("sample:republic_obi_wan", "Ten of the Republic", "republic", 694),
        ("sample:separatists_kalani_b1", "Six times eight", "separatists", 739),
    ]
    assert all(entry.broken == () and read_file(entry.path) for entry in samples)


def test_each_edition_has_samples_of_its_own_that_can_be_played(classic: Catalogue) -> None:
    samples = stored_lists(None, CLASSIC)
    assert [(entry.id, entry.name, entry.faction, entry.points) for entry in samples] == [
        ("sample:empire_krennic_vader", "The garrison", "empire", 708),
        ("sample:rebels_han_leia", "Short odds", "rebels", 636),
    ]
    for entry in samples:
        result = read_list(read_file(entry.path), classic)
        assert judged(result) == ()
        assert result.warnings == ()
        assert result.army is not None
        assert entry.points == sum(classic.unit(unit.card).cost for unit in result.army.units)


def test_the_players_own_lists_follow(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text('{"units": ["AT-ST"], "points": 145}')
    (tmp_path / "a.JSON").write_text('{"listname": "Hoth", "armyFaction": "Imperial", "units": ["AT-ST"]}')
    (tmp_path / "notes.md").write_text("not a list")
    own = stored_lists(tmp_path)[SAMPLES:]
    assert [(entry.id, entry.name, entry.faction, entry.points) for entry in own] == [
        ("own:a.JSON", "Hoth", "empire", 0),
        ("own:b.json", "b", "", 145),
    ]


def test_a_broken_file_is_listed_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "empty.json").touch()
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.json")
    with (tmp_path / "vast.json").open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    own = stored_lists(tmp_path)[SAMPLES:]
    assert {entry.name: entry.broken[0].key for entry in own} == {
        "broken": "list.not_json",
        "empty": "list.empty",
        "folder": "list.no_file",
        "gone": "list.no_file",
        "pipe": "list.no_file",
        "vast": "list.too_big",
    }


def test_no_folder_holds_no_lists(tmp_path: Path) -> None:
    assert len(stored_lists(tmp_path / "nowhere")) == SAMPLES


def test_a_file_that_cannot_be_opened_gives_the_reason(tmp_path: Path) -> None:
    with pytest.raises(ListError) as error:
        read_file(tmp_path / ("x" * 300 + ".json"))
    assert error.value.problems[0].key in ("list.no_file", "list.no_access")
