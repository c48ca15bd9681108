"""The names of lists: whatever people call theirs, and nothing that a folder cannot take."""

import pytest

from table.games.files.list_name import MOST_LETTERS, NEVER, file_stem
from table.games.files.raw_list import ListError

NAMES = (
    "Tom's list",
    "Echo line",
    "501st Legion, Vader's Fist",
    "Müllers Panzer (1000)",
    "Charge!",
    "Red & Blue + 2",
    "A" * MOST_LETTERS,
)


@pytest.mark.parametrize("name", NAMES)
def test_a_list_is_kept_under_the_name_that_its_player_gives_it(name: str) -> None:
    assert file_stem(name) == file_stem(f" {name}.TOML ", ".json", ".toml") == name


def test_the_same_letters_are_the_same_name_however_they_were_typed() -> None:
    """A terminal of macOS sends an umlaut as two characters."""
    assert file_stem("Mu\u0308ller") == file_stem("Müller") == "Müller"


@pytest.mark.parametrize("name", ["", " ", ".x", "'x", "-x", "A" * (MOST_LETTERS + 1), "a\nb", "a\u202eb", "a\xa0b"])
def test_a_name_that_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ListError, match=r"list\.bad_name"):
        file_stem(name)


@pytest.mark.parametrize("sign", NEVER)
def test_signs_that_a_stick_or_a_folder_cannot_take_are_refused(sign: str) -> None:
    with pytest.raises(ListError, match=r"list\.bad_name"):
        file_stem(f"a{sign}b")
