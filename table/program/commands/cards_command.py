"""`command-table cards`: which tag is which card."""

import contextlib
import secrets
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from msgspec import Struct

from table.devices.configured.device_settings import real_readers
from table.devices.tags.card_book import CardBook, CardBookError
from table.devices.tags.signature import Signer, make_key
from table.games.card_names import CardNames
from table.program.commands.config_option import config_option, set_up_folder
from table.program.early_end import EndedEarly
from table.program.error_ends import ending_with, refuse
from table.records.folder import CARD_BOOK, CARD_KEY, EMULATED, LISTS
from table.rules.cards import CardKind, KnownCard
from table.rules.match.judge import CARD as JUDGE
from table.rules.text import Text, text
from table.words.terminal import print_line, stop_with

if TYPE_CHECKING:
    from table.devices.tags.enrolment import CardDesk, Enrolment

STRATEGY, REFERENCE = CardKind.STRATEGY, CardKind.REFERENCE
STOPS = (KeyboardInterrupt, EndedEarly)
"""The ends of a run: by a signal, or because the emulated hand has used all its tags."""

emulated_option = click.option(
    "--emulated", metavar="N", type=click.IntRange(0), help="Try it without a reader: an emulated hand lays N tags."
)


class CardFolder:
    """The folder of the cards, their names, and the language of the output."""

    def __init__(self, file: Path | None, emulated: int | None) -> None:
        setup = set_up_folder(file)
        self.setup, self.config = setup, setup.config
        self._words = setup.words()
        self.folder = self.config.state.path / EMULATED if emulated is not None else self.config.state.path
        self.emulated = emulated
        self.catalogues = tuple(each.catalogue for each in setup.games.rule_sets.values())
        self._card_names = CardNames(setup.games, self._words)
        with ending_with(CardBookError, refuse):
            self.book = CardBook.read(self.folder / CARD_BOOK, lambda: setup.games.cards)

    def say(self, message: Text, *, error: bool = False) -> None:
        print_line(self.text_of(message), error=error)

    def stop(self, problems: Iterable[Text]) -> NoReturn:
        """End the program with all these problems."""
        stop_with(*(f"Error: {self.text_of(each)}" for each in problems))

    def text_of(self, message: Text) -> str:
        return self._words.say(message)

    def named(self, card: KnownCard) -> Text:
        return self._card_names.named(card)

    def title(self, card: KnownCard) -> str:
        return self.text_of(self.named(card))

    def signer(self) -> Signer:
        """Return the club's signer. Its key is created at the first use."""
        if self.book.signer is not None:
            return self.book.signer
        signer = make_key(self.folder / CARD_KEY, secrets.token_bytes)
        self.book = CardBook(dict(self.book), signer, self.setup.games.cards)
        self.say(text("cards.key.made", file=str(self.folder / CARD_KEY)))
        return signer

    def save(self) -> None:
        self.book.save(self.folder / CARD_BOOK)

    @contextlib.contextmanager
    def desk(self) -> Iterator["CardDesk"]:
        """Yield the readers of the configured table, or an emulated hand."""
        if self.emulated is not None:
            from table.emulation.hands.enrolment import EmulatedHand

            yield EmulatedHand("cards", self.emulated, first=len(self.book)).desk
            return
        if self.config.world == "emulated":
            raise click.UsageError(self.text_of(text("cards.no_readers")))
        from table.devices.tags.enrolment import CardDesk

        with ending_with(OSError, refuse):
            buses = real_readers(self.config)
        try:
            yield CardDesk(buses, time.monotonic, time.sleep)
        finally:
            for readers in buses:
                readers.close()


class EnrolOptions(Struct, frozen=True):
    """The cards to enrol, and the use of their tags, as the command line has them."""

    source: str | None
    faction: str | None
    ids: tuple[str, ...]
    strategy: tuple[str, ...]
    reference: tuple[str, ...]
    judge: bool
    run: str
    writing: bool
    overwrite: bool

    @property
    def writes(self) -> bool:
        """True if the table's record is written on each tag."""
        return self.writing or self.overwrite

    @property
    def name(self) -> str:
        """Return the name of this run, by which a stopped run is resumed."""
        judge = (JUDGE,) if self.judge else ()
        return "/".join(
            (self.run, self.source or "", self.faction or "", *self.ids, *self.strategy, *self.reference, *judge)
        )


def _end(stop: BaseException) -> NoReturn:
    """End by the received signal, or with status 1 if the emulated hand has no tags left."""
    if isinstance(stop, EndedEarly):
        raise stop
    sys.exit(1)


@click.group(epilog='\b\nExample:\n  command-table cards enrol --list "Echo line" --config table.toml')
def command() -> None:
    """Enrol NFC tags as cards, and print the card of a tag.

    The card book in the table's state folder keeps them.
    """


@command.command(epilog='\b\nExample:\n  command-table cards enrol --list "Echo line" --config table.toml')
@click.option(
    "--list",
    "source",
    metavar="LIST",
    help="Enrol the cards of a list (hand, units, troopers): a file, link, code or name.",
)
@click.option("--faction", help="Enrol every command card of a faction, and the neutral ones.")
@click.option(
    "--card", "ids", multiple=True, metavar="ID", help="Enrol one card or unit of the catalogue; may be repeated."
)
@click.option("--strategy", multiple=True, metavar="NATION/NAME:COST", help="Enrol a strategy card, with its cost.")
@click.option("--reference", multiple=True, metavar="NAME", help="Enrol a reference card.")
@click.option("--judge", is_flag=True, help="Enrol the card with which a judge freezes the match.")
@click.option(
    "--set", "run", default="", metavar="NAME", help="Owner of these cards: another name enrols them once more."
)
@click.option("--write", "writing", is_flag=True, help="Also write the table's record on each tag.")
@click.option("--overwrite", is_flag=True, help="Also take tags with an older record, and write it again.")
@config_option
@emulated_option
def enrol(file: Path | None, emulated: int | None, **given: Any) -> None:
    """Enrol cards, one tag after the other.

    Lay each card on a reader when its name is printed. Ctrl-C stops the run, and the same command resumes it.
    """
    from table.devices.tags.enrolment import Enrolment

    office, options = CardFolder(file, emulated), EnrolOptions(**given)
    if not (wanted := _wanted(office, options)):
        raise click.UsageError(office.text_of(text("cards.nothing")))
    if options.writes:
        office.signer()
    enrolment = Enrolment(options.name, wanted, office.book, office.folder)
    if enrolment.done:
        office.say(text("cards.resumed", done=enrolment.done, total=enrolment.total))
    with office.desk() as desk:
        try:
            while enrolment.next_card is not None:
                _enrol_next(office, desk, enrolment, options)
        except STOPS as stop:
            if (card := enrolment.next_card) is not None:
                office.say(text("cards.stopped", card=office.named(card)))
                _end(stop)
    office.say(text("cards.all_enrolled", total=enrolment.total))


def _wanted(office: CardFolder, options: EnrolOptions) -> tuple[KnownCard, ...]:
    """Return the cards to enrol. End the program with every problem of a list."""
    return (
        *_of_list(office, options.source),
        *_of_faction(office, options.faction),
        *(_by_id(office, each) for each in options.ids),
        *(_written(office, STRATEGY, each) for each in options.strategy),
        *(_written(office, REFERENCE, name) for name in options.reference),
        *((KnownCard(JUDGE, JUDGE),) if options.judge else ()),
    )


def _enrol_next(office: CardFolder, desk: "CardDesk", enrolment: "Enrolment", options: EnrolOptions) -> None:
    """Enrol the tag on a reader as the next card, or print why the tag cannot be used."""
    if (card := enrolment.next_card) is None:
        return
    named = office.named(card)
    office.say(text("cards.ask", card=named, number=enrolment.done + 1, total=enrolment.total))
    tag = desk.next_tag(office.say)
    if (refused := enrolment.learn(tag, office.named, overwrite=options.overwrite)) is not None:
        office.say(refused.why)
    else:
        office.say(text("cards.learned", card=named, uid=tag.uid.hex()))
        trouble = desk.write(tag, office.signer().record(tag.uid, card.id)) if options.writes else None
        if trouble is not None:
            office.say(trouble.why)
    desk.lifted()


@command.command(epilog="\b\nExample:\n  command-table cards write --config table.toml")
@config_option
@emulated_option
def write(file: Path | None, emulated: int | None) -> None:
    """Write the table's record on enrolled cards.

    Other tables with the same key know such a card without enrolling it. Ctrl-C ends it.
    """
    office = CardFolder(file, emulated)
    signer = office.signer()
    number = 0
    office.say(text("cards.write.ask"))
    with office.desk() as desk, contextlib.suppress(*STOPS):
        while True:
            tag = desk.next_tag(office.say)
            if (card := office.book(tag)) is None:
                office.say(text("cards.write.unknown", uid=tag.uid.hex()))
            elif tag.record == signer.record(tag.uid, card.id):
                office.say(text("cards.write.already", card=office.named(card)))
            elif (trouble := desk.write(tag, signer.record(tag.uid, card.id))) is not None:
                office.say(trouble.why)
            else:
                number += 1
                office.say(text("cards.write.done", card=office.named(card), number=number))
            desk.lifted()
    office.say(text("cards.written_in_all", number=number))


@command.command(epilog="\b\nExample:\n  command-table cards show --config table.toml")
@config_option
@emulated_option
def show(file: Path | None, emulated: int | None) -> None:
    """Print the card on a reader."""
    from table.devices.tags.enrolment import refusal

    office = CardFolder(file, emulated)
    office.say(text("cards.show.ask"))
    with office.desk() as desk, ending_with(STOPS, _end):
        tag = desk.next_tag(office.say)
    office.say(text("cards.show.uid", uid=tag.uid.hex(" ")))
    if (known := office.book(tag)) is not None:
        by = text("cards.show.enrolled", card=office.named(known))
        office.say(by if tag.uid in office.book else text("cards.show.signed", card=office.named(known)))
    else:
        office.say(text("cards.show.unknown"))
        if (refused := refusal(tag, office.book, office.named)) is not None:
            office.say(refused.why)
    office.say(text("cards.show.record") if tag.record is not None else text("cards.show.no_record"))


@command.command("list", epilog="\b\nExample:\n  command-table cards list --catalogue")
@click.option("--catalogue", is_flag=True, help="Print the id of every card that can be enrolled instead.")
@config_option
def list_cards(catalogue: bool, file: Path | None) -> None:
    """Print the enrolled cards, each with its UID, id and name."""
    office = CardFolder(file, None)
    if catalogue:
        for card in office.setup.games.cards:
            print_line(card.id, office.title(card))
        return
    for uid, card in office.book:
        print_line(uid.hex(), card.id, office.title(card))
    if not len(office.book):
        office.say(text("cards.none"), error=True)


@command.command(epilog="\b\nExample:\n  command-table cards forget 04A1B2C3D4E5F6 --config table.toml")
@click.argument("which")
@config_option
def forget(which: str, file: Path | None) -> None:
    """Forget an enrolled tag.

    WHICH is the UID of the tag, or the id of a card: then every tag of that card is forgotten.
    """
    office = CardFolder(file, None)
    wanted = which.replace(":", "").replace(" ", "").lower()
    if not (gone := [uid for uid, card in office.book if which == card.id or wanted == uid.hex()]):
        raise click.ClickException(office.text_of(text("cards.not_there", which=which)))
    office.book = office.book.without(gone)
    office.save()
    office.say(text("cards.forgotten", number=len(gone)))


def _of_list(office: CardFolder, source: str | None) -> tuple[KnownCard, ...]:
    from table.games.files.raw_list import ListError
    from table.games.files.reader_failure import reading
    from table.program.commands import list_sources

    if source is None:
        return ()
    folder = office.config.state.path / LISTS
    try:
        content = list_sources.read_source(source, folder)
        with reading():
            understood = list_sources.meant(content).understood(content, source, folder)
    except ListError as error:
        office.stop(error.problems)
    if understood.unmatched:
        office.stop(understood.unmatched)
    known = {card.id: card for card in office.setup.games.cards}
    return tuple(known[each] for each in understood.cards if each in known)


def _of_faction(office: CardFolder, faction: str | None) -> tuple[KnownCard, ...]:
    if faction is None:
        return ()
    cards = tuple(dict.fromkeys(card for each in office.catalogues for card in each.of_faction(faction)))
    if not cards:
        raise click.BadParameter(faction, param_hint="--faction")
    return cards


def _by_id(office: CardFolder, card_id: str) -> KnownCard:
    for card in office.setup.games.cards:
        if card.id == card_id:
            return card
    raise click.UsageError(office.text_of(text("cards.unknown_id", id=card_id)))


def _written(office: CardFolder, kind: str, words: str) -> KnownCard:
    """Return the card that a text names, from the game with this kind of card."""
    for each in office.catalogues:
        card = each.written(kind, words, office.setup.games.folder)
        if isinstance(card, Text):
            raise click.UsageError(office.text_of(card))
        if card is not None:
            return card
    raise click.UsageError(office.text_of(text("cards.unknown_id", id=words)))
