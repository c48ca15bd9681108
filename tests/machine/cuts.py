"""Cut the power of the whole machine at random moments of a match: python -m tests.machine.cuts FOLDER [--cuts N]

Each cut takes the power of computer, readers, panels and dispenser at once. The card is what a cut leaves of it, and
the dispenser's memory too. Then the power returns, and the match must continue: with every batch of the journal that
was seen on the card, nothing missing that the screen had reported, and every token that fell journalled once.

What was found is in FOLDER/cuts.json after each cut, and a further call continues from there.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from table.emulation.connections import hopper_contents
from table.emulation.hands.player import BotAct
from table.records.journal import split
from table.records.open_match import OpenMatch
from table.rules.match.codec import EventCodec
from table.rules.match.events import (
    PayoutFailed,
    PayoutSettled,
    TokensCounted,
    TokensLate,
    TokensOwed,
    TokensStray,
)
from table.rules.match.payouts import PAYOUT
from table.rules.text import Text
from table.words.terminal import print_line
from tests.machine.card import SdCard, card_of
from tests.machine.cards import setup
from tests.machine.dispenser import WiredDispenser
from tests.machine.outside import Outside, PowerCutError
from tests.machine.players import BriefAnswers, Players
from tests.machine.qemu import Machine, MachineError
from tests.machine.run import booted

SYSTEM = "legion_2024"
LONGEST_S = 60.0
"""The longest time from the first question after a start to the cut."""
EARLY = 0.15
"""The share of cuts that come while the machine starts."""
START_S = 60.0
PAYING = 0.4
"""The share of cuts that wait for a payout, and come while it lasts or soon after."""
PAYOUT_S, NO_PAYOUT_S = 2.0, 240.0
"""The longest time from the beginning of a payout to the cut, and the time after which one is not waited for."""
REST_S = 60.0
"""The seconds of the machine's clock in which a dispenser comes to rest, and its count is in the journal."""
ACTS_AFTER = 2
"""The acts that must succeed before a match is reported to continue."""
LIES = 60
"""The writes that the card of the control loses: some ten of the table's steps."""
SEEN = 0.25
"""The share of acts after which the journal is looked at."""


class Seen(msgspec.Struct, frozen=True):
    """The match as it was seen last before a cut."""

    match: str = ""
    batches: tuple[bytes, ...] = ()
    story: tuple[Text, ...] = ()


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """One cut, and what came of it."""

    commit: str
    seed: int
    moment: str
    """`start`, or `match`, or `payout` if one was waited for."""
    after_s: float
    """The seconds from the power switch to the cut."""
    open_writes: int
    """The writes that no flush had followed yet."""
    lost_writes: int
    torn: bool
    paying: bool
    """True if the dispenser was paying out."""
    asked: bool = False
    """True if the players were asked what became of a payout."""
    back_s: float = 0.0
    """The seconds from the power switch to the first question afterwards."""
    wrong: str = ""
    """What was wrong afterwards; empty if nothing was."""


class Evening:
    """One card, one dispenser, and the machines that they are in, one after another."""

    def __init__(self, built: Path, folder: Path, commit: str, seed: int) -> None:
        self._built, self._commit, self._setup = built, commit, setup()
        self._card: SdCard = card_of(built / "disk.img", folder)
        self._dispenser = WiredDispenser(hopper_contents(self._setup.config), seed)
        self._seen = Seen()
        self._open: list[Cut] = []
        """The cuts of which nobody knows yet what came of them."""

    def cuts(self, first: int, lies: int = 0) -> Iterator[Cut]:
        """Cut the power again and again, and yield what came of each as soon as that is known.

        `lies` is the number of writes that the card loses although it said that they were there.
        """
        seed = first
        while True:
            chance = random.Random(f"machine {seed}")
            with Machine(self._built, self._card) as machine:
                outside = Outside(machine, self._setup, self._dispenser)
                players = Players(outside, BriefAnswers(chance.random()))
                early = bool(self._seen.match) and chance.random() < EARLY
                if early:
                    outside.cut_at_s = time.monotonic() + chance.uniform(1, START_S)
                waits = not early and chance.random() < PAYING
                with suppress(PowerCutError):
                    yield from self._back(machine, players)
                    outside.cut_in_payout_s = chance.uniform(0, PAYOUT_S) if waits else None
                    outside.cut_at_s = time.monotonic() + (NO_PAYOUT_S if waits else chance.uniform(0, LONGEST_S))
                    self._play(players, chance)
                after_s, paying = machine.up_s, self._dispenser.parts.pico.is_paying
                machine.cut()
                outside.close()
            left = self._card.keep(chance, lies=lies)
            self._open.append(
                Cut(
                    commit=self._commit,
                    seed=seed,
                    moment="start" if early else "payout" if waits else "match",
                    after_s=round(after_s, 1),
                    open_writes=left.open,
                    lost_writes=left.lost,
                    torn=left.torn,
                    paying=paying,
                )
            )
            seed += 1

    def _back(self, machine: Machine, players: Players) -> Iterator[Cut]:
        """Wait for the table, and yield what came of the cuts since it stood there last."""
        asked, back_s = False, 0.0
        try:
            booted(players.outside, players)
            back_s = round(machine.up_s, 1)
            if not self._open:
                players.begin(SYSTEM)
                self._saw(players)
                return
            asked, wrong = self._looked_at(players)
        except (MachineError, AssertionError, StopIteration, LookupError) as error:
            wrong = f"{type(error).__name__}: {error}"[:400]
        reported, self._open = self._open, []
        for cut in reported:
            yield replace(cut, asked=asked, back_s=back_s, wrong=wrong)

    def _looked_at(self, players: Players) -> tuple[bool, str]:
        """Return whether the players were asked of a payout, and what is wrong; empty if nothing is."""
        plays = {play.journal.match_id: play for play in players.journals()}
        if self._seen.match not in plays:
            return False, f"{self._seen.match} is gone; there are {', '.join(plays) or 'none'}"
        wrong = missing(plays[self._seen.match], self._seen)
        if wrong:
            return False, wrong
        asked, done = False, 0
        while done < ACTS_AFTER:
            act = self._next(players)
            asked = asked or act.prompt.startswith(PAYOUT)
            done += bool(act.prompt) and not act.prompt.startswith(PAYOUT)
        return asked, self._tokens(players)

    def _tokens(self, players: Players) -> str:
        """Return how the tokens that fell differ from those in the journals, once the dispenser is at rest."""
        until_s = players.outside.now_s() + REST_S
        while (fell := players.fallen()) != (reported := accounted(players.journals())):
            if players.outside.now_s() > until_s:
                return f"fallen {dict(sorted(fell.items()))}, journalled {dict(sorted(reported.items()))}"
            if any(prompt.key.startswith(PAYOUT) for prompt in players.look().prompts):
                self._next(players)
            players.outside.wait(1)
        return ""

    def _play(self, players: Players, chance: random.Random) -> None:
        """Play until PowerCutError comes."""
        while True:
            self._next(players)
            if chance.random() < SEEN:
                self._saw(players)
            elif players.outside.seen.match == self._seen.match:
                self._seen = replace(self._seen, story=players.outside.seen.story)

    def _next(self, players: Players) -> BotAct:
        """Do the next act, and begin another match where one has ended."""
        act = players.act()
        if act is None:
            players.leave()
            players.begin(SYSTEM)
            self._saw(players)
            return self._next(players)
        return act

    def _saw(self, players: Players) -> None:
        """Note the match on the card. What the screen reported before that is in it."""
        story = players.outside.look().story
        play = players.journal()
        self._seen = Seen(play.journal.match_id, tuple(play.journal.batches()), story)


def missing(play: OpenMatch, seen: Seen) -> str:
    """Return what of the match is missing that had been seen; empty if nothing is."""
    batches = tuple(play.journal.batches())
    if batches[: len(seen.batches)] != seen.batches:
        return f"{len(batches)} batches, and the {len(seen.batches)} that were on the card are not the first of them"
    state, codec = None, EventCodec(play.match.events)
    for batch in batches:
        state = play.match.fold(state, tuple(codec.decode(bytes(body)) for body in split(batch).events))
        view = play.match.view(state)
        if view is not None and view.story == seen.story:
            return ""
    return "" if not seen.story else "the screen had told more than the journal holds"


def accounted(plays: tuple[OpenMatch, ...]) -> Counter[str]:
    """Return the tokens that came out of the hoppers by the journals, the late ones among them, by kind."""
    sums = Counter[str]()
    for play in plays:
        kinds, passed, late = dict[str, str](), Counter[str](), Counter[str]()
        for event in play.events():
            match event:
                case TokensOwed():
                    kinds[event.job] = event.kind
                case TokensCounted() | PayoutFailed() | PayoutSettled():
                    passed[event.job] = max(passed[event.job], event.passed)
                case TokensStray():
                    passed[event.job] = max(passed[event.job], event.counted)
                    late[event.job] = max(late[event.job], event.late)
                case TokensLate():
                    late[event.job] = max(late[event.job], event.late)
                case _:
                    pass
        for job, count in (passed + late).items():
            sums[kinds[job]] += count
    return sums


def kept(path: Path) -> list[Cut]:
    """Return the cuts of earlier calls."""
    return msgspec.json.decode(path.read_bytes(), type=list[Cut]) if path.exists() else []


def commit() -> str:
    """Return the commit that is checked out, with a mark if something was changed since."""
    printed = ["git", "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]
    return subprocess.run(printed, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout.strip()


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--cuts", default=30, help="The number of cuts in all, those of earlier calls among them.")
@click.option("--for", "most_s", default=float("inf"), help="Begin no cut after so many seconds.")
@click.option(
    "--control", is_flag=True, help="With a card that lies about what it has written: some cut must be wrong."
)
def main(folder: Path, cuts: int, most_s: float, control: bool) -> None:
    """Cut the power of the machine in FOLDER, and say what came of it."""
    path, began_s = folder / ("control.json" if control else "cuts.json"), time.monotonic()
    done = [] if control else kept(path)
    with tempfile.TemporaryDirectory(dir=folder, prefix="evening-") as name:
        evening = Evening(folder, Path(name), commit(), len(done))
        for cut in evening.cuts(len(done), LIES if control else 0):
            done.append(cut)
            path.write_bytes(msgspec.json.format(msgspec.json.encode(done)) + b"\n")
            print_line(f"{len(done)}: {cut}")
            if (control and cut.wrong) or len(done) >= cuts or time.monotonic() - began_s > most_s:
                break
    wrong = [each for each in done if each.wrong]
    print_line(f"{len(done) - len(wrong)} of {len(done)} matches went on")
    sys.exit(bool(wrong) is not control)


if __name__ == "__main__":
    main()
