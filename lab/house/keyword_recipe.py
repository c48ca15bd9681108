"""The page that says how a Legion keyword is added, read as changes of files."""

import re
from pathlib import Path
from typing import NamedTuple

PAGE = Path("docs/develop/legion-keyword.md")
BLOCK = re.compile(r"^\*\*([\w./-]+)\*\*\n\n```(python|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class FileChange(NamedTuple):
    """A new file, or lines that are added to a file."""

    path: Path
    is_new: bool
    lines: tuple[str, ...]

    def apply(self, root: Path) -> None:
        """Write the file below `root`. Raises ValueError if a line of the context is not in the file."""
        file = root / self.path
        if self.is_new:
            file.write_text("\n".join((*self.lines, "")), "utf-8")
            return
        found = file.read_text("utf-8").splitlines()
        place = 0
        for line in self.lines:
            if line.startswith("+"):
                found.insert(place, line[1:])
                place += 1
            else:
                place = _after(line[1:], found, place, self.path)
        file.write_text("\n".join((*found, "")), "utf-8")


def _after(context: str, lines: list[str], start: int, path: Path) -> int:
    """Return the place after the next line that begins with the context."""
    for place in range(start, len(lines)):
        if lines[place].startswith(context):
            return place + 1
    raise ValueError(f"{path} has no line that begins with {context!r} after line {start}")


def read_recipe(root: Path) -> tuple[FileChange, ...]:
    """Return the changes that the page names, in its order. Raises OSError."""
    blocks = BLOCK.findall((root / PAGE).read_text("utf-8"))
    return tuple(FileChange(Path(path), kind == "python", tuple(body.splitlines())) for path, kind, body in blocks)
