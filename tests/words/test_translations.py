"""Every language states everything that English states, about the same things."""

from string import Formatter

import pytest

from table.words import Words, languages

ENGLISH = Words("en").sentences
OTHERS = [language for language in languages() if language != "en"]


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_there_are_three_languages() -> None:
    assert languages() == ("de", "en", "es")


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_missing_and_none_is_left_over(language: str) -> None:
    sentences = set(Words(language).sentences)
    assert sorted(set(ENGLISH) - sentences) == []
    assert sorted(sentences - set(ENGLISH)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_speaks_of_the_same_things(language: str) -> None:
    sentences = Words(language).sentences
    wrong = {key for key, sentence in ENGLISH.items() if places(sentences.get(key, sentence)) != places(sentence)}
    assert sorted(wrong) == []


@pytest.mark.parametrize("language", OTHERS)
def test_it_is_a_translation(language: str) -> None:
    """Names stay as they are; of whole sentences, hardly any may."""
    sentences = Words(language).sentences
    long = [key for key, sentence in ENGLISH.items() if len(sentence.split()) > 3]
    assert [key for key in long if sentences.get(key) == ENGLISH[key]] == []


@pytest.mark.parametrize("language", languages())
def test_every_letter_is_in_the_font(language: str) -> None:
    from table.screen.drawing.typefaces import Fonts

    font = Fonts().font(24, False)
    letters = sorted(set("".join(Words(language).sentences.values())) - {"\u00a0"})
    measured = font.metrics("".join(letters))
    assert [letter for letter, size in zip(letters, measured, strict=True) if size is None] == []


@pytest.mark.parametrize("language", languages())
def test_what_is_reported_of_a_single_one_belongs_to_a_sentence_with_one_number(language: str) -> None:
    """With two numbers nobody could tell which of them is the one."""
    sentences = Words(language).sentences
    singles = [key.removesuffix(".one") for key in sentences if key.endswith(".one")]
    assert singles
    for key in singles:
        numbers = places(sentences[key]) - places(sentences[f"{key}.one"])
        assert len(numbers) == 1, key
