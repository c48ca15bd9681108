"""Each event of a table is in the hall's log once, whichever program is killed. Real broker, real time."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.campaigns.hall.hall_stage import HallStage
from lab.campaigns.hall.simulated import SimulatedTable
from table.network.hall.organiser.hall_log import FILE
from table.network.hall.wire.messages import MOST_EVENTS
from table.view.hall import NeedKind

pytestmark = pytest.mark.hall
Staged = Callable[[int], HallStage]


def played(stage: HallStage) -> None:
    for table in stage.tables:
        table.plays()


def needs(stage: HallStage) -> list[tuple[str, str]]:
    state = json.loads(stage.page("/api/v1/state"))
    return [(each["table"], each["kind"]) for each in state["snapshot"]["needs"]]


async def on_the_page(stage: HallStage, words: bytes) -> None:
    async def there() -> bool:
        return words in await asyncio.to_thread(stage.page, "/api/v1/state")

    await stage.until(there, "it on the page")


def test_an_evening_of_three_tables(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(3) as hall:
            await hall.hall_begins()
            for name in hall.names:
                hall.table(name).opens()
            played(hall)
            hall.tables[0].has_fault("reader.missing")
            await on_the_page(hall, b'"reader"')
            assert needs(hall)[0] == ("table-1", NeedKind.READER)
            for table in hall.tables:
                table.ends()
            await hall.delivered()
            assert hall.compared().differing == 0
            assert hall.compared().events > 12
            results = json.loads(await asyncio.to_thread(hall.page, "/results.json"))
            assert {each["table"] for each in results} == set(hall.names)
            file = await asyncio.to_thread(hall.page, f"/match/table-1/{hall.tables[0].played[0].match}.jsonl")
            assert file == hall.tables[0].played[0].file()

    asyncio.run(evening())


def test_a_broker_that_is_killed_loses_nothing(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(3) as hall:
            await hall.hall_begins()
            for name in hall.names:
                hall.table(name).opens()
            for _ in range(3):
                for _ in range(5):
                    played(hall)
                    await asyncio.sleep(0.01)
                hall.broker.kill()
                played(hall)
                hall.broker.start()
            await hall.delivered()
            assert hall.compared().differing == 0

    asyncio.run(evening())


def test_a_hall_that_is_killed_has_all_that_it_acknowledged_and_gets_the_rest(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(3) as hall:
            await hall.hall_begins()
            for name in hall.names:
                hall.table(name).opens()
            for _ in range(2):
                for _ in range(5):
                    played(hall)
                    await asyncio.sleep(0.01)
                hall.hall_ends()
                played(hall)
                await hall.hall_begins()
            await hall.delivered()
            assert hall.compared().differing == 0
            await on_the_page(hall, b'"table1m1"')

    asyncio.run(evening())


def test_a_hall_that_has_lost_its_disk_gets_what_the_tables_keep(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(2) as hall:
            await hall.hall_begins()
            for name in hall.names:
                hall.table(name).opens()
            played(hall)
            await hall.delivered()
            hall.hall_ends()
            without_log(hall.folder)
            await hall.hall_begins()

            async def all_there() -> bool:
                return hall.compared().lost == 0

            await hall.until(all_there, "what was acknowledged before")
            assert hall.compared().differing == 0

    asyncio.run(evening())


def without_log(folder: Path) -> None:
    for each in folder.glob(f"{FILE}*"):
        each.unlink()


class LittleKept(SimulatedTable):
    """A table that has long let go of most of what was acknowledged."""

    kept_bytes = 4096


def test_of_what_the_tables_keep_no_more_a_hall_without_its_disk_reports_what_it_lacks(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(1) as hall:
            await hall.hall_begins()
            table = hall.table("table-1", LittleKept)
            table.opens()
            for _ in range(3):
                for _ in range(MOST_EVENTS):
                    table.plays()
                await hall.delivered()
            first = table.store.first
            assert first > MOST_EVENTS + 1
            hall.hall_ends()
            without_log(hall.folder)
            await hall.hall_begins()
            table.plays("The first line that the new hall hears.")
            await on_the_page(hall, b"The first line that the new hall hears.")
            assert ("table-1", NeedKind.LACKS) in needs(hall)
            assert hall.compared().lost == first - 1

    asyncio.run(evening())


def test_a_table_that_was_away_delivers_afterwards(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(1) as hall:
            await hall.hall_begins()
            table = hall.table("table-1")
            table.opens()
            await hall.delivered()
            await hall.table_ends(table)
            await on_the_page(hall, b'"gone"')
            table.begins()
            table.goes_on()
            for _ in range(30):
                table.plays()
            table.ends()
            hall.table_speaks(table)
            await hall.delivered()
            assert hall.compared().differing == 0
            await on_the_page(hall, b'"over":true')

    asyncio.run(evening())


def test_a_network_that_takes_nothing_loses_nothing(stage: Staged) -> None:
    """The connections stay, and nothing passes: as of a cable that is pulled behind a switch."""

    async def evening() -> None:
        async with stage(2) as hall:
            await hall.hall_begins()
            for name in hall.names:
                hall.table(name).opens()
            await hall.delivered()
            hall.broker.freeze()
            for _ in range(10):
                played(hall)
                await asyncio.sleep(0.3)
            assert not any(table.delivered for table in hall.tables)
            hall.broker.thaw()
            await hall.delivered()
            assert hall.compared().differing == 0

    asyncio.run(evening())
