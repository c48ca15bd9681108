"""A library that reads on threads of its own, so that a stick that hangs keeps nothing away but its own lists."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from table.games.files.offers import Offer, Part, Shelf, holding, parts_of
from table.games.files.reader_failure import reader_failed
from table.rules.refusal import Refusal
from table.rules.text import Text, text
from table.session.lobby.list_library import ListRequest, ListsRead, OffersOf, SideOf, answer

log = logging.getLogger(__name__)

ANSWER_S: Final = 5.0
"""The seconds in which a stick must answer. Then it is named as silent, and not asked while its thread hangs."""


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
        self._at_hand_s = at_hand_s
        self._hung: list[tuple[str, threading.Thread]] = []
        """The sticks that did not answer in time, each with the thread that asks it."""

    def ask(self, request: ListRequest) -> Any | None:
        """Return the first answer if it comes within `at_hand_s`; any other comes through `answer`. Any thread."""
        first = _First(self._answer)
        threading.Thread(target=self._gather, args=(request, first.answer), name="lists", daemon=True).start()
        return first.within(self._at_hand_s)

    def _gather(self, request: ListRequest, answer: Callable[[ListsRead], None]) -> None:
        """Tell what is there as soon as the table's own part has answered, and again with each further answer."""
        ended: queue.SimpleQueue[_PartReading] = queue.SimpleQueue()
        try:
            waiting = [self._sent(part, request, ended) for part in self._parts(request)]
        except Exception as error:  # the lobby must get an answer, whatever fails
            log.exception("the lists cannot be looked for")
            answer(ListsRead(request, _wrong(request, "", reader_failed(error))))
            return
        until_s = time.monotonic() + self._patience_s
        found: list[_PartReading] = []
        while waiting:
            at_home = any(not reading.part.name for reading in waiting)
            try:
                reading = ended.get(timeout=None if at_home else max(until_s - time.monotonic(), 0.0))
            except queue.Empty:
                self._hung.extend((reading.part.name, reading.thread) for reading in waiting)
                log.warning("no answer from %s", ", ".join(reading.part.name for reading in waiting))
                found += waiting
                waiting = []
            else:
                waiting.remove(reading)
                found.insert(len(found) if reading.part.name else 0, reading)
            if all(reading.part.name for reading in waiting):
                answer(ListsRead(request, _together(request, found)))

    def _parts(self, request: ListRequest) -> tuple[Part, ...]:
        parts = parts_of(self._shelf, request.system)
        return (holding(parts, request.offer),) if isinstance(request, SideOf) else parts

    def _sent(self, part: Part, request: ListRequest, ended: "queue.SimpleQueue[_PartReading]") -> "_PartReading":
        reading = _PartReading(part, request, ended)
        if any(name == part.name and thread.is_alive() for name, thread in tuple(self._hung)):
            ended.put(reading)
        else:
            reading.thread.start()
        return reading


class _First:
    """This hands the first answer to the thread that waits for it. All others, and a late one, go to `otherwise`."""

    def __init__(self, otherwise: Callable[[ListsRead], None]) -> None:
        self._otherwise = otherwise
        self._lock = threading.Lock()
        self._come = threading.Event()
        self._over = False
        self._found: Any | None = None

    def answer(self, read: ListsRead) -> None:
        """Take an answer. The gathering thread."""
        with self._lock:
            late, self._over = self._over, True
            if not late:
                self._found = read.found
                self._come.set()
        if late:
            self._otherwise(read)

    def within(self, seconds: float) -> Any | None:
        """Wait so long for the first answer, and return it or None. The asking thread, once."""
        self._come.wait(seconds)
        with self._lock:
            self._over = True
            return self._found


class _PartReading:
    """The reading of one part of the shelf. Until it has ended, or if it never began, its part is silent."""

    def __init__(self, part: Part, request: ListRequest, ended: "queue.SimpleQueue[_PartReading]") -> None:
        self.part, self._request, self._ended = part, request, ended
        self.found: Any = _wrong(request, part.name, text("lobby.stick_silent"))
        self.thread = threading.Thread(target=self._read, name=f"lists {part.name}".strip(), daemon=True)

    def _read(self) -> None:
        try:
            self.found = answer(self.part.shelf, self._request)
        except Exception as error:  # the lobby must get an answer, whatever fails
            log.exception("the lists %s cannot be read", self.part.name)
            self.found = _wrong(self._request, self.part.name, reader_failed(error))
        self._ended.put(self)


def _together(request: ListRequest, readings: list[_PartReading]) -> Any:
    if isinstance(request, SideOf):
        return readings[0].found
    return tuple(offer for reading in readings for offer in reading.found)


def _wrong(request: ListRequest, name: str, why: Text) -> tuple[Offer, ...] | tuple[Refusal, ...]:
    """Return the answer that says only why there is none."""
    if isinstance(request, OffersOf):
        named = text("lobby.file", file=name) if name else text(f"system.{request.system}")
        return (Offer(f"silent:{name}", named, wrong=(why,)),)
    return (Refusal("TB-15", why),)
