"""The command `command-table demo`: two bots play complete rounds, and the acts of each part are printed."""

import random
from collections.abc import Callable
from pathlib import Path

import hal.events as hw
from table.emulation.analyser.table_lines import new_lines
from table.emulation.hands.bot_match import BotMatch, begin, disagreements, totals
from table.emulation.scripts.virtual_stage import AT_REST_S, SIZE
from table.emulation.virtual_table import VirtualTable
from table.rules.text import Text
from table.rules.view import View
from table.session.ports import Message
from table.view.published import Published
from table.words import Words

DEFEATS = 0.03
"""The chance that a unit is lost between two answers."""

Say = Callable[[str, str], None]
"""A callback that gets a part and its action."""


class Demo:
    """Plays a demo. `say` is called with a part and its action, in the order of virtual time."""

    def __init__(
        self, table: VirtualTable, folder: Path, words: Words, say: Say, rounds: int = 2, system: str = ""
    ) -> None:
        """`system` has samples; without it the first game that has some is played."""
        self._table = table
        self._system = system or table.setup.games.demo[0]
        self._words = words
        self._say = say
        self._rounds = rounds
        self.camera = Camera(folder, words)
        self._evening = BotMatch(table, random.Random(table.seed), DEFEATS)
        self._shown_messages = 0
        self._story: tuple[Text, ...] = ()
        self._lamps: dict[str, tuple[str, str]] = {}
        self._rolls = 0

    def run(self) -> tuple[str, ...]:
        """Play, and return a sentence for each disagreement at the end; empty if everything agrees."""
        begin(self._table, self._system, self._table.setup.games.samples_of(self._system) or {})
        self._look("begin")
        while (view := self._table.now.view) is not None and view.round <= self._rounds and not view.over:
            act = self._evening.act()
            self._look(act.prompt)
            self._say("player", f"{act.seat} {act.what} ({act.prompt})")
        self._evening.settle()
        self._look("end")
        fallen = ", ".join(f"{n} {kind}" for kind, n in sorted(totals(self._table).items()))
        self._say("dispenser", f"in all: {fallen or 'nothing'}")
        return disagreements(self._table)

    def _look(self, step: str) -> None:
        for message in self._table.heard[self._shown_messages :]:
            if (report := _device(message)) is not None:
                self._say(*report)
        self._shown_messages = len(self._table.heard)
        now = self._table.now
        for desk in now.desks:
            if self._lamps.get(desk.seat) != desk.lamp:
                self._lamps[desk.seat] = desk.lamp
                self._say("lamp", f"{desk.seat}: {' '.join(desk.lamp)}")
        if now.view is not None:
            self._show_story(now, now.view)
        self._say("screen", self.camera.take(step, now, self._table.clock.now_s))

    def _show_story(self, now: Published, view: View) -> None:
        for line in new_lines(self._story, view.story):
            self._say("table", self._words.say(line))
        self._story = view.story
        if (rolled := view.rolled) is not None and rolled.question >= self._rolls:
            self._rolls = rolled.question + 1
            self._say(
                "die", f"{rolled.seat} rolls {rolled.face} (roll {rolled.question}, proof {now.proof or 'by hand'})"
            )


class Camera:
    """Save numbered pictures of the screen in a folder."""

    def __init__(self, folder: Path, words: Words) -> None:
        from table.screen.painter import Painter
        from table.screen.picture import Picture

        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("demo-[0-9][0-9][0-9]-*.png"):
            old.unlink()
        self._folder = folder
        self._picture = Picture(Painter(words), SIZE)
        self.taken = 0

    def take(self, step: str, published: Published, now_s: float) -> str:
        """Save a picture of the screen at rest on this view, and return the file's name."""
        self.taken += 1
        name = f"demo-{self.taken:03d}-{step.partition('.')[0] if step.startswith('match.') else step}.png"
        self._picture.painter.see(published, now_s)
        self._picture.draw(published, now_s + AT_REST_S)
        self._picture.save(self._folder / name)
        return name


def _device(message: Message) -> tuple[str, str] | None:
    match message:
        case hw.TagPlaced(reader):
            return "reader", f"{reader}: a card lies on it"
        case hw.TagLifted(reader):
            return "reader", f"{reader}: the card was lifted"
        case hw.TagUnclear(reader, why):
            return "reader", f"{reader}: {why}"
        case hw.ReaderBack(reader):
            return "reader", f"{reader}: ready"
        case hw.ReaderGone(reader, fault):
            return "reader", f"{reader}: {fault.code}"
        case hw.DispenserUp(_, firmware, hoppers):
            return "dispenser", f"firmware {firmware}, {hoppers} hoppers"
        case hw.TokenPassed(job, passed):
            return "dispenser", f"{job}: token {passed} passed the light barrier"
        case hw.PayoutEnded(job, asked, passed, outcome):
            return "dispenser", f"{job}: {outcome}, {passed} of {asked}"
        case _:
            return None
