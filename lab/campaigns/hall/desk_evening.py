"""A tournament of 16 tables and 33 players, run by a browser at the hall's desk while bots play at all tables."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from lab.campaigns.hall.bot_tables import BotTable, PlayedOutcome
from lab.campaigns.hall.hall_stage import LOOK_S, HallStage, HallStuckError
from lab.campaigns.hall.mosquitto import found
from lab.chromium import FLAGS, chromium_path, missing_browser
from lab.headless import HeadlessParts
from lab.systems import systems
from table.network.hall.organiser.desk import desk_lock
from table.rules.seats import RED

TABLES, ROUNDS = 16, 3
PLAYERS = tuple(f"{name} {number}" for number in range(1, 12) for name in ("Åsa", "Bob; Jr.", '"Cid"'))
"""33 players for 16 tables. Their names have the signs that a file of pairings must quote."""
SYSTEM = "tide_of_iron"
CORRECTED = PlayedOutcome(3, 41, RED)
PATIENCE_MS = 60_000.0
TAKING = "document.getElementById('taking')"
DONE = "document.getElementById('answer').textContent === 'Done.'"

Seats = tuple[str, str]
"""The players of a table: Blue, and Red, who is empty for a bye."""


class DeskRound(NamedTuple):
    """A round as the organiser saw it before taking it, and the outcomes at its tables."""

    tables: Mapping[str, Seats]
    byes: Sequence[str]
    outcomes: Mapping[str, PlayedOutcome]


class DeskEvening(NamedTuple):
    rounds: Sequence[DeskRound]
    """With the corrected outcome in place of the table's."""
    rows: Sequence[Sequence[str]]
    """The standings that the hall's page shows to everybody, cell by cell."""


def missing() -> str:
    """Return a sentence about a missing requirement on this machine; empty if there is none."""
    if not found():
        return "there is no mosquitto here: `make hall` looks for Debian's"
    return missing_browser()


async def evening(folder: Path, seed: int) -> DeskEvening:
    """Play the evening. Raises HallStuckError, or playwright's Error, if the page does not respond as expected."""
    from playwright.async_api import async_playwright

    async with HallStage(folder, TABLES) as stage, async_playwright() as playwright:
        password, content = desk_lock.made_password()
        (folder / desk_lock.FILE).write_bytes(content)
        await stage.hall_begins()
        bots = _Bots(stage, seed)
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        desk = _DeskPage(await browser.new_page(viewport={"width": 1280, "height": 800}))
        address = f"http://127.0.0.1:{stage.page_port}"
        await desk.log_in(f"{address}/desk?lang=en", password)
        rounds = list[DeskRound]()
        for number in range(1, ROUNDS + 1):
            await (desk.offer_file(_file()) if number == 1 else desk.pair_next_round(TABLES + 1))
            tables, byes = await desk.take()
            await desk.start_clock(number)
            rounds.append(DeskRound(tables, byes, await bots.play(number)))
            await desk.wait_for_results(number * TABLES)
            if number == 1:
                await desk.correct(number, "table-1", tables["table-1"])
                rounds[0] = DeskRound(tables, byes, {**rounds[0].outcomes, "table-1": CORRECTED})
        rows = await desk.standings(f"{address}/?lang=en", len(PLAYERS))
        await browser.close()
        return DeskEvening(rounds, rows)


class _Bots:
    """The bots at all tables of a hall."""

    def __init__(self, stage: HallStage, seed: int) -> None:
        self._tables = [stage.table(name, BotTable) for name in stage.names]
        self._folder, self._seed = stage.folder / "bots", seed
        self._parts = HeadlessParts(self._folder)
        self._system = next(each for each in systems() if each.game.system == SYSTEM)

    async def play(self, number: int) -> dict[str, PlayedOutcome]:
        """Play a match at each table, one after the other, and return the outcomes by table.

        A match that is given up is played again.
        """
        outcomes = dict[str, PlayedOutcome]()
        for place, table in enumerate(self._tables):
            if not isinstance(table, BotTable):
                raise TypeError(table)
            seeds = count(10_000 * self._seed + 1000 * number + 10 * place)
            played = (self._played(table, seed) for seed in seeds)
            outcomes[table.name] = next(outcome for outcome in played if outcome is not None)
            for each in self._tables:
                each.lives()
            await asyncio.sleep(0.05)  # the outboxes send
        return outcomes

    def _played(self, table: BotTable, seed: int) -> PlayedOutcome | None:
        return table.plays_match(self._parts, self._system, seed, self._folder / f"{table.name}.{seed}")


class _DeskPage:
    """The organiser at the desk's page."""

    def __init__(self, page: Any) -> None:
        self._page = page
        page.set_default_timeout(PATIENCE_MS)

    async def log_in(self, address: str, password: str) -> None:
        await self._page.goto(address)
        await self._page.fill("#password", password)
        await self._page.click("#entry button")
        await self._page.wait_for_selector("#desk:not([hidden])")
        await self._until("document.getElementById('win').value === '3'")

    async def offer_file(self, content: bytes) -> None:
        """Choose a file whose columns nobody recognises, name them, and assign the tables in its order."""
        await self._page.set_input_files("#file", {"name": "evening.csv", "mimeType": "text/csv", "buffer": content})
        await self._page.wait_for_selector("#taking:not([hidden])")
        for place, meaning in ((2, "blue"), (3, "red")):  # the second before the first is answered
            await self._page.select_option(f"#columns label:nth-child({place}) select", meaning)
        await self._lines(TABLES + 1)

    async def pair_next_round(self, lines: int) -> None:
        await self._page.click("#next button")
        await self._lines(lines)

    async def take(self) -> tuple[dict[str, Seats], list[str]]:
        """Take the shown pairings, and return them as they are shown: tables and byes."""
        cells = "rows => rows.map(row => [...row.querySelectorAll('input')].map(input => input.value))"
        shown = await self._page.eval_on_selector_all("#lines li", cells)
        await self._acts("#take")
        await self._page.wait_for_selector("#taking", state="hidden")
        tables = {table: (blue, red) for table, blue, red in shown if red}
        return tables, [blue for _, blue, red in shown if not red]

    async def start_clock(self, number: int) -> None:
        await self._page.fill("#round", str(number))
        await self._acts("#timing button")
        await self._acts("#start")

    async def correct(self, number: int, table: str, seats: Seats) -> None:
        await self._page.select_option("#pairing", label=f"{number} · {table} · {seats[0]} – {seats[1]}")
        await self._page.fill("#blue_points", str(CORRECTED.blue))
        await self._page.fill("#red_points", str(CORRECTED.red))
        await self._page.fill("#reason", "Both players agree.")
        await self._acts("#entering button")
        await self._page.wait_for_selector("#results td.entered")

    async def wait_for_results(self, rows: int) -> None:
        await self._until(f"document.querySelectorAll('#results tbody tr').length === {rows}")

    async def standings(self, address: str, players: int) -> list[list[str]]:
        """Return the standings of the page that everybody can open."""
        await self._page.goto(address)
        await self._until(f"document.querySelectorAll('#standings tbody tr').length === {players}")
        rows: list[list[str]] = await self._page.eval_on_selector_all(
            "#standings tbody tr", "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
        )
        return rows

    async def _until(self, expression: str) -> None:
        """Return when an expression is true. The page's policy forbids to evaluate one within it."""
        until_s = time.monotonic() + PATIENCE_MS / 1000
        while not await self._page.evaluate(expression):
            if time.monotonic() > until_s:
                raise HallStuckError(f"the desk never came to: {expression}")
            await asyncio.sleep(LOOK_S)

    async def _lines(self, lines: int) -> None:
        await self._until(f"!{TAKING}.hidden && {TAKING}.querySelectorAll('#lines li').length === {lines}")

    async def _acts(self, button: str) -> None:
        await self._page.evaluate("document.getElementById('answer').textContent = ''")
        await self._page.click(button)
        await self._until(DONE)


def _file() -> bytes:
    """Return the pairings of the first round, as an unknown program writes them."""
    quoted = [f'"{name.replace(chr(34), 2 * chr(34))}"' for name in PLAYERS]
    batched = zip(quoted[:-1:2], quoted[1::2], strict=True)
    pairs = [f"{number};{blue};{red};" for number, (blue, red) in enumerate(batched, 1)]
    lines = ["Club evening;;;", "Lfd.;Heim;Gast;Liste", *pairs, f"{len(pairs) + 1};{quoted[-1]};Freilos;"]
    return "\r\n".join(lines).encode("cp1252")
