"""Cards made known from the owner's phone: each tag that is laid is notified of at once, and none during a match."""

import pytest

from hal.events import Tag
from table.devices.owner_desk.desk import OwnerDesk
from table.devices.owner_desk.enrolling import IDLE_S
from table.devices.phones.wishes import SetupAct, SetupAnswer, SetupWish
from table.devices.tags.card_book import CardBook
from table.games.files.list_format import Tone
from table.records.folder import CARD_BOOK
from table.rules.cards import KnownCard
from table.rules.match.judge import CARD as JUDGE
from tests.devices.owner_desk.test_desk import DeskTable, reported, table

__all__ = ["table"]

LIST = "sample:rebels_leia_luke"


def lays(table: DeskTable, uid: bytes) -> SetupAnswer | None:
    """A tag is laid; what the phone is notified of it, if anything."""
    desk: OwnerDesk = table.desk
    if table.cards(Tag(uid)) is not None or desk._wishes.empty():
        return None
    guest, spoken, tag = desk._wishes.get_nowait()
    assert isinstance(tag, Tag)
    given = desk.learns(spoken, tag)
    assert guest == 1
    assert given is None or isinstance(given, SetupAnswer)
    return given


def uid(number: int) -> bytes:
    return b"\x04" + number.to_bytes(6)


@pytest.mark.rule("TB-123")
def test_it_reports_whose_cards_can_be_made_known(table: DeskTable) -> None:
    decks = table.answer(SetupAct.DECKS)
    named = {line.deck: line.say for line in decks.lines}
    assert named[JUDGE] == "The judge's card"
    assert LIST in named
    assert all(named.values())


@pytest.mark.rule("TB-123")
def test_each_tag_becomes_the_next_card_and_counts_at_once(table: DeskTable) -> None:
    asked = table.answer(SetupAct.ENROL, LIST)
    total = int(reported(asked).rpartition(" of ")[2].rstrip(")"))
    assert "(1 of" in reported(asked)
    assert total > 8
    first = lays(table, uid(1))
    assert first is not None
    assert [line.tone for line in first.lines] == [Tone.GOOD, Tone.PLAIN]
    assert "(2 of" in reported(first)
    table.asks(SetupAct.ENROL)
    card = table.cards(Tag(uid(1)))
    assert card is not None
    assert dict(CardBook.read(table.folder / CARD_BOOK)) == {uid(1): card}, "and is on the disk"


@pytest.mark.slow
@pytest.mark.rule("TB-123")
def test_a_run_that_was_ended_goes_on_and_reports_when_all_are_known(table: DeskTable) -> None:
    table.answer(SetupAct.ENROL, LIST)
    lays(table, uid(1))
    assert reported(table.answer(SetupAct.ENROL)) == "Enrolling has ended. The enrolled cards stay enrolled."
    again = table.answer(SetupAct.ENROL, LIST)
    total = int(reported(again).rpartition(" of ")[2].rstrip(")"))
    assert f"1 of {total} are enrolled" in reported(again)
    last = None
    for number in range(2, total + 1):
        last = lays(table, uid(number))
    assert last is not None
    assert f"All {total} cards are enrolled." in reported(last)
    assert lays(table, uid(999)) is None, "and nothing is made known any more"
    second = table.answer(SetupAct.ENROL, LIST)
    assert f"(1 of {total})" in reported(second), "chosen again it is gone through for a second set"
    card = table.cards.book(Tag(uid(1)))
    lays(table, uid(1001))
    assert table.cards.book(Tag(uid(1001))) == card is not None
    assert table.cards.book(Tag(uid(1))) == card, "and the first set stays"


@pytest.mark.rule("TB-123")
def test_a_tag_that_cannot_be_taken_gives_the_reason_and_the_card_is_asked_for_again(table: DeskTable) -> None:
    table.answer(SetupAct.ENROL, JUDGE)
    refused = lays(table, b"\x08abc")
    assert refused is not None
    assert [line.tone for line in refused.lines] == [Tone.WRONG, Tone.PLAIN]
    taken = lays(table, uid(1))
    assert taken is not None
    assert "All 1 cards" in reported(taken)
    assert table.cards(Tag(uid(1))) == KnownCard(JUDGE, JUDGE)


@pytest.mark.rule("TB-123")
def test_a_tag_that_is_another_card_stays_that_card(table: DeskTable) -> None:
    table.cards.book = table.cards.book.with_card(uid(1), KnownCard("skirmish.card.1", "command"))
    table.answer(SetupAct.ENROL, JUDGE)
    refused = lays(table, uid(1))
    assert refused is not None
    assert "already enrolled" in reported(refused)
    table.asks(SetupAct.ENROL)
    assert table.cards(Tag(uid(1))) == KnownCard("skirmish.card.1", "command")


@pytest.mark.rule("TB-123")
def test_while_a_match_is_on_it_is_refused_and_one_that_begins_meanwhile_has_its_tags(table: DeskTable) -> None:
    """No tag that is laid in a match is heard here: it may be a hidden card."""
    table.in_play = True
    refused = table.answer(SetupAct.ENROL, JUDGE)
    assert (refused.fine, "A match is in play" in reported(refused)) == (False, True)
    table.in_play = False
    table.answer(SetupAct.ENROL, JUDGE)
    table.in_play = True
    assert lays(table, uid(1)) is None
    assert len(table.cards.book) == 0


@pytest.mark.rule("TB-123")
def test_a_phone_that_was_sent_away_makes_nothing_known(table: DeskTable) -> None:
    table.answer(SetupAct.ENROL, JUDGE)
    table.there = False
    assert lays(table, uid(1)) is None
    assert len(table.cards.book) == 0


@pytest.mark.rule("TB-123")
def test_a_tag_that_is_laid_long_afterwards_is_not_made_known(table: DeskTable) -> None:
    table.answer(SetupAct.ENROL, LIST)
    table.now_s = IDLE_S
    assert lays(table, uid(1)) is not None
    table.now_s += IDLE_S + 1
    assert lays(table, uid(2)) is None


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("deck", ["own:../../etc/passwd", "/etc/passwd", "sample:none", "http://elsewhere/list"])
def test_there_are_no_lists_but_those_that_are_kept(table: DeskTable, deck: str) -> None:
    refused = table.answer(SetupAct.ENROL, deck)
    assert (refused.fine, reported(refused)) == (False, "There is no such list. Show all lists again.")


@pytest.mark.rule("TB-123")
def test_a_disk_that_takes_nothing_is_reported(table: DeskTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object, __: object) -> None:
        raise OSError(28, "No space left on device")

    table.answer(SetupAct.ENROL, JUDGE)
    monkeypatch.setattr(CardBook, "save", full)
    refused = lays(table, uid(1))
    assert refused is not None
    assert (refused.fine, "No space left" in reported(refused)) == (False, True)
    assert table.cards(Tag(uid(2))) is None


def test_a_flood_of_tags_does_not_grow(table: DeskTable) -> None:
    table.answer(SetupAct.ENROL, LIST)
    for number in range(1000):
        table.cards(Tag(uid(number)))
    assert table.desk._wishes.qsize() <= 64
    assert SetupWish(SetupAct.ENROL).value == ""
