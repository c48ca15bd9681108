"""Change single values of a TOML document. Comments, blank lines and the other keys stay as they are."""

import json
import re
from typing import Any

from table.config.toml.document import UnreadableError, parsed
from table.config.toml.toml_keys import Key, KeyLines, dotted
from table.rules.errors import InputError

VALUE = re.compile(
    r'(?P<before>[^=]*=\s*)(?P<value>"(?:[^"\\]|\\.)*"|\'[^\']*\'|[^\s#,{\[][^\s#,]*)(?P<after>\s*(?:#.*)?)'
)
"""A line with one key and one value. A list, an inline table or a longer text does not match."""


class UnchangeableError(InputError, ValueError):
    """The document has this key in a form that cannot be changed in place. The person changes it by hand."""


def changed(document: str, key: tuple[str, ...], value: str) -> str:
    """Return the document with this text as the value of the key, which is added if it is missing.

    Raises UnchangeableError, and UnreadableError for a document that is no TOML.
    """
    raw = parsed(document)
    end = "\r\n" if "\r\n" in document else "\n"
    lines = document.splitlines()
    where = KeyLines(document)
    if _holds(raw, key):
        at = where.of(key) or 0
        if (found := VALUE.fullmatch(lines[at - 1])) is None:
            raise UnchangeableError(dotted(key))
        lines[at - 1] = f"{found['before']}{json.dumps(value)}{found['after']}"
    elif _holds(raw, key[:-1]):
        lines.insert(where.of(key[:-1]) or 0, f"{key[-1]} = {json.dumps(value)}")
    else:
        lines += ["", f"[{dotted(key[:-1])}]", f"{key[-1]} = {json.dumps(value)}"]
    result = end.join(lines) + end
    try:
        if parsed(result) == _with(raw, key, value):
            return result
    except UnreadableError as error:
        raise UnchangeableError(dotted(key)) from error
    raise UnchangeableError(dotted(key))


def _holds(raw: Any, key: Key) -> bool:
    for name in key:
        if not isinstance(raw, dict) or name not in raw:
            return False
        raw = raw[name]
    return True


def _with(raw: dict[str, Any], key: tuple[str, ...], value: str) -> dict[str, Any]:
    """Return a copy of the parsed values with this one in it."""
    inner = value if len(key) == 1 else _with(raw.get(key[0], {}), key[1:], value)
    return {**raw, key[0]: inner}
