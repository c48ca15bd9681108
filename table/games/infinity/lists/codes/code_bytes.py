"""The bytes of an army code. An integer is one byte, or two where the first one's high bit is set."""

import binascii
import re
from base64 import b64decode
from urllib.parse import unquote

from table.games.files.raw_list import ListError
from table.rules.text import text

MOST_LETTERS = 4000
"""The most letters of a code. A full list has 300."""
ENCODED_TIMES = 3
"""The number of times that a code may be percent-encoded, since links are put into links."""
ONE_BYTE = 0x80
"""Below this an integer has one byte."""


def bytes_of(code: str) -> bytes:
    if len(code) > MOST_LETTERS:
        raise ListError(text("code.too_long", limit=MOST_LETTERS))
    for _ in range(ENCODED_TIMES):
        code = unquote(code)
    plain = re.sub(r"\s", "", code).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ListError(text("code.not_base64")) from error


class CodeBytes:
    """A position in the bytes of a code. A failed read reports the position."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self._data = data
        self.at = at

    @property
    def left(self) -> int:
        return len(self._data) - self.at

    def integer(self) -> int:
        """Read an integer. No builder writes two bytes where one would do."""
        first = self._byte()
        if first < ONE_BYTE:
            return first
        found = (first & 0x7F) << 8 | self._byte()
        if found < ONE_BYTE:
            self.at -= 2
            raise ListError(text("code.version", at=self.at))
        return found

    def words(self) -> str:
        size = self.integer()
        if size > self.left:
            raise self._short()
        self.at += size
        try:
            return self._data[self.at - size : self.at].decode("utf-8")
        except UnicodeDecodeError as error:
            raise ListError(text("code.version", at=self.at - size)) from error

    def count(self, most: int, each: int, field: str) -> int:
        """Read a count. It may not exceed the limit or the bytes that are left."""
        at = self.at
        found = self.integer()
        if found > most:
            self.at = at
            raise ListError(text("code.too_many", field=field, found=found, at=at))
        if found * each > self.left:
            raise self._short()
        return found

    def required(self, *usual: int) -> int:
        """Read an integer that has to be one of these."""
        at = self.at
        found = self.integer()
        if found not in usual:
            self.at = at
            raise ListError(text("code.odd", found=found, usual="/".join(map(str, usual)), at=at))
        return found

    def _byte(self) -> int:
        if not self.left:
            raise self._short()
        self.at += 1
        return self._data[self.at - 1]

    def _short(self) -> ListError:
        self.at = len(self._data)
        return ListError(text("code.cut_short", at=self.at))
