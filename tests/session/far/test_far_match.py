"""A match with another table, as both sessions see it: each has its own seat alone, and both have the same journal."""

import dataclasses
import logging
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import hal.events as hw
from lab.campaigns.two_tables.bad_line import BAD, CALM, KilledError
from lab.campaigns.two_tables.quiet_sessions import QuietSessions
from lab.campaigns.two_tables.two_sessions import TwoSessions
from lab.headless import HeadlessParts
from lab.systems import systems
from table.games.rule_set import GameSettings
from table.records.disk import DISK
from table.records.journal import SqliteJournal
from table.records.matches import MatchFolder, opened
from table.records.ports import Journal, JournalUnwritableError
from table.records.shared.file_of_match import file_of
from table.records.shared.pair_disk import PairDisk
from table.records.shared.shared_match import SharedMatch
from table.records.two_tables.pair_file import verify_pair_file
from table.records.two_tables.peer import TwoTablesPeer
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text
from table.session.far.far_table import DIFFERENT, LEAVE, SAME, WORDS
from table.session.lobby.list_library import ListsRead, SideOf
from table.session.ports import FarFrame, FarOnline, FarOpening
from table.view.published import FaultNote

AMBUSH, PUSH, ASSAULT = "legion.card.ambush", "legion.card.push", "legion.card.assault"
HEX = re.compile(r"[0-9a-f]{16,}")
MINUTE_MS = 60_000


def keys(tables: QuietSessions, seat: Seat) -> list[str]:
    return [each.key for each in tables.asked(seat)]


def settled(tables: TwoSessions, seat: Seat) -> bool:
    play = tables.tables[seat].play
    return play is not None and play.settled


@pytest.mark.rule("TB-131")
def test_each_table_asks_its_own_seat_alone(tables: QuietSessions) -> None:
    for seat, table in tables.tables.items():
        assert {each.seat for each in table.published.prompts} <= {seat, None}


@pytest.mark.rule("TB-131")
def test_each_screen_shows_whose_turn_it_is_and_what_is_on_its_way(tables: QuietSessions) -> None:
    tables.tables[BLUE].locks(tables.sealed(BLUE)[0], AMBUSH)
    tables.lays(RED, PUSH)
    red = [desk.waits for desk in tables.tables[RED].published.desks]
    assert [None if each is None else each.key for each in red] == ["far.elsewhere", "screen.waiting"]
    (prompt, *_) = tables.asked(BLUE)
    tables.tables[BLUE].step(Answer(BLUE, prompt.key, prompt.sample(lambda _: 0)))
    waits = tables.tables[BLUE].published.desks[0].waits
    assert waits is not None
    assert waits.key == "far.sent"


@pytest.mark.rule("TB-131")
def test_both_players_compare_the_same_four_words_before_they_play(pair: QuietSessions) -> None:
    pair.settle()
    asked = [pair.asked(seat) for seat in SEATS]
    assert [[each.key for each in prompts] for prompts in asked] == [[WORDS], [WORDS]]
    assert asked[0][0].ask == asked[1][0].ask


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("seat", SEATS)
def test_no_army_is_sent_before_its_player_has_compared_the_words(pair: QuietSessions, seat: Seat) -> None:
    """Somebody in between, for whom the words differ, sees no army."""
    pair.settle()
    for each in (seat, seat.opponent):
        own, other = peer_of(pair, each), peer_of(pair, each.opponent)
        assert own is not None
        assert other is not None
        assert (other._their_offer, other.log, own._pending) == (None, [], None)
        pair.tables[each].step(Answer(each, WORDS, SAME))
        pair.settle()
        assert other._their_offer is not None
    assert all(len(peer.log) == 1 for each in SEATS if (peer := peer_of(pair, each)) is not None)


@pytest.mark.rule("TB-131")
def test_a_player_with_other_words_leaves_the_match(pair: QuietSessions) -> None:
    pair.settle()
    pair.tables[RED].step(Answer(RED, WORDS, DIFFERENT))
    assert keys(pair, RED) == ["system"]


@pytest.mark.rule("TB-131")
def test_the_code_is_in_no_log(
    parts: Mapping[Seat, HeadlessParts], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = QuietSessions(parts, tmp_path).tables[BLUE].code
    assert code.startswith("CT1")
    assert not any(code in record.getMessage() for record in caplog.records)


@pytest.mark.rule("TB-131")
def test_no_other_table_is_invited_during_a_match_at_one_table(pair: QuietSessions) -> None:
    pair.settle()
    red = pair.tables[RED]
    red.step(Answer(RED, WORDS, DIFFERENT))
    assert red.session is not None
    red.session.begin("legion_2024", dict.fromkeys(SEATS, str(RED)))
    assert red.session.play is not None
    red.step(FarOpening("legion_2024", "red"))
    notice = red.published.notice
    assert notice is not None
    assert notice.words.key == "far.unfinished"


@pytest.mark.rule("TB-131")
def test_the_code_is_shown_on_the_other_half_until_a_table_has_joined(pair: QuietSessions) -> None:
    assert pair.tables[BLUE].code.startswith("CT1")
    pair.settle()
    assert pair.tables[BLUE].code == ""


def test_both_see_both_cards_at_once(tables: QuietSessions) -> None:
    tables.lays(BLUE, AMBUSH)
    assert [tables.tables[seat].published.desks[0].locked for seat in SEATS] == [True, True]
    assert "SealOpened" not in tables.kinds(RED)
    tables.lays(RED, PUSH)
    for seat in SEATS:
        assert tables.kinds(seat).count("SealOpened") == 2
        assert tables.tables[seat].published.locked == tables.tables[BLUE].published.locked != ""
    assert tables.tables[BLUE].journal() == tables.tables[RED].journal()


def test_the_other_tables_process_has_nothing_of_a_hidden_card(
    parts: Mapping[Seat, HeadlessParts], tmp_path: Path
) -> None:
    """Two worlds that differ in blue's card alone look alike at red, but for hashes."""
    seen = []
    for card in (AMBUSH, PUSH):
        tables = QuietSessions(parts, tmp_path / card).play_until_locks()
        tables.lays(BLUE, card)
        red = tables.tables[RED]
        shown = HEX.sub("#", repr(red.published)), HEX.sub("#", tables.kinds(RED))
        line = [(at_ms, seat, len(frame)) for at_ms, seat, frame in tables.frames]
        seen.append((*shown, line))
    assert seen[0] == seen[1]


@pytest.mark.rule("LA-50")
def test_a_card_that_may_not_be_played_is_refused_at_its_own_half(tables: QuietSessions) -> None:
    tables.lays(BLUE, ASSAULT)
    assert tables.tables[BLUE].published.desks[0].note is not None
    assert "CardSealed" not in tables.kinds(RED)


@pytest.mark.rule("TB-131")
def test_a_lifted_card_stays_locked(tables: QuietSessions) -> None:
    tables.lays(BLUE, AMBUSH)
    tables.tables[BLUE].step(hw.TagLifted(BLUE))
    tables.settle()
    assert tables.tables[BLUE].published.desks[0].locked
    tables.lays(RED, PUSH)
    assert tables.kinds(BLUE).count("SealOpened") == 2


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("seat", SEATS)
def test_after_a_restart_the_locked_card_is_laid_again_and_another_is_refused(
    tables: QuietSessions, seat: Seat
) -> None:
    tables.lays(seat, AMBUSH)
    tables.kill(seat)
    tables.settle(30_000)
    tables.lays(seat.opponent, PUSH)
    assert keys(tables, seat) == ["far.lay_again"]
    tables.lays(seat, PUSH)
    notice = tables.tables[seat].published.notice
    assert notice is not None
    assert notice.words.key == "far.another_card"
    tables.lays(seat, AMBUSH)
    assert tables.kinds(seat.opponent).count("SealOpened") == 2
    assert tables.tables[BLUE].journal() == tables.tables[RED].journal()


@pytest.mark.rule("TB-77")
def test_a_judge_stops_both_tables_and_either_player_goes_on(tables: QuietSessions) -> None:
    tables.tables[RED].step(CallJudge(CalledBy.TERMINAL))
    tables.settle()
    assert [tables.tables[seat].published.judged for seat in SEATS] == [True, True]
    tables.tables[BLUE].step(Answer(BLUE, "match.judge.go_on"))
    tables.settle()
    assert [tables.tables[seat].published.judged for seat in SEATS] == [False, False]


@pytest.mark.rule("TB-131")
def test_devices_of_one_table_change_nothing_in_the_match_of_both(tables: QuietSessions) -> None:
    before = tables.tables[BLUE].journal()
    tables.tables[BLUE].step(hw.DispenserUp(1, "bench", 9, store=1))
    tables.settle()
    assert tables.tables[BLUE].journal() == before


@pytest.mark.rule("TB-131")
def test_the_screen_shows_whose_line_is_down_and_since_when(tables: QuietSessions) -> None:
    tables.kill(RED)
    tables._starts[RED] = tables.now_ms + 10 * MINUTE_MS
    tables.settle(4 * MINUTE_MS)
    assert tables.tables[BLUE].published.faults == (FaultNote("line.silent", "far", "4"),)
    assert LEAVE in [each.key for each in tables.tables[BLUE].published.prompts]
    tables.settle(7 * MINUTE_MS)
    assert tables.tables[BLUE].published.faults == ()
    tables.lays(BLUE, AMBUSH)
    assert "CardSealed" in tables.kinds(RED)


@pytest.mark.rule("TB-131")
def test_a_player_whose_opponent_went_away_can_leave_though_both_programs_run(tables: QuietSessions) -> None:
    blue = tables.tables[BLUE]
    assert blue.published.faults == ()
    assert LEAVE in [each.key for each in blue.published.prompts]
    blue.step(Answer(BLUE, LEAVE))
    assert keys(tables, BLUE) == ["system"]
    tables.settle()
    (prompt,) = tables.asked(RED)
    assert (prompt.key, prompt.ask.key) == (LEAVE, "far.left")


@pytest.mark.rule("TB-131")
def test_while_the_file_cannot_be_written_the_match_stays_with_its_signatures(
    tables: QuietSessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, records = tables.tables[RED], tmp_path / "red" / "two-tables"

    def full(_path: Path, _content: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(red.disk, "replace", full)
        red.step(Answer(RED, LEAVE))
        assert list(records.glob("*.pair"))
        assert red.match_files() == []
        assert keys(tables, RED) == [LEAVE]
        assert "journal.unwritable" in [fault.code for fault in red.published.faults]
    red.step(Answer(RED, LEAVE))
    assert keys(tables, RED) == ["system"]
    (file,) = red.match_files()
    assert verify_pair_file(file.read_bytes(), red._parts.setup.games).ok
    assert not list(records.glob("*.pair"))


@pytest.mark.rule("TB-131")
def test_an_invitation_that_a_full_disk_prevented_is_made_once_there_is_room(
    pair: QuietSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair.settle()
    red = pair.tables[RED]
    red.step(Answer(RED, WORDS, DIFFERENT))

    def full(_records: PairDisk, _name: str, _content: bytes) -> None:
        raise JournalUnwritableError("full")

    with monkeypatch.context() as broken:
        broken.setattr(PairDisk, "__setitem__", full)
        red.opens()
        assert (keys(pair, RED), red.published.far_code) == (["system"], "")
    red.opens()
    assert red.published.far_code.startswith("CT1")


@pytest.mark.rule("TB-131")
def test_a_table_without_its_relay_shows_that_its_own_line_is_down(pair: QuietSessions) -> None:
    pair.tables[BLUE].step(FarOnline(False))
    for table in pair.tables.values():
        pair.now_ms += 3 * MINUTE_MS
        table.step(FarOnline(False))
    assert FaultNote("line.offline", "far", "3") in pair.tables[BLUE].published.faults


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("first", SEATS)
def test_other_settings_stop_the_match_with_both_hashes_and_nobody_is_called_a_liar(
    parts: Mapping[Seat, HeadlessParts], tmp_path: Path, first: Seat
) -> None:
    """Whoever confirms the words first, its offer stops nothing at the other table before that one can answer."""
    other = HeadlessParts(tmp_path / "other")
    games = dataclasses.replace(other.setup.games, settings={"legion_2024": GameSettings(rounds=3)})
    other.setup = dataclasses.replace(other.setup, games=games)
    pair = QuietSessions({BLUE: parts[BLUE], RED: other}, tmp_path)
    pair.settle()
    for seat in (first, first.opponent):
        assert keys(pair, seat) == [WORDS]
        pair.tables[seat].step(Answer(seat, WORDS, SAME))
        pair.settle(60_000)
    shown = []
    for table in pair.tables.values():
        (prompt,) = [each for each in table.published.prompts if each.key == LEAVE]
        assert prompt.ask.key == "far.stopped.hashes"
        hashes = dict(prompt.ask.args)
        shown.append({hashes["ours"], hashes["theirs"]})
    assert shown[0] == shown[1]
    assert len(shown[0]) == 2
    table.step(Answer(table.seat, LEAVE))
    assert keys(pair, table.seat) == ["system"]


def paired(pair: QuietSessions, seat: Seat) -> TwoTablesPeer:
    """Return the match of a table as soon as both are paired."""
    while (peer := peer_of(pair, seat)) is None:
        pair.step()
    assert peer.log == []
    return peer


def peer_of(pair: QuietSessions, seat: Seat) -> TwoTablesPeer | None:
    session = pair.tables[seat].session
    side = None if session is None else session._far._side
    return None if side is None else side.peer


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("seat", SEATS)
def test_a_table_that_comes_back_with_another_list_plays_the_one_that_it_offered(
    pair: QuietSessions, seat: Seat
) -> None:
    offer = paired(pair, seat)._offer
    pair.tables[seat]._sides.brought = {seat: pair.tables[seat.opponent]._sides.brought[seat.opponent]}
    pair.kill(seat)
    pair.waits(60_000)
    pair.compare()
    assert all(table.play is not None for table in pair.tables.values())
    again = peer_of(pair, seat)
    assert again is not None
    assert again._offer == offer


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize(("found", "kept"), [(None, True), ((Refusal("TB-15", text("x")),), False)])
def test_a_table_that_comes_back_without_its_list_waits_for_it_or_gives_the_match_up(
    pair: QuietSessions, found: object, kept: bool
) -> None:
    """No list means no match that could begin; a list that is still being read is asked for again."""
    paired(pair, RED)
    table, brought = pair.tables[RED], pair.tables[RED]._sides.brought
    table._sides.brought = {RED: found}
    pair.kill(RED)
    pair.waits(60_000)
    assert keys(pair, RED) == ["system"]
    table._sides.brought = brought
    table.opens(pair.tables[BLUE].code)
    pair.settle()
    assert (peer_of(pair, RED) is not None) is kept


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("again", [False, True])
def test_a_table_that_comes_back_goes_on_once_its_list_is_read(pair: QuietSessions, seat: Seat, again: bool) -> None:
    """On a slow disk that is after the start. The player may ask for the same match meanwhile."""
    paired(pair, seat)
    table, side = pair.tables[seat], pair.tables[seat]._sides.brought[seat]
    code = pair.tables[BLUE].code if seat is RED else ""
    table._sides.brought = {seat: None}
    pair.kill(seat)
    pair.waits(60_000)
    if again:
        table.opens(code)
        assert table.published.notice is None
    table.step(ListsRead(SideOf("legion_2024", str(seat)), side))
    pair.compare()
    assert all(each.play is not None for each in pair.tables.values())


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize(("code", "why"), [("CT1AAAA", "far.bad_code"), ("", "far.unfinished")])
def test_a_mistake_in_the_code_or_an_unfinished_match_is_refused_with_its_reason(
    pair: QuietSessions, code: str, why: str
) -> None:
    session = pair.tables[BLUE].session
    assert session is not None
    session.step(FarOpening("legion_2024", "blue", code))
    notice = pair.tables[BLUE].published.notice
    assert notice is not None
    assert notice.words.key == why


@pytest.mark.slow
@pytest.mark.parametrize("system", [each.game.system for each in systems()])
def test_every_game_is_played_to_its_end_over_a_bad_line_with_kills(
    parts: Mapping[Seat, HeadlessParts], tmp_path: Path, system: str
) -> None:
    played = next(each for each in systems() if each.game.system == system)
    tables = TwoSessions(parts, tmp_path, played, 7, 10, BAD._replace(kills=0.02))
    tables.run()
    assert tables.kills
    assert tables.tables[BLUE].journal() == tables.tables[RED].journal()
    blue, red = (table.match_files()[0].read_bytes() for table in tables.tables.values())
    assert blue == red
    assert verify_pair_file(blue, parts[BLUE].setup.games).ok


@pytest.mark.slow
def test_an_ended_match_is_left_for_the_lobby_and_its_journal_is_archived(
    parts: Mapping[Seat, HeadlessParts], tmp_path: Path
) -> None:
    system = next(each for each in systems() if each.game.system == "legion_2024")
    tables = TwoSessions(parts, tmp_path, system, 3, 5, CALM)
    tables.run()
    blue = tables.tables[BLUE]
    blue.step(Answer(BLUE, "next_match"))
    assert blue.play is None
    assert not list((tmp_path / "blue" / "matches").glob("*.match"))
    assert len(list((tmp_path / "blue" / "archive").glob("*.match"))) == 1
    assert not list((tmp_path / "blue" / "two-tables").glob("*.pair"))


@pytest.mark.slow
@pytest.mark.rule("TB-131")
def test_the_table_that_signs_last_stays_until_the_other_has_its_signature(
    parts: Mapping[Seat, HeadlessParts], tmp_path: Path
) -> None:
    system = next(each for each in systems() if each.game.system == "legion_2024")
    late = CALM._replace(least_ms=200, usual_ms=200, most_ms=200)
    tables = TwoSessions(parts, tmp_path, system, 3, 5, late)
    red = tables.tables[RED]
    while not settled(tables, RED):
        tables.step()
    assert not settled(tables, BLUE)
    (prompt,) = [each for each in red.published.prompts if not each.setting]
    assert (prompt.key, prompt.ask.key) == (LEAVE, "far.last")
    while not settled(tables, BLUE):
        tables.step()
    tables.tables[BLUE].step(Answer(BLUE, "next_match"))  # at once: it has not been asked again
    tables.waits(3_000)
    assert [each.key for each in red.published.prompts if not each.setting] == ["next_match"]


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("seat", SEATS)
def test_after_the_end_a_table_stays_until_its_last_act_is_signed_by_both(tables: QuietSessions, seat: Seat) -> None:
    """The players put the tokens back, and the line is down."""
    tables.lays(BLUE, AMBUSH)
    tables.lays(RED, PUSH)
    while "TokensOwed" not in tables.kinds(BLUE):
        for each in SEATS:
            for prompt in tables.asked(each)[:1]:
                tables.tables[each].step(Answer(each, prompt.key, prompt.sample(lambda _: 0)))
        tables.settle()
    for each, key, value in ((BLUE, "match.end", "abandon"), (RED, "match.agree", "agree")):
        tables.tables[each].step(Answer(each, key, value))
        tables.settle()
    table, tables._weather = tables.tables[seat], CALM._replace(loss=1)
    table.step(Answer(seat, "match.tokens_back"))
    assert [each.ask.key for each in table.published.prompts if not each.setting] == ["far.last"]
    tables._weather = CALM
    tables.settle(30_000)
    assert [keys(tables, each)[-1:] for each in SEATS] == [["next_match"], ["next_match"]]
    blue, red = (tables.tables[each].match_files()[0].read_bytes() for each in SEATS)
    assert blue == red


@pytest.mark.rule("TB-131")
def test_without_its_records_the_match_is_not_played_on_at_one_table(tables: QuietSessions, tmp_path: Path) -> None:
    blue = tables.tables[BLUE]
    blue.kill()
    for path in (tmp_path / "blue" / "two-tables").iterdir():
        path.unlink()
    before = blue.journal()
    blue.boot()
    assert "journal.unusable" in [fault.code for fault in blue.published.faults]
    assert blue.journal() == before


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("seat", SEATS)
def test_records_that_are_older_than_the_journal_are_a_fault_until_the_other_table_has_sent_the_rest(
    tables: QuietSessions, seat: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of the folder was made file by file. Any frame makes the table try again, and it keeps nothing open."""
    tables.lays(BLUE, AMBUSH)
    table, opened_ones, closed = tables.tables[seat], list[Journal](), list[Journal]()
    table.kill()
    (path,) = (tmp_path / str(seat) / "two-tables").glob("*.pair")
    records = PairDisk(path, DISK)
    del records["batch 2"]
    records.close()
    make, close = SharedMatch.__init__, SqliteJournal.close

    def put_away(journal: SqliteJournal) -> None:
        closed.append(journal)
        close(journal)

    def made(play: SharedMatch, peer: TwoTablesPeer, journal: Journal, now_s: Callable[[], float]) -> None:
        opened_ones.append(journal)
        make(play, peer, journal, now_s)

    monkeypatch.setattr(SharedMatch, "__init__", made)
    monkeypatch.setattr(SqliteJournal, "close", put_away)
    table.boot()
    assert "journal.unusable" in [fault.code for fault in table.published.faults]
    table.step(FarFrame(b"?"))
    assert len(opened_ones) > 1
    assert all(journal in closed for journal in opened_ones)
    tables.settle(30_000)
    assert table.published.faults == ()
    assert tables.tables[BLUE].journal() == tables.tables[RED].journal()


@pytest.mark.rule("TB-131")
def test_a_table_that_was_killed_while_it_left_puts_the_journal_away_at_its_next_start(
    tables: QuietSessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file is written and its records are removed. Only the journal is still there."""

    def killed(_matches: MatchFolder, _journal: Journal) -> None:
        raise KilledError

    red, before = tables.tables[RED], tables.tables[RED].journal()
    with monkeypatch.context() as mortal:
        mortal.setattr(MatchFolder, "archive", killed)
        with pytest.raises(KilledError):
            red.step(Answer(RED, LEAVE))
    red.kill()
    red.boot()
    assert (keys(tables, RED), red.published.faults) == (["system"], ())
    assert not list((tmp_path / "red" / "matches").iterdir())
    assert (len(red.match_files()), red.journal()) == (1, before)


@pytest.mark.rule("TB-131")
def test_an_exported_match_has_both_signatures(tables: QuietSessions, tmp_path: Path) -> None:
    for seat, key, value in ((BLUE, "match.end", "abandon"), (RED, "match.agree", "agree")):
        tables.tables[seat].step(Answer(seat, key, value))
        tables.settle()
    journal = opened(tmp_path / "red")
    assert journal is not None
    assert file_of(journal) == tables.tables[BLUE].match_files()[0].read_bytes()
    journal.close()
