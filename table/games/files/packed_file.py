"""Read the text of a packed or differently encoded file: zip, gzip, UTF-16, the code page of Windows.

Time and memory are bounded by the limits of a list, not by the sizes in a packed file.
"""

import io
import re
import zipfile
import zlib
from pathlib import PurePosixPath

from table.rules.errors import InputError

LISTS = (".json", ".txt", ".toml")
ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b"
_MOST_MEMBERS = 200
_NOT_IN_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]")


class PackedError(InputError, ValueError):
    """A packed file cannot be used. `why` is a key under `list.packed`; `names` are the files inside."""

    def __init__(self, why: str, names: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.names = names


def unpacked(source: bytes, most: int) -> bytes:
    """Return the one list in a zip or gzip file, at most one byte more than `most`. Other content stays as it is."""
    try:
        if source.startswith(ZIP):
            return _of_zip(source, most)
        if source.startswith(GZIP):
            return _of_gzip(source, most)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError) as error:
        if isinstance(error, PackedError):
            raise
        raise PackedError("damaged") from error
    except RuntimeError as error:  # zipfile's word for a password
        raise PackedError("locked") from error
    return source


def _of_gzip(source: bytes, most: int) -> bytes:
    file = zlib.decompressobj(wbits=31)
    content = file.decompress(source, most + 1)
    if not file.eof and len(content) <= most:
        raise PackedError("damaged")
    return content


def _of_zip(source: bytes, most: int) -> bytes:
    with zipfile.ZipFile(io.BytesIO(source)) as packed:
        members = [each for each in packed.infolist()[:_MOST_MEMBERS] if _is_list(each.filename)]
        if len(members) != 1:
            raise PackedError("several" if members else "nothing", tuple(each.filename for each in members))
        with packed.open(members[0]) as file:
            return file.read(most + 1)


def _is_list(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix.lower() in LISTS and "__MACOSX" not in path.parts and not path.name.startswith(".")


def text_of(source: bytes) -> str:
    """Decode UTF-8, or UTF-16 if it has a mark or looks like it, or else the code page of Windows.

    Raises UnicodeDecodeError if none fits.
    """
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.decode("utf-16")
    if len(source) > 1 and len(source) % 2 == 0 and 0 in source[:2] and source[:2] != b"\0\0":
        return source.decode("utf-16-be" if source[0] == 0 else "utf-16-le")
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        try:
            words = source.decode("cp1252")
        except UnicodeDecodeError:
            raise error from None
        if _NOT_IN_TEXT.search(words):
            raise
        return words
