"""A connection that nobody uses, or whose other end does not read, is closed: it costs the others nothing."""

from table.network.web.connections import IDLE_S, MOST_OF_ONE, PATIENCE_S, SPARE_S, Connections


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


def test_who_has_read_all_begins_anew() -> None:
    kit = Kit()
    wire = kit.opens(busy=True)
    for unread in (1000, 0) * 20:
        wire.unread = unread
        kit.passes(PATIENCE_S - 1)
    assert not wire.aborted


def test_there_are_so_many_and_no_more() -> None:
    kit = Kit(most=3)
    wires = [kit.opens(address) for address in "abcd"]
    assert [wire.aborted for wire in wires] == [False, False, False, True]
    kit.all.closed(wires[3])
    kit.all.closed(wires[0])
    assert len(kit.all) == 2
    assert not kit.opens("d").aborted


def test_one_address_does_not_take_all_of_them() -> None:
    kit = Kit(most=1000)
    wires = [kit.opens() for _ in range(MOST_OF_ONE + 1)]
    assert [wire.aborted for wire in wires].count(True) == 1
    assert not kit.opens("b").aborted
    kit.all.closed(wires[0])
    assert not kit.opens().aborted


def test_a_connection_that_rests_makes_room_for_a_new_one() -> None:
    """A browser keeps six connections for a page that is long whole; its next one must not be refused for that."""
    kit = Kit(most=3)
    resting, streaming, young = kit.opens(), kit.opens(busy=True), QuietWire()
    kit.now_s += SPARE_S / 2
    kit.all.opened(young, "b", young)
    kit.now_s += SPARE_S * 0.75
    assert not kit.opens("c").aborted
    assert (resting.aborted, streaming.aborted, young.aborted) == (True, False, False)
    assert len(kit.all) == 3
    assert kit.opens("d").aborted


def test_an_address_with_too_many_gives_up_its_own() -> None:
    kit = Kit(most=1000)
    other = kit.opens("b")
    wires = [kit.opens() for _ in range(MOST_OF_ONE)]
    kit.now_s += 2 * SPARE_S
    assert not kit.opens().aborted
    assert [wire.aborted for wire in wires].count(True) == 1
    assert not other.aborted


def test_nothing_is_kept_of_those_who_have_gone() -> None:
    kit = Kit()
    for number in range(50):
        kit.all.closed(kit.opens(str(number)))
    assert len(kit.all) == 0
    assert len(kit.all._of) == 0
