"""`command-table campaign phone`: does a table take for a phone what is none, or tell a card by its frames?

Frames are changed, cut, skipped, repeated, reflected and made up, and secrets guessed, used twice and kept too long,
at a host whose phone was accepted, a seat's, the judge's or the owner's. Nothing of it may become an act. Whoever
reads the code first is accepted by nobody, since the seat compares two words; the control is a seat that says yes to
any. Somebody with the code stands between phone and table, and greets the table again and again until both would show
the same words: he gets one guess a code; the control is a table that does not use a code up by a greeting. And tables
that are alike but for the card that is chosen on a phone are compared: every byte that a bystander has, and the moment
and length of each frame.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lab.campaigns.leak.campaign import USUAL, alike, cards
from lab.campaigns.leak.capture import differing
from lab.campaigns.phone.attacks import ATTACKS, ENDS_THE_PHONE, PLACES, AttackedHost, own
from lab.campaigns.phone.between import guess_the_words
from lab.campaigns.phone.worlds import PhoneWorld, hidden_by_phone
from lab.figures.figure import Figure
from table.devices.phones.invitations import Guests, Invitation
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_frames import OVERHEAD, USED, FrameFiller
from table.devices.phones.sealing import COUNTER_BYTES, FrameOpener, Sealer
from table.rules.commands import Answer
from table.rules.seats import BLUE
from table.session.phones.phone_ways import ACCEPT, INVITE, NO, WORDS, YES, PhoneWays
from table.session.ports import AcceptPhone, PhoneInvited, PhoneKnocked, PhoneRequest

FRESH = 200
"""The attacks on one host, before there is a new one."""
OWN = 50
"""The messages of the phone itself, of which each has to count."""
FIRST_OF = 10
"""The tries for each code that the opponent reads first."""
LUCK = 8
"""The most guesses of the words that may be right, above what chance gives."""
RETRIES = 64
"""The greetings for one code by somebody in between."""
MANY_RETRIES = 8 * WORDS**2
"""The same for the control: all of them miss once in 3,000."""


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Try `count` frames and secrets. The goal is meant for 100,000."""
    accepted = dict.fromkeys(ATTACKS, 0)
    names, place, host = tuple(ATTACKS), PLACES[0], AttackedHost(seed)
    for number in range(count):
        name = names[number % len(names)]
        if number % FRESH == 0:
            place = PLACES[number // FRESH % len(PLACES)]
            host = AttackedHost(seed + number, place)
        host.forget()
        ATTACKS[name](host)
        accepted[name] += host.acts()
        host.now_s += 1.0
        if ATTACKS[name] in ENDS_THE_PHONE:
            host = AttackedHost(seed + number, place)
        if number % 500 == 0:
            done(number * 9 // 10)
    found = sum(accepted.values())
    note = f"at a seat's phone, the judge's and the owner's: {', '.join(names).replace('_', ' ')}"
    yield Figure("phone.accepted", found, "frames", "<= 0", found == 0, count, note=note)
    yield _own(seed)
    yield from _first_reader(max(count // FIRST_OF, 10), seed)
    yield from _between(max(count // FIRST_OF, 10), seed)
    yield from _worlds(max(2, min(count // 10_000, 10)), seed)
    done(count)


def _own(seed: int) -> Figure:
    """Let the phone itself say the same: unless that counts, it says nothing that nothing else does."""
    heard = []
    for place in PLACES:
        host = AttackedHost(seed, place)
        for _ in range(OWN):
            own(host)
            host.now_s += 1.0
        heard.append(host.acts())
    note = "the same message from the phone itself, of each place; the least"
    return Figure("phone.control.own", min(heard), "frames", f">= {OWN}", min(heard) >= OWN, OWN, note=note)


def _first_reader(count: int, seed: int) -> Iterator[Figure]:
    """Let the opponent read the code first: the seat's own phone is turned away, and shows no words to compare."""
    careful = sum(_opponent_gets_the_seat(seed + number, compares=True) for number in range(count))
    note = "the seat compares what its own phone shows"
    yield Figure("phone.opponent_first", careful, "phones", "<= 0", careful == 0, count, note=note)
    rash = sum(_opponent_gets_the_seat(seed + number, compares=False) for number in range(count))
    note = "a seat that says yes without comparing"
    yield Figure("phone.control.unconfirmed", rash, "phones", "fails", rash > 0, count, note=note)


def _opponent_gets_the_seat(seed: int, *, compares: bool) -> bool:
    """Return whether an opponent's phone gets the seat, which says yes to the words on its own phone, or to any."""
    host, said = AttackedHost(seed), list[PhoneRequest]()
    seat = PhoneWays(said.append)
    seat.answered(Answer(BLUE, INVITE))
    secret = host.invited()
    seat.hears(PhoneInvited(BLUE, "http://table/phone#secret"))
    host.heard.clear()
    _, opponents = host.comes(secret)
    _, seats = host.comes(secret)
    for knocked in [each for each in host.heard if isinstance(each, PhoneKnocked)]:
        seat.hears(knocked)
        shown = None if seats.keys is None else seats.keys.words
        yes = shown == knocked.words if compares else opponents.keys is not None
        seat.answered(Answer(BLUE, ACCEPT, YES if yes else NO))
    return any(isinstance(each, AcceptPhone) for each in said)


def _between(count: int, seed: int) -> Iterator[Figure]:
    """Let somebody with the code stand between phone and table, who greets the table until both show the same words."""
    hosts = [AttackedHost(seed, place) for place in PLACES]
    guesses = [guess_the_words(hosts[number % len(hosts)], RETRIES) for number in range(count)]
    answered, same = max(each.answered for each in guesses), sum(each.same for each in guesses)
    note = f"of {RETRIES} greetings for one code by somebody between phone and table: the most that were answered"
    yield Figure("phone.between.answered", answered, "greetings", "<= 1", answered == 1, count, note=note)
    most = 2 * count // WORDS**2 + LUCK
    note = "his words are the phone's: by luck, 1 in 4096"
    yield Figure("phone.between.same_words", same, "codes", f"<= {most}", same <= most, count, note=note)
    with _not_used_up():
        guess = guess_the_words(AttackedHost(seed), MANY_RETRIES)
    note = f"a table that does not use a code up by a greeting: {guess.answered:,} greetings"
    yield Figure("phone.control.not_used_up", int(guess.same), "codes", "fails", guess.same, 1, note=note)


def _worlds(count: int, seed: int) -> Iterator[Figure]:
    few = sorted(cards(), key=lambda card: card != USUAL)[:count]
    worlds = tuple(hidden_by_phone(card, seed) for card in few)
    note = f"{len(few)} cards, {len(worlds[0].seen):,} bytes each: what a bystander has, each frame's moment and length"
    yield alike("phone.differing_bytes", tuple(world.seen for world in worlds), note)
    found = sum(_named(card, world) for card, world in zip(few, worlds, strict=True))
    note = f"{len(worlds[0].wire):,} bytes of frames, in which the card's id is looked for"
    yield Figure("phone.cards_in_frames", found, "places", "<= 0", found == 0, len(few), note=note)
    with _in_clear():
        clear = hidden_by_phone(few[0], seed)
    found = _named(few[0], clear)
    yield Figure("phone.control.clear", found, "places", "fails", found > 0, note="a phone that seals nothing")
    with _unfilled():
        one, other = (hidden_by_phone(card, seed) for card in few[:2])
    found = differing(one.seen, other.seen)
    note = "frames that are as long as what they carry"
    yield Figure("phone.control.unfilled", found, "bytes", "fails", found > 0, note=note)


def _named(card: str, world: PhoneWorld) -> int:
    return world.wire.count(f'"{card}"'.encode())


@contextmanager
def _replaced(owner: type, **others: object) -> Iterator[None]:
    """Give a class other methods meanwhile: a table that is broken on purpose."""
    kept = {name: getattr(owner, name) for name in others}
    for name, other in others.items():
        setattr(owner, name, other)
    try:
        yield
    finally:
        for name, method in kept.items():
            setattr(owner, name, method)


@contextmanager
def _not_used_up() -> Iterator[None]:
    """Make the control whose codes count for any number of greetings."""

    def use_up(_: Guests, __: Invitation) -> None:
        """Let it count as before."""

    with _replaced(Guests, use_up=use_up):
        yield


@contextmanager
def _in_clear() -> Iterator[None]:
    """Make the control that seals nothing."""

    def seal(_: Sealer, carried: bytes) -> bytes:
        return bytes(COUNTER_BYTES) + carried + bytes(OVERHEAD - COUNTER_BYTES)

    def open_it(_: FrameOpener, frame: bytes) -> bytes:
        return frame[COUNTER_BYTES : COUNTER_BYTES - OVERHEAD]

    with _replaced(Sealer, seal=seal), _replaced(FrameOpener, open=open_it):
        yield


@contextmanager
def _unfilled() -> Iterator[None]:
    """Make the control whose frames are as long as what they carry, which both sides then take."""
    whole = FrameFiller.next

    def short(filler: FrameFiller) -> bytes:
        carried = whole(filler)
        return carried[: USED + int.from_bytes(carried[:USED])]

    def any_size(_: PhoneLine, __: bytes) -> None:
        """Take a frame of any size."""

    with _replaced(FrameFiller, next=short), _replaced(PhoneLine, _counts=any_size):
        yield
