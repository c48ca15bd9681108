"""Sound files of every kind that a table reads, to be damaged, and to be read as they are."""

import json
import random
from functools import cached_property
from pathlib import Path

from hal.readers.record import LOOKED_AT, NDEF, TERMINATOR, message
from lab.match_files import JournalledMatch, match_file
from lab.systems import systems
from lab.temporary_folder import temporary_folder
from lab.trials.game_trials import game_trials
from sim_hardware.nfc import script as tag_script
from table.devices.setup import Setup
from table.devices.tags.card_book import CardBook
from table.devices.tags.signature import KEY_SIZE, Signer
from table.records.backup import backup
from table.records.folder import CARD_BOOK, CARD_KEY, LAST, LISTS, MATCHES
from table.rules.cards import KnownCard

PAGES = Path(__file__).parents[2] / "pages"
"""The folder of the documents' scripts."""
TURNS = 12
"""The number of answers in a match: enough for seals, rolls and tokens, and few enough to be read a thousand times."""
CONFIGS = (
    "",
    'world = "emulated"\n[screen]\nwidth = 1280\nheight = 720\nlanguage = "de"\n[sound]\nvolume = 0.5\n'
    '[[hoppers]]\nnumber = 0\nkind = "corps"\n',
)
WORDS = '"system.chess" = "Schach"\n"chess.move" = "{piece} zieht nach {field}"\n"chess.move.one" = "Ein Zug"\n'
UID = bytes.fromhex("04a1b2c3d4e5f6")


class SampleFiles:
    """The samples of one worker. Slow ones are made on first use."""

    def __init__(self, setup: Setup, rng: random.Random) -> None:
        self._setup = setup
        self._seed = rng.randrange(1000)
        self.uid = UID
        self.secret = rng.randbytes(KEY_SIZE)

    @cached_property
    def configs(self) -> tuple[bytes, ...]:
        return tuple(config.encode() for config in CONFIGS)

    @cached_property
    def scripts(self) -> tuple[bytes, ...]:
        return tuple(path.read_bytes() for path in sorted(PAGES.glob("*.script")))

    @cached_property
    def played(self) -> tuple[bytes, ...]:
        """Return a script that begins a match at once, with its numbers given, so that any act may follow."""
        system, sides = self._setup.games.demo
        head = (f"system {system}", *(f"{seat} {side}" for seat, side in sides.items()))
        return ("\n".join((*head, "answer blue 7 to match.number", "answer red 42", "wait 1s", "")).encode(),)

    @cached_property
    def matches(self) -> tuple[bytes, ...]:
        return tuple(match_file(system, self._seed, TURNS, regrets=5) for system in systems())

    @cached_property
    def journals(self) -> tuple[bytes, ...]:
        with temporary_folder() as folder:
            return tuple(self._journal(folder, seed).read_bytes() for seed in (self._seed, self._seed + 1))

    @cached_property
    def backups(self) -> tuple[bytes, ...]:
        with temporary_folder() as folder:
            state = folder / "state"
            (state / LISTS).mkdir(parents=True)
            (state / MATCHES).mkdir()
            (state / LISTS / "Écho (2).txt").write_bytes(b"Echo\n44/800\n - Fleet Troopers = 44\n")
            journal = self._journal(state / MATCHES, self._seed)
            (state / LAST).write_text(journal.stem)
            (state / CARD_BOOK).write_bytes(self.card_book)
            (state / CARD_KEY).write_bytes(self.key)
            backup(state, folder / "out")
            return ((folder / "out").read_bytes(),)

    @cached_property
    def known_cards(self) -> tuple[KnownCard, ...]:
        return self._setup.games.cards

    @cached_property
    def card_book(self) -> bytes:
        cards = self._setup.games.cards[:20]
        return CardBook({UID + bytes([number]): card for number, card in enumerate(cards)}).written()

    @cached_property
    def key(self) -> bytes:
        return f"{self.secret.hex()}\n".encode()

    @cached_property
    def enrolling(self) -> bytes:
        return json.dumps({"deck": [UID.hex(), "04aabbccddeeff"]}).encode()

    @cached_property
    def notes(self) -> bytes:
        """Return a note about a card of each game with notes: by edition and card, with and without its origin."""
        origin = {"day": "2026-08-05", "match": "m", "read_by": "blue", "agreed_by": "red"}
        facts = {"pips": 1, "slots": [{"ranks": ["corps"]}], "origin": origin}
        notes = {}
        for name, each in self._setup.games.rule_sets.items():
            hidden = game_trials(name).hidden
            if each.notebook and each.lists and hidden:
                notes[each.lists.edition] = {hidden.usual: facts, hidden.common: {"pips": 2}}
        return json.dumps(notes, indent=1).encode()

    @cached_property
    def list_answers(self) -> bytes:
        """Return the players' answers about a list that lacks these facts."""
        trooper = {"order": "regular", "tactical": False}
        note = {"day": "2026-08-05", "match": "m", "troopers": {"1.1": trooper}, "bonus": True, "lieutenant_orders": 1}
        return json.dumps({"a sectorial/a list": {**note, "of": "0" * 16}}, indent=1).encode()

    @cached_property
    def words(self) -> tuple[bytes, ...]:
        return (WORDS.encode(),)

    @cached_property
    def tag_scripts(self) -> tuple[bytes, ...]:
        """Return the example of the language's own page."""
        _, _, example = (tag_script.__doc__ or "").partition("\n\n")
        return (example.encode(),)

    @cached_property
    def records(self) -> tuple[bytes, ...]:
        """Return the memory of two tags, one with another TLV before the table's own."""
        card = self._setup.games.cards[0]
        record = message(Signer(self.secret).record(UID, card.id))
        messages = bytes([NDEF, len(record)]) + record + bytes([TERMINATOR])
        return tuple((ahead + messages).ljust(LOOKED_AT * 4, b"\0") for ahead in (b"", b"\0\0\0"))

    def _journal(self, folder: Path, seed: int) -> Path:
        match = JournalledMatch(next(systems()), folder, seed)
        for _ in range(TURNS):
            match.turn()
        match.journal.close()
        return match.journal.path
