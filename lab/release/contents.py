"""Check the files of a wheel: all that a table needs, nothing of the builder, and as light as it was."""

import base64
import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator
from email.parser import BytesParser

from lab.release.archives import ReleaseFile

ROOMS = ("table", "hal", "firmware_bridge", "sim_hardware")
NEEDED = (
    "table/devices/service/command-table.service",
    "table/devices/service/install.sh",
    "table/network/web/shipped/watch.html",
    "table/screen/drawing/fonts/OFL.txt",
    "table/words/de/screen.toml",
    "firmware_bridge/firmware/pico.py",
    "table/games/legion/data/units.csv",
)
"""A file of each kind that is no module."""
OF_A_CHECKOUT = re.compile(r"(^|/)(tests?|lab|docs|rulebook|kernel|__pycache__)/|\.(pyc|png|stl|step|orig|rej)$|~$")
OF_THE_BUILDER = re.compile(rb"(?<![\w.$-])/(?:root|home/[a-z][\w-]*|Users/\w+|work|builds?|tmp/pip-\w+)/[\w.-]+/")
"""A folder of the machine that built it. An example's `/home/pi/`, with nothing below it, is allowed."""
MOST_OF_A_FILE = 200_000
PLACEHOLDER = ".example"
FIELDS = (
    "Author",
    "Classifier",
    "Description-Content-Type",
    "Keywords",
    "License-Expression",
    "Project-URL",
    "Summary",
)


def problems_of(members: Iterable[ReleaseFile], version: str) -> Iterator[str]:
    """Yield the problems of a wheel."""
    by_name = {each.name: each.content for each in members}
    metadata = f"command_table-{version}.dist-info/"
    for name in (*NEEDED, metadata + "METADATA", metadata + "RECORD", metadata + "licenses/LICENSE"):
        if name not in by_name:
            yield f"{name} is missing"
    for name, content in by_name.items():
        if not name.startswith((*(f"{room}/" for room in ROOMS), metadata)):
            yield f"{name} is in none of the packages"
        if OF_A_CHECKOUT.search(name.removeprefix("table/network/web/")):
            yield f"{name} belongs to a checkout"
        if len(content) > MOST_OF_A_FILE:
            yield f"{name} has {len(content):,} bytes, more than {MOST_OF_A_FILE:,}"
        if (place := OF_THE_BUILDER.search(content)) is not None:
            yield f"{name} names a folder of the builder: {place[0].decode(errors='replace')}"
    yield from _of_record(by_name, by_name.get(metadata + "RECORD", b""))
    yield from _of_metadata(by_name.get(metadata + "METADATA", b""), version)


def _of_record(by_name: dict[str, bytes], record: bytes) -> Iterator[str]:
    """Yield the files whose hash or size the record does not have."""
    rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(record.decode())) if row}
    for name in sorted(by_name.keys() ^ rows.keys()):
        yield f"{name} is {'recorded but not there' if name in rows else 'not recorded'}"
    for name in by_name.keys() & rows.keys():
        digest = base64.urlsafe_b64encode(hashlib.sha256(by_name[name]).digest()).rstrip(b"=").decode()
        if rows[name] != [f"sha256={digest}", str(len(by_name[name]))] and not name.endswith("/RECORD"):
            yield f"{name} is not the file that is recorded"


def _of_metadata(metadata: bytes, version: str) -> Iterator[str]:
    head = BytesParser().parsebytes(metadata)
    yield from (f"METADATA has no {field}" for field in FIELDS if field not in head)
    if head["Version"] != version:
        yield f"METADATA has the version {head['Version']}, not {version}"


def placeholders(members: Iterable[ReleaseFile]) -> list[str]:
    """Return the links of the metadata that lead nowhere yet."""
    for each in members:
        if each.name.endswith(".dist-info/METADATA"):
            head = BytesParser().parsebytes(each.content)
            return [link for link in head.get_all("Project-URL", []) if PLACEHOLDER in link]
    return []
