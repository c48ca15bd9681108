"""A phone and the table agree on keys that nobody else has, and begin again with each connection."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.devices.phones.phone_keys import (
    HELLO_BYTES,
    ID_BYTES,
    VERSION,
    HandshakeError,
    KeyPair,
    PhoneKeys,
    Side,
    agreed,
    check_opening,
    committed,
    hello,
    read_hello,
    secret_id,
)

SECRET = bytes(range(16))


def pair(seed: int, side: Side = "table") -> KeyPair:
    return KeyPair(side, lambda size: hashlib.shake_256(bytes([seed, size])).digest(size))


PHONE, TABLE = pair(1, "phone"), pair(2)


def in_clear(phone: KeyPair, table: KeyPair, secret: bytes = SECRET) -> tuple[bytes, bytes, bytes, bytes]:
    """The messages of a handshake that anybody between both can read."""
    return hello(secret, phone.commitment), table.commitment, phone.opening, table.opening


def keys(own: KeyPair, other: KeyPair, secret: bytes = SECRET) -> PhoneKeys:
    """The keys that this side derives. One of both is the phone."""
    phone, table = (own, other) if own is PHONE else (other, own)
    return agreed(own, other.opening, secret, in_clear(phone, table, secret))


def test_both_sides_have_the_same_keys_and_words() -> None:
    assert keys(PHONE, TABLE) == keys(TABLE, PHONE)


def test_each_direction_has_a_key_of_its_own() -> None:
    made = keys(PHONE, TABLE)
    assert len({made.to_table, made.to_phone, made.next_secret}) == 3
    assert made.next_secret != SECRET


def test_who_photographed_the_code_and_listens_has_other_keys() -> None:
    """The secret and everything that was reported in clear are not enough: the key of a side is missing."""
    listener = pair(3)
    assert agreed(listener, TABLE.opening, SECRET, in_clear(PHONE, TABLE)) != keys(PHONE, TABLE)


def test_with_another_secret_there_are_other_keys() -> None:
    assert keys(PHONE, TABLE, bytes(16)) != keys(PHONE, TABLE)


def test_an_invitation_that_comes_again_leads_to_other_keys() -> None:
    assert keys(PHONE, TABLE) != keys(PHONE, pair(4))


def test_the_name_of_a_secret_reveals_nothing_of_it() -> None:
    assert len(secret_id(SECRET)) == ID_BYTES
    assert SECRET not in hello(SECRET, PHONE.commitment)
    assert secret_id(SECRET) != secret_id(bytes(16))


def test_a_hello_is_read_as_it_was_sent_whatever_fills_the_frame() -> None:
    stated = hello(SECRET, PHONE.commitment)
    assert read_hello(stated + bytes(900)) == read_hello(stated)
    assert read_hello(stated).secret_id == secret_id(SECRET)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=2 * HELLO_BYTES))
def test_what_is_no_hello_is_refused_by_an_error_of_ours(stated: bytes) -> None:
    try:
        assert stated[0] == VERSION
        read_hello(stated)
    except (HandshakeError, IndexError, AssertionError):
        return
    assert len(stated) >= HELLO_BYTES


def test_a_phone_that_shows_another_key_or_nonce_is_refused() -> None:
    """Otherwise a person between both could search for a key until the words are the same."""
    bound = read_hello(hello(SECRET, PHONE.commitment)).commitment
    check_opening("phone", PHONE.opening, bound)
    for shown in (pair(3).opening, PHONE.opening[:-1] + b"\0", b""):
        with pytest.raises(HandshakeError, match="committed to"):
            check_opening("phone", shown, bound)


def test_a_commitment_counts_for_its_own_side_alone() -> None:
    """Otherwise a person between both could send the phone's own commitment back to it."""
    assert committed("phone", PHONE.opening) != committed("table", PHONE.opening)


@pytest.mark.parametrize("which", ["phone's key", "phone's nonce", "table's key", "table's nonce"])
def test_both_words_come_from_both_sides(which: str) -> None:
    """With another key or nonce of either side the words are others, but for one pair in 65,536."""
    own, others = which.split("'s ")

    def drawn(number: int) -> KeyPair:
        changes = 0 if others == "key" else 1
        parts = iter(hashlib.shake_256(bytes([each])).digest(32) for each in ((number, 9), (9, number))[changes])
        return KeyPair("phone" if own == "phone" else "table", lambda _: next(parts))

    words = set()
    for number in range(20):
        drew = drawn(number)
        phone, table = (drew, TABLE) if own == "phone" else (PHONE, drew)
        words.add(agreed(phone, table.opening, SECRET, in_clear(phone, table)).words)
    assert len(words) == 20


@pytest.mark.parametrize("key", [b"", bytes(32), bytes([1, *bytes(31)]), bytes(31), bytes(33)])
def test_a_key_that_leads_to_no_secret_is_refused(key: bytes) -> None:
    with pytest.raises(HandshakeError):
        pair(2).shared(key)
