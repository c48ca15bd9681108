"""The commands that README and the documents tell people to type, and what each needs before it can run here."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FENCED = re.compile(r"^ *```[a-z]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"^ *(?:sudo (?:-u \S+ )?)?command-table ([^\n]*)$", re.MULTILINE)
NAMED = re.compile(r"`(?:sudo )?command-table ([a-z][a-z-]*)")
COMMENT = re.compile(r"\s+#.*")
OF_THE_LAB = ("bench", "campaign", "rules")
"""These come with a checkout."""
LEFT_OUT = {
    "cards enrol": "needs a real reader",
    "cards write": "needs a real reader",
    "doctor --hands": "needs a real table, or the lab",
    "emulate --reader": "runs a program of the reader's own",
    "emulate --pn532": "runs a program of libnfc",
    "import CODE": "CODE stands for an army code",
    'import "https': "the link is shortened",
}
"""Commands that cannot run as they stand, by their beginning."""
WITH_A_TABLE = ("phone ",)
"""Commands that speak to a running table, by their beginning."""
REPLIES = {"setup": "2\n"}
"""The typed replies to commands that ask a person: the setup continues without readers."""
RUN_ON = ("run", "web", "hall --folder", *WITH_A_TABLE)
"""Commands that run until they are ended, by their beginning."""


class TypedCommand(NamedTuple):
    words: str
    """The words behind `command-table`."""
    page: str

    @property
    def left_out(self) -> str:
        """Return why it cannot run here, or nothing."""
        return next((why for start, why in LEFT_OUT.items() if self.words.startswith(start)), "")

    @property
    def runs_on(self) -> bool:
        return self.words.startswith(RUN_ON)

    @property
    def replies(self) -> str:
        return REPLIES.get(self.words, "")

    @property
    def needs_a_table(self) -> bool:
        return self.words.startswith(WITH_A_TABLE)


def pages(root: Path) -> list[Path]:
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def typed_commands(root: Path) -> Iterator[TypedCommand]:
    """Yield each command line of README and the documents, once, in their order."""
    found: dict[str, str] = {}
    for page in pages(root):
        for block in FENCED.findall(page.read_text("utf-8")):
            for line in TYPED.findall(block):
                found.setdefault(COMMENT.sub("", line).strip().replace("'", '"'), page.name)
    yield from (TypedCommand(*each) for each in found.items())


def named_commands(root: Path) -> list[str]:
    """Return the commands that a sentence names. Each must explain itself with --help."""
    found = {name for page in pages(root) for name in NAMED.findall(FENCED.sub("", page.read_text("utf-8")))}
    return sorted(found - {*OF_THE_LAB})
