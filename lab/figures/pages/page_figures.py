"""Measure the pages in Chromium: the reveal, pictures with faults, bytes of a first load, and the replay of a match.

They need Chromium and Playwright; without them nothing is measured, and standard error says so.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import json
from msgspec.structs import replace

from lab.chromium import chromium, missing_browser
from lab.figure import Figure, at_most, control_of, left_out, none_of
from lab.figures.evening.whole_matches import GAMES
from lab.figures.pages import moments as of
from lab.figures.pages.bot_matches import BotsMatch, bots_match
from lab.figures.pages.combinations import PagePicture, pictures
from lab.figures.pages.moments import NAMES, MatchMoment, moments
from lab.figures.pages.photographs import photographer
from lab.figures.pages.served import ServedHall, ServedSite, ServedTable, words
from lab.figures.pages.sixteen_tables import hall
from lab.figures.web import reveal_figures
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
from table.view.streams.stream_frames import FeedFrame, FrameWriter
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


TABLE_PAGES = (
    "/", "/watch", "/overlays", "/match", "/phone", "/table", "/style",
    "/overlay/scene", "/overlay/card", "/overlay/score",
)  # fmt: skip
HALL_PAGES = ("/", "/desk")
SETTLED_MS = 1500
"""The time in which a page has its files and the first frame."""


def first_loads(browser: Any, moment: MatchMoment) -> Mapping[str, int]:
    """Return the bytes of each page of a table in this moment, and of a hall of sixteen tables."""
    with TemporaryDirectory() as place:
        table = ServedTable([of.frame(moment, NAMES[-1])])
        of_hall = ServedHall(Path(place), lambda: hall(of.sayings()))
        of_hall.sends(FrameWriter("hall", hall(of.sayings())).snapshot(0))
        try:
            loaded = {path: loaded_bytes(browser, table, path) for path in TABLE_PAGES}
            return loaded | {f"hall {path}": loaded_bytes(browser, of_hall, path) for path in HALL_PAGES}
        finally:
            table.close()
            of_hall.close()


def loaded_bytes(browser: Any, site: ServedSite, path: str, script: str = "0") -> int:
    """Return the bytes of all answers and frames that a new browser gets. The page then runs `script`."""
    context = browser.new_context()
    page = context.new_page()
    taken = list[int]()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: taken.append(int(event["encodedDataLength"])))
    session.on(
        "Network.webSocketFrameReceived", lambda event: taken.append(len(event["response"]["payloadData"].encode()))
    )
    page.goto(site.address(path))
    page.evaluate(script)
    page.wait_for_timeout(SETTLED_MS)
    context.close()
    return sum(taken)


MOST_KB, MOST_OPEN_S, OPENINGS = 250, 1.0, 5
LOADS_MORE = """
Promise.all(Array.from({length: 12}, (_, number) => fetch(`/schema.json?${number}`).then((each) => each.text())))
    .then(() => 0)
"""
PLANTED = MappingProxyType(
    {
        "cut": '<div data-style="width: 60px; overflow: hidden; white-space: nowrap">Commander Luke Skywalker</div>',
        "aside": '<div data-style="position: absolute; left: 340px; white-space: nowrap">Ahsoka Tano</div>',
        "overlap": '<div data-style="height: 0">Commander Luke Skywalker</div><div>Darth Vader, Dark Lord</div>',
        "short": '<p data-style="width: 9px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Rex</p>',
        "empty": "<h2></h2>",
        "small": '<button data-style="width: 20px; min-height: 20px; height: 20px; padding: 0">x</button>',
        "key": "<p>rank.commander</p>",
    }
)
"""Markup with each kind of fault."""


def measure(seed: int) -> Iterator[Figure]:
    if left_out("pages.*", missing_browser()):
        return
    yield from reveal_figures.measure(seed)
    all_moments = [each for game in GAMES for each in moments(bots_match(game))]
    with chromium() as browser:
        yield from of_first_loads(browser, next(each for each in all_moments if each.look.published.view is not None))
        yield from of_replay(browser)
        yield from of_pictures(browser, [*pictures(all_moments)])


def of_pictures(browser: Any, wanted: Sequence[PagePicture]) -> Iterator[Figure]:
    """Count the pictures with a fault, and the kinds of planted faults that are found."""
    with photographer(browser) as by:
        faulty = [f"{each.picture.caption}: {each.faults[0]}" for each in by.take(wanted) if each.faults]
        yield none_of("pages.cut", faulty, "pictures with a fault", len(wanted), "; ".join(faulty[:3]))
        found = sum(kind in by.planted(markup) for kind, markup in PLANTED.items())
    missed = len(PLANTED) - found
    yield control_of("pages.cut.control", 0 if missed else found, "planted faults found", len(PLANTED))


def of_first_loads(browser: Any, moment: MatchMoment) -> Iterator[Figure]:
    """Measure the bytes of a page that a browser opens for the first time."""
    loaded = first_loads(browser, moment)
    note = ", ".join(f"{path} {size / 1e3:.0f}" for path, size in loaded.items())
    yield at_most("pages.first_load", [size / 1e3 for size in loaded.values()], MOST_KB, "KB", judged="max", note=note)
    table = ServedTable()
    heavy = loaded_bytes(browser, table, "/", LOADS_MORE) / 1e3
    table.close()
    yield control_of("pages.first_load.control", int(heavy > MOST_KB), "pages over the limit", note=f"{heavy:.0f} KB")


def of_replay(browser: Any) -> Iterator[Figure]:
    """Measure how a replay opens, verified, and compare each of its steps with the file."""
    played = bots_match(GAMES[0])
    with served_matches(played) as site:
        opened = [_replay(browser, site) for _ in range(OPENINGS)]
        page, ahead = opened[0].page, opened[1].page
        found = compared(page, played)
        ahead.keyboard.press("ArrowRight")
        control = compared(ahead, played)
    proved = page.locator("#proved .good").count()
    note = f"{proved} of 4 proofs; {found.steps} steps, {'; '.join(found.differing[:3]) or 'all equal the file'}"
    figure = at_most("pages.replay", [each.took_s for each in opened], MOST_OPEN_S, "s")
    yield replace(figure, ok=figure.ok and proved == 4 and not found.differing, note=note)
    yield control_of("pages.replay.control", len(control.differing), "differences of a page one step ahead")


class OpenedReplay(NamedTuple):
    """A page with a match that is verified and drawn."""

    page: Any
    took_s: float


def _replay(browser: Any, site: ServedSite) -> OpenedReplay:
    page = browser.new_page()
    began_s = time.monotonic()
    page.goto(site.address("/match/whole?lang=en"))
    page.wait_for_selector(OPEN)
    return OpenedReplay(page, time.monotonic() - began_s)
