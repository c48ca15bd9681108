"""The table's note names the broker and both topics, or nothing is carried."""

import pytest

from table.config.addresses import BrokerPlace, broker_place
from table.network.far.route import FarWay, RouteError, way_of

TOPIC = "0123456789abcdef" * 2


def note(**fields: str) -> bytes:
    more = "".join(f',"{name}":"{value}"' for name, value in fields.items())
    return f'{{"v":1{more}}}'.encode()


@pytest.mark.parametrize(("seat", "other"), [("blue", "red"), ("red", "blue")])
def test_each_seat_writes_its_own_topic_and_reads_the_others(seat: str, other: str) -> None:
    place = BrokerPlace("h.example", 8883, True)
    root = f"command-table-far/{TOPIC}"
    expected = FarWay(place, TOPIC, f"{root}/{seat}", f"{root}/{other}")
    assert way_of(note(url="mqtts://h.example", topic=TOPIC, seat=seat)) == expected


def test_a_note_without_a_topic_has_nothing_to_carry() -> None:
    assert way_of(b'{"v":1}') is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"v":2}',
        note(topic=TOPIC),
        note(topic=TOPIC, url="mqtts://h.example"),
        note(topic=TOPIC, url="mqtts://h.example", seat="green"),
        note(topic=TOPIC.upper(), url="mqtts://h.example", seat="red"),
        note(topic="#", url="mqtts://h.example", seat="red"),
        note(topic=f"{TOPIC}/x", url="mqtts://h.example", seat="red"),
        note(topic=TOPIC, url="https://h.example", seat="red"),
    ],
)
def test_a_note_that_names_no_way_is_refused(content: bytes) -> None:
    with pytest.raises(RouteError):
        way_of(content)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("mqtts://broker.example.org", BrokerPlace("broker.example.org", 8883, True)),
        ("mqtts://broker.example.org:443/", BrokerPlace("broker.example.org", 443, True)),
        ("mqtt://10.0.0.9", BrokerPlace("10.0.0.9", 1883, False)),
        ("mqtts://[::1]:8883", BrokerPlace("::1", 8883, True)),
    ],
)
def test_a_brokers_address_has_a_host_and_perhaps_a_port(url: str, place: BrokerPlace) -> None:
    assert broker_place(url) == place


@pytest.mark.parametrize(
    "url",
    [
        "", "broker.example.org", "mqtts://", "http://a", "mqtts://a:0", "mqtts://a:99999", "mqtts://a/topic", "mqtts://u:p@a",
        "mqtts://a?b", "mqtts://a#b", " mqtts://a", "mqtts://a b", "mqtts://[", "mqtts://-a", "mqtts://\u00e4",
    ],
)  # fmt: skip
def test_any_other_address_is_refused(url: str) -> None:
    assert broker_place(url) is None
