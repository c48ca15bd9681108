"""Two sides play one match, and neither can choose again, see first, or deny what it signed."""

import json
from collections.abc import MutableMapping
from dataclasses import replace as with_fields
from typing import Any

import pytest
from msgspec.structs import replace

from lab.campaigns.two_tables.bad_line import CALM, NeverOverError, TwoTables, same_end, sampled
from lab.campaigns.two_tables.liars import (
    CHEATS,
    ChangesOffer,
    Cheat,
    ChoosesAmongLeaves,
    FallsSilent,
    HidesBehindState,
    side_of,
)
from lab.systems import all_rule_sets, systems
from table.records.two_tables.canonical import WORDS_COMPARED, from_canonical
from table.records.two_tables.pair_file import read_pair_file
from table.records.two_tables.pair_rules import (
    ROLLS,
    LieFoundError,
    NotAllowedError,
    PairRules,
    PairState,
    RollNeededError,
    check_part,
)
from table.records.two_tables.paired_side import PairedSide
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.peer_values import OwnSide, PairedKeys, WaitsFor, Wish
from table.records.two_tables.proofs import proves
from table.records.two_tables.statements import (
    Lie,
    PairBatch,
    ProvedLie,
    SentBatch,
    SentCommitment,
    SentHead,
    SentStatement,
    Statement,
    StatementKind,
    StopReason,
)
from table.rules.commands import Answer
from table.rules.match.commands import MatchCommand
from table.rules.match.events import CalledBy
from table.rules.prompts import SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from tests.records.two_tables.conftest import QuietTables, legion

AMBUSH, PUSH, ASSAULT = "legion.card.ambush", "legion.card.push", "legion.card.assault"


def events(tables: TwoTables, seat: Seat) -> list[str]:
    return [each["type"] for held in tables.peer(seat).log for each in json.loads(held.body)["events"]]


def test_both_see_both_cards_at_once(tables: QuietTables) -> None:
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    assert "CardSealed" in events(tables, RED)
    assert "SealOpened" not in events(tables, RED)
    tables.lays(RED, PUSH)
    tables.settle()
    assert [events(tables, seat).count("SealOpened") for seat in SEATS] == [2, 2]
    assert same_end(tables)


def test_before_both_are_locked_no_opening_leaves_a_side(tables: QuietTables) -> None:
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    assert not any(name.startswith("opening") for seat in SEATS for name in tables.disks[seat])
    assert AMBUSH not in str(tables.disks[RED].get("batch 3"))


@pytest.mark.rule("LA-50")
def test_a_card_that_may_not_be_played_is_refused_at_its_own_side_alone(tables: QuietTables) -> None:
    assert tables.peer(BLUE).lay(tables.prompt(BLUE), ASSAULT) is not None
    tables.settle()
    assert "CardSealed" not in events(tables, RED)


@pytest.mark.parametrize("seat", SEATS)
def test_after_a_crash_the_same_card_goes_on_and_another_is_refused(tables: QuietTables, seat: Seat) -> None:
    tables.lays(seat, AMBUSH)
    tables.settle()
    tables.kill(seat)
    tables.settle()
    tables.lays(seat.opponent, PUSH)
    tables.settle()
    assert tables.peer(seat).lays_again
    assert tables.peer(seat).lay_again(PUSH) is not None
    assert tables.peer(seat).lay_again(AMBUSH) is None
    tables.settle()
    assert events(tables, RED).count("SealOpened") == 2
    assert same_end(tables)


def test_an_opening_that_was_made_outlasts_a_crash(tables: QuietTables) -> None:
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    tables.lays(RED, PUSH)
    tables.step()
    for seat in SEATS:
        tables.kill(seat)
    tables.settle()
    again = [tables.peer(seat).lays_again for seat in SEATS]
    for seat, card in ((BLUE, AMBUSH), (RED, PUSH)):
        if tables.peer(seat).lays_again:
            tables.peer(seat).lay_again(card)
    tables.settle()
    assert not all(again) or events(tables, BLUE).count("SealOpened") == 2
    assert same_end(tables)


def test_if_both_act_at_once_blue_is_first_and_red_follows(tables: QuietTables) -> None:
    tables.lays(RED, PUSH)
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    acts = [json.loads(held.body)["from"] for held in tables.peer(RED).log if '"CardSealed"' in held.body]
    assert acts == ["blue", "red"]
    assert same_end(tables)


@pytest.mark.parametrize("void", [False, True])
def test_a_judge_who_is_called_while_an_act_waits_for_blue_comes_after_it(tables: QuietTables, void: bool) -> None:
    tables.lays(RED, PUSH)
    assert tables.peer(RED).call_judge(CalledBy.TERMINAL) is None
    if void:
        tables.lays(BLUE, AMBUSH)
    tables.settle()
    states = [peer.pair.state for seat in SEATS if (peer := tables.peer(seat)).pair is not None]
    assert [state.judged for state in states] == [True, True]
    assert ("red" in [seat for seat, _ in states[0].seals]) is not void
    assert same_end(tables)


def test_a_card_that_may_no_longer_be_locked_is_not_locked(
    tables: QuietTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blue's batch came first, and changed what red may play. Red's lock would have become a proved lie."""
    red, blue = tables.peer(RED), tables.peer(BLUE)
    tables.lays(RED, PUSH)
    assert red._proposal is not None
    monkeypatch.setattr(red.rules.match, "sealable", lambda *_: False)
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    assert [peer.pair and RED in peer.pair.locks for peer in (blue, red)] == [False, False]
    assert not red.busy


class OfOtherData(PairedSide):
    def __init__(self, seat: Seat, own: OwnSide, *others: Any) -> None:
        super().__init__(seat, with_fields(own, data="other"), *others)


@pytest.mark.parametrize("seat", SEATS)
def test_other_data_stop_the_match_with_both_hashes(seat: Seat) -> None:
    tables = TwoTables(legion(), 2, 0, CALM, {seat: OfOtherData})
    tables.run()
    tables.waits(5_000)
    for each in SEATS:
        stop = tables.peer(each).stop
        assert stop is not None
        assert (stop.ours, stop.theirs, stop.why) == (*("other", "data")[:: 1 if each is seat else -1], "data")


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("words", [b"yes", b"no"])
def test_both_stop_if_one_comes_back_with_other_data_before_the_first_batch(seat: Seat, words: bytes) -> None:
    """Its offer is the first one, which is alike, so only its stop shows the difference, after the words."""
    tables = TwoTables(legion(), 2, 0, CALM)
    tables.disks[seat][WORDS_COMPARED] = words
    while not all(side is not None and "offer" in tables.disks[side.seat] for side in tables.sides.values()):
        tables.step()
    tables._way.clear()
    tables._made = {seat: OfOtherData}
    tables.kill(seat)
    tables.waits(60_000)
    assert [tables.peer(each).over for each in SEATS] == [words == b"yes"] * 2
    tables.disks[seat][WORDS_COMPARED] = b"yes"
    tables.peer(seat).advance()
    tables.waits(60_000)
    stops = [tables.peer(each).stop for each in SEATS]
    assert [stop and stop.why for stop in stops] == ["data", "data"]
    assert [tables.peer(each).log for each in SEATS] == [[], []]


def test_a_side_that_was_killed_before_its_offer_was_made_commits_to_the_hand_of_its_next_list() -> None:
    tables = TwoTables(legion(), 2, 0, CALM)
    disk = tables.disks[RED]
    while "offer" not in disk:
        tables.step()
    first = disk["hand"]
    for name in ("offer", "their offer"):
        disk.pop(name, None)
    tables._sides[RED] = tables._sides[BLUE]
    tables.kill(RED)
    tables.plays_until_locks()
    assert disk["hand"] != first
    hands = [tables.peer(seat)._secrets._cards for seat in SEATS]
    assert hands[0] == hands[1]
    for seat in SEATS:
        tables.locks(seat, 0)
    tables.waits(5_000)
    assert events(tables, BLUE).count("SealOpened") == 2


class WithoutList(PairedSide):
    """A side that is continued once batch 1 is on its disk: nobody reads its list again."""

    def __init__(self, seat: Seat, own: OwnSide, *others: Any) -> None:
        super().__init__(seat, with_fields(own, side=None, hand=()), *others)


def test_blue_takes_its_own_first_batch_back_after_a_restart_and_accuses_nobody() -> None:
    """Red's signature was lost, so its log is the first that brings it."""
    tables = TwoTables(legion(), 2, 20, CALM)
    while tables.sides[RED] is None or tables.sides[RED].peer is None or not tables.peer(RED).log:  # type: ignore[union-attr]
        tables.step()
    tables._way.clear()
    tables._made = {BLUE: WithoutList}
    tables.kill(BLUE)
    while tables.sides[BLUE] is None:
        tables.step()
    blue, red = tables.peer(BLUE), tables.peer(RED)
    assert (blue.log, blue._pending is not None, len(red.log)) == ([], True, 1)
    blue.receive(SentBatch(red.log[0]))
    assert (blue.lie, len(blue.log)) == (None, 1)
    tables.run()
    assert same_end(tables)


@pytest.mark.parametrize("seat", SEATS)
def test_no_side_shows_its_offer_before_the_other_is_committed_to_its_own(seat: Seat) -> None:
    tables = TwoTables(legion(), 2, 0, CALM)
    while not all(side is not None and side.peer is not None for side in tables.sides.values()):
        tables.step()
    alone = TwoTablesPeer(tables.peer(seat)._keys, tables.sides[seat]._own, {})  # type: ignore[union-attr]
    kinds = [type(each) for each in alone.outstanding()]
    assert kinds == [SentHead, SentCommitment]
    alone.receive(SentCommitment("0" * 64))
    assert [type(each) for each in alone.outstanding()] == [SentHead, SentCommitment, SentStatement]
    theirs = tables.peer(seat.opponent)._offer
    alone.receive(SentStatement(theirs))
    assert alone._their_offer is None, "it is not the one of the commitment"
    assert alone.lie is None


def test_red_comes_back_with_another_list_and_offers_the_first_one() -> None:
    tables = TwoTables(legion(), 2, 20, CALM)
    while tables.sides[BLUE] is None or tables.sides[BLUE].peer is None or tables.peer(BLUE)._pending is None:  # type: ignore[union-attr]
        tables.step()
    assert tables.peer(RED).log == []
    first = tables.peer(RED)._offer
    tables._sides[RED] = tables._sides[BLUE]
    tables._way.clear()
    tables.kill(RED)
    tables.run()
    assert [tables.peer(seat).lie for seat in SEATS] == [None, None]
    assert tables.peer(RED)._offer == first
    assert same_end(tables)


@pytest.mark.parametrize("seat", SEATS)
def test_a_backup_from_before_the_offer_cannot_go_on_with_another_list(tables: QuietTables, seat: Seat) -> None:
    """Its cards are not in the hand of the match: each opening would prove a lie of a player who did not lie."""
    disk, other = tables.disks[seat], tables.peer(seat.opponent)
    for name in [each for each in disk if each.split()[0] in {"hand", "offer", "their", "batch"}]:
        del disk[name]
    tables._sides[seat] = tables._sides[seat.opponent]
    tables.sides[seat] = tables._started(seat)
    tables.settle()
    stop = tables.peer(seat).stop
    assert stop is not None
    assert (stop.why, tables.peer(seat).log, other.over) == (StopReason.SIDES, [], False)


def test_a_disk_from_a_backup_signs_nothing_before_it_has_everything(tables: QuietTables) -> None:
    backup = dict(tables.disks[BLUE])
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    tables.lays(RED, PUSH)
    tables.settle()
    whole = len(tables.peer(RED).log)
    tables.sides[BLUE] = None
    tables.disks[BLUE].clear()
    tables.disks[BLUE].update(backup)
    tables.settle(200)
    assert len(tables.peer(BLUE).log) == whole
    assert same_end(tables)


def test_red_from_a_backup_opens_the_card_that_blue_has_and_not_the_one_of_its_next_proposal(
    tables: QuietTables,
) -> None:
    """Its disk has forgotten a proposal, which blue has signed. The other card would be a proved lie."""
    backup, blue = dict(tables.disks[RED]), tables.peer(BLUE)
    tables.lays(RED, AMBUSH)
    forgotten = tables.peer(RED)._proposal
    assert forgotten is not None
    blue.receive(SentStatement(forgotten))
    tables.disks[RED].clear()
    dict.update(tables.disks[RED], backup)
    tables.sides[RED] = tables._started(RED)
    tables.peer(RED).receive(SentHead(False, blue.log[-1].hash, len(blue.log)))
    tables.lays(RED, PUSH)
    tables.settle()
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    red = tables.peer(RED)
    assert (blue.lie, red.lays_again) == (None, True)
    assert red.lay_again(PUSH) is not None
    assert red.lay_again(AMBUSH) is None
    tables.settle()
    assert events(tables, BLUE).count("SealOpened") == 2
    assert same_end(tables)


def test_blue_cannot_write_an_act_of_red(tables: QuietTables) -> None:
    blue, red = tables.peer(BLUE), tables.peer(RED)
    prompt = next(each for each in red.prompts if each.key == "match.end")
    assert red.pair is not None
    batch = red.rules.act(red.pair, RED, Answer(RED, prompt.key, "concede"))
    blue._sign(batch)
    tables.settle()
    assert red.lie is not None
    assert (red.lie.lie, red.lie.seat) == (Lie.NOT_PROPOSED, BLUE)
    assert proves(red.lie, red.keys, red.rules, None), "nobody needs the log for it"


def lied_to(cheat: Cheat, seat: Seat) -> TwoTablesPeer:
    game = legion() if cheat.system == "legion_2024" else None
    for seed in range(3, 8):
        system = game or next(each for each in systems() if each.game.system == cheat.system)
        tables = TwoTables(system, seed, 200, CALM, {seat: side_of(cheat.plays)})
        tables.run()
        honest = tables.peer(seat.opponent)
        if honest.lie is not None:
            return honest
    raise AssertionError("nobody named a lie")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cheat", "seat"),
    [(each, seat) for each in CHEATS for seat in each.seats if Lie.NOT_PLAYABLE not in each.lies],
)
def test_a_lie_is_named_and_proved_to_others(cheat: Cheat, seat: Seat) -> None:
    honest = lied_to(cheat, seat)
    keys = honest.keys
    assert honest.lie is not None
    assert honest.lie.lie in cheat.lies
    assert honest.lie.seat is seat
    assert proves(honest.lie, keys, honest.rules, honest.pair)
    swapped = {each: keys[each.opponent] for each in SEATS}
    assert not proves(honest.lie, swapped, honest.rules, honest.pair)
    others = [each for each in Lie if each is not honest.lie.lie]
    assert not any(proves(replace(honest.lie, lie=each), keys, honest.rules, honest.pair) for each in others)


@pytest.mark.slow
@pytest.mark.parametrize("seat", SEATS)
def test_no_side_can_choose_a_roll_by_a_deeper_tree(seat: Seat) -> None:
    honest = lied_to(Cheat(ChoosesAmongLeaves, (Lie.ANOTHER_NUMBER,)), seat)
    assert not any("chance" in json.loads(each.body) for each in honest.log), "not one roll came of it"


def test_a_part_of_the_other_side_is_none_of_the_own_under_a_copied_root(tables: QuietTables) -> None:
    blue = tables.peer(BLUE)
    assert blue.pair is not None
    copied = {**blue.pair.offers, RED: replace(blue.pair.offers[RED], chance=blue.pair.offers[BLUE].chance)}
    part = blue._secrets.part(7)
    check_part(copied, part)
    with pytest.raises(LieFoundError):
        check_part(copied, replace(part, seat=RED))


@pytest.mark.slow
@pytest.mark.parametrize("seat", SEATS)
def test_an_offer_that_was_changed_after_the_commitment_begins_no_match(seat: Seat) -> None:
    tables = TwoTables(legion(), 3, 0, CALM, {seat: side_of(ChangesOffer)})
    with pytest.raises(NeverOverError):
        tables.run(300)
    honest = tables.peer(seat.opponent)
    assert (honest.log, honest.lie, honest.stop) == ([], None, None)


class OfAnotherBuild(PairRules):
    """Decides the same events, but has another state after batch 10."""

    def act(self, pair: PairState, seat: Seat, command: MatchCommand) -> PairBatch:
        batch = super().act(pair, seat, command)
        return replace(batch, state="ab" * 32) if batch.number > 10 else batch


class OtherProgram(TwoTablesPeer):
    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.rules = OfAnotherBuild(self.rules.match.game)


@pytest.mark.parametrize("seat", SEATS)
def test_different_states_stop_the_match_with_both_hashes_and_accuse_nobody(seat: Seat) -> None:
    tables = TwoTables(legion(), 3, 200, CALM, {seat: side_of(OtherProgram)})
    tables.run()
    for _ in range(20):
        tables.step()
    for each in SEATS:
        peer = tables.peer(each)
        assert peer.lie is None
        assert peer.stop is not None
        assert peer.stop.why == "state"
        assert len({peer.stop.ours, peer.stop.theirs, ""}) == 3
        assert (peer.stop.ours == "ab" * 32) is (each is seat)


@pytest.mark.slow
@pytest.mark.parametrize("seat", SEATS)
def test_a_roll_that_a_side_dodges_by_a_false_state_is_in_the_record(seat: Seat) -> None:
    """The record has the signed result, both signed stops, and that both had opened their parts."""
    tables = TwoTables(legion(), 3, 200, CALM, {seat: side_of(HidesBehindState)})
    tables.run()
    tables.waits(5_000)
    honest = tables.peer(seat.opponent)
    assert (honest.lie, honest.opened) == (None, SEATS)
    file = read_pair_file(tables.match_file(seat.opponent))
    assert file.end.refused is not None
    result = json.loads(file.end.refused.body)
    assert [part["seat"] for part in result["parts"]] == ["blue", "red"]
    stops = [json.loads(each.body) for each in file.end.stops]
    signed = {each["seat"]: (each["why"], each["number"]) for each in stops}
    refuser = RED if file.end.refused.kind is StatementKind.BATCH else BLUE
    assert signed == {refuser: ("state", result["number"]), refuser.opponent: ("answered", result["number"] - 1)}
    tables.kill(seat.opponent)
    tables.waits(30_000)
    assert read_pair_file(tables.match_file(seat.opponent)) == file, "after a restart, too"


def test_an_act_that_needs_a_roll_beyond_the_last_one_is_refused(
    tables: QuietTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, pair = tables.peer(BLUE).rules, tables.peer(BLUE).pair
    assert pair is not None
    answer = Answer(BLUE, "match.end", "concede")

    def needs(number: int) -> None:
        def rolls(*_: Any) -> Any:
            raise RollNeededError(number)

        monkeypatch.setattr(rules, "_decided", rolls)

    needs(ROLLS - 1)
    assert rules.act(pair, BLUE, answer).roll == ROLLS - 1
    needs(ROLLS)
    with pytest.raises(NotAllowedError) as refused:
        rules.act(pair, BLUE, answer)
    assert refused.value.refusal.why.key == "match.no_more_rolls"


@pytest.mark.parametrize("seat", SEATS)
def test_silence_is_recorded_and_is_no_lie(seat: Seat) -> None:
    tables = TwoTables(legion(), 3, 200, CALM, {seat: side_of(FallsSilent)})
    with pytest.raises(NeverOverError):
        tables.run(300)
    honest = tables.peer(seat.opponent)
    assert (honest.waits_for, honest.lie, honest.stop) == (WaitsFor.OPENING, None, None)
    assert honest.opened == (seat.opponent,)
    end = read_pair_file(tables.match_file(seat.opponent)).end
    assert (end.owed, [json.loads(each.body)["seat"] for each in end.opened]) == (WaitsFor.OPENING, [seat.opponent])


def test_an_offer_in_the_first_batch_is_the_one_that_was_compared() -> None:
    """Blue offers data that red has, and puts others into the batch."""
    tables = TwoTables(legion(), 3, 200, CALM, {BLUE: side_of(OffersData)})
    tables.run()
    red = tables.peer(RED)
    assert red.log == []
    assert red.lie is not None
    assert red.lie.lie is Lie.ANOTHER_OFFER
    assert proves(red.lie, red.keys, red.rules, None)


class OffersData(TwoTablesPeer):
    def _sign(self, batch: PairBatch) -> None:
        blue, *others = batch.offers
        super()._sign(replace(batch, offers=(replace(blue, data="other"), *others)) if others else batch)


class RepeatsPart(TwoTablesPeer):
    def _sign(self, batch: PairBatch) -> None:
        super()._sign(replace(batch, parts=(*batch.parts[:1], *batch.parts)))


def test_a_part_that_is_repeated_is_not_signed() -> None:
    tables = TwoTables(legion(), 3, 200, CALM, {BLUE: side_of(RepeatsPart)})
    tables.run()
    red = tables.peer(RED)
    assert red.lie is not None
    assert red.lie.lie is Lie.ANOTHER_EVENT
    assert proves(red.lie, red.keys, red.rules, red.pair)


@pytest.mark.parametrize("number", [-1, -100])
def test_a_number_before_the_first_batch_is_no_batch(tables: QuietTables, number: int) -> None:
    red = tables.peer(RED)
    red.receive(SentHead(False, "", number))
    assert (red.stop, red.lie) == (None, None)


def test_an_honest_batch_proves_nothing(tables: QuietTables) -> None:
    tables.lays(BLUE, AMBUSH)
    tables.settle()
    red = tables.peer(RED)
    red.receive(SentBatch(red.log[0]))
    red.receive(SentHead(True, red.log[0].hash, 1))
    assert red.lie is None
    assert red.stop is None


@pytest.mark.slow
def test_nothing_that_an_honest_side_signed_proves_a_lie() -> None:
    """Neither one statement of a whole match, nor two of them, at any place of the log."""
    tables = TwoTables(legion(), 3, 40, CALM)
    tables.run()
    log, rules, keys = tables.peer(BLUE).log, tables.peer(BLUE).rules, tables.peer(BLUE).keys
    ends: list[PairState | None] = [None]
    for held in log:
        ends.append(rules.follow(ends[-1], held.body.encode()))
    for seat in SEATS:
        kept = [name for name in tables.disks[seat] if name.startswith(("offer", f"opening {seat}", f"part {seat}"))]
        signed = [from_canonical(tables.disks[seat][name], Statement) for name in kept]
        batches = [held.of(seat) for held in log]
        assert len(signed) > 1
        for lie in Lie:
            for place, one in enumerate(batches):
                assert not proves(ProvedLie(lie, seat, (one,)), keys, rules, ends[place])
            for one in signed:
                assert not proves(ProvedLie(lie, seat, (one,)), keys, rules, ends[-1])
            for first in (batches[0], *(each for each in batches if "CardSealed" in each.body), *signed):
                for one in (batches[1], *signed):
                    assert not proves(ProvedLie(lie, seat, (first, one)), keys, rules, ends[-1])


class CommitsToMore(TwoTablesPeer):
    """Commits to a hand with a card that is not in its list, and waits with the reveal."""

    def __init__(self, keys: PairedKeys, own: OwnSide, disk: MutableMapping[str, bytes]) -> None:
        super().__init__(keys, with_fields(own, hand=("a_card_of_no_list", *own.hand[1:])), disk)

    def lay(self, prompt: SealedCard, card: str) -> Refusal | None:
        self._wish = Wish(prompt, None, "a_card_of_no_list")
        self.advance()
        return None

    def _may_lock(self, pair: PairState, card: str) -> bool:
        return True

    def _write(self, pair: PairState) -> bool:
        return not self._shown and super()._write(pair)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("game", ["legion_2024", "legion_classic"])
def test_a_card_that_is_in_the_tree_and_in_no_list_is_a_lie(game: str, seat: Seat) -> None:
    system = sampled(next(each for each in all_rule_sets() if each.game.system == game))
    tables = TwoTables(system, 5, 0, CALM, {seat: side_of(CommitsToMore)})
    tables.plays_until_locks()
    for each in (seat.opponent, seat):
        tables.locks(each, 0)
        tables.waits(10_000)
    honest = tables.peer(seat.opponent)
    assert honest.lie is not None
    assert (honest.lie.lie, honest.lie.seat) == (Lie.NOT_PLAYABLE, seat)
    assert proves(honest.lie, honest.keys, honest.rules, honest.pair)
