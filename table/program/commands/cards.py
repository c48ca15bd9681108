"""`command-table cards`: which tag is which card."""

import contextlib
import secrets
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from table.devices.device_settings import real_readers
from table.devices.tags.card_book import CardBook, CardBookError, every_card
from table.devices.tags.signing import Signer, make_key
from table.games.tide_of_iron.scenarios.naming import card_id, slug
from table.games.tide_of_iron.scenarios.stored import strategy_cards
from table.program.commands.state import configured
from table.records.folder import CARD_BOOK, CARD_KEY, EMULATED, LISTS, SCENARIOS
from table.rules.cards import CardKind, KnownCard
from table.rules.match.judge import CARD as JUDGE
from table.rules.text import Text, text
from table.words.terminal import tell, tell_lines

if TYPE_CHECKING:
    from table.devices.tags.enrolment import CardDesk

STRATEGY, REFERENCE = CardKind.STRATEGY, CardKind.REFERENCE

config_option = click.option(
    "--config", "file", type=click.Path(path_type=Path), help="The table's TOML file: where its readers and cards are."
)
emulated_option = click.option(
    "--emulated", metavar="N", type=click.IntRange(0), help="An emulated hand lays N tags in virtual time, for a try."
)


class Office:
    """The folder of the cards, their names, and how they are spoken of."""

    def __init__(self, file: Path | None, emulated: int | None) -> None:
        from table.setup.repertoire import rule_sets, spoken

        self.config = configured(file)
        added = rule_sets(self.config).rule_sets
        self._words = spoken(self.config.screen.language, added)
        self.folder = self.config.state.path / EMULATED if emulated is not None else self.config.state.path
        self.emulated = emulated
        self.strategy = strategy_cards(self.config.state.path / SCENARIOS)
        self.catalogue = (*every_card(), *(card for each in added for card in each.cards))
        self._names = _names() | {card.id: card.name for card in self.strategy}
        try:
            self.book = CardBook.read(self.folder / CARD_BOOK, self.catalogue)
        except CardBookError as error:
            raise click.ClickException(str(error)) from error

    def say(self, said: Text, *, error: bool = False) -> None:
        tell(self.said(said), error=error)

    def stop(self, problems: Iterable[Text]) -> NoReturn:
        """Ends the program with everything that is wrong."""
        tell_lines(*(f"Error: {self.said(each)}" for each in problems), error=True)
        sys.exit(1)

    def said(self, said: Text) -> str:
        return self._words.say(said)

    def named(self, card: KnownCard) -> Text:
        name = self._names.get(card.id, card.id.partition(":")[2] or card.id.removeprefix("tide_of_iron."))
        if card.id in self._words:
            name = self._words.say(Text(card.id))
        return text(f"cards.kind.{card.kind}", name=name, cost=card.cost if card.cost is not None else 0)

    def title(self, card: KnownCard) -> str:
        return self.said(self.named(card))

    def signer(self) -> Signer:
        """The club's; made at the first need of one."""
        if self.book.signer is not None:
            return self.book.signer
        signer = make_key(self.folder / CARD_KEY, secrets.token_bytes)
        self.book = CardBook(dict(self.book), signer, self.catalogue)
        self.say(text("cards.key.made", file=str(self.folder / CARD_KEY)))
        return signer

    def save(self) -> None:
        self.book.save(self.folder / CARD_BOOK)

    @contextlib.contextmanager
    def desk(self) -> Iterator["CardDesk"]:
        """The readers of the configured table, or an emulated hand."""
        if self.emulated is not None:
            from table.emulation.hands.enrolment import EmulatedHand

            yield EmulatedHand("cards", self.emulated, first=len(self.book)).desk
            return
        if self.config.world == "emulated":
            raise click.UsageError(self.said(text("cards.no_readers")))
        from table.devices.tags.enrolment import CardDesk

        try:
            buses = real_readers(self.config)
        except OSError as error:
            raise click.ClickException(str(error)) from error
        try:
            yield CardDesk(buses, time.monotonic, time.sleep)
        finally:
            for readers in buses:
                readers.close()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Make tags known as cards, and show what they are."""


@command.command()
@click.option("--list", "source", metavar="LIST", help="The hand and the units of an army list: a file, link or name.")
@click.option("--faction", help="Every command card of a faction, and the neutral ones.")
@click.option("--card", "ids", multiple=True, metavar="ID", help="One card or unit of the catalogue.")
@click.option("--strategy", multiple=True, metavar="NATION/NAME:COST", help="A strategy card, and what it costs.")
@click.option("--reference", multiple=True, metavar="NAME", help="A reference card.")
@click.option("--judge", is_flag=True, help="The card with which a judge freezes the match.")
@click.option("--set", "run", default="", metavar="NAME", help="Whose: another name enrols the same cards once more.")
@click.option("--write", "writing", is_flag=True, help="Write the record on each tag as well.")
@click.option("--overwrite", is_flag=True, help="Take tags with an older record, too, and write it anew.")
@config_option
@emulated_option
def enrol(
    source: str | None,
    faction: str | None,
    ids: tuple[str, ...],
    strategy: tuple[str, ...],
    reference: tuple[str, ...],
    judge: bool,
    run: str,
    writing: bool,
    overwrite: bool,
    file: Path | None,
    emulated: int | None,
) -> None:
    """Go through cards and learn the tag of each. Ctrl-C stops; the same command goes on."""
    from table.devices.tags.enrolment import Enrolment

    office = Office(file, emulated)
    wanted = (
        *_of_list(office, source),
        *_of_faction(faction),
        *(_by_id(office, each) for each in ids),
        *(_strategy(office, each) for each in strategy),
        *(_reference(name) for name in reference),
        *((KnownCard(JUDGE, JUDGE),) if judge else ()),
    )
    if not wanted:
        raise click.UsageError(office.said(text("cards.nothing")))
    writing = writing or overwrite
    if writing:
        office.signer()
    name = "/".join((run, source or "", faction or "", *ids, *strategy, *reference, *([JUDGE] if judge else [])))
    enrolment = Enrolment(name, wanted, office.book, office.folder)
    if enrolment.done:
        office.say(text("cards.resumed", done=enrolment.done, total=enrolment.total))
    with office.desk() as desk:
        try:
            while (card := enrolment.next_card) is not None:
                number = enrolment.done + 1
                office.say(text("cards.ask", card=office.named(card), number=number, total=enrolment.total))
                tag = desk.next_tag(office.say)
                refused = enrolment.learn(tag, office.named, overwrite=overwrite)
                if refused is not None:
                    office.say(refused.why)
                else:
                    office.say(text("cards.learned", card=office.named(card), uid=tag.uid.hex()))
                    if writing and (trouble := desk.write(tag, office.signer().record(tag.uid, card.id))) is not None:
                        office.say(trouble.why)
                desk.lifted()
        except KeyboardInterrupt:
            if (card := enrolment.next_card) is not None:
                office.say(text("cards.stopped", card=office.named(card)))
                sys.exit(1)
    office.say(text("cards.all_enrolled", total=enrolment.total))


@command.command()
@config_option
@emulated_option
def write(file: Path | None, emulated: int | None) -> None:
    """Write the table's record on enrolled cards, so that other tables with the same key know them, too."""
    office = Office(file, emulated)
    signer = office.signer()
    number = 0
    office.say(text("cards.write.ask"))
    with office.desk() as desk, contextlib.suppress(KeyboardInterrupt):
        while True:
            tag = desk.next_tag(office.say)
            card = office.book(tag)
            if card is None:
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


@command.command()
@config_option
@emulated_option
def show(file: Path | None, emulated: int | None) -> None:
    """Say what the card is that is laid on a reader."""
    from table.devices.tags.enrolment import refusal

    office = Office(file, emulated)
    office.say(text("cards.show.ask"))
    with office.desk() as desk:
        try:
            tag = desk.next_tag(office.say)
        except KeyboardInterrupt:
            sys.exit(1)
    office.say(text("cards.show.uid", uid=tag.uid.hex(" ")))
    known = office.book(tag)
    if known is not None:
        by = text("cards.show.enrolled", card=office.named(known))
        office.say(by if tag.uid in office.book else text("cards.show.signed", card=office.named(known)))
    else:
        office.say(text("cards.show.unknown"))
        refused = refusal(tag, office.book, office.named)
        if refused is not None:
            office.say(refused.why)
    office.say(text("cards.show.record") if tag.record is not None else text("cards.show.no_record"))


@command.command("list")
@click.option("--catalogue", is_flag=True, help="Every card that can be enrolled, by id, instead.")
@config_option
def list_cards(catalogue: bool, file: Path | None) -> None:
    """The cards that are enrolled: UID, id, and what it is."""
    office = Office(file, None)
    if catalogue:
        for card in office.catalogue:
            tell(card.id, office.title(card))
        return
    for uid, card in office.book:
        tell(uid.hex(), card.id, office.title(card))
    if not len(office.book):
        office.say(text("cards.none"), error=True)


@command.command()
@click.argument("which")
@config_option
def forget(which: str, file: Path | None) -> None:
    """Forget a tag by its UID, or every tag of a card by the card's id."""
    office = Office(file, None)
    wanted = which.replace(":", "").replace(" ", "").lower()
    gone = [uid for uid, card in office.book if which == card.id or wanted == uid.hex()]
    if not gone:
        raise click.ClickException(office.said(text("cards.not_there", which=which)))
    office.book = office.book.without(gone)
    office.save()
    office.say(text("cards.forgotten", number=len(gone)))


def _of_list(office: Office, source: str | None) -> tuple[KnownCard, ...]:
    from table.games.files.raw_list import ListError
    from table.games.legion.data.catalogue import load as load_catalogue
    from table.games.legion.lists.army_list import read_list
    from table.program.commands.list_sources import read_source, reading

    if source is None:
        return ()
    try:
        content = read_source(source, office.config.state.path / LISTS)
        with reading():
            result = read_list(content, load_catalogue())
    except ListError as error:
        office.stop(error.problems)
    if result.army is None:
        office.stop(result.problems)
    known = {card.id: card for card in office.catalogue}
    units = (unit.card for unit in result.army.units)
    return tuple(known[each] for each in (*(card.id for card in result.army.hand), *units) if each in known)


def _of_faction(faction: str | None) -> tuple[KnownCard, ...]:
    from table.games.legion.data.catalogue import load as load_catalogue
    from table.games.legion.data.factions import known_faction

    if faction is None:
        return ()
    wanted = known_faction(faction)
    if not wanted:
        raise click.BadParameter(faction, param_hint="--faction")
    return tuple(
        KnownCard(card.id, CardKind.COMMAND) for card in load_catalogue().cards if card.faction in ("", wanted)
    )


def _by_id(office: Office, card_id: str) -> KnownCard:
    for card in office.catalogue:
        if card.id == card_id:
            return card
    raise click.UsageError(office.said(text("cards.unknown_id", id=card_id)))


def _strategy(office: Office, written: str) -> KnownCard:
    """The nation can be left out where the scenarios know one card of that name alone."""
    card, _, cost = written.rpartition(":")
    nation, _, name = card.rpartition("/")
    if not slug(name) or not cost.isdecimal() or len(cost) > 2:
        raise click.UsageError(office.said(text("cards.bad_strategy", written=written)))
    if slug(nation):
        return KnownCard(card_id(nation, name), STRATEGY, int(cost))
    known = [each.id for each in office.strategy if slug(each.name) == slug(name)]
    if len(known) != 1:
        raise click.UsageError(office.said(text("cards.which_nation", name=name, cost=cost)))
    return KnownCard(known[0], STRATEGY, int(cost))


def _reference(name: str) -> KnownCard:
    """That of a use of a command token, by the name on it; else a card of the players' own."""
    from table.games.infinity.rules.model.uses import ALL

    use = next((use for use in ALL if slug(use.name) == slug(name)), None)
    return KnownCard(f"{REFERENCE}:{name}" if use is None else use.card, REFERENCE)


def _names() -> dict[str, str]:
    from table.games.infinity.rules.model.uses import USES
    from table.games.legion.data.catalogue import POINTS
    from table.games.legion.data.catalogue import load as load_catalogue

    names = {use.card: use.name for use in USES.values()}
    for edition in POINTS:
        catalogue = load_catalogue(edition)
        names |= {card.id: card.name for card in catalogue.cards}
        names |= {unit.id: unit.full_name for unit in catalogue.units}
    return names
