"""Readers that are polled at their pace, in virtual time."""

from collections.abc import Callable

from hal.events import ReaderEvent
from hal.readers import Readers
from sim_hardware.clock import Clock, S


class Polled:
    clock: Clock
    readers: Readers

    def poll(self, times: int = 1) -> list[ReaderEvent]:
        events: list[ReaderEvent] = []
        for _ in range(times):
            began_ns = self.clock.now_ns
            events += self.readers.poll(self.clock.now_s)
            self.clock.advance_to(max(self.clock.now_ns, began_ns + int(self.readers.poll_interval_s * S)))
        return events

    def until(self, wanted: Callable[[ReaderEvent], bool], within: int = 60) -> ReaderEvent:
        for _ in range(within):
            for event in self.poll():
                if wanted(event):
                    return event
        raise AssertionError("it was not reported")
