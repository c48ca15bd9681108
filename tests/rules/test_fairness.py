"""The chance is fixed by the secret and both numbers, and by nothing else."""

import hmac
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from table.rules.chance import RED_DEFENSE, draw, roll
from table.rules.fairness import SALT_BYTES, SECRET_BYTES, WORDS, SecretChance, number_of_words
from table.rules.seats import BLUE, RED

KNOWN = 4_923_065_934_154_467
"""The number of "the fleet sails at dawn"."""

NUMBERS = ((RED, 42), (BLUE, 7))


def test_a_roll_can_be_derived_with_nothing_but_hmac() -> None:
    word = int.from_bytes(hmac.digest(b"secret", b"7,42,3,0", "sha256")[:8])
    assert SecretChance(b"secret", NUMBERS).below(6, 3) == word % 6


def test_the_same_question_gets_the_same_answer() -> None:
    assert SecretChance(b"s", NUMBERS).below(6, 1) == SecretChance(b"s", NUMBERS).below(6, 1)


def test_either_seats_number_changes_the_rolls() -> None:
    def rolls(blue: int, red: int) -> list[int]:
        return [SecretChance(b"s", ((BLUE, blue), (RED, red))).below(6, n) for n in range(40)]

    assert rolls(1, 2) != rolls(1, 3)
    assert rolls(1, 2) != rolls(2, 2)


def test_the_tail_of_the_range_is_rejected_and_the_next_attempts_are_made(mocker: MockerFixture) -> None:
    tail = (1 << 64) // 6 * 6
    words = [number.to_bytes(8) + bytes(24) for number in ((1 << 64) - 1, tail, 5)]
    digest = mocker.patch("table.rules.fairness.hmac.digest", side_effect=words)
    assert SecretChance(b"s", NUMBERS).below(6, 3) == 5
    assert [call.args[1] for call in digest.call_args_list] == [b"7,42,3,0", b"7,42,3,1", b"7,42,3,2"]


def test_the_last_word_before_the_tail_is_taken(mocker: MockerFixture) -> None:
    mocker.patch("table.rules.fairness.hmac.digest", return_value=((1 << 64) // 6 * 6 - 1).to_bytes(8) + bytes(24))
    assert SecretChance(b"s", NUMBERS).below(6, 0) == 5


def test_the_code_beside_a_roll_is_the_beginning_of_its_first_attempt() -> None:
    assert SecretChance(b"secret", NUMBERS).proof(3) == hmac.digest(b"secret", b"7,42,3,0", "sha256").hex()[:8]


def test_salt_and_secret_have_256_bits() -> None:
    assert 8 * SALT_BYTES == 8 * SECRET_BYTES == 256


def test_a_red_defense_die_blocks_on_three_of_six_faces() -> None:
    chance = SecretChance(b"s", NUMBERS)
    faces = Counter(roll(RED_DEFENSE, chance, n) for n in range(6000))
    assert 2850 < faces["block"] < 3150
    assert 850 < faces["surge"] < 1150


def test_a_draw_comes_from_the_counts_alone() -> None:
    chance = SecretChance(b"s", NUMBERS)
    drawn = Counter(draw((("corps", 3), ("heavy", 0), ("support", 1)), chance, n) for n in range(4000))
    assert drawn["heavy"] == 0
    assert 2850 < drawn["corps"] < 3150


@pytest.mark.rule("TB-07")
def test_words_stand_for_a_number_that_no_dial_has() -> None:
    """It was worked out by hand once, so that anybody can work it out again."""
    assert number_of_words("the fleet sails at dawn") == KNOWN
    assert KNOWN in WORDS
    assert WORDS.start > 99
    assert len(WORDS) == 2**52


@pytest.mark.rule("TB-07")
@pytest.mark.parametrize("again", ["The  Fleet sails at DAWN ", "the fleet\tsails at dawn\n"])
def test_words_that_are_spoken_aloud_are_the_same_however_they_are_typed(again: str) -> None:
    assert number_of_words(again) == number_of_words("the fleet sails at dawn")


@given(st.text(), st.text())
def test_other_words_are_another_number(one: str, other: str) -> None:
    stated = [" ".join(unicodedata.normalize("NFKC", words).casefold().split()) for words in (one, other)]
    assert (number_of_words(one) == number_of_words(other)) == (stated[0] == stated[1])
