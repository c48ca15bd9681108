"""Limits count the people at an address. A proxy is believed about them if the configuration names it."""

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lab.virtual_loop import run
from table.network.web.addresses import Proxies, household
from table.network.web.doorkeeper import BURST, Doorkeeper
from table.network.web.site import site
from tests.network.web.asgi import ADDRESS, asked

FRIEND, PROXY, OTHER = "203.0.113.7", "127.0.0.1", "10.0.0.9"


@pytest.mark.parametrize(
    ("address", "people"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_the_devices_of_a_household_are_one(address: str, people: str) -> None:
    assert household(address) == people


@pytest.mark.parametrize(
    ("peer", "forwarded", "asker"),
    [
        (PROXY, [FRIEND], FRIEND),
        (PROXY, [f"198.51.100.1, {FRIEND}"], FRIEND),
        (PROXY, ["198.51.100.1", FRIEND], FRIEND),
        (PROXY, [f"{FRIEND}, {OTHER}"], FRIEND),
        (f"::ffff:{PROXY}", [FRIEND], FRIEND),
        (PROXY, [f"{FRIEND}:4711"], FRIEND),
        (PROXY, ["[2001:db8::7]:4711"], "2001:db8::7"),
        (PROXY, ["2001:db8::7"], "2001:db8::7"),
        (PROXY, [], PROXY),
        (PROXY, [f"{FRIEND}, unknown"], PROXY),
        (PROXY, [""], PROXY),
        (PROXY, [f"{PROXY}, {OTHER}"], PROXY),
    ],
)
def test_the_last_address_that_is_no_proxys_asks(peer: str, forwarded: list[str], asker: str) -> None:
    assert Proxies([PROXY, "10.0.0.0/8"]).asker(peer, forwarded) == asker


@pytest.mark.parametrize("forwarded", [[FRIEND], [PROXY], [f"{FRIEND}, {PROXY}"], ["x" * 10_000]])
def test_what_a_client_writes_there_counts_for_nothing(forwarded: list[str]) -> None:
    assert Proxies([PROXY]).asker("192.168.1.66", forwarded) == "192.168.1.66"
    assert Proxies().asker(PROXY, forwarded) == PROXY


def test_people_behind_a_proxy_do_not_use_up_each_others_requests() -> None:
    async def hello(request: Request) -> Response:
        return PlainTextResponse(request.client.host if request.client else "")

    async def story() -> list[int]:
        app = site([Route("/", hello)], Doorkeeper((), lambda: 0.0), lambda why, _: why, Proxies([ADDRESS]))
        for _ in range(int(BURST)):
            assert (await asked(app, "/", x_forwarded_for=FRIEND)).body == FRIEND.encode()
        both = [await asked(app, "/", x_forwarded_for=address) for address in (FRIEND, "203.0.113.8")]
        return [each.status for each in both]

    assert run(story()) == [429, 200]
