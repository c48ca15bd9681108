"""Two verifiers, made apart from each other, pass a good match file and find every forged one.

The second one needs Node: where there is invalid, these tests fail, and do not skip.
"""

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from lab.campaigns.forge.forgeries import changed_bytes, changed_lines, rechained, rewritten
from lab.match_files import match_file
from lab.second_verifier import accepted, every_byte, outputs
from lab.systems import systems
from table.config import Config
from table.devices.setup import Setup
from table.games.random_play.trial import System
from table.records.journal import Batch
from table.records.verify.facts import fact, facts
from table.records.verify.file import FORMAT, ForeignError, read
from table.records.verify.verdict import CheckState
from table.records.verify.verifier import verify
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy, MatchEnd
from table.rules.match.judge import GO_ON
from table.rules.seats import BLUE, RED
from table.rules.shown_codes import letters_of
from table.view.hall import MatchOutcome
from tests.records.verify.played import GAMES, STATED, file_of, skirmish, states, verdict, verdict_of_who_saw_it
from tests.session.kit import SessionTable

VERSION = b'"version":"%s"' % STATED.encode()


@cache
def played(finished: bool = True, by_hand: bool = False) -> bytes:
    with TemporaryDirectory() as folder:
        table = skirmish(Path(folder), finished=finished, by_hand=by_hand)
        content = file_of(Path(folder))
        table.session.close()
    return content


def both(content: bytes) -> tuple[bool, bool]:
    return both_of({"": content})[""]


def both_of(files: Mapping[str, bytes]) -> dict[str, tuple[bool, bool]]:
    """What each verifier states of each file. The second one is started once for all of them."""
    seconds = accepted(files.values())
    return {name: (verdict(content).ok, second) for (name, content), second in zip(files.items(), seconds, strict=True)}


def bodies(content: bytes) -> list[bytes]:
    return [line[len('{"chain":"","batch":') + 64 : -1] for line in content.splitlines()[1:-1]]


def forged(content: bytes, was: bytes, becomes: bytes) -> bytes:
    """By somebody who can write the whole chain again."""
    assert was in content
    changed = [body.replace(was, becomes) for body in bodies(content)]
    assert changed != bodies(content)
    file = read(content)
    return rewritten(file.match, file.system, changed)


@pytest.mark.slow
def test_a_finished_match_passes_every_check_of_both() -> None:
    assert both(played()) == (True, True)
    assert set(states(verdict_of_who_saw_it(played())).values()) == {CheckState.PASSED}
    (roll,) = verdict(played()).chanced
    assert (roll.question, roll.bound) == (0, 2)


@pytest.mark.campaign
@pytest.mark.rule("TB-71")
@pytest.mark.parametrize("system", list(systems()), ids=lambda system: system.game.system)
def test_a_match_of_each_system_passes_too_with_answers_undone_in_it(system: System) -> None:
    content = match_file(system, seed=2, turns=40, regrets=4)
    assert b'"type":"Undone"' in content
    assert next(accepted([content]))
    checked = states(verify(content, Setup.of(Config()).games))
    assert (checked["chain"], checked["seals"], checked["chance"], checked["rules"]) == 4 * (CheckState.PASSED,)


@pytest.mark.slow
def test_an_unfinished_match_keeps_its_secret_and_reports_what_cannot_be_checked_yet() -> None:
    content = played(finished=False)
    checked = states(verdict(content))
    assert (checked["chance"], checked["seals"]) == (CheckState.OPEN, CheckState.OPEN)
    assert checked["rules"] is CheckState.PASSED
    assert b"SecretDisclosed" not in content
    assert b"skirmish.card.5" not in content
    assert both(content) == (True, True)


def test_a_roll_by_hand_is_marked_as_not_verifiable() -> None:
    checked = states(verdict(played(by_hand=True)))
    assert checked["by_hand"] is CheckState.OPEN
    assert "by_hand" not in states(verdict(played()))


@pytest.mark.slow
def test_only_what_has_ended_and_has_nothing_open_is_called_proved() -> None:
    """The second verifier knows no rules, and names the parts that it has proved."""
    cases = {(True, False): ["chain", "seals", "chance"], (False, False): ["chain"], (True, True): ["chain", "seals"]}
    files = [played(finished=finished, by_hand=by_hand) for finished, by_hand in cases]
    for content, second, parts in zip(files, outputs(files), cases.values(), strict=True):
        assert (verdict(content).ok, second["ok"]) == (True, True)
        assert (verdict_of_who_saw_it(content).proved, second["proved"]) == (len(parts) == 3, parts)


@pytest.mark.slow
def test_a_file_without_an_opened_seal_or_a_roll_proves_neither(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    table.session.close()
    (stated,) = outputs([file_of(tmp_path)])
    assert (stated["proved"], stated["seals"]["opened"], stated["chance"]["disclosed"]) == (["chain"], 0, True)


OTHERS = b'"version":"9.9+rules.1.1"'


@pytest.mark.slow
def test_the_events_that_both_read_have_no_field_more_whichever_version_played() -> None:
    files = {}
    for kind in ("MatchOpened", "NumberDialled", "CardSealed", "SealOpened", "SecretDisclosed"):
        head = b'{"type":"%s",' % kind.encode()
        files[f"{kind} of this version"] = forged(played(), head, head + b'"and":1,')
        files[f"{kind} of another"] = forged(forged(played(), VERSION, OTHERS), head, head + b'"and":1,')
    assert both_of(files) == dict.fromkeys(files, (False, False))


@pytest.mark.slow
def test_an_event_without_fields_may_have_none() -> None:
    dialled = b'{"type":"NumberDialled"'
    awaited = [b'{"type":"NumbersAwaited"%s},' % more for more in (b"", b',"and":1')]
    assert list(accepted(forged(played(), dialled, each + dialled) for each in awaited)) == [True, False]
    cause = b'{"command":{"type":"Answer"},"chance":[]}'
    bare, more = (Batch(msgspec.Raw(cause), (msgspec.Raw(each.rstrip(b",")),)) for each in awaited)
    assert facts(2, bare).events[0].type == "NumbersAwaited"
    with pytest.raises(ValueError, match="NumbersAwaited has and"):
        facts(2, more)


@pytest.mark.slow
@pytest.mark.parametrize(
    "event",
    [
        '{"type":"PlayerNamed","seat":"red","commitment":5}',
        '{"type":"PlayerNamed","seat":"red","commitment":"no hex"}',
        '{"type":"PlayerNamed","seat":"green","commitment":""}',
        '{"type":"RulesRevised","version":null}',
    ],
)
def test_a_field_of_another_kind_is_a_forgery_for_both(event: str) -> None:
    dialled = b'{"type":"NumberDialled"'
    whole = forged(played(), dialled, b'{"type":"PlayerNamed","seat":"red","commitment":""},' + dialled)
    other = forged(played(), dialled, event.encode() + b"," + dialled)
    assert list(accepted([whole, other])) == [True, False]
    assert (passes(whole), passes(other)) == (True, False)


@pytest.mark.parametrize("field", ['"mode":5', '"time_ms":-1', '"time_ms":true', '"at_zero":[]'])
def test_a_clocks_settings_are_read_whatever_the_game(field: str) -> None:
    name = field.split(":")[0].strip('"')
    settings = {
        "mode": '"mode":"game"',
        "time_ms": '"time_ms":1',
        "setup_ms": '"setup_ms":0',
        "at_zero": '"at_zero":""',
    }
    with pytest.raises(ValueError, match=f"ClockSet has no {name}"):
        fact(msgspec.json.decode('{"type":"ClockSet",' + ",".join((settings | {name: field}).values()) + "}"))


def test_a_field_that_only_another_version_knows_is_not_passed_over_in_silence() -> None:
    theirs = forged(played(), VERSION, OTHERS)
    assert verdict_of_who_saw_it(theirs).proved
    more = forged(theirs, b'{"type":"RoundEnded"}', b'{"type":"RoundEnded","and":1}')
    assert states(verdict(more))["rules"] is CheckState.OPEN
    assert verdict(more).ok
    assert not verdict_of_who_saw_it(more).proved
    (stated,) = [check.line for check in verdict(more).checks if check.part == "rules"]
    assert dict(stated.args)["version"] == "9.9"


@pytest.mark.slow
def test_every_changed_byte_is_found() -> None:
    content = played()
    for seed in range(2):
        assert not [
            n for n, each in enumerate(changed_bytes(content, random.Random(seed), len(content))) if passes(each)
        ]


def passes(content: bytes) -> bool:
    return verify(content, {}).ok


@pytest.mark.slow
def test_every_changed_byte_is_found_by_the_second_verifier() -> None:
    assert every_byte(played()) == (len(played()), ())


@pytest.mark.slow
def test_lines_dropped_doubled_swapped_and_cut_off_are_found_by_both() -> None:
    files = list(changed_lines(played()))
    assert not any(map(passes, files))
    assert not any(accepted(files))


@pytest.mark.slow
def test_events_dropped_doubled_and_swapped_are_found_by_the_rules_even_under_a_new_chain() -> None:
    """All but in the first batch: what the players brought is taken as it is there."""
    whole = bodies(played())
    tried = 0
    for file in rechained(played()):
        changed = [a != b for a, b in zip(bodies(file), whole, strict=False)]
        if len(bodies(file)) == len(whole) and sum(changed) == 1 and not changed[0]:
            tried += 1
            assert not verdict(file).ok
    assert tried > 30


@pytest.mark.slow
@pytest.mark.rule("TB-77")
def test_what_a_judge_did_is_checked_like_all_else(tmp_path: Path) -> None:
    table = skirmish(tmp_path, finished=False)
    table.session.step(CallJudge(CalledBy.CARD, BLUE))
    table.answers(BLUE, GO_ON)
    table.session.step(CallJudge(CalledBy.TERMINAL))
    content = file_of(tmp_path)
    table.session.close()
    assert both(content) == (True, True)
    assert states(verdict(content))["rules"] is CheckState.PASSED
    called, left = b'{"type":"JudgeCalled","how":"card","seat":"blue"}', b'{"type":"JudgeLeft"'
    for was, becomes in ((called, called.replace(b"card", b"terminal")), (called, called + b"," + called)):
        assert states(verdict(forged(content, was, becomes)))["rules"] is CheckState.FAILED
    whole = bodies(content)
    for done in (called, left):
        without = [body for body in whole if done not in body]
        assert len(without) == len(whole) - 1
        file = read(content)
        assert states(verdict(rewritten(file.match, file.system, without)))["rules"] is CheckState.FAILED


@pytest.mark.slow
def test_who_knows_the_end_of_the_chain_finds_whatever_was_written_again() -> None:
    content = played()
    head = read(content).head
    assert verdict(content, head[:32]).ok
    assert verdict(content, letters_of(head)).proved
    assert not any(verdict(file, head).ok for file in rechained(content))


def test_without_the_end_of_the_chain_it_may_be_any_match_and_is_not_called_proved() -> None:
    found = verdict(played())
    assert (found.ok, found.proved, states(found)["known"]) == (True, False, CheckState.OPEN)


def test_a_code_from_the_middle_of_the_match_speaks_for_all_that_came_before() -> None:
    content = played()
    middle = read(content).links[3]
    found = verdict(content, letters_of(middle))
    assert (found.ok, found.proved, states(found)["known"]) == (True, False, CheckState.OPEN)
    (stated,) = [check.line for check in found.checks if check.part == "known"]
    assert dict(stated.args)["known"] == 4
    assert states(verdict(content, letters_of("ab" * 32)))["known"] is CheckState.FAILED


def came() -> int:
    return verdict(played()).chanced[0].came


@pytest.mark.slow
def test_what_both_check_cannot_be_forged_even_under_a_new_chain() -> None:
    changes = {
        b'"chance":[[0,2,%d]]' % came(): b'"chance":[[0,2,%d]]' % (1 - came()),
        b'"number":42': b'"number":41',
        b'"card":"skirmish.card.3"': b'"card":"skirmish.card.5"',
        b'"type":"SealBroken"': b'"type":"SealVoid"',
        b'"type":"SecretDisclosed","secret":"0': b'"type":"SecretDisclosed","secret":"1',
        b'"id":"': b'"id":"0',
    }
    files = {was.decode(): forged(played(), was, becomes) for was, becomes in changes.items()}
    assert both_of(files) == dict.fromkeys(files, (False, False))


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (b'{"type":"TokenWon","seat":"red"', b'{"type":"TokenWon","seat":"blue"'),
        (b'"count":1', b'"count":2'),
        (b'{"type":"TokenWon"', b'{"type":"RoundEnded"},{"type":"TokenWon"'),
        (b'"by_hand":false', b'"by_hand":true'),
        (b'"prompt":"next","value":null', b'"prompt":"next","value":"x"'),
        (b'{"type":"RoundEnded"}', b'{"type":"RoundEnded","and":1}'),
    ],
)
def test_the_rules_find_what_follows_from_no_command(was: bytes, becomes: bytes) -> None:
    assert states(verdict(forged(played(), was, becomes)))["rules"] is CheckState.FAILED


@pytest.mark.slow
def test_what_is_no_match_file_is_called_that_by_both() -> None:
    files = [b"", b"\n", b"{}\n", b"\x00\xff" * 100, b"PK\x03\x04", b'{"format":"other 1"}\n']
    for content in files:
        with pytest.raises(ForeignError, match="not a match file"):
            read(content)
    assert both_of({repr(content): content for content in files}) == {repr(each): (False, False) for each in files}


@pytest.mark.slow
def test_a_future_format_is_named_and_not_guessed_at() -> None:
    content = played().replace(FORMAT.encode(), b"command-table match 2")
    with pytest.raises(ForeignError, match="not known here"):
        read(content)
    assert both(content) == (False, False)


def test_a_game_that_is_not_known_here_is_checked_as_far_as_it_goes() -> None:
    checked = states(verify(played(), {}))
    assert (checked["rules"], checked["seals"], checked["chance"]) == (
        CheckState.OPEN,
        CheckState.PASSED,
        CheckState.PASSED,
    )
    assert set(GAMES) == {"skirmish"}


def test_a_verdict_has_the_outcome_of_a_match_that_is_over() -> None:
    outcome = verdict(played()).outcome
    assert outcome == MatchOutcome("skirmish", "north", "south", 0, 0, MatchEnd.FINISHED, None, "")


def test_without_an_end_or_without_the_rules_a_verdict_has_no_outcome() -> None:
    assert verdict(played(finished=False)).outcome is None
    assert verify(played(), {}).outcome is None
