"""A connection that nobody uses, or whose other end does not read, is closed: it costs the others nothing."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from table.network.web.connections import IDLE_S, LONG_S, PATIENCE_S, SHORT, Connections


class QuietWire:
    def __init__(self) -> None:
        self.unread = 0
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.aborted = True


class Kit:
    def __init__(self, most: int = 100) -> None:
        self.now_s = 0.0
        self.all = Connections(most, lambda: self.now_s)

    def opens(self, address: str = "a", busy: bool = False) -> QuietWire:
        wire = QuietWire()
        self.all.opened(wire, address, wire)
        self.all.answered(wire, lambda: busy)
        return wire

    def passes(self, seconds: float) -> None:
        for _ in range(round(seconds)):
            self.now_s += 1
            self.all.look()


def test_who_asks_for_nothing_goes() -> None:
    kit = Kit()
    wire = kit.opens()
    kit.passes(IDLE_S)
    assert not wire.aborted
    kit.passes(1)
    assert wire.aborted


def test_who_is_answered_stays_and_so_does_a_websocket() -> None:
    kit = Kit()
    answered, upgraded = kit.opens(busy=True), kit.opens()
    kit.all.streams(upgraded)
    kit.passes(10 * IDLE_S)
    assert (answered.aborted, upgraded.aborted) == (False, False)


def test_who_does_not_read_goes() -> None:
    kit = Kit()
    wire = kit.opens(busy=True)
    wire.unread = 1000
    kit.passes(PATIENCE_S + 1)
    assert not wire.aborted
    wire.unread = 2000
    kit.passes(1)
    assert wire.aborted


def test_who_reads_slowly_stays() -> None:
    kit = Kit()
    wire = kit.opens(busy=True)
    for unread in range(1000, 100, -10):
        wire.unread = unread
        kit.passes(PATIENCE_S - 1)
    assert not wire.aborted


def test_who_has_read_all_starts_again() -> None:
    kit = Kit()
    wire = kit.opens(busy=True)
    for unread in (1000, 0) * 20:
        wire.unread = unread
        kit.passes(PATIENCE_S - 1)
    assert not wire.aborted


def test_there_are_so_many_and_no_more() -> None:
    kit = Kit(most=3)
    wires = [kit.opens(address, busy=True) for address in "abcd"]
    assert [wire.aborted for wire in wires] == [False, False, False, True]
    kit.all.closed(wires[3])
    kit.all.closed(wires[0])
    assert len(kit.all) == 2
    assert not kit.opens("d").aborted


def test_one_address_may_have_all_that_are_free() -> None:
    kit = Kit(most=100)
    wires = [kit.opens(busy=True) for _ in range(100)]
    assert not any(wire.aborted for wire in wires)


def test_the_address_with_most_gives_up_its_latest_for_one_that_has_none() -> None:
    kit = Kit(most=100)
    wires = [kit.opens(address, busy=True) for address in "aaabb" for _ in range(20)]
    assert not kit.opens("c", busy=True).aborted
    assert [number for number, wire in enumerate(wires) if wire.aborted] == [59]
    assert kit.opens("a", busy=True).aborted, "the one with most gets no more"


@given(st.lists(st.sampled_from("abcdefghij"), min_size=50, max_size=300))
def test_when_places_are_short_each_address_can_have_its_share(arrivals: list[str]) -> None:
    kit = Kit(most=20)
    for address in arrivals:
        kit.opens(address, busy=True)
    came = Counter(arrivals)
    for address, count in came.items():
        assert kit.all._of[address] >= min(count, 20 // len(came)) - 1
        assert kit.all._of[address] > 0, "nobody is kept out"


def test_a_connection_that_asks_for_nothing_makes_room_first_and_the_longest_first() -> None:
    kit = Kit(most=3)
    silent = [kit.opens("a"), kit.opens("a")]
    watches = kit.opens("b", busy=True)
    kit.passes(1)
    assert not kit.opens("b").aborted
    assert [wire.aborted for wire in (*silent, watches)] == [True, False, False]


def test_an_idle_connection_makes_no_room_for_an_address_that_has_more() -> None:
    """Five addresses that came again and again closed each page as it was about to ask."""
    kit = Kit(most=50)
    wires = [kit.opens(address, busy=True) for address in "abcde" for _ in range(10)]
    viewer = kit.opens("f")
    again = [kit.opens(address, busy=True) for address in "abcde" for _ in range(10)]
    assert not viewer.aborted
    assert sum(wire.aborted for wire in wires) <= len([wire for wire in again if not wire.aborted]) + 1


def test_streams_leave_places_for_pages_and_phones() -> None:
    """Five addresses with forty streams each took all two hundred places."""
    kit = Kit(most=200)
    wires = [kit.opens(address, busy=True) for address in "abcde" for _ in range(40)]
    kit.passes(LONG_S + 2)
    assert sum(not wire.aborted for wire in wires) == 200 - SHORT
    assert len(kit.all) == 200 - SHORT


def test_a_phone_that_the_table_has_answered_gives_its_place_to_nobody() -> None:
    kit = Kit(most=20)
    phones = [kit.opens("a", busy=True) for _ in range(3)]
    for phone in phones:
        kit.all.is_phone(phone)
    for number in range(400):
        kit.opens(f"192.0.2.{number % 100}", busy=True)
        kit.passes(1)
    assert not any(phone.aborted for phone in phones)


def test_a_proxys_connections_count_for_those_who_asked_it() -> None:
    kit = Kit(most=20)
    wires = [kit.opens("proxy", busy=True) for _ in range(20)]
    for number, wire in enumerate(wires):
        kit.all.asked_by(wire, "b" if number < 12 else str(number))
    assert not kit.opens("c", busy=True).aborted
    assert [number for number, wire in enumerate(wires) if wire.aborted] == [11]


def test_nothing_is_kept_of_those_who_have_gone() -> None:
    kit = Kit()
    for number in range(50):
        kit.all.closed(kit.opens(str(number)))
    assert len(kit.all) == 0
    assert len(kit.all._of) == 0
