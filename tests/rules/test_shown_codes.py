"""The codes that people compare with the eye."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.shown_codes import LETTERS, grouped, is_of, letters_of, normal

DIGEST = hashlib.sha256(b"a match").hexdigest()


@given(st.binary(min_size=32, max_size=32))
@pytest.mark.slow
def test_what_is_shown_is_taken_back_and_is_130_bits_of_the_hash(raw: bytes) -> None:
    digest = raw.hex()
    code = normal(grouped(digest))
    assert code == letters_of(digest)
    assert is_of(code, digest)
    other = (int.from_bytes(raw) ^ (1 << (256 - 130))).to_bytes(32).hex()
    assert not is_of(code, other), "the 130th bit counts"


@pytest.mark.parametrize("copied", [str.lower, lambda it: it.replace(" ", "-"), lambda it: f"  {it}\n"])
def test_it_may_be_copied_small_with_hyphens_or_with_spaces_around_it(copied: object) -> None:
    assert normal(copied(grouped(DIGEST))) == letters_of(DIGEST)  # type: ignore[operator]


def test_digits_that_look_like_letters_are_taken_for_them() -> None:
    assert normal("O0L1B8" + "A" * 20) == "OOLLBB" + "A" * 20


@pytest.mark.parametrize("length", [32, 40, 64])
def test_hex_digits_will_do_from_128_bits_on(length: int) -> None:
    assert is_of(normal(DIGEST[:length].upper()), DIGEST)


@pytest.mark.parametrize(
    "short",
    [
        "e",
        DIGEST[:31],
        DIGEST + "0",
        DIGEST[:31] + "g",
        "A" * (LETTERS - 1),
        "A" * (LETTERS + 1),
        "9" * LETTERS,
        "A" * (LETTERS - 1) + "9",
    ],
)
def test_what_is_shorter_or_no_code_is_refused(short: str) -> None:
    with pytest.raises(ValueError, match=short[:3]):
        normal(short)
