"""Whole matches on two Chromium phones and a third browser as the screen, from the command to the result."""

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from lab.chromium import chromium, missing_browser
from lab.figure import NotMeasuredError
from lab.figures.evening import seen_codes
from lab.figures.evening.page_match import PageMatch
from lab.figures.evening.phone_pages import EveningOnPages
from lab.figures.evening.screens import BrowserScreen
from lab.trials.game_trials import game_trials

GAMES = ("legion_2024", "legion_classic", "infinity", "tide_of_iron")


class WholeMatch(NamedTuple):
    """A match that was played to its result."""

    game: str
    taps: int
    looks: int
    """The looks at a phone's page before each act."""
    scrolled: tuple[str, ...]
    """The headlines of the looks in which something that is asked was out of sight."""
    pictures: int
    """The pictures that the screen got."""


class PlayedMatches(NamedTuple):
    """The matches that were played to their result, and why others were not."""

    ended: tuple[WholeMatch, ...]
    stuck: tuple[str, ...]


def missing() -> str:
    """Return a sentence about a part that is missing on this machine; empty if none is."""
    return missing_browser() or seen_codes.missing()


def played(game: str, browser: Any, seed: int) -> WholeMatch:
    """Play a match of this game from a cold start to its result. Raises NotMeasuredError."""
    trial = game_trials(game).evening
    if trial is None:
        raise NotMeasuredError(f"{game} has no evening")
    with tempfile.TemporaryDirectory(prefix="ct") as folder:
        screen = BrowserScreen(browser)
        evening = EveningOnPages(Path(folder), browser, screen)
        try:
            evening.evening.begin()
            evening.scan()
            evening.confirm()
            evening.choose_match(game)
            match = PageMatch(tuple(evening.pages()), trial(), seed)
            match.play()
            taps = sum(player.taps for player in evening.players.values()) + match.taps
            return WholeMatch(game, taps, match.looks, tuple(match.scrolled), screen.pictures())
        finally:
            evening.close()


def whole_matches(seed: int) -> PlayedMatches:
    """Play a match of each game."""
    from playwright.sync_api import Error

    ended, stuck = list[WholeMatch](), list[str]()
    with chromium() as browser:
        for game in GAMES:
            try:
                ended.append(played(game, browser, seed))
            except (NotMeasuredError, Error) as error:  # a page that does not answer is one match, not all
                stuck.append(f"{game}: {error}")
    return PlayedMatches(tuple(ended), tuple(stuck))
