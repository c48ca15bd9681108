"""The readers of other files: configurations, scripts, match files, backups, journals, card notes, records."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from hal.events import Tag
from hal.readers.record import found_in
from lab.campaigns.hostile.byte_damage import ESCAPES
from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, called, outcome, refused
from lab.campaigns.hostile.samples import SampleFiles
from sim_hardware.nfc.script import read_script as read_tag_script
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup, load_setup
from table.devices.tags.card_book import CardBook, CardBookError
from table.devices.tags.enrolment import EnrolmentProgress
from table.devices.tags.signature import KeyFileError, Signer, read_key
from table.emulation.scripts.document import ScriptError, read_file
from table.emulation.scripts.replay import laid_out
from table.records.backup import BackupError, restore
from table.records.folder import (
    ARCHIVE,
    CARD_BOOK,
    CARD_KEY,
    CARDS_READ,
    ENROLLING,
    LAST,
    LIST_ANSWERS,
    MATCHES,
    VERSION,
)
from table.records.history import history
from table.records.journal import SUFFIX
from table.records.matches import MatchFolder, opened
from table.records.ports import JournalError
from table.records.state_version import marked
from table.records.verify.file import MOST_BYTES
from table.records.verify.verifier import verify
from table.rules.text import Text
from table.words import Words, WordsError
from table.words.brought_file import content_of
from table.words.brought_file import opened as opened_file
from table.words.legible import legible


def table_readers(setup: Setup, made: SampleFiles) -> Iterator[FileReader]:
    yield FileReader(
        "config", Dialect.TOML, made.configs, _config, ".toml", lambda path: (("check-config", str(path)),)
    )
    yield FileReader("script", Dialect.SCRIPT, made.scripts, _script, ".script")
    yield FileReader("match", Dialect.MATCH, made.matches, lambda path: _match(setup, path), ".jsonl", _verify)
    yield FileReader("backup", Dialect.TAR, made.backups, _backup, ".tar.gz", _restore)
    yield FileReader("journal", Dialect.SQLITE, made.journals, _journal, SUFFIX)
    yield FileReader("history", Dialect.SQLITE, made.journals, lambda path: _history(setup, path), SUFFIX)
    yield FileReader("cards", Dialect.JSON, (made.card_book,), _cards, ".json")
    yield FileReader("key", Dialect.TEXT, (made.key,), _key, ".key")
    yield FileReader("enrolling", Dialect.JSON, (made.enrolling,), _enrolling, ".json")
    yield FileReader("notes", Dialect.JSON, (made.notes,), lambda path: _notes(setup, path, CARDS_READ), ".json")
    yield FileReader(
        "answers", Dialect.JSON, (made.list_answers,), lambda path: _notes(setup, path, LIST_ANSWERS), ".json"
    )
    yield FileReader("marks", Dialect.TEXT, (b"0.2.0\n",), _marks)
    yield FileReader("words", Dialect.TOML, made.words, _words, ".toml")
    yield FileReader("tags", Dialect.TEXT, made.tag_scripts, _tag_script, ".txt")
    yield FileReader("record", Dialect.BINARY, made.records, lambda path: _record(made, path), places=False)


def _config(path: Path) -> FileOutcome:
    loaded = load_setup(path)
    messages = (problem.right for problem in loaded.problems)
    return outcome(*messages, read=not loaded.problems)


def _script(path: Path) -> FileOutcome:
    """Read a script and prepare its head, without playing it."""
    try:
        laid_out(read_file(path), path.parent / "state")
    except (ScriptError, OSError) as error:
        return refused(error)
    return FileOutcome(True)


def _match(setup: Setup, path: Path) -> FileOutcome:
    try:
        with opened_file(path) as file:
            verdict = verify(file.read(MOST_BYTES + 1), setup.games)
    except OSError as error:
        return refused(error)
    return outcome(*(check.line for check in verdict.checks), read=verdict.ok)


def _verify(path: Path) -> tuple[tuple[str, ...], ...]:
    return ("verify", str(path)), ("verify", str(path), "--json", "--rolls")


def _backup(path: Path) -> FileOutcome:
    try:
        restore(path.parent / "state", path)
    except (BackupError, OSError) as error:
        return refused(error)
    return FileOutcome(True)


def _restore(path: Path) -> tuple[tuple[str, ...], ...]:
    config = path.parent / "there.toml"
    config.write_text(f'[state]\nfolder = "{path.parent / "there"}"\n')
    return (("restore", str(path), "--config", str(config)),)


def _journal(path: Path) -> FileOutcome:
    """Open a journal as the lobby does, read it, and salvage it if it is damaged."""
    state = path.parent / "state"
    (state / MATCHES).mkdir(parents=True)
    (state / MATCHES / path.name).symlink_to(path)
    matches = MatchFolder(state, bytes)
    there, wrong = matches.unfinished()
    messages = [str(error) for error in wrong]
    for each in there:
        try:
            if not each.system:
                aside, saved = matches.salvage(each.match)
                messages.append(f"{aside} is damaged")
                if saved is not None:
                    saved.close()
            elif (journal := opened(state, each.match)) is not None:
                sum(len(body) for body in journal.bodies())
                journal.close()
        except JournalError as error:
            messages.append(str(error))
    return FileOutcome(bool(there) and not messages, tuple(map(legible, messages)))


def _history(setup: Setup, path: Path) -> FileOutcome:
    """List the played matches."""
    (path.parent / ARCHIVE).mkdir()
    called(path, f"{ARCHIVE}/{path.name}")
    played = tuple(history(path.parent, setup.games))
    messages = tuple(legible(each.wrong) for each in played if each.wrong)
    return FileOutcome(bool(played) and not messages, messages)


def _cards(path: Path) -> FileOutcome:
    try:
        book = CardBook.read(called(path, CARD_BOOK))
        book.written()
    except CardBookError as error:
        return refused(error)
    return FileOutcome(True)


def _key(path: Path) -> FileOutcome:
    place = called(path, CARD_KEY)
    if place.is_file() and not place.is_symlink():
        place.chmod(0o600)
    try:
        return FileOutcome(read_key(place) is not None)
    except KeyFileError as error:
        return outcome(error.why)


def _enrolling(path: Path) -> FileOutcome:
    """Resume an enrolment from the file. It starts again if the file is bad."""
    progress = EnrolmentProgress(called(path, ENROLLING))
    known = progress.done("deck")
    return FileOutcome(bool(known))


def _notes(setup: Setup, path: Path, name: str) -> FileOutcome:
    """Apply notes to the offered sides."""
    state = path.parent
    called(path, name)
    for rule_set in (each for each in setup.games.rule_sets.values() if each.notebook is not None and each.samples):
        shelf = rule_set.shelf_of(state)
        for offer in rule_set.samples or ():
            shelf.fetch(rule_set.game.system, offer)
    return FileOutcome(True, ())


def _in(state: Path) -> Config:
    return replace(Config(), state=StateConfig(folder=str(state)))


def _marks(path: Path) -> FileOutcome:
    """Read the version mark of a folder, and the name of the last match. An invalid name counts as none."""
    state = path.parent
    place = called(path, VERSION)
    version = marked(state)
    called(place, LAST)
    MatchFolder(state, bytes).unfinished()
    return FileOutcome(bool(version))


def _words(path: Path) -> FileOutcome:
    """Read the words of an external game in a language besides English."""
    folder = path.parent / "words"
    folder.mkdir()
    (folder / "en.toml").write_text('"system.chess" = "Chess"\n')
    called(path, "words/de.toml")
    try:
        words = Words("de", more=[folder])
    except (WordsError, OSError) as error:
        return refused(error)
    for key in words.sentences.keys() - _english().keys():
        words.say(Text(key, (("piece", ESCAPES), ("field", 1))))
    return FileOutcome(True)


@lru_cache(maxsize=1)
def _english() -> Mapping[str, str]:
    return Words().sentences


def _tag_script(path: Path) -> FileOutcome:
    try:
        read_tag_script(content_of(path, MOST_BYTES).decode())
    except (ValueError, OSError) as error:
        return refused(error)
    return FileOutcome(True)


def _record(made: SampleFiles, path: Path) -> FileOutcome:
    """Find the record in a tag's memory, and the card of that record."""
    record = found_in(path.read_bytes())
    book = CardBook({}, Signer(made.secret), made.known_cards)
    card = None if record is None else book(Tag(made.uid, record))
    return FileOutcome(card is not None)
