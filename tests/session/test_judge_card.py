"""The judge's card on a reader, and what a restart makes of it. TB-77."""

from pathlib import Path

import pytest

from table.rules.cards import KnownCard
from table.rules.match.judge import CARD
from table.rules.seats import BLUE, RED
from tests.session.kit import SessionTable

JUDGE = b"\x04judge!"


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    table = SessionTable(tmp_path)
    table.cards[JUDGE] = KnownCard(CARD, CARD)
    return table.begun()


@pytest.mark.rule("TB-77")
def test_laid_on_either_reader_it_freezes_the_match_and_is_journalled(table: SessionTable) -> None:
    table.lays_tag(RED, JUDGE)
    assert table.asked() == ["match.judge.go_on"]
    assert b'"type":"JudgeCalled"' in table.journal_text()
    table.lifts(RED)
    assert table.asked() == ["match.judge.go_on"], "the judge may take the card away"


@pytest.mark.rule("TB-77")
def test_two_cards_that_lie_locked_are_revealed_when_the_judge_goes(table: SessionTable) -> None:
    table.lays(BLUE, 1)
    table.holds(BLUE)
    table.lays_tag(RED, JUDGE)
    table.lifts(RED)
    table.lays(RED, 2)
    table.holds(RED)
    table.answers(RED, "match.judge.go_on")
    table.holds(RED)
    assert table.now.view is not None
    assert all(seat.card is not None for seat in table.now.view.seats)


@pytest.mark.rule("TB-77")
def test_the_judge_is_still_there_after_a_power_cut(table: SessionTable) -> None:
    table.lays_tag(BLUE, JUDGE)
    table.crash()
    assert table.asked() == ["match.judge.go_on"]


@pytest.mark.rule("TB-77")
def test_without_a_match_the_card_reports_it(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.cards[JUDGE] = KnownCard(CARD, CARD)
    table.session.start()
    table.lays_tag(BLUE, JUDGE)
    assert table.now.notice is not None
    assert table.now.notice.rule == "TB-77"


@pytest.mark.rule("TB-77")
@pytest.mark.parametrize("ended", [False, True])
def test_while_the_numbers_are_dialled_and_after_the_end_it_reports_it_too(table: SessionTable, ended: bool) -> None:
    if ended:
        table.answers(BLUE, "match.end", "abandon")
        table.answers(RED, "match.agree", "agree")
    else:
        table = SessionTable(table.folder / "new")
        table.cards[JUDGE] = KnownCard(CARD, CARD)
        table.session.start()
        table.session.begin("skirmish", {BLUE: "north", RED: "south"})
        table.answers(BLUE, "match.number", 7)
    table.lays_tag(BLUE, JUDGE)
    assert table.session.play is not None
    assert not table.session.play.state.judged
    assert table.now.notice is not None
    assert table.now.notice.words.key == "match.judge.no_match"
