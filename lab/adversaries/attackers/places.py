"""A few machines that take the connections of a web program, in any way that a client has, beside honest viewers."""

import math
import random
from collections import Counter
from collections.abc import Hashable

from lab.adversaries.attackers.search import AttackAct, AttackedWorld, BrokenPromiseError, acts_of
from table.network.web.connections import IDLE_S, LONG_S, SHORT, Connections

MOST = 60
"""The places. A web program has 200."""
HONEST = tuple(f"192.168.1.{number}" for number in range(10, 18))
MOST_OF_ONE = 3
"""The connections of an honest household: a page, its stream and a phone."""
MOST_PHONES = 12
"""The phones behind the router of a hall. They have one address, and mostly more connections than the attacker's."""
HOSTILE = ("10.0.0.1", "10.0.0.2", "::ffff:10.0.0.3", "fd00:0:0:1::1", "fd00:0:0:1::2", "fd00:0:0:2::1")
"""The addresses of the attacker's machines. Two of them are one household."""


class ClientLine:
    """A connection, as the event loop has it."""

    def __init__(self, address: str, hostile: bool) -> None:
        self.address, self.hostile = address, hostile
        self.open, self.unread, self.is_phone = True, 0, False
        self.busy = False
        self.since_s = math.inf
        """When it began to be answered."""

    def is_answered(self, now_s: float) -> None:
        if not self.busy:
            self.busy, self.since_s = True, now_s

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.open = False


class CrowdedProgram(AttackedWorld):
    """The connections of a web program, with the attacker's machines and honest viewers."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._connections = Connections(MOST, lambda: self.now_s)
        self._wires: list[ClientLine] = []

    def does(self, act: AttackAct) -> None:
        super().does(act)
        self._settle()

    def _settle(self) -> None:
        """Report the connections that are closed now."""
        for wire in [each for each in self._wires if not each.open]:
            self._wires.remove(wire)
            self._connections.closed(wire)

    @property
    def position(self) -> Hashable:
        of = Counter((each.hostile, each.busy, each.is_phone) for each in self._wires)
        return tuple(sorted((what, count // 8) for what, count in of.items()))

    # -- honest --------------------------------------------------------------------------------------------------------

    def viewer_comes(self, rng: random.Random) -> None:
        """Open a page from an honest address. It must find a place."""
        address = rng.choice(HONEST[1:])
        if sum(each.address == address for each in self._wires) < MOST_OF_ONE:
            self._honest(ClientLine(address, hostile=False))

    def _honest(self, wire: ClientLine) -> None:
        before = [each for each in self._wires if each.busy and not each.hostile]
        beside = sum(each.address == wire.address for each in self._wires)
        if not self._opens(wire):
            if beside < MOST_OF_ONE:
                raise BrokenPromiseError("an honest viewer found no place")
            return
        wire.is_answered(self.now_s)
        if any(not each.open for each in before):
            raise BrokenPromiseError("an honest viewer lost its place to another one")

    def phone_comes(self, rng: random.Random) -> None:
        """Open a phone's connection, which the table answers."""
        if sum(each.is_phone for each in self._wires) < MOST_PHONES:
            wire = ClientLine(HONEST[0], hostile=False)
            self._honest(wire)
            wire.is_phone = wire.busy
            if wire.is_phone:
                self._connections.is_phone(wire)

    def viewer_goes(self, rng: random.Random) -> None:
        mine = [each for each in self._wires if not each.hostile]
        if mine:
            rng.choice(mine).open = False

    # -- the attacker --------------------------------------------------------------------------------------------------

    def attacker_opens(self, rng: random.Random) -> None:
        """Open many connections from one machine, or from all."""
        addresses = rng.choice((HOSTILE, (rng.choice(HOSTILE),)))
        for _ in range(rng.choice((1, 5, MOST))):
            wire = ClientLine(rng.choice(addresses), hostile=True)
            if self._opens(wire) and rng.random() < 0.7:
                wire.is_answered(self.now_s)
        self._check_taken()

    def attacker_asks(self, rng: random.Random) -> None:
        """Have the attacker's connections answered: as streams, WebSockets, or never read."""
        for each in self._wires:
            if each.hostile and rng.random() < 0.5:
                each.is_answered(self.now_s)
                each.unread = rng.choice((0, 0, 100))

    def attacker_is_a_phone(self, rng: random.Random) -> None:
        """Send a frame of a phone. The table does not answer one without a secret, so it counts for nothing."""
        mine = [each for each in self._wires if each.hostile]
        if mine:
            self._connections.streams(rng.choice(mine))

    def time_passes(self, rng: random.Random) -> None:
        """Look after connections each second, as the program does."""
        for _ in range(rng.choice((1, int(LONG_S) + 2, int(IDLE_S) + 2))):
            self.now_s += 1.0
            before = [each for each in self._wires if each.is_phone]
            self._connections.look()
            if any(not each.open for each in before):
                raise BrokenPromiseError("a phone that the table had answered lost its place")
            self._settle()
        old = [each for each in self._wires if self.now_s - each.since_s > LONG_S + 1]
        if sum(each.busy and not each.is_phone for each in old) > MOST - SHORT:
            raise BrokenPromiseError("streams take the last places")

    def _opens(self, wire: ClientLine) -> bool:
        phones = [each for each in self._wires if each.is_phone]
        opened = self._connections.opened(wire, wire.address, wire)
        if any(not each.open for each in phones):
            raise BrokenPromiseError("a phone that the table had answered lost its place")
        if opened:
            self._wires.append(wire)
            self._connections.answered(wire, lambda: wire.busy)
        return opened

    def _check_taken(self) -> None:
        """Check that the attacker took no place of an honest viewer that has fewer than a machine of the attacker."""
        if any(not each.open and not each.hostile and each.busy for each in self._wires):
            raise BrokenPromiseError("an honest viewer lost its place to the attacker")


NAMES = acts_of(CrowdedProgram)
