"""The hall's log against the events of all tables, after any mixture of faults, in virtual time over a lossy network.

All parts but the network are the product's: outboxes on disk, their messages and timing, the hall and its log. Messages
are lost, doubled, delayed and reordered; power is cut in the middle of a line; the hall, the broker and the network
fail and return; the tables' clocks differ from the hall's by hours.
"""

import random
import secrets
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from lab.campaigns.hall.hall_stage import Compared, compared
from lab.campaigns.hall.power_cut import cut_power
from lab.campaigns.hall.simulated import ForgetfulTable, SimulatedTable
from table.network.broker import BrokerAccess
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.hall_log import FILE, HallLog, lines_of
from table.network.hall.wire.messages import VERSION, Acknowledgement, TableOnline
from table.records.verify.file import links_of
from table.view.hall import MatchProof

STEP_S = 0.25
NOWHERE = BrokerAccess("nowhere", 1, "", "")
FAR_S = 12 * 3600.0
"""The maximum difference between a table's clock and the hall's."""
LAST_STEPS = 4000
"""Everything must be delivered within this many steps without a fault."""


class Odds(NamedTuple):
    """The probabilities of faults, for a message or for a step."""

    lost: float = 0.1
    double: float = 0.1
    late: float = 0.3
    table_cut: float = 0.02
    hall_dies: float = 0.02
    broker_dies: float = 0.02
    network_cut: float = 0.02


class _Under(NamedTuple):
    """A message on its way."""

    at_s: float
    table: str
    payload: bytes
    to_hall: bool


class VirtualHall:
    """A hall and its tables in virtual time."""

    def __init__(self, folder: Path, tables: int, seed: int, odds: Odds, *, trusts_broker: bool = False) -> None:
        """`trusts_broker` makes the outboxes take sent events for delivered, as the control."""
        self._trusts_broker = trusts_broker
        self.now_s, self.folder, self._odds = 0.0, folder, odds
        self._chance = random.Random(seed)
        self._way: list[_Under] = []
        self._cut_until_s: dict[str, float] = {}
        kind = ForgetfulTable if trusts_broker else SimulatedTable
        names = [f"table-{number}" for number in range(1, tables + 1)]
        self._ahead_s = {name: self._any_hour() for name in names}
        self.tables = {name: kind(name, NOWHERE, folder / "outboxes", partial(self._at, name)) for name in names}
        for table in self.tables.values():
            table.opens()
        self._log = HallLog(folder)
        self._hall_begins()

    def plays(self, steps: int) -> None:
        """Let tables play, with faults."""
        for _ in range(steps):
            for table in self.tables.values():
                self._something(table)
            self._faults()
            self.step()

    def quiet(self, patience: int = LAST_STEPS) -> bool:
        """Stop play and faults until all is delivered. Return False if that never happens."""
        self._odds = Odds(0, 0, 0, 0, 0, 0, 0)
        self._cut_until_s.clear()
        for _ in range(patience):
            if all(table.delivered for table in self.tables.values()) and not self._way:
                return True
            self.step()
        return False

    def outage(self, seconds: float, each_s: float = 2.0) -> None:
        """Disconnect all tables for this time, while they play."""
        until_s = self.now_s + seconds
        for name in self.tables:
            self._cut_until_s[name] = until_s
        while self.now_s < until_s:
            for table in self.tables.values():
                table.plays()
            self.now_s += each_s

    def compared(self) -> Compared:
        return compared(lines_of(self.folder), self.tables.values())

    def unproved(self) -> int:
        """Count finished matches whose file the hall lacks."""
        proofs = {(each.table, each.match): each for each in self.hall.matches.over}
        wrong = 0
        for table in self.tables.values():
            for match in table.finished:
                found = proofs.get((table.name, match.match))
                wrong += found is None or (found.proof, found.head) != (MatchProof.CHAIN, match.chain)
        return wrong

    def step(self) -> None:
        """Advance time by a step, and deliver the messages that are due."""
        self.now_s += STEP_S
        for table in self.tables.values():
            sender = table.outbox.sender
            cut = self._cut_until_s.get(table.name, 0.0) > self.now_s
            sender.hall("" if cut else self._run, self._at(table.name))
            for each in sender.due(self._at(table.name)):
                self._sends(table.name, each.line, to_hall=True)
                if self._trusts_broker:
                    table.store.acknowledge(each.seq)
        came = [each for each in self._way if each.at_s <= self.now_s]
        self._way = [each for each in self._way if each.at_s > self.now_s]
        self._arrive_at_hall([each for each in came if each.to_hall])
        for message in came:
            if not message.to_hall:
                ack = msgspec.json.decode(message.payload, type=Acknowledgement)
                self.tables[message.table].outbox.sender.acknowledged(ack, self._at(message.table))

    def _at(self, table: str) -> float:
        """Return the time of a table's own clock."""
        return self.now_s + self._ahead_s[table]

    def _any_hour(self) -> float:
        return self._chance.uniform(-FAR_S, FAR_S)

    def _arrive_at_hall(self, came: Sequence[_Under]) -> None:
        lines, acks = list[bytes](), dict[tuple[str, str], Acknowledgement]()
        for name in {each.table for each in came}:
            state = msgspec.json.encode(self.tables[name].outbox.listeners.state())
            self.hall.state(name, state, self.now_s, 0, kept=False)
        for each in came:
            taken = self.hall.event(each.table, each.payload, self.now_s)
            ack = taken.ack
            if taken.ask is not None:
                ack = Acknowledgement(VERSION, taken.ask.epoch, taken.ask.after, again=True)
            if ack is not None:
                acks[each.table, ack.epoch] = ack
            lines += [taken.line] if taken.line else []
        if lines:
            self._log.add(lines)
        for (table_name, _), ack in acks.items():
            self._sends(table_name, msgspec.json.encode(ack), to_hall=False)

    def _sends(self, table: str, payload: bytes, *, to_hall: bool) -> None:
        if self._cut_until_s.get(table, 0.0) > self.now_s:
            return
        for _ in range(1 + (self._chance.random() < self._odds.double)):
            if self._chance.random() >= self._odds.lost:
                late_s = self._chance.expovariate(0.3) if self._chance.random() < self._odds.late else 0.0
                self._way.append(_Under(self.now_s + STEP_S + late_s, table, payload, to_hall))
        if self._odds.late:
            self._chance.shuffle(self._way)

    def _something(self, table: SimulatedTable) -> None:
        chance = self._chance.random()
        if chance < 0.3:
            table.plays(f"{table.name}: {self._chance.random()}")
        elif chance < 0.33:
            table.has_fault(self._chance.choice(("", "reader.missing", "hopper.given_up")))
        elif chance < 0.35 and table.played[-1].count:
            table.ends()
            table.opens()

    def _faults(self) -> None:
        chance, odds = self._chance, self._odds
        for table in self.tables.values():
            if chance.random() < odds.table_cut:
                self._cuts(table)
            if chance.random() < odds.network_cut:
                self._cut_until_s[table.name] = self.now_s + chance.expovariate(0.1)
        if chance.random() < odds.broker_dies:
            self._way.clear()
        if chance.random() < odds.hall_dies:
            self._way = [each for each in self._way if not each.to_hall]
            cut_power(self.folder / FILE, self._log.close, _torn(chance))
            self._log = HallLog(self.folder)
            self._hall_begins()

    def _cuts(self, table: SimulatedTable) -> None:
        """Cut a table's power while its outbox is written. Its clock is wrong afterwards."""
        table.dies(_torn(self._chance))
        self._ahead_s[table.name] = self._any_hour()
        table.begins()
        table.goes_on()

    def _hall_begins(self) -> None:
        self.hall, self._run = Hall(links_of), secrets.token_hex(4)
        for line in lines_of(self.folder):
            self.hall.remembers(line)
        for table in self.tables.values():
            online = TableOnline(VERSION, table.store.epoch, online=True)
            ack = self.hall.online(table.name, msgspec.json.encode(online), self.now_s, kept=True).ack
            if ack is not None:
                self._sends(table.name, msgspec.json.encode(ack), to_hall=False)


def _torn(chance: random.Random) -> bytes:
    """Return the beginning of a frame of a write-ahead log."""
    return chance.randbytes(chance.randrange(5000))


def runs(
    count: int, seed: int, folder: Path, tables: int = 4, steps: int = 150, *, trusts_broker: bool = False
) -> Iterator[VirtualHall]:
    """Yield this many halls, each after an evening with faults and a quiet end."""
    for number in range(count):
        hall = VirtualHall(folder / str(number), tables, seed + number, Odds(), trusts_broker=trusts_broker)
        hall.plays(steps)
        hall.quiet()
        yield hall
