"""The results of matches that are over are reported as late as all else, and to whoever joins later."""

import msgspec

from table.devices.edge.line_socket import MOST_UNREAD
from table.view.streams.results_feed import MOST_BYTES, MatchResult, ResultsFeed


class Kit:
    def __init__(self, delay_s: float = 0.0) -> None:
        self.now_s = 100.0
        self.feed = ResultsFeed(lambda: self.now_s, delay_s)

    def steps(self, at_s: float) -> list[str]:
        """Return the matches that are reported at this time."""
        self.now_s = at_s
        return matches(self.feed.step(at_s))


def matches(lines: bytes) -> list[str]:
    return [msgspec.json.decode(line, type=MatchResult).match for line in lines.splitlines()]


def test_a_result_is_reported_whole() -> None:
    kit = Kit()
    assert kit.feed.put("one", b'{"a":1}\n', b"\x89PNG")
    assert msgspec.json.decode(kit.feed.step(100.0), type=MatchResult) == MatchResult(1, "one", '{"a":1}\n', b"\x89PNG")


def test_it_is_held_back_as_long_as_all_that_spectators_see() -> None:
    kit = Kit(delay_s=180)
    kit.feed.put("one", b"", b"")
    assert kit.feed.next_s() == 280
    assert kit.steps(279.9) == []
    assert kit.feed.joined(279.9) == b"", "nobody can ask for it before"
    assert kit.steps(280) == ["one"]
    assert (matches(kit.feed.joined(281)), kit.feed.next_s()) == (["one"], None)


def test_two_that_are_due_are_both_reported() -> None:
    kit = Kit()
    kit.feed.put("one", b"", b"")
    kit.feed.put("two", b"", b"")
    assert kit.steps(100) == ["one", "two"]
    assert matches(kit.feed.joined(100)) == ["one", "two"]


def test_who_joins_gets_the_last_ones_and_never_more_than_one_may_leave_unread() -> None:
    kit = Kit()
    for name in ("one", "two", "three"):
        kit.feed.put(name, b"x" * (MOST_BYTES // 2 - 200), b"")
        kit.steps(kit.now_s + 1)
    assert matches(kit.feed.joined(0)) == ["two", "three"]
    assert len(kit.feed.joined(0)) <= MOST_BYTES < MOST_UNREAD


def test_one_that_is_too_long_is_not_reported() -> None:
    kit = Kit()
    assert not kit.feed.put("one", b"x" * MOST_BYTES, b"")
    assert kit.steps(100) == []
