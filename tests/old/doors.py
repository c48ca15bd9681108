"""The doors by which the tests of old files go in. No other module of this folder names one of the program's own.

What comes out of them is plain: words, numbers, lists and dicts, as in the facts that were written down beside the
files. Sentences for people are left out of it, since they may be put better.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from click.testing import CliRunner, Result
from msgspec.structs import replace

from firmware_bridge import wire
from hal.events import TagPlaced
from hal.readers import Readers, ReaderSettings
from sim_hardware.clock import MS, Clock, S
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.persistence import KeptFlash
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.tags import NTAG213, Ntag
from sim_hardware.nfc.world import Place
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup, load_setup
from table.devices.tags.card_book import CardBook
from table.emulation.scripts.replay import TypedTable
from table.emulation.scripts.virtual_stage import VirtualStage
from table.emulation.virtual_table import VirtualTable
from table.program.cli import main
from table.records.journal import SqliteJournal, split
from table.rules.cards import KnownCard
from table.rules.commands import Answer
from table.rules.fairness import SecretChance
from table.rules.game import Event, Game
from table.rules.match.codec import EventCodec
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.refusal import Refusal
from table.rules.seats import BLUE

Plain: TypeAlias = dict[str, Any]
Table: TypeAlias = TypedTable
"""An emulated table that takes a script's words."""
LOOKS = 60
"""More than a reader takes to be certain of a tag."""


def command(*words: object) -> Result:
    """What `command-table WORDS` does, in this process."""
    return CliRunner().invoke(main, [str(word) for word in words])


def configuration(file: Path) -> tuple[Plain, list[str]]:
    """Every value of a configuration; and the keys with which something is wrong."""
    loaded = load_setup(file)
    values = msgspec.to_builtins(loaded.setup.config)
    unset = {system: None for system, each in loaded.setup.games.rule_sets.items() if each.has_rounds}
    return values | {"rounds": unset | values["rounds"]}, [problem.key for problem in loaded.problems]


# -- matches -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """A match as it stands after one of its batches."""

    batch: int
    match: Match[Any]
    state: MatchState[Any]
    chance: SecretChance | None

    @property
    def asked(self) -> Plain:
        return asked(self.match.prompts(self.state))

    @property
    def shown(self) -> Plain | None:
        view = self.match.view(self.state)
        return None if view is None else shown(view)

    def takes(self, question: str) -> bool:
        """Whether an answer to this question, by its seat and key, is taken and leads to where more can be asked."""
        prompt = next(each for each in self.match.prompts(self.state) if question == _question(each))
        answer = Answer(prompt.seat or BLUE, prompt.key, prompt.sample(lambda _: 0))
        follows = self.match.decide(self.state, answer, self.chance)
        if isinstance(follows, Refusal):
            return False
        self.match.prompts(self.match.fold(self.state, follows))
        return True


def standings(path: Path, files: Sequence[str] = ()) -> Iterator[Standing]:
    """The match of a journal after each of its batches. `files`: rule sets from elsewhere."""
    journal = SqliteJournal.open(path)
    try:
        game: Game[Any] = Setup.of(Config(games=tuple(files))).games[journal.system]
        match: Match[Any] = Match(game)
        codec, state = EventCodec(match.events), None
        for batch, body in enumerate(journal.batches(), 1):
            events: tuple[Event, ...] = tuple(codec.decode(bytes(event)) for event in split(body).events)
            state = match.fold(state, events)
            chance = SecretChance(journal.secret(), state.numbers) if state.numbered else None
            yield Standing(batch, match, state, chance)
    finally:
        journal.close()


def asked(prompts: Sequence[Any]) -> Plain:
    """Each question by its seat and key: what kind it is of, and what it takes."""
    return {_question(prompt): _asked(prompt) for prompt in prompts}


def _question(prompt: Any) -> str:
    return f"{prompt.seat or 'either'} {prompt.key}"


def _asked(prompt: Any) -> Plain:
    plain = msgspec.to_builtins(prompt)
    reported = {
        name: plain[name] for name in ("standing", "hold", "least", "most", "start", "die", "faces") if name in plain
    }
    options = {option["id"]: option["card"] for option in plain["options"]} if "options" in plain else None
    return {"kind": type(prompt).__name__, **reported, **({} if options is None else {"options": options})}


def waits(questions: Mapping[str, Plain]) -> list[str]:
    """Those that hold the match up."""
    return sorted(name for name, question in questions.items() if not question["standing"])


def shown(view: Any) -> Plain:
    """What everybody may see, without its sentences."""
    plain = msgspec.to_builtins(view)
    kept = {name: plain[name] for name in ("system", "round", "rounds", "first", "rolled", "reveals", "over")}
    steps = {step["id"]: step["state"] for step in plain["steps"]}
    return {**kept, "steps": steps, **{seat["seat"]: _seat(seat) for seat in plain["seats"]}}


def _seat(seat: Plain) -> Plain:
    card = seat["card"] and {name: seat["card"][name] for name in ("name", "pips", "counts")}
    return {
        "side": seat["side"],
        "card": card,
        "counters": {_named(each["label"]): [each["value"], each["mark"]] for each in seat["counters"]},
        "pools": {_named(each["label"]): dict(each["counts"]) for each in seat["pools"]},
        "pieces": {each["id"]: [each["name"], each["state"], each["badges"]] for each in seat["pieces"]},
    }


def _named(label: Plain) -> str:
    """A label by its key, with what is filled in."""
    return " ".join([label["key"], *(str(value) for _, value in label["args"])])


# -- tables ------------------------------------------------------------------------------------------------------------


@contextmanager
def switched_on(folder: Path, files: Sequence[str] = ()) -> Iterator[Table]:
    """An emulated table over a state folder, in virtual time: it continues with the match that was played last.

    Its dispenser remembers what is in the folder, if there is something. It takes a script's words.
    """
    config = Config()
    config = msgspec.structs.replace(config, state=type(config.state)(folder=str(folder)), games=tuple(files))
    (folder / "emulated").mkdir(exist_ok=True)
    table = VirtualTable(Setup.of(config), seed=1, flash=KeptFlash(folder / "emulated" / "flash.bin"))
    try:
        table.session.start()
        table.wait(1.0)
        yield TypedTable(VirtualStage(table, table.setup.words("en")))
    finally:
        table.close()


def published(table: Table) -> Plain:
    """What an emulated table publishes now, without its sentences."""
    now = table.now
    return {
        "match": now.match,
        "asked": asked(now.prompts),
        "shown": None if now.view is None else shown(now.view),
        "locked": [str(desk.seat) for desk in now.desks if desk.locked],
        "dispenser": now.dispenser,
        "handing": {each.job: [each.seat, each.kind, each.count, each.passed, each.state] for each in now.handing},
        "hoppers": {str(each.number): [each.kind, each.content, each.state] for each in now.hoppers},
        "faults": [fault.code for fault in now.faults],
    }


class Pico:
    """The emulated dispenser over a flash from before, asked in the words of its wire."""

    def __init__(self, flash: Path, hoppers: int = 9) -> None:
        self._clock = Clock()
        dispenser = EmulatedDispenser(self._clock, (20,) * hoppers, 1, KeptFlash(flash))
        dispenser.fault("plug")
        self._clock.advance(1000 * MS)
        self._port = dispenser.port()

    def prints(self, *words: object) -> list[str]:
        """Its answer to one question, word by word."""
        self._port.write(wire.encode(*words))
        self._clock.advance(200 * MS)
        return self._port.read(0).decode().splitlines()[-1].strip("$").split("*")[0].split(" ")


# -- cards -------------------------------------------------------------------------------------------------------------


def enrolled(folder: Path) -> list[list[Any]]:
    """Each tag in the folder's card book: its UID, and which card it is, of which kind, at what cost."""
    return [[uid.hex(), card.id, card.kind, card.cost] for uid, card in CardBook.read(folder / "cards.json")]


def _every_card(folder: Path) -> Callable[[], tuple[KnownCard, ...]]:
    return lambda: Setup.of(replace(Config(), state=StateConfig(folder=str(folder)))).games.cards


def card_laid(folder: Path, uid: str, memory: str) -> str | None:
    """Which card the table of this folder takes a tag for that is laid on a reader: an NTAG213 with this memory."""
    tag = Ntag(bytes.fromhex(uid), NTAG213)
    tag.memory.load(0, bytes.fromhex(memory))
    clock = Clock()
    world = ReaderWorld(clock, {"desk": Place(0, 0)})
    readers = Readers(world.spidev, [ReaderSettings("desk")])
    world.lay("desk", tag)
    for _ in range(LOOKS):
        clock.advance(int(readers.poll_interval_s * S))
        for event in readers.poll(clock.now_s):
            if isinstance(event, TagPlaced):
                known = CardBook.read(folder / "cards.json", _every_card(folder))(event.tag.unseal())
                return None if known is None else known.id
    raise TimeoutError("the reader saw no tag")
