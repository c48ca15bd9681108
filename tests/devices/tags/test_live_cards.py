"""The cards of a running table: another book can take the place of the first, and tags can be meant for nobody else."""

from pathlib import Path

from hal.events import Tag
from table.devices.tags.card_book import CardBook
from table.devices.tags.live_cards import LiveCards
from table.rules.cards import KnownCard

TAG, CARD = Tag(b"\x04abcdef"), KnownCard("skirmish.card.1", "command")


def test_a_tag_is_the_card_of_the_book_that_is_in_place(tmp_path: Path) -> None:
    cards = LiveCards(CardBook({}), tmp_path)
    assert cards(TAG) is None
    cards.book = cards.book.with_card(TAG.uid, CARD)
    assert cards(TAG) == CARD


def test_who_listens_receives_each_tag_first_and_may_keep_it(tmp_path: Path) -> None:
    cards = LiveCards(CardBook({TAG.uid: CARD}), tmp_path)
    heard, keeps = list[Tag](), [True, False]

    def receives(tag: Tag) -> bool:
        heard.append(tag)
        return keeps.pop(0)

    cards.listen(receives)
    assert [cards(TAG), cards(TAG)] == [None, CARD]
    cards.listen(None)
    assert (cards(TAG), heard) == (CARD, [TAG, TAG])
