"""The codec, as both ends use it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import wire

words = st.lists(
    st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=12), min_size=1
).filter(lambda some: len(" ".join(some)) + 9 <= wire.LONGEST)


@pytest.mark.slow
@given(words, st.integers(1, 200))
def test_what_is_encoded_is_read_in_pieces_of_any_size(some: list[str], size: int) -> None:
    reader = wire.LineReader()
    line = wire.encode(*some)
    pieces = [line[at : at + size] for at in range(0, len(line), size)]
    assert [frame for piece in pieces for frame in reader.feed(piece)] == [some]


@pytest.mark.slow
@given(words, st.data())
def test_one_spoilt_byte_and_the_frame_is_dropped_and_the_next_one_read(some: list[str], data: st.DataObject) -> None:
    line = bytearray(wire.encode(*some))
    at = data.draw(st.integers(0, len(line) - 2))
    line[at] ^= data.draw(st.integers(1, 255))
    reader = wire.LineReader()
    frames = reader.feed(bytes(line) + wire.encode("next"))
    assert frames[-1] == ["next"]
    assert some not in frames


def test_noise_leaves_it_alive_and_small() -> None:
    chance = Random(3)
    reader = wire.LineReader()
    for _ in range(100):
        reader.feed(chance.randbytes(1000))
        assert reader.held() <= wire.LONGEST
    assert reader.rejected > 90_000
    assert reader.feed(b"\n" + wire.encode("beat", 1)) == [["beat", "1"]]


@pytest.mark.parametrize("word", ["", "a b", "a*b", "$", "ü", "\n"])
def test_a_word_that_the_wire_cannot_carry_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="not a word"):
        wire.encode("pay", word)


def test_a_frame_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        wire.encode("x" * wire.LONGEST)
