"""A match's result card is saved once, when its file has come to its end."""

from pathlib import Path

from table.program.result_cards import ResultCards
from table.rules.seats import BLUE, RED
from table.words import Words
from tests.session.kit import SessionTable


def test_the_card_lies_beside_the_journal_in_the_archive(tmp_path: Path) -> None:
    table, cards = SessionTable(tmp_path).begun(), ResultCards(tmp_path)
    words = Words("en")
    cards.saw(table.now, words)
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    cards.saw(table.now, words)
    cards.close(5.0)
    card = tmp_path / "archive" / f"{table.now.match}.png"
    assert card.read_bytes().startswith(b"\x89PNG")
    card.unlink()
    cards.saw(table.now, words)
    cards.close(5.0)
    assert not card.exists(), "it is drawn once"


def test_a_folder_that_takes_no_card_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "archive").write_bytes(b"a file in its place")
    table, cards = SessionTable(tmp_path / "other").begun(), ResultCards(tmp_path)
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    cards.saw(table.now, Words("en"))
    cards.close(5.0)
    assert table.now.score.result is not None


def test_who_waits_for_it_gets_the_card_once_it_lies_there(tmp_path: Path) -> None:
    got: list[tuple[str, bytes, bool]] = []
    place = tmp_path / "archive"

    def done(match: str, card: bytes) -> None:
        got.append((match, card, (place / f"{match}.png").read_bytes() == card))

    table, cards = SessionTable(tmp_path).begun(), ResultCards(tmp_path, done=done)
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    cards.saw(table.now, Words("en"))
    cards.close(5.0)
    ((match, card, there),) = got
    assert (match, card[:4], there) == (table.now.match, b"\x89PNG", True)
