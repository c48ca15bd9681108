"""How a match at two tables stops: who has signed it, where and why, and what nobody can claim with it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lab.campaigns.two_tables.bad_line import CALM, KilledError, NeverOverError, TwoTables
from lab.campaigns.two_tables.liars import DodgesByHead, StallsByHead, side_of
from lab.second_verifier import NoSecondVerifierError, outputs
from table.records.ports import JournalUnwritableError
from table.records.two_tables.canonical import canonical, from_canonical
from table.records.two_tables.pair_file import PairEnd, PairFile, pair_lines, read_pair_file, verify_pair_file
from table.records.two_tables.paired_side import PairedSide
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.peer_values import WaitsFor
from table.records.two_tables.statements import (
    HeldBatch,
    Lie,
    PairBatch,
    SentBatch,
    SentHead,
    SentStatement,
    SideStop,
    Statement,
    StatementKind,
    StopReason,
    batch_hash,
)
from table.rules.commands import Answer
from table.rules.game import Game
from table.rules.seats import BLUE, RED, SEATS, Seat
from tests.records.two_tables.conftest import QuietTables, legion

AMBUSH, PUSH = "legion.card.ambush", "legion.card.push"
FALSE = "ee" * 32


@pytest.fixture
def tables(tables: QuietTables) -> QuietTables:
    """Blue has locked its card: two batches hold."""
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    assert [len(tables.peer(seat).log) for seat in SEATS] == [2, 2]
    return tables


@pytest.fixture
def games() -> dict[str, Game[object]]:
    return {"legion_2024": legion().game}


def stopped_by(peer: TwoTablesPeer, why: str, number: int, head: str = FALSE, **more: Any) -> SentStatement:
    """Return a stop with any content, as a changed program signs it."""
    stop = {"head": head, "match": peer.match, "number": number, "seat": peer.seat, "why": why, **more}
    body = canonical(stop)
    return SentStatement(Statement(body.decode(), StatementKind.STOP, peer._keys.signing.sign("stop", body)))


def signed(peer: TwoTablesPeer, batch: PairBatch) -> Statement:
    body = canonical(batch)
    signature = peer._keys.signing.sign("batch", bytes.fromhex(batch_hash(body)))
    return Statement(body.decode(), StatementKind.BATCH, signature)


def next_batch(tables: QuietTables) -> PairBatch:
    """Return an act of blue that follows, which nobody has seen."""
    blue = tables.peer(BLUE)
    assert blue.pair is not None
    return blue.rules.act(blue.pair, BLUE, Answer(BLUE, "match.end", "concede"))


def own_stop(peer: TwoTablesPeer) -> SideStop:
    assert peer.own_stop is not None
    return from_canonical(peer.own_stop.body.encode(), SideStop)


def file_of(tables: TwoTables, seat: Seat) -> PairFile:
    return read_pair_file(tables.match_file(seat))


def keys_of(raw: bytes, games: dict[str, Game[object]]) -> list[str]:
    verdict = verify_pair_file(raw, games)
    assert verdict.ok, [str(check.line) for check in verdict.checks]
    return [check.line.key for check in verdict.checks]


def stopped_in_node(raw: bytes) -> bool | None:
    """Return whether the second verifier takes the match as stopped by both; None if it refuses the file."""
    try:
        (found,) = outputs((raw,))
    except NoSecondVerifierError:
        pytest.skip("Node is needed")
    return found["stopped"] if found["ok"] else None


def again(file: PairFile, count: int, end: PairEnd) -> bytes:
    """Return the file with another last line, cut to `count` batches."""
    held = file.held[:count]
    return b"".join(pair_lines(file.header, held, replace(end, batches=count, head=held[-1].hash)))


class TestAHead:
    """Nobody signs a head, so it stops nothing."""

    @pytest.mark.parametrize("seat", SEATS)
    def test_a_false_one_is_answered_by_a_request_for_the_signed_batch(self, tables: QuietTables, seat: Seat) -> None:
        peer = tables.peer(seat)
        peer.replies()
        peer.receive(SentHead(False, FALSE, 2))
        assert (peer.stop, peer.lie) == (None, None)
        assert peer.replies() == (SentHead(False, peer.log[0].hash, 1),)

    def test_the_signed_batch_proves_the_lie(self, tables: QuietTables) -> None:
        blue, red = tables.peer(BLUE), tables.peer(RED)
        other = signed(blue, replace(from_canonical(blue.log[1].body.encode(), PairBatch), state=FALSE))
        red.receive(SentBatch(HeldBatch(other.body, other.signature, blue.log[1].red)))
        assert red.lie is not None
        assert red.lie.lie is Lie.TWO_BATCHES

    @pytest.mark.parametrize(("number", "head"), [(10**6, FALSE), (3, FALSE), (-5, "")])
    def test_a_side_that_has_everything_goes_on_whatever_the_other_claims(
        self, tables: QuietTables, number: int, head: str
    ) -> None:
        blue = tables.peer(BLUE)
        blue.receive(SentHead(False, head, number))
        unlock = next(each for each in blue.prompts if each.key == "match.unlock")
        assert blue.answer(unlock, Answer(BLUE, unlock.key, unlock.sample(lambda _: 0))) is None
        assert blue._pending is not None

    def test_batches_that_are_claimed_after_a_start_and_do_not_come_are_owed(self, tables: QuietTables) -> None:
        side = tables.sides[BLUE]
        assert side is not None
        alone = PairedSide(BLUE, side._own, side._identity, dict(tables.disks[BLUE]), bytes).peer
        assert alone is not None
        owed = [alone.waits_for]
        alone.receive(SentHead(False, FALSE, 10**6))
        assert [*owed, alone.waits_for] == [WaitsFor.NOTHING, WaitsFor.SIGNATURE]

    @pytest.mark.campaign
    @pytest.mark.parametrize("plays", [DodgesByHead, StallsByHead])
    @pytest.mark.parametrize("seat", SEATS)
    def test_a_roll_that_a_side_dodges_by_it_is_in_the_record(self, plays: type[DodgesByHead], seat: Seat) -> None:
        tables = TwoTables(legion(), 3, 200, CALM, {seat: side_of(plays)})
        with pytest.raises(NeverOverError):
            tables.run()
        liar, honest = tables.peer(seat), tables.peer(seat.opponent)
        assert isinstance(liar, plays)
        assert liar.dodged
        file = file_of(tables, seat.opponent)
        end = file.end
        assert end.owed in (WaitsFor.PART, WaitsFor.RESULT, WaitsFor.SIGNATURE)
        assert seat.opponent in [each.seat for each in file.opened]
        assert not honest.over


class TestAnAnswer:
    """A side answers a stop with its own number and hash, and gives no reason of the other side's."""

    @pytest.mark.parametrize("why", ["left", "lie", "two_hashes", "rolls", "answered"])
    @pytest.mark.parametrize("number", [0, 1, 2**53 - 1])
    def test_has_its_own_reason_number_and_head(self, tables: QuietTables, why: str, number: int) -> None:
        blue, red = tables.peer(BLUE), tables.peer(RED)
        red.receive(stopped_by(blue, why, number))
        stop = own_stop(red)
        assert (stop.why, stop.number, stop.head) == (StopReason.ANSWERED, len(red.log), red.log[-1].hash)

    @pytest.mark.parametrize(
        ("why", "number", "head", "more"),
        [
            ("I cheated", 2, FALSE, {}), ("x" * 1000, 2, FALSE, {}), ("data", 2, FALSE, {}), ("sides", 2, FALSE, {}),
            ("left", -1, FALSE, {}), ("left", 2, "no hash", {}), ("left", 2, FALSE, {"refused": FALSE}),
            ("state", 3, FALSE, {}), ("state", 3, FALSE, {"refused": "x"}), ("left", 2, FALSE, {"more": 1}),
        ],
    )  # fmt: skip
    def test_is_not_given_to_a_stop_in_another_form(
        self, tables: QuietTables, why: str, number: int, head: str, more: dict[str, Any]
    ) -> None:
        red = tables.peer(RED)
        red.receive(stopped_by(tables.peer(BLUE), why, number, head, **more))
        assert not red.over
        assert red.their_stop is None

    def test_never_refuses_a_batch_that_is_not_at_hand(self, tables: QuietTables) -> None:
        red, batch = tables.peer(RED), next_batch(tables)
        named = batch_hash(canonical(batch))
        red.receive(stopped_by(tables.peer(BLUE), "state", batch.number, batch.state, refused=named))
        assert own_stop(red).why is StopReason.ANSWERED
        assert own_stop(red).number == len(red.log)


class TestARefusedBatch:
    """The last line has the batch after the last one. Only the other side's stop for it says that it was refused."""

    def test_a_withheld_one_accuses_nobody(self, tables: QuietTables, games: dict[str, Game[object]]) -> None:
        blue, red, batch = tables.peer(BLUE), tables.peer(RED), next_batch(tables)
        withheld = signed(blue, batch)
        stop = stopped_by(blue, "state", batch.number, batch.state, refused=batch_hash(canonical(batch)))
        red.receive(stop)
        assert red.own_stop is not None
        end = PairEnd(0, "", refused=withheld, stops=(stop.statement, red.own_stop))
        raw = again(file_of(tables, BLUE), len(blue.log), end)
        keys = keys_of(raw, games)
        assert "verify.two.pending.blue" in keys
        assert not any(key.startswith("verify.two.refused") for key in keys)
        assert stopped_in_node(raw) is False

    def test_another_one_than_the_refused_accuses_nobody(
        self, tables: QuietTables, games: dict[str, Game[object]]
    ) -> None:
        """Blue has a false batch refused, and files a right one of the same number."""
        blue, red, batch = tables.peer(BLUE), tables.peer(RED), next_batch(tables)
        false = signed(blue, replace(batch, state=FALSE))
        red.receive(SentBatch(HeldBatch(false.body, false.signature)))
        assert (own_stop(red).why, own_stop(red).refused) == (StopReason.STATE, batch_hash(false.body.encode()))
        assert red.own_stop is not None
        file = file_of(tables, RED)
        assert file.end.refused == false
        blue.receive(SentStatement(red.own_stop))
        assert blue.own_stop is not None
        batches = (false, signed(blue, batch), signed(blue, replace(batch, state="ab" * 32)))
        for filed in batches:
            end = PairEnd(0, "", refused=filed, stops=(blue.own_stop, red.own_stop))
            raw = again(file, len(red.log), end)
            assert ("verify.two.refused.blue" in keys_of(raw, games)) is (filed == false)
            assert ("verify.two.pending.blue" in keys_of(raw, games)) is (filed != false)
            assert ("verify.two.alone" in keys_of(raw, games)) is (filed != false)
            assert stopped_in_node(raw) is (filed == false)

    @pytest.mark.parametrize("same", [True, False])
    def test_a_stop_with_no_other_state_refuses_nothing(
        self, tables: QuietTables, games: dict[str, Game[object]], same: bool
    ) -> None:
        blue, red, batch = tables.peer(BLUE), tables.peer(RED), next_batch(tables)
        filed, head = signed(blue, batch), batch.state if same else ""
        stop = stopped_by(red, "state", batch.number, head, refused=batch_hash(filed.body.encode())).statement
        blue.receive(SentStatement(stop))
        assert blue.own_stop is not None
        end = PairEnd(0, "", refused=filed, stops=(blue.own_stop, stop))
        raw = again(file_of(tables, BLUE), len(blue.log), end)
        assert "verify.two.pending.blue" in keys_of(raw, games)
        assert stopped_in_node(raw) is False

    @pytest.mark.parametrize("beyond", [0, 1, 2])
    def test_the_pending_one_is_filed_beside_any_stop(
        self, tables: QuietTables, games: dict[str, Game[object]], beyond: int
    ) -> None:
        """Red stops instead of signing, whatever its stop claims to be about."""
        blue = tables.peer(BLUE)
        blue._sign(next_batch(tables))
        pending = blue._pending
        assert pending is not None
        stop = stopped_by(tables.peer(RED), "state", len(blue.log) + beyond, refused=pending.hash)
        blue.receive(stop)
        end = file_of(tables, BLUE).end
        assert end.refused == pending.of(BLUE)
        assert end.stops == (blue.own_stop, stop.statement)
        assert end.owed is WaitsFor.SIGNATURE
        judged = "verify.two.refused.wrongly" if beyond == 1 else "verify.two.pending.blue"
        assert judged in keys_of(tables.match_file(BLUE), games)
        assert stopped_in_node(tables.match_file(BLUE)) is (beyond == 1)
        tables.kill(BLUE)
        tables.settle()
        assert file_of(tables, BLUE).end == end, "after a restart, too"

    def test_a_proposal_is_filed_by_red(self, tables: QuietTables, games: dict[str, Game[object]]) -> None:
        red = tables.peer(RED)
        prompt = next(each for each in red.prompts if each.key == "match.end")
        assert red.answer(prompt, Answer(RED, prompt.key, "concede")) is None
        red.leave()
        end = file_of(tables, RED).end
        assert end.refused is not None
        assert end.refused.kind is StatementKind.PROPOSAL
        assert "verify.two.pending.red" in keys_of(tables.match_file(RED), games)

    def test_a_batch_that_blue_never_wrote_stops_nothing(self, tables: QuietTables) -> None:
        blue, red = tables.peer(BLUE), tables.peer(RED)
        blue._sign(next_batch(tables))
        pending = blue._pending
        other = signed(red, replace(next_batch(tables), state=FALSE))
        blue.receive(SentBatch(HeldBatch(other.body, "00" * 64, other.signature)))
        assert not blue.over
        assert blue._pending == pending
        assert blue.waits_for is WaitsFor.SIGNATURE

    def test_blue_from_a_copy_keeps_the_batch_that_it_forgot(self, tables: QuietTables) -> None:
        blue, red = tables.peer(BLUE), tables.peer(RED)
        blue._sign(next_batch(tables))
        assert blue.pair is not None
        unlock = next(each for each in blue.prompts if each.key == "match.unlock")
        batch = blue.rules.act(blue.pair, BLUE, Answer(BLUE, unlock.key, unlock.sample(lambda _: 0)))
        first = signed(blue, batch)
        held = HeldBatch(first.body, first.signature, signed(red, batch).signature)
        blue.receive(SentBatch(held))
        assert blue.log[-1] == held
        assert (own_stop(blue).why, own_stop(blue).number) == (StopReason.TWO_HASHES, 3)


@pytest.mark.parametrize("seat", SEATS)
def test_a_batch_that_does_not_follow_is_dropped_though_both_have_signed_it(tables: QuietTables, seat: Seat) -> None:
    """A restored disk has forgotten one batch and signed another. It gets the batch that followed the first."""
    peer, file = tables.peer(seat), file_of(tables, seat)
    batch = replace(next_batch(tables), last=FALSE)
    blue, red = (signed(tables.peer(each), batch) for each in SEATS)
    peer.receive(SentBatch(HeldBatch(blue.body, blue.signature, red.signature)))
    assert file_of(tables, seat) == file
    assert (peer.lie, peer.stop) == (None, None)


class FullDisk(dict[str, bytes]):
    def __setitem__(self, name: str, content: bytes) -> None:
        raise JournalUnwritableError(name)


@pytest.mark.parametrize("act", [TwoTablesPeer.leave, lambda peer: peer._prove(Lie.TWO_BATCHES)])
def test_a_side_that_cannot_write_its_stop_has_not_stopped(
    tables: QuietTables, act: Callable[[TwoTablesPeer], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart without it, the side could sign something that contradicts the stop."""
    red = tables.peer(RED)
    with monkeypatch.context() as full:
        full.setattr(red, "_disk", FullDisk(red._disk))
        with pytest.raises(JournalUnwritableError):
            act(red)
        assert (red.over, red.own_stop) == (False, None)
    act(red)
    assert red.over


class TornDisk(dict[str, bytes]):
    """A disk whose program is killed at its second write from now."""

    def __setitem__(self, name: str, content: bytes) -> None:
        if self.get("torn"):
            raise KilledError
        self.update({name: content, "torn": b"yes"})


def test_a_side_that_is_killed_while_it_takes_a_stop_takes_it_again(
    tables: QuietTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue, red, side = tables.peer(BLUE), tables.peer(RED), tables.sides[RED]
    blue.leave()
    assert side is not None
    assert blue.own_stop is not None
    disk = TornDisk(red._disk)
    monkeypatch.setattr(red, "_disk", disk)
    with pytest.raises(KilledError):
        red.receive(SentStatement(blue.own_stop))
    after = PairedSide(RED, side._own, side._identity, dict(disk), bytes).peer
    assert after is not None
    after.receive(SentStatement(blue.own_stop))
    assert after.over
    assert after.their_stop == blue.own_stop


def test_after_the_end_no_message_stops_the_match_or_changes_its_record() -> None:
    tables = TwoTables(legion(), 5, 30, CALM)
    tables.run()
    for seat in SEATS:
        peer, other = tables.peer(seat), tables.peer(seat.opponent)
        assert peer.ended
        file = tables.match_file(seat)
        changed = signed(other, replace(from_canonical(peer.log[3].body.encode(), PairBatch), state=FALSE))
        both = {str(other.seat): changed.signature, str(seat): getattr(peer.log[3], str(seat))}
        peer.receive(stopped_by(other, "left", len(peer.log), peer.log[-1].hash))
        peer.receive(SentHead(False, FALSE, 2))
        peer.receive(SentBatch(HeldBatch(changed.body, **both)))
        assert other.pair is not None
        prompt = other.prompts[0]
        asked = other.rules.act(other.pair, other.seat, Answer(other.seat, prompt.key, prompt.sample(lambda _: 0)))
        for false in (replace(asked, state=FALSE), replace(asked, events=())):
            body = canonical(false)
            signature = other._keys.signing.sign("proposal", bytes.fromhex(batch_hash(body)))
            peer.receive(SentStatement(Statement(body.decode(), StatementKind.PROPOSAL, signature)))
            peer.receive(SentBatch(HeldBatch(body.decode(), signed(other, false).signature)))
        peer.receive(SentBatch(peer.log[-1]))
        for message in other.outstanding():
            peer.receive(message)
        assert not peer.over
        assert tables.match_file(seat) == file


@pytest.mark.parametrize("seat", SEATS)
def test_a_file_that_was_cut_before_both_stops_does_not_end_there(
    tables: QuietTables, games: dict[str, Game[object]], seat: Seat
) -> None:
    tables.peer(seat).leave()
    tables.settle()
    file = file_of(tables, BLUE)
    whole = again(file, len(file.held), file.end)
    assert "verify.two.alone" not in keys_of(whole, games)
    assert stopped_in_node(whole) is True
    for count in range(1, len(file.held)):
        cut = again(file, count, file.end)
        assert "verify.two.alone" in keys_of(cut, games)
        assert stopped_in_node(cut) is False


@pytest.mark.parametrize(
    ("number", "head", "why"), [(2**53 - 1, FALSE, "left"), (2, FALSE, "left"), (2, "", "left"), (2, None, "state")]
)
def test_a_stop_elsewhere_is_none_at_the_last_batch(
    tables: QuietTables, games: dict[str, Game[object]], number: int, head: str | None, why: str
) -> None:
    file = file_of(tables, BLUE)
    count = len(file.held)
    assert count == 2
    more = {"refused": FALSE} if why == "state" else {}
    place = file.held[-1].hash if head is None else head
    stops = tuple(stopped_by(tables.peer(seat), why, number, place, **more).statement for seat in SEATS)
    raw = again(file, count, replace(file.end, stops=stops))
    assert "verify.two.alone" in keys_of(raw, games)
    assert stopped_in_node(raw) is False


@pytest.mark.parametrize(
    ("why", "number", "head", "more"),
    [
        ("other", 2, FALSE, {}), ("data", 2, FALSE, {}), ("left", -1, FALSE, {}), ("left", 2, "x", {}),
        ("left", 2, FALSE, {"refused": FALSE}), ("state", 3, FALSE, {}), ("state", 3, FALSE, {"refused": ""}),
        ("state", 3, FALSE, {"refused": "x"}), ("left", 2, FALSE, {"more": 1}),
    ],
)  # fmt: skip
def test_a_file_with_a_stop_in_another_form_is_refused(
    tables: QuietTables, games: dict[str, Game[object]], why: str, number: int, head: str, more: dict[str, Any]
) -> None:
    file = file_of(tables, BLUE)
    stop = stopped_by(tables.peer(RED), why, number, head, **more).statement
    raw = again(file, len(file.held), replace(file.end, stops=(stop,)))
    assert not verify_pair_file(raw, games).ok
    assert stopped_in_node(raw) is None
