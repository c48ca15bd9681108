"""`command-table campaign two-tables`: one match at two tables, over a bad line, and with sides that lie.

Random players play matches of every game at two emulated tables in virtual time. The line loses one frame in five,
doubles, delays, reorders and replays others, and both programs are killed in the middle of writes. Both logs must
be the same, byte for byte, and so must both states. Then one side lies in each of the known ways: the other must name
the lie, with a proof that a third person accepts. Last, worlds that differ only in a locked card must look alike on the
line.
"""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from lab.campaigns.two_tables.bad_line import (
    BAD,
    CALM,
    MOST_STEPS,
    ForgetfulDisk,
    NeverOverError,
    TwoTables,
    same_end,
)
from lab.campaigns.two_tables.liars import (
    CHEATS,
    AccusesSilence,
    BelievesHeads,
    ChangesOffer,
    Cheat,
    DodgesByHead,
    FallsSilent,
    FilesNothingRefused,
    HidesBehindState,
    LiesAboutEvent,
    LocksWithoutSalt,
    OpensEarly,
    RepeatsStops,
    SignsAtOnce,
    StallsByHead,
    TakesAnyOffer,
    TrustsAll,
    side_of,
    stopping_for,
)
from lab.campaigns.two_tables.pair_forgeries import forgeries
from lab.campaigns.two_tables.quiet_sessions import hidden_game
from lab.campaigns.two_tables.whole_tables import for_real, of_sessions
from lab.figure import Figure, all_of, at_most, control_of, every_control, none_of, published
from lab.process_pool import spread
from lab.second_verifier import NoSecondVerifierError, accepted
from lab.systems import systems
from table.config import Config
from table.devices.setup import Setup
from table.games.random_play.match import UnansweredError
from table.games.random_play.trial import System
from table.records.two_tables.canonical import canonical, from_canonical
from table.records.two_tables.pair_file import read_pair_file, verify_pair_file
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.peer_values import WaitsFor
from table.records.two_tables.proofs import proves
from table.records.two_tables.statements import BEFORE_PLAY, PairMessage, SideStop, StopReason
from table.rules.choice.sealed_choice import SEAL_DOMAIN, commit, committed
from table.rules.fairness import SALT_BYTES
from table.rules.seats import BLUE, RED, SEATS, Seat

TURNS = (20, 40, 80, 160)
"""The turns of each player before the match is brought to its end, one match after the other."""
TRIES = 20
"""The matches in which a liar waits for its chance."""
REAL_FROM = 200
"""The matches from which on some are played in real time, too."""
CONTROLS, FORGERIES = 8, 200
CONTROL = "blue's disk loses its last records, and blue signs before it asks red"
"""Red signs what blue has written, so its own losses are harmless. Not each match has a kill at the wrong moment."""
MOST_CONTROL_STEPS = 5_000
SILENT_STEPS, MOST_LIED_STEPS = 300, 5_000
QUIET_MS = 5_000
"""The time in which both sides exchange their stops."""
LINE_MS, REVEAL_MS = 40, 150
HONEST = TwoTablesPeer
IN_PLAY = tuple(each for each in StopReason if each not in BEFORE_PLAY)
"""The reasons for which a match in play may stop."""
HEX = re.compile(r"[0-9a-f]{64,}")


class PlayedTask(NamedTuple):
    """A match to play."""

    number: int
    seed: int
    forgetful: bool = False


@dataclass(frozen=True)
class MatchAtTwoTables:
    """The result of a match at two tables."""

    alike: bool
    ended: bool
    why: str
    kills: int
    relaid: int
    """The number of other cards that were tried after a restart."""
    batches: int
    hours: float
    """The emulated time."""


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Play `count` matches, the games in turn. The goal is meant for 200."""
    played = []
    for match in spread(play, (PlayedTask(n, seed * 1_000_003 + n) for n in range(count))):
        played.append(match)
        done(len(played))
    alike = [match for match in played if match.alike and match.ended]
    note = "; ".join(match.why for match in played if match.why)
    yield all_of("two_tables.matches", len(alike), "matches", count, note)
    yield published("two_tables.matches.kills", [sum(match.kills for match in played)], "kills")
    yield published("two_tables.matches.batches", [match.batches for match in played], "batches")
    yield published("two_tables.matches.time", [match.hours for match in played], "h (virtual)")
    yield published("two_tables.matches.relaid", [sum(match.relaid for match in played)], "other cards refused")
    forgotten = list(spread(play, (PlayedTask(n, seed * 1_000_003 + n, True) for n in range(CONTROLS))))
    found = sum(not (match.alike and match.ended) for match in forgotten)
    yield control_of("two_tables.matches.control", found, "matches", CONTROLS, CONTROL)
    yield from _lies(seed)
    yield from _leaks(seed)
    yield from _forgeries(seed)
    yield at_most("two_tables.reveal", [reveal_ms(seed)], REVEAL_MS, "ms (virtual)")
    yield from of_sessions(count, seed)
    if count >= REAL_FROM:
        yield from for_real()


def play(task: PlayedTask) -> MatchAtTwoTables:
    """Play one match over the bad line."""
    games = tuple(systems())
    disks = {BLUE: ForgetfulDisk} if task.forgetful else None
    weather = BAD._replace(kills=0.1) if task.forgetful else BAD
    turns = TURNS[task.number // len(games) % len(TURNS)]
    made = {BLUE: side_of(SignsAtOnce)} if task.forgetful else None
    tables = TwoTables(games[task.number % len(games)], task.seed, turns, weather, made, disks)
    why = ""
    try:
        tables.run(MOST_CONTROL_STEPS if task.forgetful else MOST_STEPS)
    except (NeverOverError, UnansweredError) as error:
        why = str(error)
    except Exception as error:  # an exception ends this match, and not the campaign
        why = f"{tables.system.game.system}, seed {task.seed}: {type(error).__name__}: {error}"
    peers = [side.peer for side in tables.sides.values() if side is not None and side.peer is not None]
    ended = len(peers) == len(SEATS) and all(peer.pair is not None and peer.pair.state.ended for peer in peers)
    alike = not why and len(peers) == len(SEATS) and same_end(tables)
    relaid = sum(player.refused for player in tables.players.values())
    batches = max((len(peer.log) for peer in peers), default=0)
    return MatchAtTwoTables(alike, ended, why, tables.kills, relaid, batches, tables.now_ms / 3_600_000)


def _lies(seed: int) -> Iterator[Figure]:
    game = hidden_game()
    cases = [(cheat, seat) for cheat in CHEATS for seat in cheat.seats]
    missed = [f"{cheat.plays.__name__} by {seat}" for cheat, seat in cases if not named(cheat, seat, seed)]
    note = f"not named, or not proved: {', '.join(missed)}" if missed else ""
    whole = len(cases)
    yield all_of("two_tables.lies", whole - len(missed), "lies named", whole, note)
    yield none_of("two_tables.lies.accepted", len(missed), "lies", whole)
    changed, taken = (
        sum(not is_dropped(game, seat, seed, other) for seat in SEATS) for other in (HONEST, TakesAnyOffer)
    )
    yield none_of("two_tables.lies.offers", changed, "offers taken that were changed afterwards", len(SEATS))
    note = "a side to which an offer counts as its own commitment"
    yield every_control("two_tables.lies.offers.control", taken, "offers taken", len(SEATS), note)
    hidden, lost = (
        sum(not is_recorded(game, seat, seed, other) for seat in SEATS) for other in (HONEST, FilesNothingRefused)
    )
    yield none_of("two_tables.lies.stops", hidden, "rolls dodged by a false state, without a record of it", len(SEATS))
    note = "a side that files no refused batch"
    yield every_control("two_tables.lies.stops.control", lost, "rolls dodged", len(SEATS), note)
    reasons = [(why, seat) for why in (*StopReason, "another") for seat in SEATS]
    wrong = [f"{why} by {seat}" for why, seat in reasons if not is_own_reason(game, why, seat, seed)]
    yield none_of(
        "two_tables.lies.reasons", wrong, "false stops signed by the other side", len(reasons), ", ".join(wrong)
    )
    reasons = [(why, seat) for why, seat in reasons if why in IN_PLAY]
    repeated = sum(not is_own_reason(game, why, seat, seed, RepeatsStops) for why, seat in reasons)
    note = "a side that repeats the other's stop as its own"
    yield every_control("two_tables.lies.reasons.control", repeated, "false stops", len(reasons), note)
    dodges = [(plays, seat) for plays in (DodgesByHead, StallsByHead) for seat in SEATS]
    lost = sum(not is_owed(game, plays, seat, seed) for plays, seat in dodges)
    yield none_of("two_tables.lies.heads", lost, "rolls dodged by a false head, without a record of it", len(dodges))
    believed = sum(not is_owed(game, plays, seat, seed, BelievesHeads) for plays, seat in dodges)
    note = "a side that believes an unsigned head"
    yield every_control("two_tables.lies.heads.control", believed, "rolls dodged", len(dodges), note)
    accused, called = (
        sum(not is_silence(game, seat, seed, other) for seat in SEATS) for other in (HONEST, AccusesSilence)
    )
    yield none_of("two_tables.lies.silence", accused, "sides called liars for their silence", len(SEATS))
    note = "a side that calls silence a lie"
    yield every_control("two_tables.lies.silence.control", called, "sides called liars", len(SEATS), note)
    trusting = {BLUE: side_of(LiesAboutEvent), RED: side_of(TrustsAll)}
    tables = TwoTables(game, seed, TURNS[0], CALM, trusting)
    with suppress(Exception):  # its own state no longer fits the next event
        tables.run(SILENT_STEPS)
    taken = tables.peer(RED).lie is None
    yield control_of("two_tables.lies.control", int(taken), "lies accepted", 1, "a side that checks nothing")


def named(cheat: Cheat, seat: Seat, seed: int) -> bool:
    """True if the other side names one of these lies as soon as there is a chance for it, and a third person agrees."""
    game = next(each for each in (hidden_game(), *systems()) if each.game.system == cheat.system)
    for n in range(TRIES):
        tables = TwoTables(game, seed * TRIES + n, TURNS[-1], CALM, {seat: side_of(cheat.plays)})
        tables.run(MOST_LIED_STEPS)
        honest = tables.peer(seat.opponent)
        if honest.lie is not None:
            right = honest.lie.lie in cheat.lies and honest.lie.seat is seat
            return right and proves(honest.lie, honest.keys, honest.rules, honest.pair)
    return False


def is_dropped(game: System, seat: Seat, seed: int, other: type[TwoTablesPeer] = HONEST) -> bool:
    """True if no match begins with an offer that was changed after it was committed to."""
    made = {seat: side_of(ChangesOffer), seat.opponent: side_of(other)}
    tables = TwoTables(game, seed, TURNS[-1], CALM, made)
    try:
        tables.run(SILENT_STEPS)
    except NeverOverError:
        honest = tables.peer(seat.opponent)
        return not honest.log and not honest.over
    return False


def is_recorded(game: System, seat: Seat, seed: int, other: type[TwoTablesPeer] = HONEST) -> bool:
    """True if the record of a match that a side stopped by a false state shows the roll, and whose state is false."""
    shown = {BLUE: "verify.two.refused.blue", RED: "verify.two.refused.wrongly"}
    for n in range(TRIES):
        made = {seat: side_of(HidesBehindState), seat.opponent: side_of(other)}
        tables = TwoTables(game, seed * TRIES + n, TURNS[-1], CALM, made)
        tables.run(MOST_LIED_STEPS)
        tables.waits(QUIET_MS)
        honest = tables.peer(seat.opponent)
        if honest.stop is not None:
            raw = tables.match_file(seat.opponent)
            lines = [check.line.key for check in verify_pair_file(raw, {game.game.system: game.game}).checks]
            file = read_pair_file(raw)
            end, opened = file.end, tuple(each.seat for each in file.opened)
            whole = opened == SEATS and len(end.stops) == len(SEATS) and end.refused is not None
            return honest.lie is None and whole and shown[seat] in lines
    return False


def is_owed(
    game: System, plays: type[DodgesByHead], seat: Seat, seed: int, other: type[TwoTablesPeer] = TwoTablesPeer
) -> bool:
    """True if a side that dodges a roll by an unsigned head stops nothing, and is recorded as owing what it keeps."""
    for n in range(TRIES):
        made = {seat: side_of(plays), seat.opponent: side_of(other)}
        tables = TwoTables(game, seed * TRIES + n, TURNS[-1], CALM, made)
        with suppress(NeverOverError):
            tables.run(MOST_LIED_STEPS)
        liar, honest = tables.peer(seat), tables.peer(seat.opponent)
        if isinstance(liar, plays) and liar.dodged:
            file = read_pair_file(tables.match_file(seat.opponent))
            owed = file.end.owed in (WaitsFor.PART, WaitsFor.RESULT, WaitsFor.SIGNATURE)
            return owed and seat.opponent in [each.seat for each in file.opened] and not honest.over
    return False


def is_own_reason(game: System, why: str, seat: Seat, seed: int, other: type[TwoTablesPeer] = HONEST) -> bool:
    """True if a side answers a false stop with its own number and hash, or drops it if it has no reason of a match."""
    made = {seat: side_of(stopping_for(why)), seat.opponent: side_of(other)}
    tables = TwoTables(game, seed, TURNS[0], CALM, made)
    with suppress(NeverOverError):
        tables.run(SILENT_STEPS)
    honest = tables.peer(seat.opponent)
    if why not in IN_PLAY:
        return honest.their_stop is None and honest.lie is None and honest.ended
    raw = tables.match_file(seat.opponent)
    end, keys = read_pair_file(raw).end, [check.line.key for check in verify_pair_file(raw, {}).checks]
    own = [from_canonical(each.body.encode(), SideStop) for each in end.stops if each != honest.their_stop]
    answered = [(stop.why, stop.number, stop.head) for stop in own] == [(StopReason.ANSWERED, end.batches, end.head)]
    return answered and honest.their_stop in end.stops and not any("lie" in key or "refused" in key for key in keys)


def is_silence(game: System, seat: Seat, seed: int, other: type[TwoTablesPeer] = HONEST) -> bool:
    """True if a side that no longer opens anything is recorded as owing it, and is not called a liar."""
    tables = TwoTables(game, seed, TURNS[-1], CALM, {seat: side_of(FallsSilent), seat.opponent: side_of(other)})
    try:
        tables.run(SILENT_STEPS)
    except NeverOverError:
        honest = tables.peer(seat.opponent)
        return honest.waits_for in (WaitsFor.OPENING, WaitsFor.PART) and not honest.over
    return False


def _leaks(seed: int) -> Iterator[Figure]:
    game = hidden_game()
    seen = [line_of(game, card, seed) for card in range(CARDS)]
    other = sum(each != seen[0] for each in seen[1:])
    yield none_of("two_tables.leak", other, "cards that show on the line", CARDS - 1)
    early = [line_of(game, card, seed, OpensEarly) for card in range(CARDS)]
    yield control_of("two_tables.leak.control", sum(each != early[0] for each in early[1:]), "cards", CARDS - 1)
    found = [guessed(game, card, seed) for card in range(CARDS)]
    yield none_of("two_tables.leak.guess", sum(found), "cards guessed from their commitments", CARDS)
    bare = [guessed(game, card, seed, LocksWithoutSalt) for card in range(CARDS)]
    yield control_of("two_tables.leak.guess.control", sum(bare), "cards", CARDS, "commitments without a salt")


def guessed(game: System, card: int, seed: int, plays: type[TwoTablesPeer] = TwoTablesPeer) -> bool:
    """True if red finds blue's locked card: it tries all that it knows on each card of the list, which it sees."""
    tables = TwoTables(game, seed, 0, CALM, {BLUE: side_of(plays)})
    tables.plays_until_locks()
    tables.locks(BLUE, card)
    tables.waits(LINE_MS)
    red = tables.peer(RED)
    if red.pair is None or BLUE not in red.pair.locks:
        raise ValueError("blue has locked no card")
    seal, moment = dict(red.pair.state.seals)[BLUE], red.pair.locks[BLUE].moment
    public = [
        str(each).encode() for each in (moment.match, moment.round, moment.seat, moment.attempt, moment.transcript)
    ]
    salts = [b"", bytes(SALT_BYTES), *public, b"".join(public), *map(bytes.fromhex, (moment.match, moment.transcript))]
    for known in (each.card for each in red.rules.match.game.belongings(red.pair.state.game, BLUE)):
        made = {committed(domain, salt, known.encode()) for domain in (b"", SEAL_DOMAIN) for salt in salts}
        if seal in made | {commit(salt, moment, known)[0] for salt in salts}:
            return True
    return False


CARDS = 6
"""The playable cards that blue locks, each in a world of its own."""


class SeenOnLine(NamedTuple):
    """Everything that was on the line until both had locked."""

    frames: tuple[tuple[int, Seat, int], ...]
    """The moment, the sender and the length of each frame."""
    before: tuple[bytes, ...]
    """The bytes of the frames before the lock."""
    content: tuple[str, ...]
    """The content of the frames, without hashes, commitments and signatures."""


def line_of(game: System, card: int, seed: int, plays: type[TwoTablesPeer] = TwoTablesPeer) -> SeenOnLine:
    """Return the bytes on the line while blue locks this card, and red locks one a minute later."""
    content: list[str] = []

    class Overheard(plays):  # type: ignore[valid-type, misc]
        """A side whose messages are recorded before they are encrypted."""

        def outstanding(self) -> tuple[PairMessage, ...]:
            due: tuple[PairMessage, ...] = super().outstanding()
            content.extend(HEX.sub("#", canonical(each).decode()) for each in due)
            return due

    tables = TwoTables(game, seed, 0, BAD._replace(kills=0), {seat: side_of(Overheard) for seat in SEATS})
    tables.plays_until_locks()
    before = len(tables.frames)
    tables.locks(BLUE, card)
    tables.waits(60_000)
    frames = tuple((each.at_ms, each.seat, len(each.frame)) for each in tables.frames)
    return SeenOnLine(frames, tuple(each.frame for each in tables.frames[:before]), tuple(content))


def _forgeries(seed: int) -> Iterator[Figure]:
    """Let both verifiers judge the file of a match, and forgeries of it. The control checks that each line is JSON."""
    tables = TwoTables(hidden_game(), seed, TURNS[1])
    tables.run()
    known, genuine = Setup.of(Config()).games, tables.match_file(BLUE)
    forged = list(forgeries(genuine, tables.disks, FORGERIES, random.Random(seed)))
    ours = [verify_pair_file(each, known).ok for each in (genuine, *forged)]
    try:
        theirs = list(accepted((genuine, *forged)))
    except NoSecondVerifierError as error:
        yield Figure("two_tables.forgeries", 0, "judged alike", f"= {len(forged)}", ok=False, note=str(error))
        return
    alike = sum((one, other) == (False, False) for one, other in zip(ours[1:], theirs[1:], strict=True))
    right = ours[0] and theirs[0] and alike == len(forged)
    yield Figure("two_tables.forgeries", alike, "found by both verifiers", f"= {len(forged)}", right, len(forged))
    taken = sum(map(_is_json, forged))
    yield control_of("two_tables.forgeries.control", taken, "taken by a reader that checks nothing", len(forged))


def _is_json(raw: bytes) -> bool:
    """True if each line is JSON: the control, a verifier that checks nothing else."""
    try:
        return all(isinstance(msgspec.json.decode(line), dict) for line in raw.splitlines())
    except ValueError:
        return False


def reveal_ms(seed: int) -> float:
    """Return the time between the reveals at both ends of a line of 40 ms."""
    tables = TwoTables(hidden_game(), seed, 0, CALM._replace(least_ms=LINE_MS, usual_ms=LINE_MS, most_ms=LINE_MS))
    tables.plays_until_locks()
    for seat in SEATS:
        tables.locks(seat, 0)
    shown: dict[Seat, int] = {}
    while len(shown) < len(SEATS):
        tables.step()
        for seat in SEATS:
            pair = tables.peer(seat).pair
            if pair is not None and pair.state.opened != (0, 0):
                shown.setdefault(seat, tables.now_ms)
    return abs(shown[BLUE] - shown[RED])
