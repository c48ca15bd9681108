"""The rules of a game change: matches of before are checked by what decided them, and go on, or it is said why not."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from lab.campaigns.forge.forgeries import rewritten
from lab.second_verifier import accepted
from table import __version__
from table.program.cli import main
from table.records.verify.file import read
from table.records.verify.verdict import CheckState
from table.records.verify.verifier import verify
from table.rules.game import Game
from table.rules.match import match
from table.rules.match.events import HoppersLoaded
from table.rules.match.revision import OF_EVERY_MATCH, Revision
from table.rules.seats import BLUE, RED
from table.screen.painter import Painter
from table.screen.picture import Picture
from table.session.lobby.hopper_contents import HopperContents
from table.words import Words
from tests.games.revised import First, Second, Third
from tests.records.verify.played import file_of, states
from tests.session.kit import HOPPERS, SessionTable

ONLY_1, ONLY_2, BOTH = First(), Second(), Second(with_first=True)
FIRST, SECOND = Revision(__version__, OF_EVERY_MATCH, 1), Revision(__version__, OF_EVERY_MATCH, 2)
LATER = OF_EVERY_MATCH + 1
"""A revision of the rules of every match that nobody has yet."""
REVISED = b'{"type":"RulesRevised","version":"%s"}' % SECOND.stated.encode()
GAME = """
from dataclasses import replace
from tests.games.revised import RULE_SET, Second
RULE_SET = replace(RULE_SET, game=Second())
"""


def tied(folder: Path, game: Game[Any]) -> SessionTable:
    """Three rounds of nine presses would not tell more: one tie, and a round that red wins."""
    table = SessionTable(folder, game=game).begun()
    table.plays(blue=2, red=2)
    if "tie" in table.asked():
        table.answers(BLUE, "tie")
        table.answers(BLUE, "next")
    lifted(table)
    return table


def lifted(table: SessionTable) -> None:
    for seat in (BLUE, RED):
        table.lifts(seat)


def ended(table: SessionTable) -> bytes:
    table.answers(BLUE, "match.end", "finish")
    table.answers(RED, "match.agree", "agree")
    content = file_of(table.folder)
    table.session.close()
    return content


def went_on(table: SessionTable, game: Game[Any]) -> SessionTable:
    """The table is switched off, its program replaced, and switched on again."""
    table.session.close()
    table.game = game
    return table.crash()


def revised(folder: Path) -> bytes:
    """A match that was begun by revision 1 and ended by revision 2, with a tie in either."""
    table = went_on(tied(folder, ONLY_1), ONLY_2)
    table.plays(blue=3, red=3)
    lifted(table)
    table.plays(blue=1, red=4)
    return ended(table)


def reported(content: bytes, game: Game[Any]) -> str:
    """What the verifier states of the rules."""
    (rules,) = (check for check in verify(content, {"skirmish": game}).checks if check.part == "rules")
    return Words("en").say(rules.line)


def state_of(content: bytes, game: Game[Any]) -> CheckState:
    return states(verify(content, {"skirmish": game}))["rules"]


def forged(content: bytes, was: bytes, becomes: bytes, once: bool = False) -> bytes:
    """By somebody who can write the whole chain again."""
    file = read(content)
    lines = [line[len('{"chain":"","batch":') + 64 : -1] for line in content.splitlines()[1:-1]]
    places = [n for n, line in enumerate(lines) if was in line]
    for n in places[-1:] if once else places:
        lines[n] = lines[n].replace(was, becomes)
    assert places
    return rewritten(file.match, file.system, lines)


class TestAFinishedMatch:
    @pytest.mark.parametrize(
        ("played", "game", "rules"),
        [
            (ONLY_1, ONLY_1, CheckState.PASSED),
            (ONLY_1, BOTH, CheckState.PASSED),
            (ONLY_1, ONLY_2, CheckState.OPEN),
            (ONLY_2, ONLY_2, CheckState.PASSED),
            (ONLY_2, BOTH, CheckState.PASSED),
            (ONLY_2, ONLY_1, CheckState.OPEN),
        ],
    )
    def test_is_checked_by_the_revision_that_played_it_where_that_is_there(
        self, tmp_path: Path, played: Game[Any], game: Game[Any], rules: CheckState
    ) -> None:
        content = ended(tied(tmp_path, played))
        verdict = verify(content, {"skirmish": game}, read(content).head)
        passed = dict.fromkeys(("chain", "known", "seals", "chance"), CheckState.PASSED)
        assert states(verdict) == {**passed, "rules": rules}
        assert (verdict.ok, verdict.proved) == (True, rules is CheckState.PASSED)

    def test_of_a_revision_that_is_not_there_reports_whose_it_is_and_what_to_do(self, tmp_path: Path) -> None:
        content = ended(tied(tmp_path, ONLY_1))
        count = len(read(content).batches)
        sentence = reported(content, ONLY_2)
        assert f"{count} of {count} batches were decided by revision 1 of the rules of skirmish" in sentence
        assert f"command-table {__version__} and" in sentence

    def test_is_still_held_to_chain_seals_and_chance(self, tmp_path: Path) -> None:
        content = ended(tied(tmp_path, ONLY_1))
        other = {"skirmish": ONLY_2}
        assert not verify(content.replace(b'"number":42', b'"number":41'), other).ok
        assert states(verify(forged(content, b'"number":42', b'"number":41'), other))["chance"] is CheckState.FAILED
        swapped = forged(content, b'"card":"skirmish.card.2"', b'"card":"skirmish.card.5"')
        assert states(verify(swapped, other))["seals"] is CheckState.FAILED

    def test_is_open_where_its_version_states_no_revision(self, tmp_path: Path) -> None:
        content = ended(tied(tmp_path, ONLY_1))
        stated = b'"version":"%s"' % FIRST.stated.encode()
        unknown = forged(content, stated, b'"version":"0.0.9"')
        assert state_of(unknown, ONLY_1) is CheckState.OPEN
        assert "rules of an unknown revision" in reported(unknown, ONLY_1)

    def test_is_open_too_where_the_rules_of_every_match_were_revised(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        content = ended(tied(tmp_path, ONLY_1))
        monkeypatch.setattr(match, "OF_EVERY_MATCH", LATER)
        monkeypatch.setattr("table.records.verify.rules.OF_EVERY_MATCH", LATER)
        assert state_of(content, ONLY_1) is CheckState.OPEN
        assert f"revision {OF_EVERY_MATCH} of the rules that every match has" in reported(content, ONLY_1)

    def test_is_open_and_no_failure_for_the_command_too(self, tmp_path: Path) -> None:
        file, game = tmp_path / "match.jsonl", tmp_path / "game.py"
        file.write_bytes(ended(tied(tmp_path / "state", ONLY_1)))
        game.write_text(GAME, "utf-8")
        printed = CliRunner().invoke(main, ["verify", str(file), "--game", str(game), "--json"])
        assert printed.exit_code == 0, printed.output
        verdict = json.loads(printed.output)
        assert (verdict["ok"], verdict["proved"]) == (True, False)
        assert {check["part"]: check["state"] for check in verdict["checks"]}["rules"] == "open"


class TestAnUnfinishedMatch:
    def test_goes_on_by_the_revision_that_began_it_where_that_is_there(self, tmp_path: Path) -> None:
        table = went_on(tied(tmp_path, ONLY_1), BOTH)
        assert table.now.resumed is not None
        assert not table.now.resumed.revised
        table.plays(blue=3, red=3)
        assert "tie" in table.asked(), "the coin of revision 1"
        assert b"RulesRevised" not in table.journal_text()
        table.session.close()

    def test_is_folded_goes_on_by_todays_rules_and_reports_it(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        before = tied(tmp_path, ONLY_1)
        won = before.now.view
        with caplog.at_level(logging.WARNING):
            table = went_on(before, ONLY_2)
        assert f"played by {FIRST.stated}" in caplog.text
        assert f"it goes on by {SECOND.stated}" in caplog.text
        assert table.now.resumed is not None
        assert table.now.resumed.revised
        now = table.now.view
        assert won is not None
        assert now is not None
        assert (now.round, now.seats) == (won.round, won.seats), "nothing of what was decided is decided anew"
        assert "story.rules_revised" in [line.key for line in now.story]
        table.plays(blue=3, red=3)
        assert table.asked()[:2] == ["card", "card"], "a tie is nobody's by revision 2"
        table.session.close()

    @pytest.mark.parametrize("language", ["en", "de", "es"])
    @pytest.mark.slow
    def test_reports_the_players_on_the_screen(self, tmp_path: Path, language: str) -> None:
        table, words = went_on(tied(tmp_path, ONLY_1), ONLY_2), Words(language)
        picture = Picture(Painter(words), (1024, 600))
        picture.draw(table.now, 0.0)
        picture.draw(table.now, 1.0)
        line = words.sentences["screen.goes_on.revised"]
        assert line in " ".join(picture.lines)
        assert table.now.resumed is not None
        picture = Picture(Painter(words), (1024, 600))
        picture.draw(replace(table.now, resumed=replace(table.now.resumed, revised=False)), 0.0)
        assert line not in " ".join(picture.lines)
        table.session.close()

    def test_notes_it_in_the_journal_before_all_else_and_once(self, tmp_path: Path) -> None:
        table = went_on(tied(tmp_path, ONLY_1), ONLY_2)
        begun = [line for line in table.journal_text().split(b"\n") if b'"type":"RulesRevised"' in line]
        assert len(begun) == 1
        assert REVISED in begun[0]
        again = went_on(table, ONLY_2)
        assert again.now.resumed is not None
        assert not again.now.resumed.revised
        assert again.journal_text().count(b'"type":"RulesRevised"') == 1
        again.session.close()

    def test_that_cannot_be_folded_is_refused_with_advice_and_stays_as_it_is(self, tmp_path: Path) -> None:
        table = tied(tmp_path, ONLY_1)
        before = table.journal_text()
        after = went_on(table, Third())
        assert after.now.match == ""
        (fault,) = after.now.faults
        assert fault.code == "journal.unusable"
        assert f"finish the match with the one that began it, {FIRST.stated}" in fault.detail
        assert after.journal_text() == before

    def test_of_later_rules_is_refused_with_advice_and_stays_as_it_is(self, tmp_path: Path) -> None:
        table = tied(tmp_path, ONLY_2)
        before = table.journal_text()
        after = went_on(table, ONLY_1)
        (fault,) = after.now.faults
        assert f"later rules of skirmish ({SECOND.stated})" in fault.detail
        assert "update it, or the game" in fault.detail
        assert after.journal_text() == before

    def test_leaves_its_tokens_to_the_next_match_though_its_events_are_not_read_any_more(self, tmp_path: Path) -> None:
        tied(tmp_path, ONLY_1).session.close()
        assert HopperContents(tmp_path, {"skirmish": Third()})(HOPPERS) == HoppersLoaded(HOPPERS, carried=True)


class TestAMatchOfTwoRevisions:
    @pytest.mark.parametrize(
        ("game", "rules"),
        [(BOTH, CheckState.PASSED), (ONLY_1, CheckState.OPEN), (ONLY_2, CheckState.OPEN)],
        ids=["1+2", "1", "2"],
    )
    def test_is_checked_as_far_as_its_revisions_are_there(
        self, tmp_path: Path, game: Game[Any], rules: CheckState
    ) -> None:
        content = revised(tmp_path)
        verdict = verify(content, {"skirmish": game}, read(content).head)
        passed = dict.fromkeys(("chain", "known", "seals", "chance"), CheckState.PASSED)
        assert states(verdict) == {**passed, "rules": rules}
        assert verdict.proved is (rules is CheckState.PASSED)

    def test_reports_how_much_of_it_is_not_checked(self, tmp_path: Path) -> None:
        content = revised(tmp_path)
        batches = len(read(content).batches)
        first = next(n for n, line in enumerate(content.splitlines()[1:]) if b'"type":"RulesRevised"' in line)
        assert f"{first} of {batches} batches were decided by revision 1 " in reported(content, ONLY_2)
        assert f"{batches - first} of {batches} batches were decided by revision 2 " in reported(content, ONLY_1)

    def test_is_failed_by_a_forgery_in_the_part_that_is_checked_alone(self, tmp_path: Path) -> None:
        content = revised(tmp_path)
        flipped = b'"type":"TokenWon","seat":"%s","flipped":true'
        was, becomes = (
            flipped % seat for seat in ((b"blue", b"red") if flipped % b"blue" in content else (b"red", b"blue"))
        )
        early = forged(content, was, becomes)
        assert [state_of(early, game) for game in (BOTH, ONLY_1, ONLY_2)] == [
            CheckState.FAILED,
            CheckState.FAILED,
            CheckState.OPEN,
        ]
        late = forged(content, b'{"type":"Drawn"}', b'{"type":"TokenWon","seat":"red","flipped":false,"by_hand":false}')
        assert [state_of(late, game) for game in (BOTH, ONLY_1, ONLY_2)] == [
            CheckState.FAILED,
            CheckState.OPEN,
            CheckState.FAILED,
        ]

    def test_cannot_be_revised_to_earlier_rules(self, tmp_path: Path) -> None:
        back = forged(revised(tmp_path), b'"version":"%s"' % SECOND.stated.encode(), b'"version":"0.0.9"')
        assert [state_of(back, game) for game in (BOTH, ONLY_1, ONLY_2)] == 3 * [CheckState.FAILED]

    @pytest.mark.slow
    def test_is_read_alike_by_the_second_verifier(self, tmp_path: Path) -> None:
        content = revised(tmp_path)
        event = REVISED
        more = forged(content, event, event.replace(b"}", b',"and":1}'))
        none = forged(content, event, b'{"type":"RulesRevised"}')
        number = forged(content, event, b'{"type":"RulesRevised","version":2}')
        files = [content, more, none, number]
        assert list(accepted(files)) == [True, False, False, False]
        assert [verify(file, {"skirmish": BOTH}).ok for file in files] == [True, False, False, False]

    def test_can_undo_what_the_earlier_revision_decided(self, tmp_path: Path) -> None:
        table = SessionTable(tmp_path, game=ONLY_1).begun()
        table.plays(blue=2, red=2)
        table.answers(BLUE, "tie")
        table.answers(BLUE, "next")
        went_on(table, ONLY_2)
        for answer in ("match.undo", "match.undo.agree"):
            table.answers(BLUE if answer == "match.undo" else RED, answer, None if answer == "match.undo" else "yes")
        assert table.asked() == ["next"]
        lifted(table)
        content = ended(table)
        assert b'"type":"Undone"' in content
        assert [state_of(content, game) for game in (BOTH, ONLY_1, ONLY_2)] == [
            CheckState.PASSED,
            CheckState.OPEN,
            CheckState.OPEN,
        ]
