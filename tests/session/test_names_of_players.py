"""The players' names (TB-125): said at the table or on a phone, kept with the match, and free to leave out."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lab.second_verifier import accepted
from table.records.beside.named_players import NamedPlayers
from table.records.verify.file import read, written
from table.records.verify.verifier import verify
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.seats import BLUE, MOST_LETTERS, RED, Seat, is_player_name, player_name
from table.session.names_of_players import NOBODY, PLAYER
from tests.session.kit import SessionTable


def answer(table: SessionTable, seat: Seat, name: str) -> None:
    table.receives(Answer(seat, PLAYER, name))


def match_file(table: SessionTable, *, named: bool = True) -> bytes:
    assert table.session.play is not None
    journal = table.session.play.journal
    return b"".join(written(journal, NamedPlayers(table.folder).of(journal.match_id) if named else None))


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path)


class TestAName:
    @pytest.mark.rule("TB-125")
    def test_entered_in_the_lobby_is_the_matchs(self, table: SessionTable) -> None:
        table.session.start()
        answer(table, BLUE, "Anna")
        assert table.now.players == ("Anna", "")
        table.begun()
        assert table.now.players == ("Anna", "")
        assert read(match_file(table)).players[BLUE].name == "Anna"

    @pytest.mark.rule("TB-125")
    def test_can_be_changed_and_taken_back_during_the_match(self, table: SessionTable) -> None:
        table.begun()
        for name in ("Ben", "Benjamin"):
            answer(table, RED, name)
        assert table.now.players == ("", "Benjamin")
        answer(table, RED, NOBODY)
        assert table.now.players == ("", "")
        assert read(match_file(table)).players == {}

    @pytest.mark.rule("TB-125")
    def test_is_there_again_after_a_power_cut_and_offered_at_the_next_match(self, table: SessionTable) -> None:
        table.begun()
        answer(table, BLUE, "Zoë")
        table.crash()
        assert table.now.players == ("Zoë", "")
        assert NamedPlayers(table.folder).recent() == ("Zoë",)

    @pytest.mark.rule("TB-125")
    def test_that_was_changed_in_its_file_is_nobodys(self, table: SessionTable) -> None:
        table.begun()
        answer(table, BLUE, "Anna")
        kept = next((table.folder / "players").iterdir())
        kept.write_text(kept.read_text("utf-8").replace("Anna", "Eve"), "utf-8")
        table.crash()
        assert table.now.players == ("", "")

    @pytest.mark.rule("TB-125")
    def test_while_a_judge_has_the_table_changes_nothing(self, table: SessionTable) -> None:
        table.begun()
        table.receives(CallJudge(CalledBy.TERMINAL))
        answer(table, BLUE, "Eve")
        assert table.now.players == ("", "")

    @pytest.mark.rule("TB-125")
    def test_after_the_end_changes_no_file(self, table: SessionTable) -> None:
        table.begun()
        table.answers(BLUE, "match.end", "abandon")
        table.answers(RED, "match.agree", "agree")
        before = match_file(table, named=False)
        answer(table, BLUE, "Late")
        assert match_file(table, named=False) == before

    @pytest.mark.rule("TB-125")
    @pytest.mark.parametrize("typed", ["", " ", "x" * (MOST_LETTERS + 1), 'a"b', "a\\b", "<b>", "a\nb", "\u202eevil"])
    def test_that_is_none_changes_nothing(self, table: SessionTable, typed: str) -> None:
        table.begun()
        answer(table, BLUE, typed)
        assert table.now.players == ("", "")


class TestAMatchFile:
    @pytest.mark.rule("TB-125")
    def test_has_the_same_chain_with_names_and_without(self, table: SessionTable) -> None:
        table.begun()
        answer(table, BLUE, "Anna")
        named, bare = read(match_file(table)), read(match_file(table, named=False))
        assert (named.links, bare.players) == (bare.links, {})
        assert b"Anna" not in match_file(table, named=False)

    @pytest.mark.rule("TB-125")
    def test_with_another_name_is_a_forgery(self, table: SessionTable) -> None:
        table.begun()
        answer(table, BLUE, "Anna")
        raw = match_file(table)
        games = {table.game.system: table.game}
        assert verify(raw, games).checks[0].state == "passed"
        assert verify(raw.replace(b"Anna", b"Anne"), games).checks[0].state == "failed"

    @pytest.mark.slow
    @pytest.mark.rule("TB-125")
    def test_with_a_changed_byte_in_its_names_is_found_by_both_verifiers(self, table: SessionTable) -> None:
        table.begun()
        answer(table, BLUE, "Zoë")
        answer(table, RED, "Ben")
        raw = match_file(table)
        header = raw.index(b"\n")
        changed = [raw[:at] + bytes([raw[at] ^ 1 << at % 8]) + raw[at + 1 :] for at in range(header)]
        assert list(accepted([raw, *changed])) == [True] + [False] * header
        assert [verify(each, {}).ok for each in (raw, *changed)] == [True] + [False] * header


@given(st.text())
@example("0\r\x1b 0")
@example("e\x1b\u0301")
def test_what_is_typed_becomes_a_name_or_nothing(typed: str) -> None:
    name = player_name(typed)
    assert name == "" or is_player_name(name)
