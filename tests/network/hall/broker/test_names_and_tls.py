"""Two tables of one name are told, and both are kept; with a certificate all is encrypted. Real broker, real time."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import aiomqtt
import pytest
from msgspec.structs import replace

from lab.campaigns.hall.hall_stage import HallStage, TlsFiles
from lab.campaigns.hall.mosquitto import found
from lab.certificates import signed
from table.network.broker import LastWill, connection
from table.network.hall.wire.topics import online_topic

pytestmark = pytest.mark.hall
WILL = LastWill(online_topic("table-1"), b"")


def test_two_tables_with_one_name_are_reported_and_both_are_kept(stage: Callable[[int], HallStage]) -> None:
    async def evening() -> None:
        async with stage(1) as hall:
            await hall.hall_begins()
            first = hall.table("table-1")
            first.opens()
            await hall.delivered()
            second = hall.table("table-1", place="other")
            second.opens()
            second.plays()
            first.plays()

            async def reported() -> bool:
                return b'"double"' in await asyncio.to_thread(hall.page, "/api/v1/state")

            await hall.until(reported, "word of two tables")
            await hall.delivered()
            assert first.store.epoch != second.store.epoch
            assert hall.compared().differing == 0

    asyncio.run(evening())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # what refuses leaves its socket
def test_with_a_certificate_tables_and_hall_speak_encrypted_and_to_nobody_else(tmp_path: Path) -> None:
    if not found():
        pytest.skip("there is no mosquitto here: `make hall` looks for Debian's")

    made = signed(tmp_path)

    async def evening() -> None:
        async with HallStage(tmp_path / "hall", 1, tls=TlsFiles(made.cert, made.key, made.ca)) as hall:
            await hall.hall_begins()
            table = hall.table("table-1")
            table.opens()
            await hall.delivered()
            assert hall.compared().differing == 0
            access = hall.access("table-1")
            for wrong in (replace(access, ca=""), replace(access, host="127.0.0.2")):
                with pytest.raises((aiomqtt.MqttError, OSError)):
                    await connection(wrong, WILL).__aenter__()

    asyncio.run(evening())
