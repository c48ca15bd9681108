"""Pairing and line: who is in between is found out, and old frames have no effect."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lab.campaigns.two_tables.bad_line import TwoTables, same_end
from lab.systems import systems
from table.records.two_tables.canonical import canonical
from table.records.two_tables.pair_keys import SMALL_ORDER, SigningKey, hello_commitment, is_signed, is_weak
from table.records.two_tables.paired_side import GREETING, PADDED, PAIRING, SEALED, PairedSide, SealedLine, padded
from table.records.two_tables.peer_values import OwnSide
from table.records.two_tables.statements import (
    SentCommitment,
    SentHead,
    SentHello,
    SentStatement,
    Statement,
    StatementKind,
)
from table.rules.seats import BLUE, RED, SEATS
from tests.records.two_tables.conftest import QuietTables, legion


def own() -> OwnSide:
    system = legion()
    return OwnSide(system.game, system.sides(random.Random(1))[BLUE], (), "data", "1")


def side(
    seat_of: int, code: str = "", seed: int = 1, disk: dict[str, bytes] | None = None, life: int = 1
) -> PairedSide:
    entropy = random.Random(100 * life + seed).randbytes
    kept = {} if disk is None else disk
    return PairedSide(SEATS[seat_of], own(), SigningKey(bytes([seed] * 32)), kept, entropy, code)


def exchange(one: PairedSide, other: PairedSide, rounds: int = 6, first: int = 0) -> list[tuple[PairedSide, bytes]]:
    """Carry all frames for some minutes, and return them with their senders."""
    on_line = []
    for now in range(first + 60_000, first + (rounds + 1) * 60_000, 60_000):
        for sender, receiver in ((one, other), (other, one)):
            for frame in sender.frames(now):
                on_line.append((sender, frame))
                receiver.receive(frame, now)
    return on_line


def test_both_show_the_same_words() -> None:
    blue, red = side(0, seed=1), side(1, seed=2)
    exchange(blue, red)
    assert len(blue.words) == 4
    assert blue.words == red.words


def test_somebody_in_between_gives_other_words() -> None:
    blue, red = side(0, seed=1), side(1, seed=2)
    exchange(blue, side(1, seed=3))
    exchange(side(0, seed=4), red)
    assert blue.words != red.words


def test_the_code_names_the_identity() -> None:
    blue = side(0, seed=1)
    red = side(1, SigningKey(bytes([9] * 32)).public, seed=2)
    exchange(blue, red)
    assert red.words == ()
    assert red.peer is None


def test_a_hello_that_was_changed_after_the_commitment_is_refused() -> None:
    blue, red, other = side(0, seed=1), side(1, seed=2), side(0, seed=3)
    red.receive(blue.frames(0)[0], 0)
    other.receive(red.frames(0)[0], 0)
    for frame in other.frames(0)[1:]:
        red.receive(frame, 0)
    assert red.words == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_relay_that_sends_a_sides_own_frames_back_pairs_it_with_nobody(seat: int) -> None:
    alone, other = side(seat), side(1 - seat, seed=2)
    for now in range(0, 12_000, 2_000):
        for frame in alone.frames(now):
            alone.receive(frame, now)
    assert (alone.words, alone.peer) == ((), None)
    exchange(alone, other)
    assert alone.words == other.words != (), "the other side can still come"


@pytest.mark.parametrize("field", ["identity", "match"])
def test_no_hello_has_a_key_of_this_side(field: str) -> None:
    alone = side(0)
    mine = alone._mine.hello
    hello = replace(side(1, seed=2)._mine.hello, **{field: getattr(mine, field)})
    for message in (SentCommitment(hello_commitment(hello)), SentHello(hello)):
        alone.receive(PAIRING + padded(canonical(message)), 0)
    assert alone.words == ()


def test_all_frames_have_padded_lengths(tables: QuietTables) -> None:
    assert {len(sent.frame) % PADDED for sent in tables.frames} == {0}


def test_old_frames_have_no_effect(tables: QuietTables) -> None:
    tables.kill(BLUE)
    tables.settle()
    before = {seat: dict(tables.disks[seat]) for seat in SEATS}
    for sent in list(tables.frames):
        for seat in SEATS:
            receiver = tables.sides[seat]
            assert receiver is not None
            receiver.receive(sent.frame, tables.now_ms)
    tables.settle()
    assert {seat: dict(tables.disks[seat]) for seat in SEATS} == before
    assert not any(tables.peer(seat).over for seat in SEATS)


def test_a_greeting_of_an_earlier_start_does_not_block_the_line() -> None:
    disks: tuple[dict[str, bytes], dict[str, bytes]] = ({}, {})
    blue, red = side(0, seed=1, disk=disks[0]), side(1, seed=2, disk=disks[1])
    on_line = exchange(blue, red)
    old = [frame for sender, frame in on_line if sender is red and frame[:1] == b"\1"]
    red = side(1, seed=2, disk=disks[1], life=2)
    exchange(blue, red)
    blue = side(0, seed=1, disk=disks[0], life=2)
    for frame in blue.frames(0):
        red.receive(frame, 0)
    for frame in (*red.frames(0), *old):
        blue.receive(frame, 0)
    exchange(blue, red)
    assert all(each._line is not None and each._line.is_open for each in (blue, red))


def test_a_late_frame_of_an_earlier_start_does_not_block_the_line(tables: QuietTables) -> None:
    """It comes after the greeting of the present start, with that of its own start in between."""
    blue, entropy = tables.sides[BLUE], random.Random(1).randbytes
    assert blue is not None
    assert blue._line is not None
    earlier, now = (SealedLine(tables.peer(RED)._keys, entropy) for _ in range(2))
    for line in (earlier, now):
        line.greet(blue._line.greeting)
    content = canonical(SentHead(True, "", 0))
    late = earlier.seal(content)
    assert late is not None
    for frame in (GREETING + padded(now.greeting), GREETING + padded(earlier.greeting), late):
        blue.receive(frame, 1)
    present = now.seal(content)
    assert present is not None
    blue.receive(present, 2)
    assert blue.last_ms == 2


def test_a_frame_that_opens_nothing_is_answered_with_the_own_greeting(tables: QuietTables) -> None:
    red = tables.sides[RED]
    assert red is not None
    assert red._line is not None
    red.frames(tables.now_ms)
    red.receive(SEALED + bytes(300), tables.now_ms)
    assert red.frames(tables.now_ms) == [GREETING + padded(red._line.greeting)]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["restart", "late", "due"]), st.integers(0, 10**6)), max_size=60))
def test_whatever_the_line_did_both_reach_each_other_once_it_is_calm(steps: list[tuple[str, int]]) -> None:
    disks: tuple[dict[str, bytes], dict[str, bytes]] = ({}, {})
    sides = [side(n, seed=n + 1, disk=disks[n]) for n in range(2)]
    kept = [(sides.index(sender), frame) for sender, frame in exchange(sides[0], sides[1])]
    now = 10**6
    for life, (what, number) in enumerate(steps, 2):
        which, now = number % 2, now + 1_000
        if what == "restart":
            sides[which] = side(which, seed=which + 1, disk=disks[which], life=life)
        elif what == "late":
            sender, frame = kept[number % len(kept)]
            sides[1 - sender].receive(frame, now)
        else:
            kept += [(which, frame) for frame in sides[which].frames(now)]
    exchange(sides[0], sides[1], first=now)
    for each in sides:
        assert each.peer is not None
        each.peer.ask_head()
    exchange(sides[0], sides[1], first=2 * now)
    assert all(each.last_ms > 2 * now for each in sides)


@pytest.mark.parametrize("frame", [b"", b"\0", b"\0\0\0\0\2{}", b"\1", b"\2", b"\2" + bytes(300), b"\3abc"])
def test_any_bytes_are_dropped(tables: QuietTables, frame: bytes) -> None:
    receiver = tables.sides[RED]
    assert receiver is not None
    receiver.receive(frame, tables.now_ms)
    assert not tables.peer(RED).over


@pytest.mark.parametrize(
    "content",
    [
        b'{"commitment":"\xff","type":"SentCommitment"}',
        b'{"commitment":"a","type":"SentCommitment","x":' + b"[" * 20_000,
        b'{"commitment":1e999,"type":"SentCommitment"}',
    ],
)
def test_json_that_is_broken_anywhere_is_dropped(content: bytes) -> None:
    blue, red = side(0, seed=1), side(1, seed=2)
    blue.receive(PAIRING + padded(content), 0)
    exchange(blue, red)
    assert blue.words == red.words != ()
    assert blue.peer is not None
    blue.receive(GREETING + padded(content), 0)
    blue.peer.receive(SentStatement(Statement(content.decode("latin-1"), StatementKind.PROPOSAL, "0" * 128)))


def test_no_counter_is_used_twice_with_one_key() -> None:
    tables = QuietTables(legion())
    for _ in range(3):
        tables.kill(RED)
        tables.settle()
    sealed = [sent.frame for sent in tables.frames if sent.frame[:1] == b"\2"]
    assert len(set(sealed)) == len(sealed)


def test_a_signature_counts_in_its_own_domain_alone() -> None:
    key = SigningKey(bytes(32))
    signature = key.sign("batch", b"content")
    assert is_signed(key.public, "batch", b"content", signature)
    assert not is_signed(key.public, "proposal", b"content", signature)
    assert not is_signed(key.public, "batch", b"content", signature.upper())
    assert not is_signed("00", "batch", b"content", "zz")


@pytest.mark.slow
def test_the_four_games_are_played_over_a_bad_line() -> None:
    for system in systems():
        tables = TwoTables(system, 7, 10)
        tables.run()
        assert same_end(tables), system.game.system


@pytest.mark.parametrize("sign", [0x00, 0x80])
@pytest.mark.parametrize("key", sorted(SMALL_ORDER))
def test_nothing_is_signed_by_a_key_that_anybody_can_sign_with(key: str, sign: int) -> None:
    public = f"{key[:-2]}{int(key[-2:], 16) | sign:02x}"
    assert is_weak(public)
    anybodys = "01" + "00" * 31 + "00" * 32
    assert not any(is_signed(public, "batch", bytes([n]), anybodys) for n in range(16))
    assert not is_weak(SigningKey(bytes(32)).public)
