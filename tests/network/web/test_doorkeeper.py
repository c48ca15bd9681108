"""Whom the web program answers: by the name that is asked for, by the page that asks, and by how often."""

import pytest

from table.network.web.doorkeeper import BURST, MOST_ADDRESSES, PER_S, Doorkeeper, Refused, without_port


def doorkeeper() -> Doorkeeper:
    return Doorkeeper(("table", "table.local", "Club.example"), lambda: 0.0)


@pytest.mark.parametrize(
    "host",
    [
        "table.local",
        "TABLE.local:7500",
        "table",
        "table.local.",
        "localhost:7500",
        "127.0.0.1:7500",
        "192.168.1.5",
        "[::1]:7500",
        "[fe80::1]",
        "club.example:80",
    ],
)
def test_a_name_of_the_table_and_any_address_is_answered(host: str) -> None:
    assert doorkeeper().refuses("a", [host], []) is None


@pytest.mark.parametrize(
    "hosts",
    [
        ["evil.example"],
        ["table.local.evil.example"],
        ["evil.example:7500"],
        [""],
        [],
        ["table.local", "evil.example"],
        ["table.local:7500:1"],
        ["table.local:x"],
        ["table.local:"],
        ["[::1"],
        ["[::1]evil.example"],
        ["[evil.example]"],
        ["127.0.0.1.evil.example"],
        ["user@table.local"],
        ["0x7f.1"],
        ["[fe80::1%eth0]"],
        ["[::1%; script-src *]"],
    ],
)
def test_a_site_of_somebody_else_that_leads_here_is_not_answered(hosts: list[str]) -> None:
    """A page of the internet can have its own name lead to this table; then its browser sends that name."""
    assert doorkeeper().refuses("a", hosts, []) is Refused.HOST


@pytest.mark.parametrize("origin", ["http://table.local:7500", "https://table.local:7500", "HTTP://TABLE.LOCAL:7500"])
def test_a_page_of_the_table_may_ask(origin: str) -> None:
    assert doorkeeper().refuses("a", ["table.local:7500"], [origin]) is None


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "",
        "http://table.local",
        "http://table.local:7501",
        "file://",
        "http://127.0.0.1:7500",
    ],
)
def test_a_page_from_elsewhere_may_not(origin: str) -> None:
    assert doorkeeper().refuses("a", ["table.local:7500"], [origin]) is Refused.ORIGIN


@pytest.mark.parametrize("origin", ["http://table.local:7500", "http://table.local", "https://evil.example:7500"])
def test_with_a_certificate_only_its_own_encrypted_pages_may(origin: str) -> None:
    keeper = Doorkeeper(("table.local",), lambda: 0.0, tls=True)
    assert keeper.refuses("a", ["table.local:7500"], ["https://table.local:7500"]) is None
    assert keeper.refuses("a", ["table.local:7500"], [origin]) is Refused.ORIGIN


def test_two_origins_are_both_looked_at() -> None:
    origins = ["http://table.local", "http://evil.example"]
    assert doorkeeper().refuses("a", ["table.local"], origins) is Refused.ORIGIN


class Flood:
    def __init__(self) -> None:
        self.now_s = 0.0
        self.doorkeeper = Doorkeeper(("table",), lambda: self.now_s)

    def asks(self, times: int, address: str = "a") -> int:
        """Return how many requests are answered."""
        return sum(self.doorkeeper.refuses(address, ["table"], []) is None for _ in range(times))


def test_so_many_requests_are_answered_at_once_and_so_many_a_second() -> None:
    flood = Flood()
    assert flood.asks(1000) == BURST
    flood.now_s += 1
    assert flood.asks(1000) == PER_S
    flood.now_s += 3600
    assert flood.asks(1000) == BURST


def test_one_address_does_not_keep_another_out() -> None:
    flood = Flood()
    flood.asks(1000)
    assert flood.asks(1, "b") == 1


def test_the_addresses_of_one_household_count_as_one() -> None:
    flood = Flood()
    flood.asks(1000, "2001:db8:1:2::1")
    assert flood.asks(1, "2001:db8:1:2:ffff::9") == 0
    assert flood.asks(1, "2001:db8:1:3::1") == 1


def test_requests_for_another_name_count_too() -> None:
    flood = Flood()
    for _ in range(round(BURST)):
        flood.doorkeeper.refuses("a", ["evil.example"], [])
    assert flood.asks(1) == 0


def test_however_many_addresses_ask_few_are_kept() -> None:
    flood = Flood()
    for number in range(3 * MOST_ADDRESSES):
        flood.asks(1, str(number))
    assert len(flood.doorkeeper._requests._left) == MOST_ADDRESSES


@pytest.mark.parametrize("people", [60, 100])
def test_many_pages_behind_one_address_are_whole(people: int) -> None:
    """A page is itself, four files, and its stream."""
    flood = Flood()
    assert flood.asks(6 * people) == 6 * people


@pytest.mark.parametrize(
    ("host", "name"), [("a:1", "a"), ("a", "a"), ("[::1]:1", "::1"), ("a:123456", ""), ("a:٣", "")]
)
def test_a_host_has_a_name_and_perhaps_a_port(host: str, name: str) -> None:
    assert without_port(host) == name
