"""The file of a match at two tables: both sides write the same one, and both verifiers judge it alike."""

import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from lab.campaigns.two_tables.bad_line import CALM, NeverOverError, TwoTables, sampled
from lab.campaigns.two_tables.liars import LIARS, FallsSilent, HidesBehindState, side_of
from lab.campaigns.two_tables.pair_forgeries import OTHER, forgeries, signed_again
from lab.second_verifier import NoSecondVerifierError, accepted, outputs
from lab.systems import all_rule_sets
from table.program.commands.matches.verify import command
from table.records.two_tables.canonical import canonical, is_pair_file
from table.records.two_tables.pair_file import (
    PairEnd,
    PairFile,
    pair_lines,
    read_pair_file,
    verify_pair_file,
)
from table.records.two_tables.pair_rules import PairState
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.statements import Lie, RollPart, Statement, StatementKind
from table.records.verify.verdict import CheckState
from table.rules.game import Game
from table.rules.seats import BLUE, RED, SEATS
from tests.records.two_tables.conftest import QuietTables, legion

AMBUSH, PUSH = "legion.card.ambush", "legion.card.push"


@pytest.fixture(scope="module")
def played() -> TwoTables:
    tables = TwoTables(legion(), 5, 30, CALM)
    tables.run()
    return tables


@pytest.fixture(scope="module")
def games() -> dict[str, Game[object]]:
    return {"legion_2024": legion().game}


def test_both_sides_write_the_same_file_and_it_is_proved(played: TwoTables, games: dict[str, Game[object]]) -> None:
    blue, red = (played.match_file(seat) for seat in SEATS)
    assert blue == red
    assert is_pair_file(blue)
    verdict = verify_pair_file(blue, games)
    assert [check.state for check in verdict.checks] == [CheckState.PASSED] * 4
    assert verdict.proved


def test_without_the_game_the_rules_stay_open(played: TwoTables) -> None:
    verdict = verify_pair_file(played.match_file(BLUE), {})
    assert verdict.ok
    assert not verdict.proved


def test_an_unfinished_match_is_not_proved(tables: QuietTables, games: dict[str, Game[object]]) -> None:
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    verdict = verify_pair_file(tables.match_file(RED), games)
    assert verdict.ok
    assert not verdict.proved
    assert any(check.part == "seals" and check.state is CheckState.OPEN for check in verdict.checks)


@pytest.mark.campaign
def test_forgeries_are_found_by_both_verifiers(played: TwoTables, games: dict[str, Game[object]]) -> None:
    genuine = played.match_file(BLUE)
    forged = list(forgeries(genuine, played.disks, 24, random.Random(1)))
    assert len(forged) >= 20
    assert not any(verify_pair_file(each, games).ok for each in forged)
    try:
        assert list(accepted((genuine, *forged))) == [True, *[False] * len(forged)]
    except NoSecondVerifierError:
        pytest.skip("Node is needed")


@pytest.mark.campaign
def test_not_even_both_together_can_change_a_roll_or_a_card(played: TwoTables, games: dict[str, Game[object]]) -> None:
    forged = list(signed_again(played.match_file(BLUE), played.disks))
    assert not any(verify_pair_file(each, games).ok for each in random.Random(2).sample(forged, 12))


@pytest.fixture(scope="module")
def signed_twice(played: TwoTables) -> list[bytes]:
    """Forgeries that both sides have signed, each with one value changed."""
    return list(signed_again(played.match_file(BLUE), played.disks))


@pytest.mark.campaign
def test_without_the_rules_both_verifiers_find_what_both_sides_forged(signed_twice: list[bytes]) -> None:
    forged = random.Random(7).sample(signed_twice, 40)
    assert not any(verify_pair_file(each, {}).ok for each in forged)
    try:
        assert not any(accepted(forged))
    except NoSecondVerifierError:
        pytest.skip("Node is needed")


@pytest.mark.parametrize("games_known", [True, False])
def test_offers_are_needed_in_the_first_batch_whatever_rules_are_known(
    played: TwoTables, games: dict[str, Game[object]], games_known: bool
) -> None:
    without = next(
        each for each in signed_again(played.match_file(BLUE), played.disks) if b'"offers' not in each.split(b"\n")[1]
    )
    verdict = verify_pair_file(without, games if games_known else {})
    assert [check.part for check in verdict.checks] == ["chain"]
    assert not verdict.ok


def test_the_header_names_the_system_of_both_offers(played: TwoTables, games: dict[str, Game[object]]) -> None:
    header, _, rest = played.match_file(BLUE).partition(b"\n")
    assert not verify_pair_file(header.replace(b'"legion_2024"', b'"chess"') + b"\n" + rest, games).ok


@pytest.mark.parametrize("more", [b',"lie":null', b',"owed":""', b',"owed":"a card"'])
def test_a_field_that_has_nothing_is_left_out(played: TwoTables, games: dict[str, Game[object]], more: bytes) -> None:
    raw = played.match_file(BLUE)
    assert verify_pair_file(raw, games).ok
    assert not verify_pair_file(raw[:-2] + more + b"}\n", games).ok


@pytest.mark.campaign
def test_an_opening_that_names_another_lock_is_found(games: dict[str, Game[object]]) -> None:
    tables = TwoTables(legion(), 329901, 40, CALM)
    tables.run()
    elsewhere = f'"lock\\":\\"{OTHER}'.encode()
    forged = [each for each in signed_again(tables.match_file(BLUE), tables.disks) if elsewhere in each]
    assert forged
    assert not any(verify_pair_file(each, games).ok for each in forged)


def test_a_proved_lie_is_in_the_file(games: dict[str, Game[object]]) -> None:
    tables = TwoTables(legion(), 3, 200, CALM, {RED: side_of(LIARS[Lie.TWO_BATCHES])})
    tables.run()
    verdict = verify_pair_file(tables.match_file(BLUE), games)
    assert not verdict.ok
    lie = verdict.checks[-1]
    assert (lie.part, lie.line.key) == ("lie", "verify.two.lie")


@pytest.mark.parametrize("lie", [Lie.TWO_BATCHES, Lie.ANOTHER_CARD, Lie.NOT_PLAYABLE])
def test_a_proof_has_its_statements_in_order_and_no_others(games: dict[str, Game[object]], lie: Lie) -> None:
    tables = TwoTables(legion(), 3, 200, CALM, {BLUE: side_of(LIARS[lie])})
    tables.run()
    file = read_pair_file(tables.match_file(RED))
    assert file.end.lie is not None
    first, last = file.end.lie.statements
    others = [(first, first, last, last), (last,), (), *([] if lie is Lie.TWO_BATCHES else [(last, first)])]
    for statements, key in (((first, last), "lie"), *((each, "unproved") for each in others)):
        end = replace(file.end, lie=replace(file.end.lie, statements=statements))
        checks = verify_pair_file(b"".join(pair_lines(file.header, file.held, end)), games).checks
        assert checks[-1].line.key == f"verify.two.{key}"


def keys_of(raw: bytes, games: dict[str, Game[object]]) -> list[str]:
    verdict = verify_pair_file(raw, games)
    assert verdict.ok
    return [check.line.key for check in verdict.checks]


def test_a_file_that_was_cut_alone_ends_there(played: TwoTables, games: dict[str, Game[object]]) -> None:
    raw = played.match_file(BLUE)
    assert "verify.two.alone" not in keys_of(raw, games)
    file = read_pair_file(raw)
    for count in (1, len(file.held) // 2, len(file.held) - 1):
        held = file.held[:count]
        cut = b"".join(pair_lines(file.header, held, PairEnd(count, held[-1].hash)))
        assert "verify.two.alone" in keys_of(cut, games)
        assert not verify_pair_file(cut, games).proved
        try:
            (other,) = outputs((cut,))
        except NoSecondVerifierError:
            pytest.skip("Node is needed")
        assert (other["ok"], other["ended"], other["stopped"]) == (True, False, False)


def test_a_match_that_both_signed_to_have_stopped_ends_there(
    tables: QuietTables, games: dict[str, Game[object]]
) -> None:
    tables.peer(BLUE).leave()
    assert "verify.two.alone" in keys_of(tables.match_file(BLUE), games), "red may have more"
    tables.settle()
    for seat in SEATS:
        keys = keys_of(tables.match_file(seat), games)
        assert keys.count("verify.two.stop") == len(SEATS)
        assert "verify.two.alone" not in keys


@pytest.mark.slow
def test_a_stop_or_a_refused_batch_that_nobody_signed_is_found() -> None:
    tables = TwoTables(legion(), 3, 200, CALM, {BLUE: side_of(HidesBehindState)})
    tables.run()
    tables.waits(5_000)
    file = read_pair_file(tables.match_file(RED))
    end, (blue, red) = file.end, file.end.stops
    assert end.refused is not None
    first = file.held[0].of(BLUE)
    forged = [
        replace(end, stops=(red, blue)),
        replace(end, stops=(blue, blue)),
        replace(end, stops=(replace(blue, signature=red.signature),)),
        replace(end, stops=(replace(blue, body=blue.body.replace('"answered"', '"left"')), red)),
        replace(end, stops=(end.refused,)),
        replace(end, refused=first),
        replace(end, refused=replace(end.refused, kind=StatementKind.PROPOSAL)),
        replace(end, refused=replace(end.refused, body=end.refused.body.replace("chance", "change", 1))),
        replace(end, refused=blue),
    ]
    files = [b"".join(pair_lines(file.header, file.held, each)) for each in (end, *forged)]
    expected = [True, *[False] * len(forged)]
    assert [verify_pair_file(each, {}).ok for each in files] == expected
    try:
        assert list(accepted(files)) == expected
    except NoSecondVerifierError:
        pytest.skip("Node is needed")


def stopped_after(plays: type[TwoTablesPeer]) -> tuple[PairFile, TwoTablesPeer]:
    """Return blue's file of a match that red has broken off, and blue."""
    tables = TwoTables(legion(), 3, 200, CALM, {RED: side_of(plays)})
    with suppress(NeverOverError):
        tables.run(300)
    tables.waits(5_000)
    return read_pair_file(tables.match_file(BLUE)), tables.peer(BLUE)


@pytest.mark.slow
@pytest.mark.parametrize(("plays", "kind"), [(FallsSilent, "opening"), (HidesBehindState, "part")])
def test_the_file_proves_that_a_side_had_opened(
    plays: type[TwoTablesPeer], kind: str, games: dict[str, Game[object]]
) -> None:
    """Nobody can state it of a side that has signed no opening, or of another lock or roll."""
    file, blue = stopped_after(plays)
    opened = file.end.opened
    first = opened[0]
    assert first.kind == kind

    def signed(as_kind: str = kind, **changes: Any) -> tuple[Statement, ...]:
        body = canonical({**msgspec.json.decode(first.body), **changes})
        return (Statement(body.decode(), StatementKind(as_kind), blue._keys.signing.sign(as_kind, body)),)

    value = msgspec.json.decode(first.body)
    later = {"question": value.get("question", 0) + 1}
    changes = [{"lock": OTHER}, {"card": PUSH}] if kind == "opening" else [later, {"contribution": OTHER}]
    forged: list[Any] = [
        (*opened, first),
        opened[1:] + opened[:1] if len(opened) > 1 else (first, first),
        (replace(first, signature="00" * 64),),
        (replace(first, kind=StatementKind.STOP),),
        *map(signed, ("offer", "stop")),
        *(signed(**change) for change in (*changes, {"match": OTHER}, {"path": ""}, {"seat": "red"}, {"more": 1})),
        ["blue"],
        {"blue": 1},
        [],
    ]
    ends = [{**msgspec.to_builtins(file.end), "opened": each} for each in (opened, *forged)]
    files = [b"".join(canonical(each) + b"\n" for each in (file.header, *file.held, end)) for end in ends]
    earlier = file.held[:-1]
    end = replace(file.end, batches=len(earlier), head=earlier[-1].hash, refused=None, stops=())
    files.append(b"".join(pair_lines(file.header, earlier, end)))
    files.append(files[0].replace(canonical(opened), canonical(signed())))
    expected = [True, *[False] * len(files[1:-1]), True]
    assert [verify_pair_file(each, {}).ok for each in files] == expected
    assert "verify.two.opened" in keys_of(files[0], games)
    try:
        assert list(accepted(files)) == expected
    except NoSecondVerifierError:
        pytest.skip("Node is needed")


class StopsBetweenRolls(TwoTablesPeer):
    """Knows the first of several rolls of one act, and keeps the next ones from being made."""

    def _open_part(self, pair: PairState) -> bool:
        asked = None if pair.act is None else pair.act.roll
        return self._question() in (None, asked) and super()._open_part(pair)


@pytest.mark.slow
def test_a_roll_that_is_dodged_before_the_next_one_of_its_act_is_in_the_file() -> None:
    """The act of this match needs five rolls, and red would be the first to open the second one."""
    classic = sampled(next(each for each in all_rule_sets() if each.game.system == "legion_classic"))
    tables = TwoTables(classic, 5, 120, CALM, {RED: side_of(StopsBetweenRolls)})
    with pytest.raises(NeverOverError):
        tables.run(3000)
    file = read_pair_file(tables.match_file(BLUE))
    assert [(each.seat, file.batches[-1].roll) for each in file.opened] == [(seat, 20) for seat in SEATS]
    assert [each.question for each in file.opened if isinstance(each, RollPart)] == [20, 20]
    assert file.end.owed == "part"
    assert verify_pair_file(tables.match_file(BLUE), {}).ok


def test_the_command_knows_the_file(played: TwoTables, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(played.match_file(RED))
    done = CliRunner().invoke(command, [str(file)])
    assert done.exit_code == 0, done.output
    assert "signed by both tables" in " ".join(done.output.split())
    file.write_bytes(played.match_file(RED)[:-2])
    assert CliRunner().invoke(command, [str(file)]).exit_code == 1


@pytest.mark.slow
def test_the_command_needs_no_cryptography_for_the_file_of_one_table() -> None:
    code = "import sys, table.program.commands.matches.verify\nprint('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


@pytest.mark.parametrize("raw", [b"", b"{}\n", b'{"format":"command-table two tables 2"}\n\n\n\n', b"\xff\n" * 5])
def test_any_bytes_are_judged(raw: bytes) -> None:
    assert not verify_pair_file(raw, {}).ok
