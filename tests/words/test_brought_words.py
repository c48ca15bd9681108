"""The words that a game from elsewhere brings: said, or reported with file and key. Nothing of them breaks a table."""

from pathlib import Path

import pytest

from table.rules.text import text
from table.words import Words, WordsError
from table.words.catalogue import MOST_BYTES


def brought(folder: Path, content: bytes, language: str = "en") -> Words:
    (folder / "en.toml").write_bytes(b'"system.chess" = "Chess"\n')
    (folder / f"{language}.toml").write_bytes(content)
    return Words(language, more=[folder])


def test_names_in_braces_are_filled_in(tmp_path: Path) -> None:
    words = brought(tmp_path, b'"chess.move" = "{piece} takes {{it}}"\n')
    assert words.say(text("chess.move", piece="Rook")) == "Rook takes {it}"


@pytest.mark.parametrize(
    "sentence",
    ["{", "}", "{}", "{0}", "{piece", "{piece.__class__}", "{piece[0]}", "{piece!r}", "{piece:>99999999999}", "{a b}"],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sentence_that_could_not_be_worded_is_reported_by_its_key(
    sentence: str, language: str, tmp_path: Path
) -> None:
    with pytest.raises(WordsError, match=rf"{language}\.toml: chess\.move: write what is filled in"):
        brought(tmp_path, f'"chess.move" = "{sentence}"\n'.encode(), language)


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe", b"=", b"[" * 5000 + b"]" * 5000, b"x = " + b"[" * 5000 + b"]" * 5000, b"x = " + b"9" * 5000, b"\0"],
)
def test_what_is_no_catalogue_is_reported_by_the_file(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(WordsError, match=r"en\.toml"):
        brought(tmp_path, content)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="larger than 1 MiB"):
        brought(tmp_path, b"#" * (MOST_BYTES + 1))
