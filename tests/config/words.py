"""The English of the configuration's texts, for reading them in tests."""

import tomllib
from pathlib import Path

import table
from table.rules.text import Text

ENGLISH: dict[str, str] = tomllib.loads((Path(table.__file__).parent / "words/en/config.toml").read_text("utf-8"))


def say(words: Text) -> str:
    args = {name: say(value) if isinstance(value, Text) else value for name, value in words.args}
    return ENGLISH[words.key].format(**args)
