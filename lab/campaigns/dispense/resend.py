"""The control: a host without a memory, which sends an unanswered order again."""

from collections.abc import Callable
from dataclasses import replace

import hal.events as hw
from table.rules.match.ledger import Ledger


class Resender:
    """A broken link for the session. It turns a question about a job into a new order with a new id."""

    def __init__(self, ledger: Callable[[], Ledger], request: Callable[[hw.DispenserRequest], None]) -> None:
        self._ledger = ledger
        self._request = request
        self._sent = 0
        self._jobs: dict[str, str] = {}

    def send(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        match request:
            case hw.PayOut():
                self._request(request)
            case hw.AskJob(id):
                job = self._ledger().job(id)
                if job is not None and job.hopper is not None:
                    self._sent += 1
                    again = f"{id}-{job.counter}r{self._sent}"
                    self._jobs[again] = id
                    self._request(hw.PayOut(again, job.hopper, job.count))

    def heard(self, event: hw.DispenserEvent) -> hw.DispenserEvent:
        match event:
            case hw.TokenPassed() | hw.PayoutEnded() | hw.PayoutUnknown() | hw.PayoutUnheard():
                return replace(event, job=self._jobs.get(event.job, event.job))
            case _:
                return event
