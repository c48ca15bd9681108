"""The stage of a script: the acts at an emulated table, and its visible state.

The table in virtual time has one (`virtual_stage`), and the running table (`live_stage`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Protocol

from msgspec import Struct

from table.config.schema import HopperConfig
from table.emulation.acts import Act, CannotError
from table.emulation.cards import keyed
from table.records.open_match import OpenMatch
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, Roll, Value
from table.rules.seats import Seat
from table.session.input import ScreenInput
from table.view.published import Published
from table.words import Words
from table.words.lexer import ScriptWord, is_whole, quoted

LOOK_S = 0.02
"""The pause between two looks at a condition."""


class VirtualOnlyError(CannotError):
    """The expectation can be checked in virtual time only; a replay in real time leaves it out."""


class PowerCut(Struct, frozen=True):
    """The table is killed, or all its power is cut, in the middle of a batch."""

    all_power: bool
    at: str
    """The event that the journal writes at that moment."""
    written: bool
    """True if the event is on disk already, and not yet published."""


class Stage(Protocol):
    """A place to play a script. One thread calls all methods.

    Seconds are those of the table's time: virtual ones, or those of a table that may run faster. At a running table
    every method that waits raises ClosedError once somebody has closed the stage.
    """

    words: Words
    hold_s: Mapping[Seat, float]
    hoppers: Mapping[str, int]
    """The hopper number of each kind of token."""

    def __init__(self, words: Words, hoppers: tuple[HopperConfig, ...], hold_s: Mapping[Seat, float]) -> None:
        """`words` are in the language of the table's screen, `hold_s` the hold time of each seat's panel."""
        self.words, self.hold_s = words, hold_s
        self.hoppers = {str(hopper.kind): hopper.number for hopper in hoppers}

    @property
    def now(self) -> Published:
        """Return the view that is published now; while the table has no power, the last one.

        Raises CannotError or NotPublishedError before the first view.
        """

    @property
    def now_s(self) -> float:
        """Return the time, in seconds since this stage's clock began."""

    @property
    def play(self) -> OpenMatch | None:
        """Return the match in play, or None in the lobby and without power."""

    def events(self) -> tuple[Event, ...]:
        """Return the events of the match in play, from the journal on disk. Raises JournalError."""

    def wait(self, seconds: float) -> None:
        """Let this many seconds of the table's time pass."""

    def wait_for(self, condition: Callable[[Published], bool], most_s: float) -> bool:
        """Wait until the condition is true, for at most this many seconds of the table's time.

        Return False if it never is.
        """
        until_s = self.now_s + most_s
        while not condition(self.now):
            if self.now_s >= until_s:
                return False
            self.wait(LOOK_S)
        return True

    def touch(self, touch: ScreenInput) -> None:
        """Touch the table's screen."""

    def perform(self, act: Act) -> None:
        """Perform an act. Raises CannotError if it makes no sense now.

        In real time, an act that changes nothing raises it, too.
        """

    def lying(self, reader: Seat) -> tuple[str, ...]:
        """Return the keys of the cards on this reader."""

    def in_hoppers(self) -> Sequence[int]:
        """Return the actual number of tokens in each hopper, by its number."""

    def in_tray(self) -> Counter[int]:
        """Return the number of tokens that lie in the tray, by the number of their hopper."""

    def contents(self) -> Mapping[str, int]:
        """Return the actual number of tokens in each hopper, by kind."""
        lying = self.in_hoppers()
        return {kind: lying[number] for kind, number in self.hoppers.items()}

    def tray(self) -> Mapping[str, int]:
        """Return the number of tokens in the tray, by kind. Kinds with no tokens there are left out."""
        lying = self.in_tray()
        return {kind: lying[number] for kind, number in self.hoppers.items() if lying[number]}

    def cut(self, cut: PowerCut) -> None:
        """Schedule a cut, which happens once."""

    @property
    def cut_ahead(self) -> bool:
        """True if the moment of a scheduled cut has not come yet."""

    def bots(self, done: Callable[[], bool]) -> None:
        """Let two bots play until the condition is true."""

    def screen(self) -> tuple[str, ...]:
        """Return every line on the table's screen."""

    def disagreements(self) -> tuple[str, ...]:
        """Return the disagreements between tray, journal and view."""


NOTHING = "nothing"
"""The answer that chooses no option."""


def same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def keyed_cards(stage: Stage, owner: Seat) -> tuple[tuple[str, str, str], ...]:
    """Return key, name and id of each card that the seat brought, and of the judge's."""
    if (play := stage.play) is None or play.state.game is None:
        return ()
    belongings = play.match.game.belongings(play.state.game, owner)
    return tuple((key, one.name, one.card) for key, one in keyed(owner, belongings))


def card_key(stage: Stage, owner: Seat, card: ScriptWord, copy: int) -> str:
    """Return the key of the card with this name. Raises LexerError."""
    if not (cards := keyed_cards(stage, owner)):
        raise CannotError(f"{owner} has no cards yet: no match has begun")
    if not (found := [key for key, name, id in cards if same(name, card.text) or id == card.text]):
        raise card.none_of(f"card of {owner}", {name for _, name, _ in cards})
    if copy > len(found):
        raise card.wrong(f"{owner} has {len(found)} of {quoted(card.text)}, and no copy {copy}")
    return found[copy - 1]


def event_name(stage: Stage, name: ScriptWord) -> str:
    """Return the event's class name.

    Raises LexerError for one that this game never journals; before a match any is allowed.
    """
    known = () if stage.play is None else tuple(event.__name__ for event in stage.play.match.events)
    if known and name.text not in known:
        raise name.none_of("event of this game", known)
    return name.text


def asked(now: Published, seat: Seat, key: str = "*") -> tuple[AnyPrompt, ...]:
    """Return the seat's prompts, standing prompts last. `key` may have wildcards."""
    mine = [p for p in now.prompts if p.seat in (None, seat) and fnmatchcase(p.key, key)]
    return tuple(sorted(mine, key=lambda prompt: prompt.standing))


def answer(stage: Stage, prompt: AnyPrompt, given: tuple[ScriptWord, ...]) -> Value:
    """Return the value that these words stand for at this prompt. Raises LexerError if it has no such answer."""
    first = given[0]
    match prompt:
        case ChooseOne():
            return _chosen(stage, prompt.options, first)
        case ChooseSome() if same(first.text, NOTHING) and len(given) == 1:
            return ()
        case ChooseSome():
            ids = {_chosen(stage, prompt.options, word) for word in given}
            return tuple(option.id for option in prompt.options if option.id in ids)
        case Number() if is_whole(first.text) and prompt.least <= int(first.text) <= prompt.most:
            return int(first.text)
        case Number():
            raise first.wrong(f"{prompt.key} takes a number from {prompt.least} to {prompt.most}")
        case Roll() if first.text in prompt.faces:
            return first.text
        case Roll():
            raise first.none_of(f"face of {prompt.die}", prompt.faces)
        case _:
            raise first.wrong(f"{prompt.key} takes no words: {'confirm' if isinstance(prompt, Confirm) else 'lock'} it")


def in_words(value: Value) -> str:
    """Return the answer as a script writes it: by ids, which are the same in every language."""
    if isinstance(value, tuple):
        return " ".join(quoted(id) for id in value) or NOTHING
    return quoted(str(value))


def _chosen(stage: Stage, options: tuple[Option, ...], word: ScriptWord) -> str:
    """Return the option with this id, or else the only one with these words."""
    if any(option.id == word.text for option in options):
        return word.text
    labels = {option.id: stage.words.say(option.label) for option in options}
    found = [id for id, label in labels.items() if same(label, word.text)]
    if len(found) > 1:
        raise word.wrong(f"several answers read {quoted(word.text)}: say which by its key, {', '.join(found)}")
    if not found:
        raise word.none_of("answer here", (*labels, *labels.values()))
    return found[0]
