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
from table.session.lobby.library import ListsRead, OffersOf, SideOf, Want, answer

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
        tell: Callable[[ListsRead], None],
        patience_s: float = ANSWER_S,
        at_hand_s: float = AT_HAND_S,
    ) -> None:
        """`tell` gets the answers that `ask` does not return, on other threads."""
        self._shelf = shelf
        self._tell = tell
        self._patience_s = patience_s
        self._at_hand_s = at_hand_s
        self._hung: list[tuple[str, threading.Thread]] = []
        """The sticks that did not answer in time, each with the thread that asks it."""

    def ask(self, want: Want) -> Any | None:
        """Return the first answer if it comes within `at_hand_s`; any other comes through `tell`. Any thread."""
        first = _First(self._tell)
        threading.Thread(target=self._gather, args=(want, first.tell), name="lists", daemon=True).start()
        return first.within(self._at_hand_s)

    def _gather(self, want: Want, tell: Callable[[ListsRead], None]) -> None:
        """Tell what is there as soon as the table's own part has answered, and again with each further answer."""
        ended: queue.SimpleQueue[_Errand] = queue.SimpleQueue()
        try:
            waiting = [self._sent(part, want, ended) for part in self._parts(want)]
        except Exception as error:  # the lobby must get an answer, whatever fails
            log.exception("the lists cannot be looked for")
            tell(ListsRead(want, _wrong(want, "", reader_failed(error))))
            return
        until_s = time.monotonic() + self._patience_s
        found: list[_Errand] = []
        while waiting:
            at_home = any(not errand.part.name for errand in waiting)
            try:
                errand = ended.get(timeout=None if at_home else max(until_s - time.monotonic(), 0.0))
            except queue.Empty:
                self._hung.extend((errand.part.name, errand.thread) for errand in waiting)
                log.warning("no answer from %s", ", ".join(errand.part.name for errand in waiting))
                found += waiting
                waiting = []
            else:
                waiting.remove(errand)
                found.insert(len(found) if errand.part.name else 0, errand)
            if all(errand.part.name for errand in waiting):
                tell(ListsRead(want, _together(want, found)))

    def _parts(self, want: Want) -> tuple[Part, ...]:
        parts = parts_of(self._shelf, want.system)
        return (holding(parts, want.offer),) if isinstance(want, SideOf) else parts

    def _sent(self, part: Part, want: Want, ended: "queue.SimpleQueue[_Errand]") -> "_Errand":
        errand = _Errand(part, want, ended)
        if any(name == part.name and thread.is_alive() for name, thread in tuple(self._hung)):
            ended.put(errand)
        else:
            errand.thread.start()
        return errand


class _First:
    """This hands the first answer to the thread that waits for it. All others, and a late one, go to `otherwise`."""

    def __init__(self, otherwise: Callable[[ListsRead], None]) -> None:
        self._otherwise = otherwise
        self._lock = threading.Lock()
        self._come = threading.Event()
        self._over = False
        self._found: Any | None = None

    def tell(self, read: ListsRead) -> None:
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


class _Errand:
    """A part of the shelf is read by this. Until it has ended, or if it never began, it is silent."""

    def __init__(self, part: Part, want: Want, ended: "queue.SimpleQueue[_Errand]") -> None:
        self.part, self._want, self._ended = part, want, ended
        self.found: Any = _wrong(want, part.name, text("lobby.stick_silent"))
        self.thread = threading.Thread(target=self._read, name=f"lists {part.name}".strip(), daemon=True)

    def _read(self) -> None:
        try:
            self.found = answer(self.part.shelf, self._want)
        except Exception as error:  # the lobby must get an answer, whatever fails
            log.exception("the lists %s cannot be read", self.part.name)
            self.found = _wrong(self._want, self.part.name, reader_failed(error))
        self._ended.put(self)


def _together(want: Want, errands: list[_Errand]) -> Any:
    if isinstance(want, SideOf):
        return errands[0].found
    return tuple(offer for errand in errands for offer in errand.found)


def _wrong(want: Want, name: str, why: Text) -> tuple[Offer, ...] | tuple[Refusal, ...]:
    """Return the answer that says only why there is none."""
    if isinstance(want, OffersOf):
        named = text("lobby.file", file=name) if name else text(f"system.{want.system}")
        return (Offer(f"silent:{name}", named, wrong=(why,)),)
    return (Refusal("TB-15", why),)
