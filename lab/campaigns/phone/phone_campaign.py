"""`command-table campaign phone`: does a table accept a forged phone, or do its frames reveal a card?

Frames are changed, cut, skipped, repeated, reflected and made up, and secrets guessed, used twice and kept too long, at
a host that has accepted a phone of a seat, of the judge or of the owner. None may become an act. An opponent who reads
the code first is not accepted, since the seat compares two words; the control is a seat that confirms any words. A man
in the middle with the code greets the table until both would show the same words: he gets one guess per code; the
control is a table that does not use up a code by a greeting. Finally, tables that differ only in the card chosen on a
phone are compared: every byte that a bystander has, and the time and length of each frame.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple
from unittest.mock import patch

from lab.campaigns.leak.capture import differing
from lab.campaigns.leak.leak_campaign import USUAL, alike, cards
from lab.campaigns.phone.attacks import ATTACKS, ENDS_THE_PHONE, PLACES, AttackedHost, NoCodeError, own
from lab.campaigns.phone.trial_phone import ScriptedPhone
from lab.campaigns.phone.worlds import PhoneWorld, hidden_by_phone
from lab.figure import Figure, control_of, none_of
from table.devices.phones import invitations
from table.devices.phones.invitations import MOST_SPENT, Guests
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_frames import OVERHEAD, USED, FrameFiller, filled
from table.devices.phones.phone_keys import HASH_BYTES, OPENING_BYTES, KeyPair, PhoneKeys, agreed, hello
from table.records.two_tables.sealing import COUNTER_BYTES, FrameOpener, Sealer
from table.rules.commands import Answer
from table.rules.errors import InputError
from table.rules.seats import BLUE
from table.session.phones.phone_ways import ACCEPT, INVITE, NO, WORDS, YES, PhoneWays
from table.session.ports import AcceptPhone, PhoneInvited, PhoneKnocked, PhoneRequest
from table.view.seat_frames import DOWN_BYTES, UP_BYTES


class Guessed(NamedTuple):
    """The guesses at the two words of one code."""

    answered: int
    """The number of greetings for which the table opened its commitment."""
    same: bool
    """True if the table showed the phone's words in the end."""


def guess_the_words(host: AttackedHost, tries: int) -> Guessed:
    """Return the guesses of a man in the middle, who greets this host up to `tries` times with one code.

    He plays the table towards the phone first, so the phone's words are fixed. Each handshake with the host fixes the
    words of that connection before it knocks, so he drops the connection unless they are the phone's.
    """
    secret = host.invited()
    wanted = _shown(_played_table(ScriptedPhone(secret, host.entropy), KeyPair("table", host.entropy)))
    for answered in range(tries):
        line, own = host.host.joined(), KeyPair("phone", host.entropy)
        greeting = hello(secret, own.commitment)
        try:
            bound = host.host.take(line, filled(greeting, UP_BYTES))[:HASH_BYTES]
            opening = host.host.take(line, filled(own.opening, UP_BYTES))[:OPENING_BYTES]
        except InputError:
            host.host.left(line)
            return Guessed(answered, same=False)
        keys = agreed(own, opening, secret, (greeting, bound, own.opening, opening))
        if _shown(keys) == wanted:
            return Guessed(answered + 1, same=_knocks(host, line, keys) == wanted)
        host.host.left(line)
    return Guessed(tries, same=False)


def _played_table(phone: ScriptedPhone, own: KeyPair) -> PhoneKeys | None:
    """Complete the handshake with a phone in the table's place, and return the phone's keys."""
    phone.hello()
    phone.receive(filled(own.commitment, DOWN_BYTES))
    phone.receive(filled(own.opening, DOWN_BYTES))
    return phone.keys


def _knocks(host: AttackedHost, line: PhoneLine, keys: PhoneKeys) -> list[int] | None:
    """Continue as a phone does, and return the words that the table shows."""
    host.forget()
    host.sends(line, Sealer(keys.to_table).seal(FrameFiller(UP_BYTES).next()))
    host.host.left(line)
    knocked = (each for each in host.received if isinstance(each, PhoneKnocked))
    return next(([word % WORDS for word in each.words] for each in knocked), None)


def _shown(keys: PhoneKeys | None) -> list[int]:
    """Return the numbers of the two shown words."""
    return [] if keys is None else [word % WORDS for word in keys.words]


FRESH = 200
"""The number of attacks on one host before a new one is made."""
OWN = 50
"""The number of the phone's own messages, which must all count."""
FIRST_OF = 10
"""The share of tries in which the opponent reads the code first: one in so many."""
LUCK = 8
"""The allowed number of right guesses of the words where far fewer are expected."""
EVENING = MOST_SPENT - 1
"""The codes that are used up at one host: one of the limit is left."""
RETRIES = 64
"""The greetings for one code by a man in the middle."""
MANY_RETRIES = 8 * WORDS**2
"""The greetings for the control. The probability that all miss is 1 in 3,000."""


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
    yield none_of("phone.accepted", found, "frames", count, note=note)
    yield _own(seed)
    yield from _first_reader(max(count // FIRST_OF, 10), seed)
    yield from _between(max(count, 10), seed)
    yield from _worlds(max(2, min(count // 10_000, 10)), seed)
    done(count)


def _own(seed: int) -> Figure:
    """Send the same message from the phone itself: if it did not count, the campaign would show nothing."""
    received = []
    for place in PLACES:
        host = AttackedHost(seed, place)
        for _ in range(OWN):
            own(host)
            host.now_s += 1.0
        received.append(host.acts())
    note = "the same message from the phone itself; the place with the fewest"
    return Figure("phone.control.own", min(received), "frames", f">= {OWN}", min(received) >= OWN, OWN, note=note)


def _first_reader(count: int, seed: int) -> Iterator[Figure]:
    """Let the opponent read the code first: the seat's own phone is turned away, and shows no words to compare."""
    careful = sum(_opponent_gets_the_seat(seed + number, compares=True) for number in range(count))
    note = "the seat compares the words on its own phone"
    yield none_of("phone.opponent_first", careful, "phones", count, note=note)
    rash = sum(_opponent_gets_the_seat(seed + number, compares=False) for number in range(count))
    note = "a seat that confirms without comparing"
    yield control_of("phone.control.unconfirmed", rash, "phones", count, note=note)


def _opponent_gets_the_seat(seed: int, *, compares: bool) -> bool:
    """Return whether an opponent's phone gets the seat, which confirms only its own phone's words, or any words."""
    host, requests = AttackedHost(seed), list[PhoneRequest]()
    seat = PhoneWays(requests.append)
    seat.take(Answer(BLUE, INVITE))
    secret = host.invited()
    seat.handle(PhoneInvited(BLUE, "http://table/phone#secret"))
    host.received.clear()
    _, opponents = host.comes(secret)
    _, seats = host.comes(secret)
    for knocked in [each for each in host.received if isinstance(each, PhoneKnocked)]:
        seat.handle(knocked)
        shown = None if seats.keys is None else seats.keys.words
        yes = shown == knocked.words if compares else opponents.keys is not None
        seat.take(Answer(BLUE, ACCEPT, YES if yes else NO))
    return any(isinstance(each, AcceptPhone) for each in requests)


def _between(count: int, seed: int) -> Iterator[Figure]:
    """Try a man in the middle, who uses up one code after the other until phone and table show the same words."""
    answered = same = 0
    for number in range(count):
        if number % EVENING == 0:
            host = AttackedHost(seed + number, PLACES[number // EVENING % len(PLACES)])
        guess = guess_the_words(host, RETRIES)
        answered, same = max(answered, guess.answered), same + guess.same
    note = f"of {RETRIES} greetings for one code by a man in the middle: the most answered"
    yield Figure("pairing.answered", answered, "greetings", "<= 1", answered == 1, count, note=note)
    expected = count / WORDS**2
    least, most = round(expected / 5), max(LUCK, int(2 * expected))
    note = f"guessed the phone's words; by chance, 1 in {WORDS**2}: {expected:.1f}"
    goal = f"{least} to {most}"
    yield Figure("pairing.guessed", same, "codes", goal, least <= same <= most, count, note=note)
    with patch.object(Guests, "use_up"):  # a greeting leaves the code valid
        guess = guess_the_words(AttackedHost(seed), MANY_RETRIES)
    note = f"a table where a greeting does not use up the code: {guess.answered:,} greetings"
    yield Figure("pairing.control.not_used_up", int(guess.same), "codes", "fails", guess.same, 1, note=note)
    yield from _evening(seed)


def _evening(seed: int) -> Iterator[Figure]:
    """Count the codes that a man in the middle can use up before the table makes no more."""
    codes = _codes_used_up(seed)
    note = "codes used up by a man in the middle until the table makes no more"
    yield Figure("pairing.codes", codes, "codes", f"<= {MOST_SPENT}", codes == MOST_SPENT, 1, note=note)
    with patch.object(invitations, "MOST_SPENT", 10 * MOST_SPENT):
        codes = _codes_used_up(seed)
    note = "a table with ten times the limit"
    yield Figure("pairing.control.unlimited", codes, "codes", "fails", codes > MOST_SPENT, 1, note=note)


def _codes_used_up(seed: int) -> int:
    host = AttackedHost(seed)
    for number in range(2 * MOST_SPENT):
        try:
            guess_the_words(host, 1)
        except NoCodeError:
            return number
    return 2 * MOST_SPENT


def _worlds(count: int, seed: int) -> Iterator[Figure]:
    few = sorted(cards(), key=lambda card: card != USUAL)[:count]
    worlds = tuple(hidden_by_phone(card, seed) for card in few)
    note = f"{len(few)} cards, {len(worlds[0].seen):,} bytes each: a bystander's view, each frame's time and length"
    yield alike("phone.differing_bytes", tuple(world.seen for world in worlds), note)
    found = sum(_named(card, world) for card, world in zip(few, worlds, strict=True))
    note = f"{len(worlds[0].wire):,} bytes of frames, searched for the card's id"
    yield none_of("phone.cards_in_frames", found, "places", len(few), note=note)
    with _in_clear():
        clear = hidden_by_phone(few[0], seed)
    found = _named(few[0], clear)
    yield control_of("phone.control.clear", found, "places", note="a phone that seals nothing")
    with _unfilled():
        one, other = (hidden_by_phone(card, seed) for card in few[:2])
    found = differing(one.seen, other.seen)
    note = "frames as long as their content"
    yield control_of("phone.control.unfilled", found, "bytes", note=note)


def _named(card: str, world: PhoneWorld) -> int:
    return world.wire.count(f'"{card}"'.encode())


def _in_clear() -> ExitStack:
    """Return the control that seals nothing."""
    ahead, behind = bytes(COUNTER_BYTES), bytes(OVERHEAD - COUNTER_BYTES)
    stack = ExitStack()
    stack.enter_context(patch.object(Sealer, "seal", lambda _, carried: ahead + carried + behind))
    stack.enter_context(patch.object(FrameOpener, "open", lambda _, frame: frame[len(ahead) : -len(behind)]))
    return stack


def _unfilled() -> ExitStack:
    """Return the control whose frames are as long as their content, which both sides accept."""
    whole, stack = FrameFiller.next, ExitStack()

    def short(filler: FrameFiller) -> bytes:
        carried = whole(filler)
        return carried[: USED + int.from_bytes(carried[:USED])]

    stack.enter_context(patch.object(FrameFiller, "next", short))
    stack.enter_context(patch.object(PhoneLine, "_counts"))
    return stack
