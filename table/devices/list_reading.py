"""A library that reads on its own threads, so that a stick that hangs or slow files delay nothing else."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, wait
from typing import Any, Final

from table.games.files.offers import Offer, Part, Shelf, holding, parts_of
from table.games.files.reader_failure import reader_failed
from table.rules.refusal import Refusal
from table.rules.text import Text, text
from table.session.lobby.list_library import ListRequest, ListsRead, OffersOf, SideOf, answer

log = logging.getLogger(__name__)

ANSWER_S: Final = 5.0
"""The seconds in which a part must answer. Then it is named as silent, and not asked while its thread hangs."""
AT_HAND_S: Final = 0.5
"""The seconds within which an answer is at hand: the session waits for it no longer."""


class ListReading:
    """Reads each part of a shelf on a thread of its own. All threads are daemons; none has to be stopped."""

    def __init__(
        self,
        shelf: Shelf,
        answer: Callable[[ListsRead], None],
        patience_s: float = ANSWER_S,
        at_hand_s: float = AT_HAND_S,
    ) -> None:
        """`answer` gets the answers that `ask` does not return, on other threads."""
        self._shelf = shelf
        self._answer = answer
        self._patience_s = patience_s
        self._at_hand_s, self._at_home_s = at_hand_s, min(at_hand_s, patience_s)
        self._hung: list[tuple[str, threading.Thread]] = []
        """The parts that did not answer in time, by the beginning of their ids, each with the thread that asks it."""

    def ask(self, request: ListRequest) -> Any | None:
        """Return the first answer if it comes within `at_hand_s`; any other comes through `answer`. Any thread."""
        first: Future[Any] = Future()

        def come(read: ListsRead) -> None:
            try:
                first.set_result(read.found)
            except InvalidStateError:  # it came too late, or is not the first
                self._answer(read)

        threading.Thread(target=self._gather, args=(request, come), name="lists", daemon=True).start()
        wait((first,), self._at_hand_s)
        return None if first.cancel() else first.result()

    def _gather(self, request: ListRequest, answer: Callable[[ListsRead], None]) -> None:
        """Answer with the local lists that are read quickly, and again with each further part.

        A slow local part is still awaited, and its lists are sent as soon as they are read.
        """
        ended: queue.SimpleQueue[_PartReading] = queue.SimpleQueue()
        try:
            waiting = [self._sent(part, request, ended) for part in self._parts(request)]
        except Exception as error:  # the lobby must get an answer, whatever fails
            log.exception("the lists cannot be looked for")
            answer(ListsRead(request, _wrong(request, "", reader_failed(error))))
            return
        parts, now_s, answered = tuple(waiting), time.monotonic(), (0, 0)
        # Nobody but the seat that chose a list at home waits for it.
        limits = [] if _of_home(request, parts[0].part) else [now_s + self._at_home_s, now_s + self._patience_s]
        while waiting:
            try:
                waiting.remove(ended.get(timeout=max(limits[0] - time.monotonic(), 0.0) if limits else None))
            except queue.Empty:
                del limits[0]
                if not limits:
                    self._hung.extend((reading.part.prefix, reading.thread) for reading in waiting)
                    log.warning("no answer from %s", ", ".join(reading.part.name or "home" for reading in waiting))
            at_home = any(not reading.part.name for reading in waiting)
            there = [reading for reading in parts if reading not in waiting or not limits]
            news = len(waiting), len(there)
            if there and news != answered and not (at_home and len(limits) == 2):
                answered = news
                answer(ListsRead(request, _together(request, there)))
            if not limits and not at_home:
                return

    def _parts(self, request: ListRequest) -> tuple[Part, ...]:
        parts = parts_of(self._shelf, request.system)
        return (holding(parts, request.offer),) if isinstance(request, SideOf) else parts

    def _sent(self, part: Part, request: ListRequest, ended: "queue.SimpleQueue[_PartReading]") -> "_PartReading":
        reading = _PartReading(part, request, ended)
        hangs = any(prefix == part.prefix and thread.is_alive() for prefix, thread in tuple(self._hung))
        if hangs and not _of_home(request, part):
            ended.put(reading)
        else:
            reading.thread.start()
        return reading


class _PartReading:
    """The reading of one part of the shelf. Until it has ended, or if it never began, its part is silent."""

    def __init__(self, part: Part, request: ListRequest, ended: "queue.SimpleQueue[_PartReading]") -> None:
        self.part, self._request, self._ended = part, request, ended
        self.found: Any = _wrong(request, part.name, text("lobby.stick_silent" if part.name else "lobby.files_slow"))
        self.thread = threading.Thread(target=self._read, name=f"lists {part.name}".strip(), daemon=True)

    def _read(self) -> None:
        try:
            self.found = answer(self.part.shelf, self._request)
        except Exception as error:  # the lobby must get an answer, whatever fails
            log.exception("the lists %s cannot be read", self.part.name)
            self.found = _wrong(self._request, self.part.name, reader_failed(error))
        self._ended.put(self)


def _of_home(request: ListRequest, part: Part) -> bool:
    """True for one list at home."""
    return isinstance(request, SideOf) and not part.name


def _together(request: ListRequest, readings: list[_PartReading]) -> Any:
    if isinstance(request, SideOf):
        return readings[0].found
    return tuple(offer for reading in readings for offer in reading.found)


def _wrong(request: ListRequest, name: str, why: Text) -> tuple[Offer, ...] | tuple[Refusal, ...]:
    """Return an answer that contains only the reason for a failure."""
    if isinstance(request, OffersOf):
        named = text("lobby.file", file=name) if name else text(f"system.{request.system}")
        return (Offer(f"silent:{name}", named, wrong=(why,)),)
    return (Refusal("TB-15", why),)
