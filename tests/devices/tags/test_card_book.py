"""Which tag is which card: by UID, by the club's record, and never by a copy."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.events import Tag
from table.devices.tags.card_book import CardBook, CardBookError
from table.devices.tags.enrolment import Enrolment, RefusedTag, refusal
from table.devices.tags.signature import KeyFileError, Signer, make_key, read_key
from table.records.folder import CARD_KEY
from table.rules.cards import KnownCard
from tests.setups import every_card

UID, OTHER = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("04112233445566")
PUSH, ASSAULT = KnownCard("legion.card.push", "command"), KnownCard("legion.card.assault", "command")
AMBUSH = KnownCard("strategy:Ambush", "strategy", 2)
SIGNER = Signer(b"k" * 32)


def test_a_card_is_known_by_its_uid_at_this_table_and_by_its_record_at_any_of_the_club() -> None:
    here = CardBook({UID: PUSH}, SIGNER, [PUSH, ASSAULT])
    there = CardBook({}, Signer(b"k" * 32), [PUSH, ASSAULT])
    stranger = CardBook({}, Signer(b"x" * 32), [PUSH, ASSAULT])
    tag = Tag(UID, SIGNER.record(UID, PUSH.id))
    assert (here(tag), there(tag), stranger(tag)) == (PUSH, PUSH, None)
    assert there(Tag(UID)) is None


def test_a_record_on_another_uid_is_worth_nothing_and_the_original_is_named() -> None:
    book = CardBook({UID: PUSH}, SIGNER, [PUSH])
    copy = Tag(OTHER, SIGNER.record(UID, PUSH.id))
    assert book(copy) is None
    assert book.copied_from(copy) == UID
    refused = refusal(copy, book, lambda card: card.id)
    assert isinstance(refused, RefusedTag)
    assert (refused.why.key, dict(refused.why.args)["uid"]) == ("cards.copy", UID.hex())


def test_random_uids_are_never_cards() -> None:
    random = Tag(bytes.fromhex("08A1B2C3"))
    assert CardBook({random.uid: PUSH})(random) is None
    refused = refusal(random, CardBook({}), lambda card: card.id)
    assert refused is not None
    assert refused.why.key == "cards.random"


@given(uid=st.sampled_from([UID, OTHER, b"\xde\xad\xbe\xef"]), record=st.binary(min_size=0, max_size=16))
def test_a_made_up_record_is_no_card(uid: bytes, record: bytes) -> None:
    assert CardBook({}, SIGNER, [PUSH, ASSAULT])(Tag(uid, record)) is None


def test_records_look_alike_and_differ_with_everything_that_goes_into_them() -> None:
    records = {SIGNER.record(uid, card) for uid in (UID, OTHER) for card in (PUSH.id, ASSAULT.id)}
    assert len(records) == 4
    assert {len(record) for record in records} == {16}


def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / CARD_KEY
    assert read_key(path) is None
    signer = make_key(path, lambda size: bytes(range(size)))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = read_key(path)
    assert again is not None
    assert again.record(UID, "x") == signer.record(UID, "x")
    with pytest.raises(FileExistsError):
        make_key(path, bytes)
    path.chmod(0o644)
    with pytest.raises(KeyFileError) as caught:
        read_key(path)
    assert caught.value.why.key == "cards.key.open"
    with pytest.raises(CardBookError, match="chmod 600"):
        CardBook.read(tmp_path / "state" / "cards.json")


@pytest.mark.parametrize("content", [b"", b"zz" * 32, b"00" * 31, b"\xff\xfe"])
def test_a_broken_key_is_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / CARD_KEY
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(KeyFileError):
        read_key(path)


def test_the_book_survives_its_file_and_a_broken_one_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    CardBook({UID: PUSH, OTHER: AMBUSH}).save(path)
    assert dict(CardBook.read(path)) == {UID: PUSH, OTHER: AMBUSH}
    path.write_text('{"04": 3}')
    with pytest.raises(CardBookError, match=r"cards\.json"):
        CardBook.read(path)


def test_every_card_of_the_catalogues_can_be_named() -> None:
    cards = every_card()
    assert PUSH in cards
    assert {card.kind for card in cards} == {"command", "unit", "reference", "strategy", "judge"}


def test_an_enrolment_goes_on_where_it_was_and_forgets_what_the_book_forgot(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    first = Enrolment("blue", [PUSH, AMBUSH], CardBook.read(path), tmp_path)
    assert first.learn(Tag(UID), lambda card: card.id) is None
    again = Enrolment("blue", [PUSH, AMBUSH], CardBook.read(path), tmp_path)
    assert (again.done, again.next_card) == (1, AMBUSH)
    refused = again.learn(Tag(UID), lambda card: card.id)
    assert refused is not None
    assert refused.why.key == "cards.known"
    assert Enrolment("red", [PUSH, AMBUSH], CardBook.read(path), tmp_path).done == 0
    CardBook.read(path).without([UID]).save(path)
    assert Enrolment("blue", [PUSH, AMBUSH], CardBook.read(path), tmp_path).done == 0


def test_a_run_that_is_over_starts_again_for_the_next_deck(tmp_path: Path) -> None:
    run = Enrolment("", [PUSH], CardBook({}), tmp_path)
    assert run.learn(Tag(UID), lambda card: card.id) is None
    assert run.next_card is None
    with pytest.raises(ValueError, match="every card"):
        run.learn(Tag(OTHER), lambda card: card.id)
    assert Enrolment("", [PUSH], run.book, tmp_path).next_card == PUSH
