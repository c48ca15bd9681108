"""A man in the middle, who has the code and tries until phone and table show the same two words."""

from typing import NamedTuple

from lab.campaigns.phone.attacks import AttackedHost
from lab.campaigns.phone.trial_phone import ScriptedPhone
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_frames import FrameFiller, filled
from table.devices.phones.phone_keys import HASH_BYTES, OPENING_BYTES, KeyPair, PhoneKeys, agreed, hello
from table.records.two_tables.sealing import Sealer
from table.rules.errors import InputError
from table.session.phones.phone_ways import WORDS
from table.session.ports import PhoneKnocked
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
