"""A phone and the table agree on keys that nobody else has, and begin anew with each connection."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.devices.phones.phone_keys import (
    HELLO_BYTES,
    ID_BYTES,
    HandshakeError,
    KeyPair,
    PhoneKeys,
    agreed,
    hello,
    read_hello,
    secret_id,
    shows_its_own,
)

SECRET = bytes(range(16))


def pair(seed: int) -> KeyPair:
    return KeyPair(lambda size: hashlib.shake_256(bytes([seed])).digest(size))


def keys(own: KeyPair, other: KeyPair, secret: bytes = SECRET) -> PhoneKeys:
    """What this side makes of a connection in which the phone is pair 1."""
    phone, table = (own, other) if own.public == pair(1).public else (other, own)
    return agreed(own, other.public, secret, (hello(secret, phone.public), table.public, phone.public))


def test_both_sides_have_the_same_keys_and_words() -> None:
    assert keys(pair(1), pair(2)) == keys(pair(2), pair(1))


def test_each_direction_has_a_key_of_its_own() -> None:
    made = keys(pair(1), pair(2))
    assert len({made.to_table, made.to_phone, made.next_secret}) == 3
    assert made.next_secret != SECRET


def test_who_photographed_the_code_and_listens_has_other_keys() -> None:
    """The secret and everything that was said in clear are not enough: the key of a side is missing."""
    listener = pair(3)
    phone, table = pair(1), pair(2)
    said = (hello(SECRET, phone.public), table.public, phone.public)
    assert agreed(listener, table.public, SECRET, said) != keys(phone, table)


def test_with_another_secret_there_are_other_keys() -> None:
    assert keys(pair(1), pair(2), bytes(16)) != keys(pair(1), pair(2))


def test_an_invitation_that_comes_again_leads_to_other_keys() -> None:
    assert keys(pair(1), pair(2)) != keys(pair(1), pair(4))


def test_the_name_of_a_secret_tells_nothing_of_it() -> None:
    assert len(secret_id(SECRET)) == ID_BYTES
    assert SECRET not in hello(SECRET, pair(1).public)
    assert secret_id(SECRET) != secret_id(bytes(16))


def test_a_hello_is_read_as_it_was_said_whatever_fills_the_frame() -> None:
    said = hello(SECRET, pair(1).public)
    assert read_hello(said + bytes(900)) == read_hello(said)
    assert read_hello(said).secret_id == secret_id(SECRET)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=2 * HELLO_BYTES))
def test_what_is_no_hello_is_refused_by_an_error_of_ours(said: bytes) -> None:
    try:
        assert said[0] == 1
        read_hello(said)
    except (HandshakeError, IndexError, AssertionError):
        return
    assert len(said) >= HELLO_BYTES


def test_a_phone_that_shows_another_key_is_refused() -> None:
    """Else somebody between both could look for a key until the words are the same."""
    begun = read_hello(hello(SECRET, pair(1).public))
    shows_its_own(pair(1).public, begun)
    with pytest.raises(HandshakeError, match="another key"):
        shows_its_own(pair(3).public, begun)


@pytest.mark.parametrize("key", [b"", bytes(32), bytes([1, *bytes(31)]), bytes(31), bytes(33)])
def test_a_key_that_leads_to_no_secret_is_refused(key: bytes) -> None:
    with pytest.raises(HandshakeError):
        pair(2).shared(key)
