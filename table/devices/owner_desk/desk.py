"""The desk carries out the requests of the owner's phone, one after the other."""

import logging
import queue
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from hal.events import Tag
from table.devices.owner_desk.brought_lists import BroughtLists, lists_there
from table.devices.owner_desk.enrolling import Enrolling
from table.devices.owner_desk.match_answers import NotToBeHadError, all_matches, match_file, packed, verified
from table.devices.phones.wishes import AnsweredLine, SentFile, SetupAct, SetupAnswer, SetupWish
from table.devices.threads import Worker
from table.games.files.list_format import Tone
from table.games.files.raw_list import ListError
from table.games.table_games import TableGames
from table.rules.text import Text, text
from table.session.ports import FarOpening, ListsChanged
from table.words import Words, languages

log = logging.getLogger(__name__)

THREAD = "owner's phone"
MOST_WAITING = 64
"""The most queued wishes; a list in pieces takes several."""
LOOK_S = 0.25
"""The longest wait for a wish, before the thread checks whether it has to end."""
Given: TypeAlias = SetupAnswer | SentFile


class OwnerDesk:
    """Carries out requests of the owner's phone at a running table. Any thread may call `wants`."""

    def __init__(
        self,
        games: TableGames,
        language: str,
        examine: Callable[[Words], SetupAnswer],
        speak: Callable[[str], None],
        playing: Callable[[], bool],
        enrolling: Enrolling,
        send: Callable[[ListsChanged | FarOpening], None] = lambda _: None,
    ) -> None:
        """`language` is the table's own. `examine` returns the doctor's findings without touching a device.

        `speak` switches the screen to a language, and `playing` returns True during a match; both on any thread.
        `send` puts a message into the session's inbox: a list was stored, a match with another table is to begin.
        """
        self._games, self._language, self._examine = games, language, examine
        self._speak, self._playing = speak, playing
        self._enrolling, self._send = enrolling, send
        self._wishes: queue.SimpleQueue[tuple[int, str, SetupWish | Tag]] = queue.SimpleQueue()
        self._brought = BroughtLists()
        self._worker: Worker | None = None

    def wants(self, guest: int, language: str, wish: SetupWish | Tag) -> None:
        """Queue a wish, or a tag that was laid for enrolment, without waiting. If the queue is full, it is dropped."""
        if self._wishes.qsize() < MOST_WAITING:
            self._wishes.put((guest, language, wish))

    def open(self, give: Callable[[int, Given], None], failed: Callable[[str, BaseException], None]) -> None:
        """Make the thread. `give` gets the answers, `failed` the errors, both on that thread."""
        self._worker = Worker(THREAD, partial(self._step, give), failed)

    def start(self) -> None:
        if self._worker is not None:
            self._worker.start()

    def stop(self) -> None:
        """Let the thread end after its current wish. Does not wait."""
        if self._worker is not None:
            self._worker.stop()

    def _step(self, give: Callable[[int, Given], None]) -> None:
        try:
            guest, language, wish = self._wishes.get(timeout=LOOK_S)
        except queue.Empty:
            return
        given = self.learns(language, wish) if isinstance(wish, Tag) else self.does(guest, language, wish)
        if given is not None:
            give(guest, given)

    def learns(self, language: str, tag: Tag) -> Given | None:
        """Enrol a tag as the requested card, and return the answer."""
        words = self._words(language)
        try:
            return self._enrolling.learn(tag, words)
        except OSError as error:
            log.warning("a card could not be made known: %s", error)
            return _refused(SetupAct.ENROL, words, text("phone.setup.failed", why=error.strerror or str(error)))

    def does(self, guest: int, language: str, wish: SetupWish) -> Given | None:
        """Carry out a wish, and return its answer; None until a list is complete. It may take seconds."""
        words = self._words(language)
        try:
            return self._done(guest, language, wish, words)
        except ListError as error:
            return _refused(wish.act, words, *error.problems)
        except NotToBeHadError as error:
            return _refused(wish.act, words, error.why)
        except OSError as error:
            log.warning("the owner's phone asked for %s, and it failed: %s", wish.act, error)
            return _refused(wish.act, words, text("phone.setup.failed", why=error.strerror or str(error)))

    def _words(self, language: str) -> Words:
        return self._games.words(language if language in languages() else self._language)

    def _done(self, guest: int, language: str, wish: SetupWish, words: Words) -> Given | None:
        games = self._games
        match wish.act:
            case SetupAct.DOCTOR:
                return self._examine(words)
            case SetupAct.LANGUAGE:
                return self._spoken(wish.value, words)
            case SetupAct.LISTS:
                return lists_there(games, words)
            case SetupAct.READ:
                return self._brought.take(guest, wish.piece, games, words)
            case SetupAct.KEEP:
                kept = self._brought.keep(guest, wish.value, games, words)
                self._send(ListsChanged())
                return kept
            case SetupAct.MATCHES:
                return all_matches(games, words)
            case SetupAct.VERIFY:
                return verified(games, wish.value, words)
            case SetupAct.MATCH:
                return match_file(games, wish.value)
            case SetupAct.NAMELESS:
                return match_file(games, wish.value, names=False)
            case SetupAct.BACKUP:
                if self._playing():
                    raise NotToBeHadError(text("phone.setup.playing"))
                return packed(games.folder)
            case SetupAct.DECKS:
                return self._enrolling.decks(words)
            case SetupAct.ENROL:
                return self._enrolling.begin(guest, language, wish.value, words, self.wants)
            case SetupAct.FAR:
                return self._far(wish, words)

    def _spoken(self, language: str, words: Words) -> SetupAnswer:
        if language not in languages():
            return _refused(SetupAct.LANGUAGE, words, text("phone.setup.no_language"))
        self._speak(language)
        return SetupAnswer(SetupAct.LANGUAGE)

    def _far(self, wish: SetupWish, words: Words) -> SetupAnswer:
        """Return the lists for a match with another table, or let the session begin it. Raises NotToBeHadError."""
        there = lists_there(self._games, words, far=True)
        if not wish.value:
            return there
        if self._playing():
            raise NotToBeHadError(text("far.unfinished"))
        if wish.value not in (line.far for line in there.lines):
            raise NotToBeHadError(text("phone.enrol.no_list"))
        system, _, offer = wish.value.partition("/")
        self._send(FarOpening(system, offer, wish.code))
        return SetupAnswer(SetupAct.FAR)


def _refused(act: SetupAct, words: Words, *why: Text) -> SetupAnswer:
    return SetupAnswer(act, tuple(AnsweredLine(words.say(each), Tone.WRONG) for each in why), fine=False)
