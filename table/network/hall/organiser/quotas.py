"""The quota of each table: how much it may send, and how much of it the hall keeps and verifies. Pure.

A real evening of four matches takes about a twentieth of what is kept at once, and a dozen evenings fit. Times count
steadily. The store is counted from the log after a restart, by the times in it.
"""

KIB, MIB = 1024, 1024 * 1024
RECEIVED, RECEIVED_PER_S = 12 * MIB, 192 * KIB
"""The bytes that a table may send at once, and each second."""
MESSAGE_PRICE = 16 * KIB
"""The bytes that each message counts for in addition to its own."""
KEPT, KEPT_PER_S = 64 * MIB, 8 * MIB / 3600
"""The bytes of a table's events that are logged at once, and each second."""
EVENT_PRICE, MATCH_PRICE, EPOCH_PRICE = KIB, 64 * KIB, MIB
"""The bytes that an event, the first event of a match and the first one of an outbox count for in addition."""
MOST_MATCHES = 256
"""The matches of a table that the hall keeps: all are on its page."""
VERIFIED_S, VERIFIED_PER_S = 600.0, 0.1
"""The seconds for which a table's files are verified at once, and each second."""
PAUSE_S, LONGEST_PAUSE_S = 60.0, 3600.0
"""The shortest and longest time, in seconds, for which a table that sends too much is ignored."""
LONG_AGO_S = -1e12


class Quota:
    """An amount that is used up, and grows again up to its most."""

    def __init__(self, most: float, per_s: float) -> None:
        self._most, self._per_s = most, per_s
        self._left, self._at_s = most, LONG_AGO_S

    def left(self, now_s: float) -> float:
        """Return the remaining quota. It is negative after an overrun."""
        if now_s > self._at_s:
            self._left, self._at_s = min(self._most, self._left + (now_s - self._at_s) * self._per_s), now_s
        return self._left

    def use(self, amount: float, now_s: float) -> bool:
        """Use this amount, if so much is left. Return False otherwise, and nothing is used."""
        if self.left(now_s) < amount:
            return False
        self._left -= amount
        return True

    def charge(self, amount: float, now_s: float) -> None:
        """Use this amount, even if less is left."""
        self._left = self.left(now_s) - amount

    def move(self, by_s: float) -> None:
        """Count in another time, which is this much ahead of the one until now."""
        self._left, self._at_s = max(0.0, self._left), self._at_s + by_s


class TableQuota:
    """The quotas of one table."""

    def __init__(self) -> None:
        self._received = Quota(RECEIVED, RECEIVED_PER_S)
        self._kept = Quota(KEPT, KEPT_PER_S)
        self._matches = 0
        self._pause_s = PAUSE_S
        self._paused_until_s = self._refused_s = LONG_AGO_S

    @property
    def full(self) -> bool:
        """True if the hall keeps no further match of the table."""
        return self._matches >= MOST_MATCHES

    def receives(self, size: int, now_s: float) -> bool:
        """True for a message of this size within the quota. One beyond it pauses the table, each time for longer."""
        if self.paused(now_s):
            return False
        if self._received.use(MESSAGE_PRICE + size, now_s):
            return True
        if now_s - self._paused_until_s > self._pause_s:
            self._pause_s = PAUSE_S
        self._paused_until_s = now_s + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        return False

    def keeps(self, size: int, now_s: float, *, first_of_match: bool, first_of_epoch: bool) -> bool:
        """True for an event of this size within the quota."""
        price = _price(size, first_of_match, first_of_epoch)
        if not (first_of_match and self.full) and self._kept.use(price, now_s):
            self._matches += first_of_match
            return True
        self._refused_s = now_s
        return False

    def kept(self, size: int, at_s: float, *, first_of_match: bool, first_of_epoch: bool) -> None:
        """Count an event of the log, which was kept at this time or later."""
        self._kept.charge(_price(size, first_of_match, first_of_epoch), at_s)
        self._matches += first_of_match

    def begin(self, ahead_s: float) -> None:
        """Count in the time of this run, which is this much ahead of that of the log."""
        self._kept.move(ahead_s)

    def paused(self, now_s: float) -> bool:
        """True while nothing of the table is received."""
        return now_s < self._paused_until_s

    def exceeded(self, now_s: float) -> bool:
        """True while the table is paused, or an event of it was refused a short time ago."""
        return self.paused(now_s) or now_s - self._refused_s < PAUSE_S


def _price(size: int, first_of_match: bool, first_of_epoch: bool) -> int:
    return size + EVENT_PRICE + MATCH_PRICE * first_of_match + EPOCH_PRICE * first_of_epoch
