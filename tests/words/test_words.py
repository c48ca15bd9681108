"""Words are looked up by key, and a key that nobody wrote words for is found here rather than at the table."""

import ast
from pathlib import Path

import pytest

from table.rules.text import text
from table.words import Words, WordsError, languages
from tests.sources import Source, product


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "a.toml").write_text(
        '"order" = "{unit} has an order from {seat}."\n"seat.blue" = "Blue"\n', "utf-8"
    )
    return tmp_path


def test_a_text_is_reported_with_names_numbers_and_other_texts_filled_in(folder: Path) -> None:
    words = Words("en", folder)
    assert words.say(text("order", unit="AT-ST", seat=text("seat.blue"))) == "AT-ST has an order from Blue."


def test_what_is_filled_in_stays_on_its_line_and_steers_nothing(folder: Path) -> None:
    """Also where a key is missing. Blanks of any width are blanks."""
    words = Words("en", folder)
    sentence = words.say(text("order", unit="AT\x1b[2J\u202e\nST", seat="5\xa0mm"))
    assert sentence == r"AT\x1b[2J\u202e\nST has an order from 5" + "\xa0mm."
    assert words.say(text("no\x1b", unit=text("such\n"))) == r"no\x1b such\n"


def test_a_missing_key_is_shown_as_it_is_with_its_arguments(folder: Path) -> None:
    words = Words("en", folder)
    assert words.say(text("no.such", unit="AT-ST", seat=text("seat.blue"))) == "no.such Blue AT-ST"
    assert "no.such" not in words
    assert "order" in words


def test_a_part_that_is_not_given_does_not_stop_the_line(folder: Path) -> None:
    assert Words("en", folder).say(text("order", unit="{x}")) == "{x} has an order from {seat}."


def test_a_single_one_has_a_sentence_of_its_own_where_it_needs_one(folder: Path) -> None:
    sentences = '"left" = "{left} orders are left"\n"left.one" = "One order is left"\n'
    (folder / "en" / "c.toml").write_text(sentences, "utf-8")
    words = Words("en", folder)
    sentence = [words.say(text("left", left=left)) for left in (0, 1, 2)]
    assert sentence == ["0 orders are left", "One order is left", "2 orders are left"]
    assert words.say(text("order", unit="AT-ST", seat=1)) == "AT-ST has an order from 1."


def test_the_catalogues_of_a_language_are_one(folder: Path) -> None:
    (folder / "en" / "b.toml").write_text('"other" = "Other"\n', "utf-8")
    assert {"order", "other"} <= set(Words("en", folder).sentences)
    assert languages(folder) == ("en",)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ('"order" = "again"', "b.toml: order: another file"),
        ("order.ask = 'nested'", "b.toml: order: a sentence in quotes"),
        ("order", "b.toml: "),
    ],
)
def test_a_broken_catalogue_names_file_and_key(folder: Path, content: str, complaint: str) -> None:
    (folder / "en" / "b.toml").write_text(content, "utf-8")
    with pytest.raises(WordsError, match=complaint):
        Words("en", folder)


def test_a_catalogue_that_has_changed_is_read_again_and_one_that_has_not_stays_as_it_is(folder: Path) -> None:
    first = Words("en", folder)
    (folder / "en" / "a.toml").write_text('"order" = "Go."\n', "utf-8")
    second = Words("en", folder)
    assert [words.say(text("order")) for words in (first, second)] == ["{unit} has an order from {seat}.", "Go."]
    assert "seat.blue" in first
    assert "seat.blue" not in second


def test_an_unknown_language_is_refused(folder: Path) -> None:
    with pytest.raises(WordsError, match="'tlh'"):
        Words("tlh", folder)


@pytest.mark.slow
def test_every_key_that_the_code_states_has_words_in_every_language() -> None:
    stated = {(key, path) for path, each in product().items() if path.startswith("table/") for key in _keys(each)}
    assert stated
    for language in languages():
        words = Words(language)
        assert sorted(pair for pair in stated if pair[0] not in words) == []


def _keys(source: Source) -> list[str]:
    calls = [node for node in source.nodes if isinstance(node, ast.Call) and node.args]
    named = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "text"]
    return [arg.value for arg in named if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
