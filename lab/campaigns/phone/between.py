"""Somebody with the code stands between phone and table, and tries until both show the same two words."""

from typing import NamedTuple

from lab.campaigns.phone.attacks import AttackedHost
from lab.campaigns.phone.phone import ScriptedPhone
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_frames import FrameFiller, filled
from table.devices.phones.phone_keys import KEY_BYTES, KeyPair, PhoneKeys, agreed, hello
from table.devices.phones.sealing import Sealer
from table.rules.errors import InputError
from table.session.phones.phone_ways import WORDS
from table.session.ports import PhoneKnocked
from table.view.seat_frames import DOWN_BYTES, UP_BYTES


class Guessed(NamedTuple):
    """The guesses at the two words of one code."""

    answered: int
    """The greetings that the table answered with a key."""
    same: bool
    """True if the table ended up with the words that the phone shows."""


def guess_the_words(host: AttackedHost, tries: int) -> Guessed:
    """Return the guesses of somebody between a phone and this host, who greets it up to `tries` times with a code.

    The phone's words are fixed first. Each answer of the host tells the words that this connection would have, so the
    connection is dropped unless they are the phone's.
    """
    secret = host.invited()
    phone, towards_phone = ScriptedPhone(secret, host.entropy), KeyPair(host.entropy)
    phone.hello()
    phone.hears(filled(towards_phone.public, DOWN_BYTES))
    wanted = _shown(phone.keys)
    for answered in range(tries):
        line, own = host.host.joined(), KeyPair(host.entropy)
        greeting = hello(secret, own.public)
        try:
            public = host.host.take(line, filled(greeting, UP_BYTES))[:KEY_BYTES]
        except InputError:
            host.host.left(line)
            return Guessed(answered, same=False)
        keys = agreed(own, public, secret, (greeting, public, own.public))
        if _shown(keys) == wanted:
            return Guessed(answered + 1, same=_knocks(host, line, own, keys) == wanted)
        host.host.left(line)
    return Guessed(tries, same=False)


def _knocks(host: AttackedHost, line: PhoneLine, own: KeyPair, keys: PhoneKeys) -> list[int] | None:
    """Go on as a phone does, and return the words that the table shows then."""
    host.forget()
    host.sends(line, filled(own.public, UP_BYTES))
    host.sends(line, Sealer(keys.to_table).seal(FrameFiller(UP_BYTES).next()))
    host.host.left(line)
    return next(([word % WORDS for word in each.words] for each in host.heard if isinstance(each, PhoneKnocked)), None)


def _shown(keys: PhoneKeys | None) -> list[int]:
    """Return the numbers of the two words that are shown."""
    return [] if keys is None else [word % WORDS for word in keys.words]
