"""Compare the page of a match, step by step, with the events of its file."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from msgspec import json

from lab.figures.pages.bot_matches import BotsMatch
from lab.figures.pages.served import ServedSite, words
from table.network.web.files import file_routes
from table.network.web.hub import Hub
from table.network.web.pages import Pages
from table.network.web.results_kept import Results
from table.records.verify.file import read
from table.rules.fairness import SecretChance
from table.rules.match.codec import EventCodec
from table.rules.match.match import Match
from table.rules.seats import SEATS
from table.view.streams.results_feed import MatchResult
from table.view.streams.stream_frames import FeedFrame
from table.words import Words

SHOWN = """() => ({
    step: document.getElementById("step").textContent,
    where: document.getElementById("where").textContent,
    headline: document.querySelector("#now .headline").textContent,
    score: [...document.querySelectorAll("#score dd")].map(each => each.textContent),
    locked: ["blue", "red"].map(seat => document.querySelector(`#${seat} .card.back`) !== null),
    cards: ["blue", "red"].map(seat => document.querySelector(`#${seat} .card-name`)?.textContent ?? null),
    roll: document.querySelector("#roll .proof")?.textContent ?? null,
    units: ["blue", "red"].map(seat => [...document.querySelectorAll(`#${seat} .units .chip, #${seat} .chips .chip`)]
        .map(each => each.querySelector("span").textContent)),
})"""
OPEN = "#lines [aria-current]"


class ComparedReplay(NamedTuple):
    """The comparison of a page with a match file."""

    steps: int
    """The steps that show a table."""
    differing: tuple[str, ...]


@contextmanager
def served_matches(played: BotsMatch) -> Iterator[ServedSite]:
    """Serve the match as `/match/whole`, and without its pictures as `/match/bare`."""
    results = Results()
    for match, replay in (("whole", played.replay), ("bare", b"")):
        results.receive(json.encode(MatchResult(1, match, played.file.decode(), b"", replay)))
    hub = Hub("feed", FeedFrame, time.monotonic)
    served = ServedSite(hub, [*results.routes("/api/v1"), *file_routes(), *Pages(words()).routes()])
    try:
        yield served
    finally:
        served.close()


def compared(page: Any, played: BotsMatch) -> ComparedReplay:
    """Step through the page, in English, from its first step. The events of the file are folded by the game's rules."""
    steps, differing = 0, list[str]()
    for number, expected in enumerate(_expected(played), 1):
        if number > 1:
            page.keyboard.press("ArrowRight")
        if expected is None:
            continue
        steps += 1
        shown = page.evaluate(SHOWN)
        differing += (f"{shown['step']}: {name}" for name, value in expected.items() if shown[name] != value)
    return ComparedReplay(steps, tuple(differing))


def _expected(played: BotsMatch) -> Iterator[Mapping[str, Any] | None]:
    """Yield what the page must show after each batch; None before there is a table."""
    file = read(played.file)
    match = Match(played.setup.games[file.system])
    codec, state = EventCodec(match.events), None
    events = [[json.decode(bytes(each)) for each in batch.events] for batch in file.batches]
    chance, locked = _chance(events), dict.fromkeys(SEATS, False)
    for number, batch in enumerate(file.batches, 1):
        state = match.fold(state, tuple(codec.decode(bytes(event)) for event in batch.events))
        for each in events[number - 1]:
            if each["type"].startswith(("CardSealed", "Seal")):
                locked[each["seat"]] = each["type"] == "CardSealed"
        shown = _shown(match, state, chance)
        yield shown and {**shown, "step": f"Step {number} of {len(events)}", "locked": [locked[seat] for seat in SEATS]}


def _shown(match: Match[Any], state: Any, chance: SecretChance) -> Mapping[str, Any] | None:
    view, english = match.view(state), Words("en")
    if view is None:
        return None
    headline = {} if state.result is not None else {"headline": english.say(view.headline)}
    return {
        "where": f"Round {view.round} of {view.rounds} · {english.say(view.phase)}",
        "score": [str(sum(getattr(each, seat) for each in state.score.rounds)) for seat in SEATS],
        "cards": [None if seat.card is None else seat.card.name for seat in view.seats],
        "roll": None if view.rolled is None else f"Code of the roll: {chance.proof(view.rolled.question)}",
        "units": [[piece.name for piece in seat.pieces] for seat in view.seats],
        **headline,
    }


def _chance(events: Sequence[Sequence[Any]]) -> SecretChance:
    """Return the chance of a match, from its disclosed secret and its numbers."""
    every = [each for batch in events for each in batch]
    numbers = {each["seat"]: each["number"] for each in every if each["type"] == "NumberDialled"}
    secret = next(each["secret"] for each in every if each["type"] == "SecretDisclosed")
    return SecretChance(bytes.fromhex(secret), tuple(numbers.items()))
