"""Measure what a match costs two skilled players in presses and touches, and what a stray press can change.

Whole matches of every game with an evening are played in a session without devices, with the fewest acts for each
answer.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from msgspec import structs

from lab.figure import Figure, at_most, control_of, published
from lab.headless import HeadlessParts
from lab.presses.fingers import FingerMatch
from lab.presses.newcomer import first_reveal
from lab.presses.report_acts import DefeatActs, PointActs
from lab.presses.skilled import Glance, Played, SkilledMatch
from lab.presses.strays import hold_too_many, strays
from lab.presses.tally import PressCount
from lab.trials.game_trials import game_trials
from table.records.temporary import temporary_folder
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt
from table.rules.seats import BLUE, SEATS, Seat
from table.view.published import Focus

RANDOM_ARMIES, MOST_RANDOM = 20, 32
"""The number of random armies, and the most presses in a round of nine in ten of them."""
SHOWN = 5
"""The maximum number of questions in a figure's note."""
MOST_S = 105
"""The seconds from the first picture to the first reveal. The clone and the first picture take the rest of two minutes.
"""


def measure(seed: int) -> Iterator[Figure]:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    by_buttons: list[PressCount] = []
    by_touch: list[PressCount] = []
    watched, by_row, by_sign = StrayPresses(), PointActs(), PointActs()
    by_list, by_chip = DefeatActs(), DefeatActs()
    fingers: list[FingerMatch] = []
    with temporary_folder() as folder:
        parts = HeadlessParts(folder)
        for name in parts.setup.games.rule_sets:
            evening = game_trials(name).evening
            if evening is None:
                continue
            played = Played(parts.games[name], evening())
            pressed = SkilledMatch(
                parts, Path(folder, name, "pressed"), played, seed, _both(watched.look, by_row.look, by_list.look)
            ).play()
            by_finger = replace(played, by_touch=True)
            fingers.append(
                FingerMatch(parts, Path(folder, name, "touched"), by_finger, seed, _both(by_sign.look, by_chip.look))
            )
            touched = fingers[-1].play()
            most = played.evening.presses
            yield _noted(at_most(f"presses.round.{name}", [pressed.a_player_a_round], most, "presses"), pressed)
            panel, whole = pressed.a_player_a_round, played.evening.whole
            taken, match = [pressed.presses + pressed.cards], f"presses.match.{name}"
            figure = published(match, taken, "presses") if whole is None else at_most(match, taken, whole, "presses")
            yield _noted(figure, pressed)
            yield _noted(at_most(f"presses.round.{name}.touch", [touched.a_player_a_round], panel, "touches"), touched)
            all_touches, all_presses = touched.presses + touched.cards, pressed.presses + pressed.cards
            yield _noted(at_most(f"presses.match.{name}.touch", [all_touches], all_presses, "touches"), touched)
            yield from _of_armies(parts, Path(folder, name), name, seed)
            by_buttons.append(pressed)
            by_touch.append(touched)
    yield from _of_all(by_buttons, by_touch)
    yield published("presses.defeat.any", by_list.acts, "presses")
    yield at_most("presses.defeat.any.touch", by_chip.acts, 3, "touches", judged="max")
    yield published("presses.points", by_row.acts, "presses")
    yield at_most("presses.points.touch", by_sign.acts, 2, "touches", judged="max")
    yield published("presses.points.agreed", by_row.agreed, "presses")
    yield from watched.figures()
    yield _first_reveal(seed)
    yield from _of_fingers(fingers)


def _of_armies(parts: HeadlessParts, folder: Path, system: str, seed: int) -> Iterator[Figure]:
    """Yield the presses and questions of single armies, and the presses of random ones."""
    trials, game = game_trials(system), parts.games[system]
    for name, army in (trials.armies() if trials.armies else {}).items():
        tally = SkilledMatch(parts, folder / name, Played(game, army.evening), seed).play()
        pressed, asked = tally.by_seat[BLUE] / tally.rounds, tally.asked[BLUE] / tally.rounds
        yield _noted(at_most(f"presses.round.{name}", [pressed], army.presses, "presses"), tally)
        note = f"{army.units} units; without the choices that a card gives"
        yield at_most(f"presses.questions.{name}", [asked], army.units + 3, "questions", note=note)
    if trials.random_evening is None:
        return
    taken: list[float] = []
    rng = random.Random(seed)
    for n in range(RANDOM_ARMIES // 2):
        evening = trials.random_evening(rng)
        tally = SkilledMatch(parts, folder / f"random{n}", Played(game, evening), seed + n).play()
        taken += [tally.by_seat[seat] / tally.rounds for seat in SEATS]
    worst = sorted(taken)[round(0.9 * len(taken)) - 1]
    note = "the 90th percentile of random armies"
    yield at_most("presses.round.random", [worst], MOST_RANDOM, "presses", n=len(taken), note=note)


def _both(*glances: Glance) -> Glance:
    def look(played: SkilledMatch) -> None:
        for glance in glances:
            glance(played)

    return look


def _first_reveal(seed: int) -> Figure:
    """Return a newcomer's seconds from the first picture to the first reveal."""
    spent = first_reveal(seed)
    note = f"estimated: {spent.words} words read, {spent.acts} acts, {spent.waited_s:.1f} s waited"
    return at_most("presses.first_reveal", [round(spent.seconds, 1)], MOST_S, "s", note=note)


def _of_all(by_buttons: list[PressCount], by_touch: list[PressCount]) -> Iterator[Figure]:
    """Yield the figures over all games."""
    yield at_most("presses.defeat", [n for one in by_buttons for n in one.losses], 3, "presses", judged="max")
    yield at_most("presses.defeat.touch", [n for one in by_touch for n in one.losses], 3, "touches", judged="max")
    share = 100 * sum(one.moves for one in by_buttons) / max(1, sum(one.presses for one in by_buttons))
    yield at_most("presses.focus_share", [share], 30, "%")
    single = sum(one.single for one in by_buttons)
    of = f"of {sum(one.questions for one in by_buttons)} lists and dials"
    yield at_most("presses.only_answer", [single], 0, "questions", note=of)


def _of_fingers(fingers: list[FingerMatch]) -> Iterator[Figure]:
    """Yield the slips that one hold too many of a finger causes, and the control."""
    n = sum(one.held for one in fingers)
    slips, control = sum(one.slips.total() for one in fingers), sum(one.unguarded.total() for one in fingers)
    yield at_most("presses.slip.touch", [slips], 0, "slips", n=n)
    yield control_of("presses.slip.touch.control", control, "slips", n=n)


def _noted(figure: Figure, tally: PressCount) -> Figure:
    """Return the figure with a note on rounds, holds, cards and the most frequent questions."""
    questions = ", ".join(f"{key} {n}" for key, n in tally.by_question.most_common(SHOWN))
    note = f"{tally.presses} in {tally.rounds} rounds, {tally.holds} held, {tally.cards} cards laid; {questions}"
    return structs.replace(figure, note=note)


@dataclass
class StrayPresses:
    """Count the stray presses and the holds too many that change something for good.

    They are tried at every question of the observed matches.
    """

    slips: Counter[str] = field(default_factory=Counter)
    unforgiven: Counter[str] = field(default_factory=Counter)
    """The same counts for the control."""
    _looked: set[tuple[str, int, Seat, Focus | None]] = field(default_factory=set)
    """The cases already tried: match, number of its events, seat, and focus."""

    def look(self, played: SkilledMatch) -> None:
        """Try every short press of both seats, and a hold with one press too many, in a copy of the match."""
        play = played.session.play
        if play is None:
            return
        match, state, chance = play.match, play.state, play.chance
        for seat in SEATS:
            focus = played.focus(seat)
            if (state.id, state.events, seat, focus) in self._looked:
                continue
            self._looked.add((state.id, state.events, seat, focus))
            self.slips.update(strays(match, state, chance, seat, focus))
            self.slips.update(hold_too_many(match, state, chance, seat, focus))
            self.unforgiven.update(hold_too_many(match, state, chance, seat, focus, heedless=True))
            self.unforgiven.update(strays(UnforgivingMatch(match.game), state, chance, seat, focus))

    def figures(self) -> Iterator[Figure]:
        worst = ", ".join(f"{key} {n}" for key, n in self.slips.most_common(SHOWN))
        slips, control, n = self.slips.total(), self.unforgiven.total(), len(self._looked)
        yield at_most("presses.slip", [slips], 0, "slips", n=n, note=worst)
        yield control_of("presses.slip.control", control, "slips", n=n)


class UnforgivingMatch(Match[Any]):
    """The control: a match without undo and without standing prompts."""

    def prompts(self, state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
        return tuple(prompt for prompt in super().prompts(state) if not prompt.standing)
