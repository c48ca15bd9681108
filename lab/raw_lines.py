"""Find text that is not for people: keys, names from the code, unfilled placeholders."""

import re
from collections.abc import Iterable

RAW = re.compile(
    r"(?<![\w.:/@-])[a-z][a-z0-9_]+(?:\.[a-z0-9_]{2,})+(?![\w/])"  # rank.commander
    r"|(?<!\w)[a-z]+(?:_[a-z0-9]+)+(?!\w)"  # red_defense
    r"|\{\w*\}"  # {seat}
    r"|\b(?:IA|IB|IN|LA|LC|LG|TB|TI)-\d+"  # LA-50
    r"|(?<!\w)(?:undefined|NaN|null)(?!\w)|\[object \w+\]"
)


def raw(lines: Iterable[str]) -> list[str]:
    """Return the lines with raw text, each once."""
    return sorted({line for line in lines if RAW.search(line)})
