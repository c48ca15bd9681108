"""Enrolment from the owner's phone: it names a list, and each tag that is then laid becomes the list's next card.

It uses the readers of the running table, so it is not possible during a match, when tags are played. It does not write
the record on a tag, because that needs exclusive use of the reader: `command-table cards write` does it.
"""

import time
from collections.abc import Callable

from msgspec import Struct

from hal.events import Tag
from table.devices.owner_desk.match_answers import NotToBeHadError
from table.devices.phones.wishes import AnsweredLine, SetupAct, SetupAnswer
from table.devices.tags.enrolment import Enrolment
from table.devices.tags.live_cards import LiveCards
from table.games.card_names import CardNames
from table.games.files.list_file import read_file
from table.games.files.list_format import Tone
from table.games.files.raw_list import ListError
from table.games.files.reader_failure import reading
from table.games.table_games import TableGames
from table.records.folder import LISTS
from table.rules.cards import KnownCard
from table.rules.match.judge import CARD as JUDGE
from table.rules.text import Text, text
from table.words import Words

IDLE_S = 180.0
"""The seconds without a tag after which enrolling ends."""
TAGS = "phone"
"""The prefix of the names of these runs. Runs from a terminal have other names."""


class EnrollingRun(Struct, frozen=True):
    """A run of one phone through the cards of a list."""

    guest: int
    language: str
    enrolment: Enrolment
    names: CardNames


class Enrolling:
    """Enrols cards from the owner's phone. All methods but `heard` belong to the desk's thread."""

    def __init__(
        self,
        games: TableGames,
        cards: Callable[[], LiveCards],
        playing: Callable[[], bool],
        there: Callable[[int], bool],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`playing` returns True during a match, `there` while this phone is accepted; both for any thread."""
        self._games, self._cards, self._playing, self._there, self._now_s = games, cards, playing, there, now_s
        self._run: EnrollingRun | None = None
        self._last_s = 0.0

    def decks(self, words: Words) -> SetupAnswer:
        """Return the lists with cards to enrol, and the judge's card."""
        stored = [entry for each in self._games.list_formats for entry in each.stored(self._games.folder / LISTS)]
        lines = [AnsweredLine(entry.name, deck=entry.id) for entry in stored if not entry.problems]
        lines.append(AnsweredLine(words.say(text(f"cards.kind.{JUDGE}")), deck=JUDGE))
        return SetupAnswer(SetupAct.DECKS, tuple(lines))

    def begin(
        self, guest: int, language: str, deck: str, words: Words, put: Callable[[int, str, Tag], None]
    ) -> SetupAnswer:
        """Begin to enrol the cards of a list, or stop if `deck` is empty. `put` takes each tag that is laid.

        Raises ListError or NotToBeHadError.
        """
        self.end()
        if not deck:
            return SetupAnswer(SetupAct.ENROL, (AnsweredLine(words.say(text("phone.enrol.ended")), Tone.GOOD),))
        if self._playing():
            raise NotToBeHadError(text("phone.enrol.playing"))
        wanted, cards = self._wanted(deck), self._cards()
        if not wanted:
            raise ListError(text("cards.nothing"))
        cards.folder.mkdir(parents=True, exist_ok=True)
        enrolment = Enrolment(f"{TAGS}/{deck}", wanted, cards.book, cards.folder)
        run = EnrollingRun(guest, language, enrolment, CardNames(self._games, words))
        self._run, self._last_s = run, self._now_s()

        def heard(tag: Tag) -> bool:
            """Take a tag on the session's thread."""
            if not self._goes_on(run):
                return False
            self._last_s = self._now_s()
            put(guest, language, tag)
            return True

        cards.listen(heard)
        going_on = (text("cards.resumed", done=enrolment.done, total=enrolment.total),) if enrolment.done else ()
        return self._asks(run, words, *going_on)

    def learn(self, tag: Tag, words: Words) -> SetupAnswer | None:
        """Enrol a tag as the next card, and return the answer. Raises OSError if it cannot be saved."""
        run = self._run
        if run is None or (card := run.enrolment.next_card) is None:
            return None
        if (refused := run.enrolment.learn(tag, run.names.named)) is not None:
            return self._asks(run, words, refused.why, tone=Tone.WRONG)
        self._cards().book = run.enrolment.book
        learned = text("cards.learned", card=run.names.named(card), uid=tag.uid.hex())
        return self._asks(run, words, learned, tone=Tone.GOOD)

    def end(self) -> None:
        """Stop enrolling. Enrolled cards stay."""
        self._run = None
        self._cards().listen(None)

    def _goes_on(self, run: EnrollingRun) -> bool:
        idle = self._now_s() - self._last_s > IDLE_S
        return run is self._run and not idle and not self._playing() and self._there(run.guest)

    def _asks(self, run: EnrollingRun, words: Words, *texts: Text, tone: Tone = Tone.PLAIN) -> SetupAnswer:
        """Return these sentences and the question for the next card. The run ends after the last card."""
        enrolment, lines = run.enrolment, [AnsweredLine(words.say(each), tone) for each in texts]
        if (card := enrolment.next_card) is None:
            self.end()
            asked = text("cards.all_enrolled", total=enrolment.total)
        else:
            named = run.names.named(card)
            asked = text("cards.ask", card=named, number=enrolment.done + 1, total=enrolment.total)
        lines.append(AnsweredLine(words.say(asked), Tone.GOOD if card is None else Tone.PLAIN))
        return SetupAnswer(SetupAct.ENROL, tuple(lines))

    def _wanted(self, deck: str) -> tuple[KnownCard, ...]:
        if deck == JUDGE:
            return (KnownCard(JUDGE, JUDGE),)
        folder = self._games.folder / LISTS
        for each in self._games.list_formats:
            for entry in each.stored(folder):
                if entry.id != deck:
                    continue
                with reading():
                    understood = each.understood(read_file(entry.path), entry.path.name, folder)
                if understood.unmatched:
                    raise ListError(*understood.unmatched)
                known = {card.id: card for card in self._games.cards}
                return tuple(known[each_id] for each_id in understood.cards if each_id in known)
        raise ListError(text("phone.enrol.no_list"))
