"""The notes of a release: changes, first steps, and how to check its files."""

import re
from collections.abc import Mapping

from table.rules.errors import OwnerError

HEADING = re.compile(r"^## (?P<version>\d+\.\d+\.\d+) \((?P<date>\d{4}-\d{2}-\d{2}|unreleased)\)$")
NUMBERS = re.compile(r"\d+(?:\.\d+)*")


class NoSectionError(OwnerError, LookupError):
    """The changelog has no section for this version. The message says so."""


def section(changelog: str, version: str) -> tuple[str, str]:
    """Return the date and the text of a release in the changelog. A development version has the release that follows.

    Raises NoSectionError.
    """
    found = NUMBERS.match(version)
    wanted, date, lines = found[0] if found else version, "", []
    for line in changelog.splitlines():
        heading = HEADING.match(line)
        if heading is not None:
            if date:
                break
            date = heading["date"] if heading["version"] == wanted else ""
        elif date:
            lines.append(line)
    if not date:
        raise NoSectionError(f"CHANGELOG.md has no section for {wanted}")
    return date, "\n".join(lines).strip()


def notes(version: str, date: str, text: str, hashes: Mapping[str, str]) -> str:
    """Return the notes. `hashes` has the SHA-256 of each file."""
    wheel = next(name for name in hashes if name.endswith(".whl"))
    listed = "\n".join(f"{digest}  {name}" for name, digest in sorted(hashes.items()))
    return f"""# command-table {version} ({date})

{text}

## Install

With Python 3.11 or later on 64-bit Linux, a window with an emulated table:

```
pipx run --spec ./{wheel} command-table run
```

To keep it: `pipx install ./{wheel}`. As a service on a Raspberry Pi it comes from a checkout
(docs/build/installation.md).

## Check the files

```
{listed}
```

Save these lines as SHA256SUMS, and run `sha256sum --check SHA256SUMS`. `make release` at the tag v{version} builds the
same bytes.
"""
