"""No configuration is lost when another one is written."""

from pathlib import Path

from table.program.first_setup.start import saved


def test_the_folder_is_made_and_nothing_is_kept_where_nothing_was(tmp_path: Path) -> None:
    file = tmp_path / "config" / "command-table" / "table.toml"
    assert saved("one", file) is None
    assert file.read_text("utf-8") == "one"


def test_every_older_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    kept = [saved(document, file) for document in ("one", "two", "three")]
    assert kept == [None, tmp_path / "table.toml.1", tmp_path / "table.toml.2"]
    assert [(tmp_path / f"table.toml{end}").read_text("utf-8") for end in (".1", ".2", "")] == ["one", "two", "three"]
