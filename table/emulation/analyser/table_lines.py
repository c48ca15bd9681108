"""The table's own events for the log, found by comparing one published view with the next."""

from collections.abc import Callable

from table.emulation.analyser import event_log
from table.rules.text import Text
from table.view.published import Published
from table.words import Words

Log = Callable[[str, str, str], None]
"""A function of channel, source and words."""


class TableDecoder:
    """Logs the table's events. One thread only. The log is in English, as the wires are."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._say = Words("en").say
        self._last: Published | None = None

    def log_changes(self, now: Published | None) -> None:
        """Log the differences to the last view. `now` is None while the table has no power."""
        last, self._last = self._last, now
        if now is last:
            return
        if now is None:
            self._log(event_log.TABLE, "table", "no power")
            return
        self._log_devices(now, last)
        self._log_match(now, last)

    def _log_devices(self, now: Published, last: Published | None) -> None:
        known = () if last is None else last.faults
        for fault in now.faults:
            if fault not in known:
                self._log(event_log.FAULTS, fault.part, f"{fault.code} {fault.detail}".rstrip())
        for fault in known:
            if fault not in now.faults:
                self._log(event_log.FAULTS, fault.part, f"{fault.code} is over")
        if last is None or now.dispenser != last.dispenser:
            self._log(event_log.TABLE, "dispenser", now.dispenser)
        for index, desk in enumerate(now.desks):
            before = None if last is None else last.desks[index]
            if before is None or (desk.reader, desk.locked) != (before.reader, before.locked):
                self._log(event_log.TABLE, str(desk.seat), f"reader {desk.reader}{', locked' if desk.locked else ''}")
            if desk.note is not None and (before is None or desk.note != before.note):
                self._log(event_log.TABLE, str(desk.seat), f"{self._say(desk.note.words)} ({desk.note.rule})")

    def _log_match(self, now: Published, last: Published | None) -> None:
        if now.notice is not None and (last is None or now.notice != last.notice):
            rule = f" ({now.notice.rule})" if now.notice.rule else ""
            self._log(event_log.TABLE, str(now.notice.seat or "both"), self._say(now.notice.words) + rule)
        for one in now.handing:
            if last is None or one not in last.handing:
                self._log(event_log.TABLE, "tokens", f"{one.job} {one.kind} {one.passed} of {one.count}: {one.state}")
        if now.view is None:
            return
        before = () if last is None or last.view is None else last.view.story
        for each in new_lines(before, now.view.story):
            self._log(event_log.TABLE, "match", self._say(each))


def new_lines(before: tuple[Text, ...], now: tuple[Text, ...]) -> tuple[Text, ...]:
    """Return the new lines of the story. The story keeps only its last lines, so its beginning may be missing."""
    for start in range(len(before) + 1):
        known = before[start:]
        if now[: len(known)] == known:
            return now[len(known) :]
    return now
