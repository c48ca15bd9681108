"""The enrolment of cards: the next card of a deck, the tag that is laid for it, and how an interrupted run resumes."""

import contextlib
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from hal.events import ReaderBack, ReaderEvent, ReaderGone, Tag, TagLifted, TagPlaced, TagUnclear
from hal.readers import Readers
from hal.readers.errors import ReaderError, TagError
from hal.readers.record import write_record
from hal.readers.type2 import SAK
from table.devices.tags.card_book import CardBook, random_uid
from table.records.disk import DISK
from table.records.folder import CARD_BOOK, ENROLLING, read_state
from table.rules.cards import KnownCard
from table.rules.text import Text, text
from table.words.faults import fault_words


class RefusedTag(Struct, frozen=True):
    """The refusal of a tag. Another tag can be laid."""

    why: Text


class EnrolmentProgress:
    """The cards enrolled by each run so far, by the run's name: UIDs in the order of its cards."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def done(self, run: str) -> tuple[bytes, ...]:
        try:
            return tuple(bytes.fromhex(uid) for uid in self._read().get(run, ()))
        except ValueError:
            return ()

    def note(self, run: str, uids: Sequence[bytes]) -> None:
        """Note the UIDs of a run. An empty sequence forgets the run."""
        runs = self._read()
        runs[run] = [uid.hex() for uid in uids]
        DISK.replace(self._path, msgspec.json.encode({name: uids for name, uids in runs.items() if uids}))

    def _read(self) -> dict[str, list[str]]:
        try:
            return read_state(self._path, dict[str, list[str]])
        except (OSError, ValueError):
            return {}  # only a convenience: the enrolled cards are in the book


class Enrolment:
    """A run through `cards`, in the order that the command gives.

    Every tag is on disk before the next one is requested.
    """

    def __init__(self, run: str, cards: Sequence[KnownCard], book: CardBook, folder: Path) -> None:
        self._run = run
        self._cards = tuple(cards)
        self._progress = EnrolmentProgress(folder / ENROLLING)
        self._path = folder / CARD_BOOK
        self.book = book
        known = self._progress.done(run)[: len(self._cards)]
        in_book = dict(book)
        count = 0
        while count < len(known) and in_book.get(known[count]) == self._cards[count]:
            count += 1
        self._uids = list(known[:count])

    @property
    def done(self) -> int:
        return len(self._uids)

    @property
    def total(self) -> int:
        return len(self._cards)

    @property
    def next_card(self) -> KnownCard | None:
        return self._cards[self.done] if self.done < self.total else None

    def learn(self, tag: Tag, say: Callable[[KnownCard], Text | str], *, overwrite: bool = False) -> RefusedTag | None:
        """Enrol the tag as the next card. Return None, or its refusal.

        `say` names a card; `overwrite` is as in `refusal`.
        """
        if (card := self.next_card) is None:
            raise ValueError("every card of this run is enrolled")
        if (refused := refusal(tag, self.book, say, overwrite=overwrite)) is not None:
            return refused
        self.book = self.book.with_card(tag.uid, card)
        self.book.save(self._path)
        self._uids.append(tag.uid)
        self._progress.note(self._run, self._uids if self.next_card is not None else ())
        return None


def refusal(
    tag: Tag, book: CardBook, say: Callable[[KnownCard], Text | str], *, overwrite: bool = False
) -> RefusedTag | None:
    """Return why this tag cannot become another card, or None. `overwrite`: a record may be replaced."""
    if random_uid(tag.uid):
        return RefusedTag(text("cards.random"))
    if (known := book(tag)) is not None and tag.uid in book:
        return RefusedTag(text("cards.known", card=say(known)))
    if overwrite:
        return None
    if known is not None:
        return RefusedTag(text("cards.known_by_record", card=say(known)))
    if (original := book.copied_from(tag)) is not None:
        return RefusedTag(text("cards.copy", uid=original.hex()))
    if tag.record is not None and book.signer is not None:
        return RefusedTag(text("cards.strange_record"))
    return None


class CardDesk:
    """The place where cards are laid for enrolment: the readers of all buses, and waiting. One thread."""

    def __init__(self, buses: Sequence[Readers], now_s: Callable[[], float], wait: Callable[[float], None]) -> None:
        self._buses = tuple(buses)
        self._now_s = now_s
        self._wait = wait
        self.reader = ""
        """The reader of the tag that was returned last."""
        self._waiting: deque[TagPlaced] = deque()
        """The queued tags that were laid early."""

    def next_tag(self, report: Callable[[Text], None]) -> Tag:
        """Return the tag that is laid next, on any reader. Faults and unclear tags on the way are shown."""
        while True:
            if self._waiting:
                event = self._waiting.popleft()
                self.reader = event.reader
                return event.tag.unseal()
            for happened in self._poll():
                match happened:
                    case TagUnclear():
                        report(text(f"cards.{happened.why}", detail=happened.detail))
                    case ReaderGone():
                        fault = happened.fault
                        report(fault_words(fault.code, fault.part, fault.detail))
                    case TagPlaced() | TagLifted() | ReaderBack():
                        pass

    def lifted(self) -> None:
        """Wait until the tag is removed, so that it is not taken for the next one.

        Tags that are laid meanwhile are queued.
        """
        here = self.reader
        while not any(isinstance(event, TagLifted | ReaderGone) and event.reader == here for event in self._poll()):
            pass

    def write(self, tag: Tag, record: bytes) -> RefusedTag | None:
        """Write the record to the tag on the reader, and read it back. Return None, or the refusal."""
        reader = next(readers.reader(self.reader) for readers in self._buses if self.reader in readers)
        try:
            transport, sak = reader.select(tag.uid)
            if sak != SAK:
                return RefusedTag(text("cards.write.kind"))
            write_record(transport, record)
        except TagError as error:
            return RefusedTag(text(f"cards.write.{error.reason}"))
        except ReaderError:
            return RefusedTag(text("cards.write.lifted"))
        finally:
            with contextlib.suppress(OSError):
                reader.release()
        return None

    def _poll(self) -> tuple[ReaderEvent, ...]:
        self._wait(min(readers.poll_interval_s for readers in self._buses))
        events = tuple(event for readers in self._buses for event in readers.poll(self._now_s()))
        for event in events:
            if isinstance(event, TagPlaced):
                self._waiting.append(event)
            elif isinstance(event, TagLifted | ReaderGone):
                self._waiting = deque(placed for placed in self._waiting if placed.reader != event.reader)
        return events
