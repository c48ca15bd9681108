"""Both verifiers refuse a file of another form, also one that both sides have signed, and neither of them breaks."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from lab.campaigns.two_tables.bad_line import CALM, TwoTables
from lab.campaigns.two_tables.pair_forgeries import _by_red, _relock, _signed
from lab.second_verifier import NoSecondVerifierError, accepted
from lab.trials.game_trials import game_trials
from table.records.two_tables.canonical import canonical, from_canonical, hashed
from table.records.two_tables.own_secrets import OwnSecrets
from table.records.two_tables.pair_file import PairEnd, pair_lines, read_pair_file, verify_pair_file
from table.records.two_tables.pair_keys import SigningKey
from table.records.two_tables.pair_rules import ROLLS, CardLock, LieFoundError, PairRules, PairState
from table.records.two_tables.paired_side import OwnRecord
from table.records.two_tables.statements import (
    CardOpening,
    Lie,
    PairBatch,
    ProvedLie,
    Statement,
    StatementKind,
    batch_hash,
)
from table.rules.choice.sealed_choice import ChoiceMoment, commit, fields
from table.rules.game import Game
from table.rules.seats import BLUE, RED, SEATS, Seat
from tests.records.two_tables.conftest import legion

Change = Callable[[dict[str, Any]], object]
ZEROS = "0" * 64


@pytest.fixture(scope="module")
def played() -> TwoTables:
    tables = TwoTables(legion(), 5, 10, CALM)
    tables.run()
    return tables


@pytest.fixture(scope="module")
def games() -> dict[str, Game[object]]:
    return {"legion_2024": legion().game}


def keys_of(played: TwoTables) -> dict[Seat, SigningKey]:
    records = {seat: from_canonical(played.disks[seat]["own"], OwnRecord) for seat in SEATS}
    return {seat: SigningKey(bytes.fromhex(records[seat].private)) for seat in SEATS}


def judged(raw: bytes, games: Mapping[str, Game[Any]]) -> set[bool]:
    """Return the verdicts of both verifiers."""
    try:
        return {verify_pair_file(raw, games).ok, *accepted((raw,))}
    except NoSecondVerifierError:
        pytest.skip("Node is needed")


def paired_again(
    played: TwoTables, change: Change, identities: Mapping[Seat, SigningKey], keys: Mapping[Seat, SigningKey]
) -> bytes:
    """Return the file with another header, for which both sides have signed everything again."""
    raw = played.match_file(BLUE)
    header: dict[str, Any] = msgspec.json.decode(raw.split(b"\n")[0])
    was = header["match"]
    change(header)
    match = hashed("pairing", fields(*(canonical(each) for each in header["hellos"]))).hex()
    header["match"] = match
    header["pairing"] = [identities[seat].sign("pairing", bytes.fromhex(match)) for seat in SEATS]
    bodies = [msgspec.json.decode(each.body.replace(was, match)) for each in read_pair_file(raw).held[:2]]
    held = list(_signed(bodies, keys))
    end = {"batches": len(held), "head": held[-1].hash}
    return b"".join(canonical(each) + b"\n" for each in (header, *held, end))


def test_a_header_that_is_signed_again_is_accepted_if_nothing_else_is_changed(played: TwoTables) -> None:
    raw = paired_again(played, lambda _: None, played._identities, keys_of(played))
    assert judged(raw, {}) == {True}


@pytest.mark.parametrize("field", ["identity", "match", "nonce"])
def test_a_list_of_one_key_is_no_key(played: TwoTables, field: str) -> None:
    def change(header: dict[str, Any]) -> None:
        for hello in header["hellos"]:
            hello[field] = [hello[field]]

    assert judged(paired_again(played, change, played._identities, keys_of(played)), {}) == {False}


@pytest.mark.parametrize("field", ["identity", "match"])
def test_both_sides_with_one_key_are_one_side(played: TwoTables, field: str) -> None:
    def change(header: dict[str, Any]) -> None:
        blue, red = header["hellos"]
        red[field] = blue[field]

    identities, keys = played._identities, keys_of(played)
    if field == "identity":
        identities = dict.fromkeys(SEATS, identities[BLUE])
    else:
        keys = dict.fromkeys(SEATS, keys[BLUE])
    assert judged(paired_again(played, change, identities, keys), {}) == {False}


def with_end(played: TwoTables, games: Mapping[str, Game[Any]], more: Mapping[str, Any]) -> set[bool]:
    """Return the verdicts on a file that ends after two batches, with more in its last line."""
    file = read_pair_file(played.match_file(BLUE))
    held = file.held[:2]
    end = {"batches": 2, "head": held[-1].hash, **more}
    return judged(b"".join(canonical(each) + b"\n" for each in (file.header, *held, end)), games)


def until_reveal(played: TwoTables) -> list[dict[str, Any]]:
    """Return the batches up to the first reveal."""
    bodies = [msgspec.json.decode(each.body) for each in read_pair_file(played.match_file(BLUE)).held]
    return bodies[: next(n for n, body in enumerate(bodies, 1) if "openings" in body)]


def signed_by_both(played: TwoTables, bodies: list[dict[str, Any]], opened: tuple[Statement, ...] = ()) -> bytes:
    held = list(_signed(bodies, keys_of(played)))
    end = PairEnd(len(held), held[-1].hash, opened=opened)
    return b"".join(pair_lines(read_pair_file(played.match_file(BLUE)).header, held, end))


def test_a_lock_that_is_taken_back_is_not_opened_after_it(played: TwoTables) -> None:
    taken, locked = until_reveal(played), until_reveal(played)
    away = {"seat": "blue", "type": "SealWithdrawn"}
    taken[-1]["events"].insert(0, away)
    locked[-1]["events"][:0] = [away, {"commitment": ZEROS, "seat": "blue", "type": "CardSealed"}]
    locked[-1]["lock"] = {"attempt": 1, "round": 1}
    assert judged(signed_by_both(played, until_reveal(played)), {}) == {True}
    assert judged(signed_by_both(played, taken), {}) == {False}
    assert judged(signed_by_both(played, locked), {}) == {False}


def refused_at_the_table(bodies: list[dict[str, Any]]) -> bool:
    """True if the check before a side's signature refuses the last batch, whoever sends it."""
    rules, pair = PairRules(legion().game), None
    for body in bodies[:-1]:
        pair = rules.follow(pair, canonical(body))
    assert isinstance(pair, PairState)
    try:
        rules.check(pair, from_canonical(canonical(bodies[-1]), PairBatch))
    except LieFoundError:
        return True
    return False


def test_a_reveal_is_blues(played: TwoTables) -> None:
    bodies = until_reveal(played)
    assert not refused_at_the_table(bodies)
    _by_red(bodies[-1])
    assert judged(signed_by_both(played, bodies), {}) == {False}
    assert refused_at_the_table([*bodies[:-1], bodies[-1] | {"proposal": "x"}])


def test_the_same_lock_made_again_is_another_one(played: TwoTables) -> None:
    bodies = until_reveal(played)
    shown = next(each for each in bodies[-1]["events"] if each["type"] == "SealOpened")
    _relock(shown, bodies[-1])
    assert judged(signed_by_both(played, bodies), {}) == {False}
    assert refused_at_the_table(bodies)


@pytest.mark.parametrize("roll", [4095, 4096, 2**53 - 1])
def test_a_last_act_needs_a_roll_to_which_both_are_committed(played: TwoTables, roll: int) -> None:
    bodies = [msgspec.json.decode(each.body) for each in read_pair_file(played.match_file(BLUE)).held]
    bodies = bodies[: next(n for n, body in enumerate(bodies, 1) if "roll" in body)]
    assert not refused_at_the_table(bodies)
    bodies[-1]["roll"] = roll
    assert judged(signed_by_both(played, bodies), {}) == {roll < ROLLS}
    assert refused_at_the_table(bodies)


def test_a_name_with_a_comma_is_not_two_names(played: TwoTables) -> None:
    bodies = until_reveal(played)
    bodies[-1]["events"].append({"number": 1, "seat": "blue", "type": "NumberDialled"})
    assert judged(signed_by_both(played, bodies), {}) == {True}
    bodies[-1]["events"][-1] = {"number,seat": 1, "type": "NumberDialled"}
    assert judged(signed_by_both(played, bodies), {}) == {False}


def test_a_lock_beside_a_reveal_is_of_the_round_that_its_batch_states(played: TwoTables) -> None:
    bodies, own = until_reveal(played), from_canonical(played.disks[BLUE]["own"], OwnRecord)
    match, secret = bodies[0]["match"], bytes.fromhex(own.secret)
    hidden = game_trials("legion_2024").hidden
    assert hidden is not None
    secrets = OwnSecrets(secret, match, BLUE, hidden.hand(played._sides[BLUE]))
    moment = ChoiceMoment(match, 1, "blue", 1, bodies[-1]["last"])
    commitment, choice = commit(secret, moment, bodies[-1]["openings"][0]["card"])
    bodies[-1]["events"].append({"commitment": commitment, "seat": "blue", "type": "CardSealed"})
    bodies[-1]["lock"] = {"attempt": 1, "round": 1}
    held = list(_signed(bodies, keys_of(played)))
    opening = canonical(secrets.opening(CardLock(moment, held[-1].hash), choice))
    opened = Statement(opening.decode(), StatementKind.OPENING, keys_of(played)[BLUE].sign("opening", opening))
    assert judged(signed_by_both(played, bodies, (opened,)), {}) == {True}


CHANGES: dict[str, Any] = {
    "chance": [[0, 6]],
    "events": 5,
    "from": "green",
    "last": 7,
    "lock": [7],
    "match": 7,
    "number": "3",
    "offers": [5],
    "openings": [{}],
    "parts": [5],
    "proposal": 5,
    "roll": "x",
    "signed": [5],
    "state": "x",
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (None, None), *CHANGES.items(), ("command", ""), ("command", []), ("command", {}), ("events", [5]),
        ("events", ["x"]), ("events", [None]), ("events", [[]]), ("events", [{}]), ("events", [{"type": 5}]),
    ],
)  # fmt: skip
def test_a_refused_batch_has_the_types_of_a_batch(
    played: TwoTables, games: Mapping[str, Game[Any]], name: str | None, value: Any
) -> None:
    file = read_pair_file(played.match_file(BLUE))
    batch: dict[str, Any] = {
        "command": {"type": "x"}, "events": [], "from": "blue", "last": file.held[1].hash, "match": file.header.match,
        "number": 3, "state": ZEROS,
    }  # fmt: skip
    body = canonical(batch if name is None else {**batch, name: value})
    signature = keys_of(played)[BLUE].sign("batch", bytes.fromhex(batch_hash(body)))
    refused = {"body": body.decode(), "kind": "batch", "signature": signature}
    assert with_end(played, games, {"refused": refused}) == {name is None}


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_a_stop_is_at_a_number_from_0(played: TwoTables, games: Mapping[str, Game[Any]], number: int) -> None:
    match = read_pair_file(played.match_file(BLUE)).header.match
    body = canonical({"head": "", "match": match, "number": number, "seat": "blue", "why": "left"})
    stop = {"body": body.decode(), "kind": "stop", "signature": keys_of(played)[BLUE].sign("stop", body)}
    assert with_end(played, games, {"stops": [stop]}) == {number >= 0}


def locks(commitment: Any) -> Iterator[Any]:
    """Yield lists of events around a lock, each false in its own way."""
    sealed = {"type": "CardSealed", "seat": "blue", "commitment": commitment}
    yield (sealed,)
    yield (sealed, 5)
    yield (5, [1], sealed)


@pytest.mark.parametrize("commitment", [5, None, ["x"], {}, True])
def test_a_lock_whose_commitment_is_no_text_proves_nothing(
    played: TwoTables, games: Mapping[str, Game[Any]], commitment: Any
) -> None:
    file = read_pair_file(played.match_file(BLUE))
    key = keys_of(played)[BLUE]
    for events in locks(commitment):
        batch = {
            "events": events, "from": "blue", "last": ZEROS, "lock": {"attempt": 0, "round": 1},
            "match": file.header.match, "number": 3, "state": ZEROS,
        }  # fmt: skip
        body = canonical(batch)
        lock = Statement(body.decode(), StatementKind.BATCH, key.sign("batch", bytes.fromhex(batch_hash(body))))
        opening = canonical(CardOpening("c", 0, ZEROS, batch_hash(body), file.header.match, "", ZEROS, BLUE))
        opened = Statement(opening.decode(), StatementKind.OPENING, key.sign("opening", opening))
        end = PairEnd(len(file.held), file.held[-1].hash, ProvedLie(Lie.ANOTHER_CARD, BLUE, (lock, opened)))
        verdict = verify_pair_file(b"".join(pair_lines(file.header, file.held, end)), games)
        assert [check.line.key for check in verdict.checks if check.part == "lie"] == ["verify.two.unproved"]


@pytest.mark.parametrize("known", [True, False])
def test_a_match_that_is_over_is_no_part_of_a_longer_one_whatever_game_is_known(
    played: TwoTables, games: dict[str, Game[object]], known: bool
) -> None:
    raw = played.match_file(RED)
    assert b"MatchClosed" in raw
    keys = [check.line.key for check in verify_pair_file(raw, games if known else {}).checks]
    assert "verify.two.alone" not in keys
    file = read_pair_file(raw)
    cut = b"".join(pair_lines(file.header, file.held[:-1], PairEnd(len(file.held) - 1, file.held[-2].hash)))
    assert "verify.two.alone" in [check.line.key for check in verify_pair_file(cut, games if known else {}).checks]
