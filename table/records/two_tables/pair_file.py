"""The file of a match at two tables, with both signatures, and its verification. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from table.records.two_tables.canonical import canonical, from_canonical
from table.records.two_tables.pair_facts import PairFacts, check_openings, check_rolls, pair_facts
from table.records.two_tables.pair_keys import VERSION, PairingHello, is_signed, pairing_id
from table.records.two_tables.pair_rules import LieFoundError, PairRules, PairState, StatesDifferError
from table.records.two_tables.peer_values import WaitsFor
from table.records.two_tables.proofs import proves
from table.records.two_tables.statements import (
    BEFORE_PLAY,
    CardOpening,
    HeldBatch,
    PairBatch,
    ProvedLie,
    RollPart,
    SideStop,
    Statement,
    StatementKind,
    StopReason,
    batch_hash,
    offered,
    proposed,
)
from table.records.verify import chance, seals
from table.records.verify.verdict import Check, CheckState, Verdict
from table.rules.errors import InputError
from table.rules.game import Game
from table.rules.match.revision import revision_of
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text

FORMAT = "command-table two tables 1"
OPENED = ((), (BLUE,), (RED,), SEATS)


class PairHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: who played."""

    format: str
    hellos: tuple[PairingHello, PairingHello]
    """Blue's and red's."""
    match: str
    pairing: tuple[str, str]
    """The signatures of both identities."""
    system: Annotated[str, Meta(pattern=r"\A[a-z0-9_]+\Z")]


class PairEnd(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line."""

    batches: int
    head: str
    lie: ProvedLie | None = None
    opened: tuple[Statement, ...] = ()
    """The signed openings, or parts of the last roll, that this side has of what was to be opened, blue's first."""
    owed: WaitsFor = WaitsFor.NOTHING
    """The thing that the other side owed when this side ended a match that was not over."""
    refused: Statement | None = None
    """The next batch, or red's proposal of it, that only its own side has signed."""
    stops: tuple[Statement, ...] = ()
    """The signed stops of both sides that this side has, blue's first."""


class PairFile(NamedTuple):
    """A file whose signatures are sound. Nobody has checked its batches by the rules yet."""

    header: PairHeader
    held: tuple[HeldBatch, ...]
    batches: tuple[PairBatch, ...]
    end: PairEnd

    @property
    def keys(self) -> Mapping[Seat, str]:
        return {seat: hello.match for seat, hello in zip(SEATS, self.header.hellos, strict=True)}

    @property
    def opened(self) -> tuple[CardOpening | RollPart, ...]:
        """Return the openings or parts of the last line."""
        return tuple(_opened(each) for each in self.end.opened)


class PairFileError(InputError, ValueError):
    """A file is not one of a match at two tables, or was changed."""


def pair_lines(header: PairHeader, held: Sequence[HeldBatch], end: PairEnd) -> Iterator[bytes]:
    """Return the lines of the file."""
    for line in (header, *held, end):
        yield canonical(line) + b"\n"


def read_pair_file(raw: bytes) -> PairFile:
    """Return a file whose form and signatures are sound. Raises PairFileError or NotCanonicalError."""
    lines = raw.split(b"\n")
    _demand(len(lines) > 3 and not lines[-1], "the file is cut short, or does not end with a line feed")
    header = from_canonical(lines[0], PairHeader)
    _demand(header.format == FORMAT, "of a format that is not known here")
    hellos = dict(zip(SEATS, header.hellos, strict=True))
    _demand(header.match == pairing_id(hellos), "another match than both sides paired for")
    blue, red = header.hellos
    own = blue.identity != red.identity and blue.match != red.match
    _demand(own, "a key that both sides have")
    for hello, signature in zip(header.hellos, header.pairing, strict=True):
        signed = is_signed(hello.identity, "pairing", bytes.fromhex(header.match), signature)
        _demand(signed and hello.version == VERSION, "a pairing that an identity has not signed")
    held = tuple(from_canonical(line, HeldBatch) for line in lines[1:-2])
    file = PairFile(header, held, tuple(_batch(each) for each in held), from_canonical(lines[-2], PairEnd))
    last = ""
    for number, (each, batch) in enumerate(zip(held, file.batches, strict=True), 1):
        follows = (batch.match, batch.number, batch.last) == (header.match, number, last)
        _demand(follows, f"batch {number} does not follow from the one before it")
        for statement, seat in _statements(each, batch):
            signed = is_signed(file.keys[seat], statement.kind, statement.signed, statement.signature)
            _demand(signed, f"batch {number} is not signed by {seat}")
        last = each.hash
    fits = (file.end.batches, file.end.head) == (len(held), last)
    _demand(fits, "the last line does not fit the batches")
    _demand(_is_sound(file), "the last line has a stop or a batch that nobody signed")
    return file


def _is_sound(file: PairFile) -> bool:
    """True if the statements of the last line are what they have to be, each signed by its side."""
    stops = [from_canonical(each.body.encode(), SideStop) for each in file.end.stops]
    seats = tuple(stop.seat for stop in stops)
    signed = [
        (StatementKind.STOP, stop.seat, stop.match, each) for stop, each in zip(stops, file.end.stops, strict=True)
    ]
    opened = zip(file.opened, file.end.opened, strict=True)
    signed += [(file.end.opened[0].kind, each.seat, each.match, statement) for each, statement in opened]
    if (refused := file.end.refused) is not None:
        batch = _refused(refused)
        kind = StatementKind.BATCH if refused.kind is StatementKind.BATCH else StatementKind.PROPOSAL
        seat = BLUE if kind is StatementKind.BATCH else RED
        follows = (batch.number, batch.last) == (len(file.held) + 1, file.held[-1].hash)
        follows = follows and (batch.command is None or (isinstance(batch.command, dict) and bool(batch.command)))
        follows = follows and all(isinstance(each, dict) and isinstance(each.get("type"), str) for each in batch.events)
        signed.append((kind, seat, batch.match if follows else "", refused))
    return (
        seats in OPENED
        and tuple(each.seat for each in file.opened) in OPENED
        and all(stop.is_whole and stop.why not in BEFORE_PLAY for stop in stops)
        and all(
            (each.kind, match) == (kind, file.header.match)
            and is_signed(file.keys[seat], kind, each.signed, each.signature)
            for kind, seat, match, each in signed
        )
    )


def _is_at_end(file: PairFile, stop: SideStop) -> bool:
    """True if a stop is one at the last batch, or refuses the batch after it."""
    at_last = (stop.number, stop.head) == (file.end.batches, file.end.head)
    return _refuses(file, stop) if stop.why is StopReason.STATE else at_last


def _refuses(file: PairFile, stop: SideStop) -> bool:
    """True if a side has signed by its stop that its state after the refused batch is another one."""
    refused = file.end.refused
    if refused is None or stop.why is not StopReason.STATE:
        return False
    writer = BLUE if refused.kind is StatementKind.BATCH else RED
    named = (stop.seat, stop.number, stop.refused)
    of_this = named == (writer.opponent, file.end.batches + 1, batch_hash(refused.body.encode()))
    return of_this and stop.head not in ("", _refused(refused).state)


def _opened(statement: Statement) -> CardOpening | RollPart:
    """Return an opening or a part. Raises PairFileError or NotCanonicalError for another statement."""
    kinds: Mapping[StatementKind, Any] = {StatementKind.OPENING: CardOpening, StatementKind.PART: RollPart}
    _demand(statement.kind in kinds, "something else is opened than a card or a roll")
    found: CardOpening | RollPart = from_canonical(statement.body.encode(), kinds[statement.kind])
    return found


def _refused(statement: Statement) -> PairBatch:
    return from_canonical(statement.body.encode(), PairBatch)


def verify_pair_file(raw: bytes, games: Mapping[str, Game[Any]]) -> Verdict:
    """Check the file of a match at two tables, and return the verdict. A file of any content raises nothing."""
    try:
        file = read_pair_file(raw)
        facts = pair_facts(file.header.match, file.header.system, file.batches)
    except ValueError as error:
        failed = Check("chain", CheckState.FAILED, text("verify.chain.failed", why=str(error)))
        return Verdict("", "", (failed,))
    count = len(file.batches)
    chain = Check("chain", CheckState.PASSED, text("verify.two.chain", batches=count))
    known = (chain, _seals(file, facts), _chance(file, facts), *chance.by_hand(facts.batches))
    if any(check.state is CheckState.FAILED for check in known):
        return Verdict(file.header.match, file.end.head, known)
    closed = any(fact.type == "MatchClosed" for each in facts.batches for fact in each.events)
    return _with_rules(file, games, known, closed=closed)


def _seals(file: PairFile, facts: PairFacts) -> Check:
    """Check the locks as in the file of one table, and their openings."""
    try:
        check_openings(facts, file.batches, [each.hash for each in file.held], file.opened)
    except ValueError as error:
        return Check("seals", CheckState.FAILED, text("verify.seals.failed", why=str(error)))
    return seals.check(facts.batches)


def _chance(file: PairFile, facts: PairFacts) -> Check:
    try:
        count = check_rolls(facts.offers, file.batches, file.opened)
    except ValueError as error:
        return Check("chance", CheckState.FAILED, text("verify.chance.failed", why=str(error)))
    return Check("chance", CheckState.PASSED, text("verify.two.chance", count=count))


def _with_rules(file: PairFile, games: Mapping[str, Game[Any]], known: tuple[Check, ...], *, closed: bool) -> Verdict:
    """Decide each batch again, if the rules are known. A lie that the file states without them is not proved.

    `closed` is True if the match has the event that ends it.
    """
    game = games.get(file.header.system)
    decided = revision_of(file.batches[0].offers[0].rules)
    then = None if game is None else game.at(decided.game)
    if then is not None:
        return _by_rules(file, PairRules(then), known)
    line = text("verify.rules.unknown", system=file.header.system)
    if game is not None:
        line = text("verify.rules.of_game", revision=decided.game, system=file.header.system)
    stops = () if closed else _stop(file, None, None)
    checks = (*known, Check("rules", CheckState.OPEN, line), *stops, *_lie(file, None, None))
    return Verdict(file.header.match, file.end.head, checks)


def _by_rules(file: PairFile, rules: PairRules, known: tuple[Check, ...]) -> Verdict:
    """Decide each batch again."""
    pair: PairState | None = None
    for held, batch in zip(file.held, file.batches, strict=True):
        try:
            if pair is None:
                rules.check_first(batch)
            else:
                rules.check(pair, batch)
            pair = rules.follow(pair, held.body.encode())
        except Exception as error:  # a forged event can break the rules' code anywhere: that is a finding
            line = text("verify.rules.failed", batch=batch.number, why=f"{type(error).__name__} {error}".strip())
            failed = Check("rules", CheckState.FAILED, line)
            return Verdict(file.header.match, file.end.head, (*known, failed))
    ended = pair is not None and pair.state.ended is not None
    passed = Check("rules", CheckState.PASSED, text("verify.rules.passed", batches=len(file.batches)))
    left = () if ended else (*_left(file), *_stop(file, rules, pair))
    checks = (*known, passed, *left, *_lie(file, rules, pair))
    return Verdict(file.header.match, file.end.head, checks, ended=ended)


def _left(file: PairFile) -> Iterator[Check]:
    """Yield what the file states of the end of a match that was not over."""
    if file.end.owed:
        yield Check("left", CheckState.OPEN, text("verify.two.owed", owed=text(f"verify.two.{file.end.owed}")))
    for each in file.opened:
        yield Check("opened", CheckState.OPEN, text("verify.two.opened", seat=text(f"seat.{each.seat}")))


def _stop(file: PairFile, rules: PairRules | None, pair: PairState | None) -> Iterator[Check]:
    """Yield who has signed that the match stopped, where and why; and whose state the rules decide."""
    last = len(file.held)
    stops = [from_canonical(each.body.encode(), SideStop) for each in file.end.stops]
    for stop in stops:
        why = text(f"verify.two.why.{stop.why}")
        line = text("verify.two.stop", number=stop.number, seat=text(f"seat.{stop.seat}"), why=why)
        yield Check("stop", CheckState.OPEN, line)
    if {stop.seat for stop in stops if _is_at_end(file, stop)} != set(SEATS):
        yield Check("left", CheckState.OPEN, text("verify.two.alone", batches=last))
    refused = file.end.refused
    if refused is None:
        return
    key = ""
    if not any(_refuses(file, stop) for stop in stops):
        key = f"pending.{BLUE if refused.kind is StatementKind.BATCH else RED}"
    elif rules is not None and pair is not None:
        key = _judged(refused, rules, pair)
    if key:
        yield Check("stop", CheckState.OPEN, text(f"verify.two.{key}", number=last + 1))


def _judged(refused: Statement, rules: PairRules, pair: PairState) -> str:
    """Return whether the rules decide the refused batch, with its state."""
    batch = _refused(refused)
    try:
        rules.check(pair, batch)
    except StatesDifferError:
        return "refused.blue" if refused.kind is StatementKind.BATCH else "refused.red"
    except LieFoundError:
        return "refused.neither"
    return "refused.wrongly"


def _lie(file: PairFile, rules: PairRules | None, pair: PairState | None) -> Iterator[Check]:
    lie = file.end.lie
    if lie is not None:
        shown = rules is not None and proves(lie, file.keys, rules, pair)
        key = "verify.two.lie" if shown else "verify.two.unproved"
        line = text(key, seat=text(f"seat.{lie.seat}"), lie=text(f"verify.two.{lie.lie}"))
        yield Check("lie", CheckState.FAILED, line)


def _batch(held: HeldBatch) -> PairBatch:
    return from_canonical(held.body.encode(), PairBatch)


def _statements(held: HeldBatch, batch: PairBatch) -> Iterator[tuple[Statement, Seat]]:
    """Yield the statements of a batch that have to be signed, with their seats."""
    yield from ((held.of(seat), seat) for seat in SEATS)
    yield from zip(offered(batch), SEATS, strict=False)
    if batch.seat is RED:
        yield proposed(batch), RED
    _demand(batch.seat is RED or not batch.proposal, "a proposal of nobody")
    _demand(len(batch.signed) == len(batch.offers), "an offer that its side has not signed")


def _demand(holds: bool, why: str) -> None:
    if not holds:
        raise PairFileError(why)
