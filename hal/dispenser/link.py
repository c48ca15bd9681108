"""Port and host protocol together: requests in, events out, reconnecting by itself with growing pauses.

When the dispenser is lost, all its requests are dropped, and so are new ones until it is up again. A payout that was
kept could pay tokens that the players have meanwhile handed out. The owner asks (`AskJob`) for each open job at every
`DispenserUp`, and repeats a payout only if it is `PayoutUnheard`.
"""

import logging
from collections import deque
from collections.abc import Callable
from threading import Event

from firmware_bridge import host
from firmware_bridge.reports import ConnectionDown, DownReason, Outcome, Report
from hal.dispenser.frames import HEARD, SENT, Frames
from hal.dispenser.port import Port, PortError
from hal.events import (
    AskJob,
    DispenserDown,
    DispenserEvent,
    DispenserRequest,
    DispenserUp,
    Fault,
    PayOut,
    PayoutEnded,
)

log = logging.getLogger(__name__)

PAUSES_S = (0.25, 0.5, 1.0, 2.0, 4.0)
"""The seconds before the port is tried again. The last pause repeats."""

UNPLUGGED = "dispenser.unplugged"

_REGREET = frozenset({DownReason.RESET, DownReason.STOPPED})
"""The reasons after which the dispenser is connected and works, but needs a new greeting."""


class Link:
    """The link from the table to its dispenser, over successive ports. Any thread may call `request` and `wake`.

    One thread calls all other methods. Times are seconds of that thread's clock.
    """

    def __init__(self, open_port: Callable[[], Port], part: str = "dispenser") -> None:
        self._open_port = open_port
        self._part = part
        self._requests: deque[DispenserRequest] = deque()
        self._host = host.HostProtocol()
        self._port: Port | None = None
        self._woken = Event()
        self._unread = b""
        self._broken: OSError | None = None
        self._failures = 0
        self._open_at_s = float("-inf")
        self._frames = Frames()
        self._fault = ""
        """The fault code that was reported last. It is empty while the dispenser is up, and before the first report."""

    def request(self, request: DispenserRequest) -> None:
        """Send a request to the dispenser. It is dropped unless the dispenser is up. Any thread may call.

        Raises ValueError if the job's id is not valid.
        """
        host.check_job_id(request.job)
        self._requests.append(request)
        self.wake()

    def wake(self) -> None:
        """End the present or the next `wait`. Any thread may call. Never raises."""
        self._woken.set()
        port = self._port
        if port is not None:
            try:
                port.wake()
            except OSError as error:
                log.debug("waking the port: %s", error)

    def wait(self, wait_s: float) -> None:
        """Sleep until the dispenser sends something or a request arrives, for at most `wait_s` real seconds.

        Only the link's thread calls it, in real time. Never raises: a lost port is found by the next `step`.
        """
        if self._port is None:
            self._woken.wait(wait_s)
        else:
            try:
                self._unread += self._port.read(wait_s)
            except OSError as error:
                self._broken = error
        self._woken.clear()

    def step(self, now_s: float) -> tuple[DispenserEvent, ...]:
        """Send and receive the frames that are due, and return the events. It does not wait. Only the link's thread.

        Never raises for a port that cannot be opened or was lost: that is a `DispenserDown`.
        """
        while self._requests:
            self._hand_over(self._requests.popleft())
        if self._port is None:
            return self._connect(now_s)
        try:
            if self._broken is not None:
                raise self._broken
            received, self._unread = self._unread + self._port.read(0.0), b""
            self._frames.carried(HEARD, received, now_s)
            reports = self._host.step(received, now_s)
            events = tuple(event for report in reports for event in self._translate(report, now_s))
            self._flush(now_s)
        except OSError as error:
            return self._lose(*_fault_of(error), now_s)
        return events

    def next_deadline(self) -> float | None:
        """Return when `step` must be called if no byte and no request comes before, or None if it need not be."""
        return self._open_at_s if self._port is None else self._host.next_deadline()

    def close(self) -> None:
        """Close the port.

        The dispenser stops by itself without messages, and remembers its jobs. Never raises.
        """
        port, self._port = self._port, None
        self._host.lost()
        self._unread = b""
        self._broken = None
        if port is not None:
            try:
                port.close()
            except OSError as error:
                log.debug("closing the port: %s", error)

    def _hand_over(self, request: DispenserRequest) -> None:
        match request:
            case PayOut(job, hopper, count):
                self._host.pay_out(job, hopper, count)
            case AskJob(job, wanted):
                self._host.ask(job, wanted=wanted)

    def _flush(self, now_s: float) -> None:
        data = self._host.data_to_send()
        if data and self._port is not None:
            self._frames.carried(SENT, data, now_s)
            self._port.write(data)

    def _connect(self, now_s: float) -> tuple[DispenserEvent, ...]:
        if now_s < self._open_at_s:
            return ()
        try:
            self._port = self._open_port()
            self._frames.opened(now_s)
            self._host.connected(now_s)
            self._flush(now_s)
        except OSError as error:
            return self._lose(*_fault_of(error), now_s)
        return ()

    def _lose(self, code: str, detail: str, now_s: float) -> tuple[DispenserEvent, ...]:
        self.close()
        self._open_at_s = now_s + PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
        self._failures += 1
        if code == UNPLUGGED:
            self._host = host.HostProtocol()  # the dispenser that comes back may be another one
        return self._report_down(code, detail)

    def _report_down(self, code: str, detail: str) -> tuple[DispenserEvent, ...]:
        if code == self._fault:
            log.debug("%s again: %s", code, detail)
            self._frames.write_to(log, logging.DEBUG, self._part)
            return ()
        log.warning("%s: %s", code, detail)
        self._frames.write_to(log, logging.DEBUG if self._fault else logging.INFO, self._part)
        self._fault = code
        return (DispenserDown(Fault(code, self._part, detail)),)

    def _translate(self, report: Report, now_s: float) -> tuple[DispenserEvent, ...]:
        """Return the report itself, or the fault of the port if the connection is useless."""
        match report:
            case DispenserUp():
                log.info("dispenser up: %s", report)
                self._fault = ""
                self._failures = 0
                return (report,)
            case ConnectionDown(why, detail) if why in _REGREET:
                self._host.connected(now_s)
                return self._report_down(f"dispenser.{why}", detail)
            case ConnectionDown(why, detail):
                return self._lose(f"dispenser.{why}", detail, now_s)
            case PayoutEnded(outcome=outcome) if outcome is not Outcome.DONE:
                log.warning("payout.%s: %d of %d tokens of job %s", outcome, report.passed, report.asked, report.job)
                self._frames.write_to(log, logging.INFO, self._part)
                return (report,)
            case _:
                return (report,)


def _fault_of(error: OSError) -> tuple[str, str]:
    """Return the fault code and the detail for an error of the port."""
    return (error.code, error.detail) if isinstance(error, PortError) else (UNPLUGGED, str(error))
