"""Attacks at a table with phones, by somebody who has every role but blue's at once.

The attacker plays red, carries all frames of blue's phone as a web program that was taken over, sees the codes on the
screen, has the owner's and the judge's phones and terminal, starts the table again, and has any number of further
phones. Blue is honest: blue compares words, and plays by phone.
"""

import random
from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any

from lab.adversaries.attackers.evening.blue_player import BluePlayer
from lab.adversaries.attackers.evening.carried_phone import CarriedPhone
from lab.adversaries.attackers.evening.evening_table import EveningTable
from lab.adversaries.attackers.evening.further_phones import FurtherPhones, RedPlayer
from lab.adversaries.attackers.evening.scene import MOST_VIEWS, EveningRole, EveningScene
from lab.adversaries.attackers.evening.taken_over_web import TakenOverWeb
from lab.adversaries.attackers.evening.terminals import JudgesTerminal, OwnersTerminal
from lab.adversaries.attackers.search import AttackAct, BrokenPromiseError, acts_of
from table.rules.seats import BLUE
from table.view.published import AWAY_HELPER, HelperRole

BEGINNING = ("blue_asks_for_a_code", "blue_scans", "blue_compares", "red_joins", "owner_lets_in_phones")
ROLES: Mapping[str, type[EveningRole]] = MappingProxyType(
    {
        "blue": BluePlayer,
        "web": TakenOverWeb,
        "guest": FurtherPhones,
        "red": RedPlayer,
        "owner": OwnersTerminal,
        "judge": JudgesTerminal,
    }
)


class EveningAttack:
    """The attacker at such a table, and the honest blue player beside."""

    def __init__(self, make: Callable[[], EveningTable]) -> None:
        self.scene = EveningScene(make())
        self.table = self.scene.table
        self._roles = {name: role(self.scene) for name, role in ROLES.items()}
        for name in BEGINNING:
            self._perform(AttackAct(name, 0))

    def does(self, act: AttackAct) -> None:
        """Do an act of the attacker or of blue. Raises BrokenPromiseError."""
        if self.scene.lucky:
            return
        try:
            self._perform(act)
            self._settles()
        except BrokenPromiseError:
            raise
        except Exception as error:
            raise BrokenPromiseError(f"the table's program fails: {type(error).__name__}: {error}") from error

    def _perform(self, act: AttackAct) -> None:
        role, _, name = act.name.partition("_")
        perform: Callable[[random.Random], Any] = getattr(self._roles[role], name)
        perform(act.rng)

    def close(self) -> None:
        self.table.close()

    @property
    def position(self) -> Hashable:
        """Return the distinguishable state: the phones' places, locks, questions and the last refusals."""
        now = self.table.now
        states = tuple(None if phone is None else phone.state for phone in (desk.phone for desk in now.desks))
        states += tuple(None if way is None else way.state for way in map(self.table.session.helper, HelperRole))
        locks = tuple((desk.locked, desk.reader) for desk in now.desks)
        asked = frozenset(prompt.key for prompt in now.prompts)
        refused = tuple(sorted({_refusal(each) for guest in self.scene.guests for each in guest.phone.received[-3:]}))
        return (states, locks, asked, now.judged, refused, self.table.turned, bool(self.table.chosen))

    def _settles(self) -> None:
        """Let the session work, and check everything that the attacker received."""
        scene = self.scene
        self.table.session.tick(self.table.now_s)
        self.table.look()
        for guest in scene.guests:
            for message in guest.phone.received[guest.read :]:
                self.table.inspect(message, "what the attacker's phone received")
                if isinstance(guest.place, HelperRole) and any(card.encode() in message for card in self.table.hand):
                    raise BrokenPromiseError("a helper's phone received a card of blue's hand")
            guest.read = len(guest.phone.received)
            self._check_place(guest)
        scene.old = [*scene.old, self.table.now][-MOST_VIEWS:]

    def _check_place(self, guest: CarriedPhone) -> None:
        """Check the place that a phone of the attacker has. Raises BrokenPromiseError."""
        grant = None if guest.line is None else guest.line.grant
        if grant is None or not grant.accepted:
            return
        if grant.place is BLUE:
            raise BrokenPromiseError("a phone of the attacker has blue's seat")
        if isinstance(grant.place, HelperRole):
            now = self.table.now
            if grant.place not in now.helpers:
                raise BrokenPromiseError(f"the screen does not show the phone of the {grant.place}")
            if AWAY_HELPER[grant.place] not in {prompt.key for prompt in now.prompts}:
                raise BrokenPromiseError(f"no seat can disconnect the phone of the {grant.place}")


def _refusal(message: bytes) -> bytes:
    return message[:60] if message.startswith((b'{"refused"', b'{"state"')) else b""


ACTS = tuple(f"{role}_{name}" for role, kind in ROLES.items() for name in acts_of(kind))
OFTEN = (
    "web_repeats_all",
    "blue_takes_the_seat_back",
    "blue_asks_for_a_code",
    "guest_scans",
    "blue_plays",
    "blue_plays",
    "blue_plays",
    "red_plays",
    "red_plays",
    "judge_goes",
    "judge_goes",
    "guest_wishes",
)
"""Acts that are drawn more often, because the match needs them to continue."""
NAMES = (*ACTS, *OFTEN)
