"""Somebody who writes match files, tags and codes: other cards behind a lock, copied records, two ends of one code."""

import json
import random
import re
from collections.abc import Hashable

from hal.events import Tag
from lab.adversaries.attackers.search import AttackedWorld, BrokenPromiseError, acts_of
from lab.campaigns.forge.forgeries import rewritten
from lab.figure import NotMeasuredError
from table.devices.tags.card_book import CardBook
from table.devices.tags.signature import RECORD_SIZE, Signer
from table.records.verify.file import read
from table.records.verify.verifier import verify
from table.rules.cards import CardKind, KnownCard
from table.rules.shown_codes import grouped, is_of, letters_of, normal

OPENED = re.compile(rb'\{"type":"SealOpened"[^{}]*\}')
CARDS = tuple(KnownCard(f"legion.card.{number}", CardKind.COMMAND) for number in range(20))
UIDS = tuple(bytes([4, *(number if at == number % 6 else 0 for at in range(6))]) for number in range(1, 12))
"""The UIDs of tags. Any two of them differ in one or two bytes, wherever those are."""


class ForgersDesk(AttackedWorld):
    """The verifier, a club's card book, and the codes that people copy, with somebody who forges for them."""

    def __init__(self, sample: bytes) -> None:
        """`sample` is the file of a match with revealed cards."""
        file = read(sample)
        self._match, self._system = file.match, file.system
        self._bodies = [_body(line) for line in sample.splitlines() if b'"batch":' in line]
        self._opened = [each for body in self._bodies for each in OPENED.findall(body)]
        if len(self._opened) < 2:
            raise NotMeasuredError("no card was revealed in the sample: there is nothing to forge")
        self._signer = Signer(b"the key of the club".ljust(32, b"."))
        self._book = CardBook(dict(zip(UIDS[:4], CARDS, strict=False)), self._signer, CARDS)
        self._last = ""

    @property
    def position(self) -> Hashable:
        return self._last

    def reveals_another_card(self, rng: random.Random) -> None:
        """Open a seal with another card, salt or both, and compute the chain anew."""
        was = rng.choice(self._opened)
        event = json.loads(was)
        other = json.loads(rng.choice(self._opened))
        fields = rng.choice((("card",), ("salt",), ("card", "salt")))
        for field in fields:
            invented = rng.choice(CARDS).id if field == "card" else rng.randbytes(len(event[field]) // 2).hex()
            event[field] = rng.choice((other[field], invented, _close(event[field], rng)))
        forged = json.dumps(event, separators=(",", ":")).encode()
        if forged == was:
            return
        bodies = [body.replace(was, forged) for body in self._bodies]
        verdict = verify(rewritten(self._match, self._system, bodies), {})
        self._last = f"{fields} {verdict.ok}"
        if verdict.ok:
            raise BrokenPromiseError("another card than the locked one passes as revealed")

    def copies_a_record(self, rng: random.Random) -> None:
        """Lay a tag of another UID with the record of a genuine one, changed or not."""
        uid, other = rng.sample(UIDS, 2)
        card = rng.choice(CARDS)
        record = self._signer.record(uid, card.id)
        if rng.random() < 0.3:
            record = _flipped(record, rng)
        elif rng.random() < 0.2:
            record = rng.choice((b"", record[:-1], record + b"\0", rng.randbytes(RECORD_SIZE)))
        tag = Tag(other, record)
        found = self._book(tag)
        self._last = f"tag {found is None} {other in self._book}"
        if other not in self._book and found is not None:
            raise BrokenPromiseError("a record that was copied to another tag names a card")
        if (
            self._book.copied_from(Tag(other, self._signer.record(UIDS[0], CARDS[0].id))) != UIDS[0]
            and other != UIDS[0]
        ):
            raise BrokenPromiseError("the original of a copied record is not named")

    def prepares_two_ends(self, rng: random.Random) -> None:
        """Make two hashes that agree in as many bits as can be tried, and one code for both, however it is typed."""
        digest = rng.randbytes(32).hex()
        shared = rng.randrange(0, 20)
        other = digest[:shared] + rng.randbytes(32).hex()[shared:]
        part = rng.choice((digest[:shared], letters_of(digest)[: max(0, shared * 4 // 5)], grouped(digest)[:shared]))
        typed = rng.choice((part, part.upper(), part.ljust(32), part + "-" * 30, part + " " * 26, part.ljust(26, "=")))
        for code in (typed, typed + "\n", typed.replace("a", "A")):
            try:
                taken = normal(code)
            except ValueError:
                self._last = "refused"
                continue
            self._last = f"taken {len(taken)}"
            if other != digest and is_of(taken, other):
                raise BrokenPromiseError(f"the code {code!r} is that of two ends")


def _body(line: bytes) -> bytes:
    return line[line.index(b'"batch":') + len(b'"batch":') : -1]


def _flipped(raw: bytes, rng: random.Random) -> bytes:
    changed = bytearray(raw)
    changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _close(text: str, rng: random.Random) -> str:
    """Return the text with one letter changed."""
    at = rng.randrange(len(text))
    return text[:at] + rng.choice("0123456789abcdef") + text[at + 1 :]


NAMES = acts_of(ForgersDesk)
