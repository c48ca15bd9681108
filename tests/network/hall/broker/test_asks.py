"""A hall's requests reach the table's own socket, once, and not too late. Real broker, real time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiomqtt
import msgspec
import pytest
from click.testing import CliRunner

from lab.campaigns.hall.hall_stage import HallStage
from lab.campaigns.hall.simulated import SimulatedTable
from table.devices.hall_socket import HallDesk, hall_exchange
from table.network.broker import LastWill, connection, expiring
from table.network.hall.organiser.folder import read_settings
from table.network.hall.wire.messages import VERSION, Ask, AskKind
from table.network.hall.wire.topics import ask_topic, hall_topic, online_topic
from table.program.cli import main
from table.session.ports import HallCallsJudge, HallSetsClock, Message
from table.view.hall_asks import AskedClock
from tests.devices.edge.kit import served

pytestmark = pytest.mark.hall
Staged = Callable[[int], HallStage]


@asynccontextmanager
async def asked_table(hall: HallStage, name: str) -> AsyncIterator[tuple[SimulatedTable, list[Message]]]:
    """A table of this hall with its socket for asks, and what its session receives there."""
    table, heard = hall.table(name), list[Message]()
    with served(hall.folder / "outboxes", hall_exchange(HallDesk(heard.append, lambda: 0.0))):
        requests = asyncio.ensure_future(table.outbox.requests.run())
        try:
            yield table, heard
        finally:
            requests.cancel()


def reported(folder: Path, *words: str) -> None:
    done = CliRunner().invoke(main, ["hall", *words, "--folder", str(folder)])
    assert done.exit_code == 0, done.output


def test_the_clock_of_the_round_comes_to_the_table_and_goes_again(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(1) as hall:
            await hall.hall_begins()
            async with asked_table(hall, "table-1") as (_, heard):
                reported(hall.folder, "clock", "--minutes", "90", "--round", "2", "--go")

                async def shown() -> bool:
                    return bool(heard)

                await hall.until(shown, "the clock at the table")
                (clock,) = heard
                assert isinstance(clock, HallSetsClock)
                assert clock.time is not None
                assert (clock.time.round, clock.time.runs) == (2, True)
                assert 5390 <= clock.time.left_s <= 5400
                reported(hall.folder, "clock", "--away")

                async def gone() -> bool:
                    return HallSetsClock(None) in heard

                await hall.until(gone, "the table without a clock")

    asyncio.run(evening())


def test_a_judge_who_is_called_twice_by_one_key_comes_once(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(2) as hall:
            await hall.hall_begins()
            async with asked_table(hall, "table-1") as (table, heard):
                table.opens()
                await hall.delivered()
                reported(hall.folder, "judge", "table-1")

                async def came() -> bool:
                    return bool(heard)

                await hall.until(came, "the judge at the table")
                hall.hall_ends()
                await hall.hall_begins()
                await asyncio.sleep(3.0)
                assert heard == [HallCallsJudge()], "the hall that was killed has asked again"

    asyncio.run(evening())


def test_another_table_cannot_ask_and_what_was_long_on_its_way_is_as_late_as_it_was(stage: Staged) -> None:
    async def evening() -> None:
        async with stage(2) as hall, asked_table(hall, "table-1") as (table, heard):
            forged = msgspec.json.encode(Ask(VERSION, "forged", AskKind.JUDGE, for_s=60))
            own = LastWill(online_topic("table-2"), b"")
            async with connection(hall.access("table-2"), own) as other:
                with suppress(aiomqtt.MqttError):
                    await other.publish(ask_topic("table-1"), forged, qos=1)
            clock = AskedClock(2, 600, runs=True)
            late = msgspec.json.encode(Ask(VERSION, "late", AskKind.ROUND_CLOCK, clock=clock, for_s=60))
            secret = read_settings(hall.folder).password
            access = msgspec.structs.replace(hall.access("table-1"), user="hall", password=secret)

            async def taken() -> bool:
                return table.outbox.requests.shown is not None

            async with connection(access, LastWill(hall_topic("main"), b"")) as client:
                while not heard:  # the outbox may not have subscribed yet
                    await client.publish(ask_topic("table-1"), late, qos=1, properties=expiring(50))
                    await asyncio.sleep(0.2)
            await hall.until(taken, "the answer of the table")
            (heard_clock,) = heard
            assert isinstance(heard_clock, HallSetsClock)
            assert heard_clock.time is not None
            assert 586 <= heard_clock.time.left_s <= 590, "ten of its sixty seconds were over"

    asyncio.run(evening())
