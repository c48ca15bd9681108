"""The forms of a script's lines, as `forms.toml` has them."""

from enum import StrEnum
from pathlib import Path

import msgspec

HeadWord = StrEnum("HeadWord", "SEED SYSTEM BLUE RED LANGUAGE CONFIG LIST SCENARIO")


class LineForms(msgspec.Struct, frozen=True):
    """Usage, meaning and example by the first word; a line of the head has no example."""

    verbs: dict[str, tuple[str, str, str]]
    expectations: dict[str, tuple[str, str, str]]
    head: dict[HeadWord, tuple[str, str]]


FORMS = msgspec.toml.decode(Path(__file__).with_name("forms.toml").read_bytes(), type=LineForms)
