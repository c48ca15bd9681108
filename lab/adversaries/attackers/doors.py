"""A hall at the socket of a table's requests: it asks as often and as oddly as it can."""

import json
import random
from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from lab.adversaries.attackers.search import AttackedWorld, BrokenPromiseError
from table.devices.hall_socket import HallDesk
from table.session.ports import HallCallsJudge, HallMessage, HallSetsClock
from table.view.hall_asks import MOST_S, TableTook
from table.view.published import RoundTime

FEW, FEW_PER_S = 4, 0.5
"""The documented limits of requests: in one burst, and per second after that."""
JUDGE_S = 60.0
MOST_ROUND = 999
REMEMBERED = 32
"""The requests after which one may count again. A table remembers 64."""
KEYS = tuple(f"key {number}" for number in range(4))
FIELDS: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {
        "v": (*[1] * 20, 0, 2, "1", None, 1.0, True),
        "kind": (*["judge"] * 8, *["round_clock"] * 8, "seat", "card", "answer", "", None, 3),
        "clock": (
            *[None] * 6, *[{"round": 1, "left_s": 90, "runs": True}] * 6,
            {"round": 1, "left_s": 90, "runs": True, "say": "x"},
            {"round": 10**9, "left_s": 0, "runs": False}, {"round": 1, "left_s": -(10**30), "runs": True},
            {"round": 1, "left_s": 1.5, "runs": True}, {"round": "<b>", "left_s": 1, "runs": True}, "now", [1, 2, 3],
        ),
        "more": ("card", {"seat": "blue"}),
    }
)  # fmt: skip


class AskedTable(AttackedWorld):
    """A table's desk for its hall."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._sent: list[tuple[float, HallMessage]] = []
        self._done: list[str] = []
        self._desk = HallDesk(self._takes, lambda: self.now_s)
        self._line = b""
        self._last = (False, False, "")

    @property
    def position(self) -> Hashable:
        return (*self._last, len(self._sent) // 4)

    def _takes(self, message: HallMessage) -> None:
        """Check what reaches the session. Raises BrokenPromiseError."""
        match message:
            case HallCallsJudge():
                called = [at_s for at_s, each in self._sent if isinstance(each, HallCallsJudge)]
                if called and self.now_s - called[-1] < JUDGE_S:
                    raise BrokenPromiseError("a hall called two judges within a minute")
            case HallSetsClock(clock) if clock is None or _is_time(clock):
                pass
            case _:
                raise BrokenPromiseError(f"a hall reached the session with {message}")
        key = json.loads(self._line)["key"]
        if key in self._done[-REMEMBERED:]:
            raise BrokenPromiseError("one request was carried out twice")
        self._sent.append((self.now_s, message))
        self._done.append(key)
        first_s = self._sent[max(0, len(self._sent) - 40)][0]
        if len(self._sent[-40:]) > FEW + 1 + FEW_PER_S * (self.now_s - first_s):
            raise BrokenPromiseError("a hall fills the session's inbox")

    def asks(self, rng: random.Random) -> None:
        """Send a request with any fields."""
        key = rng.choice((*KEYS, f"key {rng.getrandbits(32)}"))
        asked: dict[str, Any] = {"key": key}
        for name, values in FIELDS.items():
            if name != "more" or rng.random() < 0.1:
                asked[name] = rng.choice(values)
        if rng.random() < 0.05:
            asked.pop(rng.choice(sorted(asked)))
        self._sends(json.dumps(asked).encode())

    def sends_nonsense(self, rng: random.Random) -> None:
        """Send bytes that are no request, or the damaged bytes of one."""
        key = rng.choice(KEYS)
        line = bytearray(json.dumps({"v": 1, "key": key, "kind": "round_clock", "clock": None}).encode())
        line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
        self._sends(bytes(line) if rng.random() < 0.7 else rng.randbytes(rng.randrange(80)))

    def _sends(self, line: bytes) -> None:
        before, self._line = len(self._sent), line
        try:
            took = self._desk.answered(line)
        except BrokenPromiseError:
            raise
        except Exception as error:
            raise BrokenPromiseError(f"the table's desk fails: {type(error).__name__}: {error}") from error
        done = len(self._sent) > before
        if done and not took:
            raise BrokenPromiseError("something was done that was not answered")
        if took and not _is_answer(took):
            raise BrokenPromiseError(f"the table answered more than its key: {took!r}")
        self._last = (done, bool(took), type(self._sent[-1][1]).__name__ if done else "")

    def time_passes(self, rng: random.Random) -> None:
        self.now_s += rng.choice((0.01, 0.5, 2.0, 20.0, 61.0))


def _is_time(clock: RoundTime) -> bool:
    """True for three numbers in their limits."""
    kinds = (type(clock.round), type(clock.left_s), type(clock.runs))
    return kinds == (int, int, bool) and 1 <= clock.round <= MOST_ROUND and abs(clock.left_s) <= MOST_S


def _is_answer(took: bytes) -> bool:
    """True if an answer has a key and a yes or no, and nothing of a match."""
    try:
        msgspec.json.decode(took, type=TableTook)
    except msgspec.MsgspecError:
        return False
    return sorted(json.loads(took)) == ["key", "taken"]


NAMES = ("asks", "asks", "asks", "sends_nonsense", "time_passes")
