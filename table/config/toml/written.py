"""Write a configuration as TOML, with comments for a person who changes it later."""

import json
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields

from table.config.toml.struct_reader import default_of, expected
from table.config.toml.toml_keys import Key, dotted
from table.rules.text import Text, text
from table.words import Words

ALWAYS = frozenset({"world", "kind"})
"""The keys that are written even with their defaults."""
NAMED = frozenset({"readers", "keypads"})
"""The tables whose entries are named by the owner. Comments do not depend on these names."""
OFFERED = frozenset({"seats.blue", "seats.red", "screen", "sound"})
"""The tables whose other keys are written as comments, each with its valid values."""


def written(config: Struct, usual: Struct, words: Words) -> str:
    """Return a document from which `config` is read. Its comments are in the language of the words.

    Keys with the value that they have in `usual` are left out. Lists of tables must have that value.
    """
    return _Writer(words).document(config, usual)


class _Writer:
    def __init__(self, words: Words) -> None:
        self._words = words
        self._explained: set[str] = set()
        """The keys that have a comment already: a second reader's keys need none."""

    def document(self, config: Struct, usual: Struct) -> str:
        lines = [f"# {self._words.say(text(f'setup.file.{part}'))}" for part in ("head", "check", "pages")]
        return "\n".join((*lines, "", *self._table(config, usual, ()))) + "\n"

    def _table(self, table: Struct, usual: Struct | None, key: Key) -> Iterator[str]:
        """Yield the lines of a table: first its own keys, then the tables in it.

        Without `usual`, each key has its own default.
        """
        inner: list[str] = []
        own: list[str] = []
        for kind in fields(type(table)):
            value, here = getattr(table, kind.name), (*key, kind.name)
            without = default_of(kind) if usual is None else getattr(usual, kind.name)
            if isinstance(value, Struct):
                inner += self._table(value, without, here)
            elif isinstance(value, dict):
                if value != without:
                    for name, entry in value.items():
                        inner += self._table(entry, None, (*here, name))
            elif value != without or kind.name in ALWAYS:
                own += self._explanation(here)
                own.append(f"{kind.name} = {_value(value)}")
            elif dotted(key) in OFFERED:
                own.append(f"# {kind.name} = {_value(value)}    # {self._words.say(expected(kind.type))}")
        if key and own:
            yield from ("", *self._explanation(key), f"[{dotted(key)}]")
        yield from own
        yield from inner

    def _explanation(self, key: Key) -> Iterator[str]:
        """Yield the comment for a key or a table, if it has one that was not written yet."""
        general = ".".join(str(part) for place, part in enumerate(key) if not (key[0] in NAMED and place == 1))
        explained: Text = text(f"setup.file.{general}")
        if explained.key in self._words and general not in self._explained:
            self._explained.add(general)
            yield f"# {self._words.say(explained)}"


def _value(value: object) -> str:
    """Return a value as TOML writes it: like JSON, except for one character that TOML forbids in text."""
    return json.dumps(value).replace("\x7f", "\\u007f")
