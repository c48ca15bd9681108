"""The quota of each table: what it may send, and what the hall keeps and verifies of it. Pure; times count steadily.

A real evening of four matches takes about a twentieth of what is kept at once, and a dozen evenings fit.
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
VERIFIED_S, VERIFIED_PER_S = 600.0, 0.1
"""The seconds for which a table's files are verified at once, and each second."""
PAUSE_S, LONGEST_PAUSE_S = 60.0, 3600.0
"""The seconds for which a table that sends too much is ignored: the first time, and what it grows to."""
LONG_AGO_S = -1e12


class Quota:
    """An amount that is used up, and grows again up to its most."""

    def __init__(self, most: float, per_s: float) -> None:
        self._most, self._per_s = most, per_s
        self._left, self._at_s = most, 0.0

    def left(self, now_s: float) -> float:
        """Return what is left now. It is less than 0 after more was used than was left."""
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


class TableQuota:
    """The quotas of one table."""

    def __init__(self) -> None:
        self._received = Quota(RECEIVED, RECEIVED_PER_S)
        self._kept = Quota(KEPT, KEPT_PER_S)
        self._pause_s = PAUSE_S
        self._paused_until_s = self._refused_s = LONG_AGO_S

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
        price = size + EVENT_PRICE + MATCH_PRICE * first_of_match + EPOCH_PRICE * first_of_epoch
        if self._kept.use(price, now_s):
            return True
        self._refused_s = now_s
        return False

    def paused(self, now_s: float) -> bool:
        """True while nothing of the table is received."""
        return now_s < self._paused_until_s

    def exceeded(self, now_s: float) -> bool:
        """True while the table is paused, or an event of it was refused a short time ago."""
        return self.paused(now_s) or now_s - self._refused_s < PAUSE_S
