"""A wheel with a defect is not released. Each defect is named with its file."""

import base64
import hashlib
from collections.abc import Mapping

import pytest

from lab.release.archives import ReleaseFile
from lab.release.contents import FIELDS, NEEDED, placeholders, problems_of

VERSION = "0.3.0"
INFO = f"command_table-{VERSION}.dist-info"


def wheel(
    more: Mapping[str, bytes] | None = None, *, version: str = VERSION, link: str = "Homepage, https://table.example"
) -> list[ReleaseFile]:
    """Return the files of a sound wheel, and `more`."""
    values = {"Version": version, **dict.fromkeys(FIELDS, "something"), "Project-URL": link}
    files = {
        **dict.fromkeys(NEEDED, b"content\n"),
        **(more or {}),
        f"{INFO}/METADATA": "".join(f"{name}: {value}\n" for name, value in values.items()).encode(),
        f"{INFO}/licenses/LICENSE": b"GPL\n",
    }
    rows = [f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files.items()]
    record = "".join([*rows, f"{INFO}/RECORD,,\n"]).encode()
    return [ReleaseFile(name, content, False) for name, content in [*files.items(), (f"{INFO}/RECORD", record)]]


def digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def test_a_sound_wheel_has_no_problem() -> None:
    assert [*problems_of(wheel(), VERSION)] == []


@pytest.mark.parametrize("name", NEEDED)
def test_a_file_that_a_table_needs_is_missed(name: str) -> None:
    left = [each for each in wheel() if each.name != name]
    assert [*problems_of(left, VERSION)] == [f"{name} is missing", f"{name} is recorded but not there"]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("table/tests/test_a.py", "table/tests/test_a.py belongs to a checkout"),
        ("table/screen/shot.png", "table/screen/shot.png belongs to a checkout"),
        ("lab/figure.py", "lab/figure.py is in none of the packages"),
    ],
)
def test_a_file_of_the_checkout_is_found(name: str, answer: str) -> None:
    assert answer in [*problems_of(wheel({name: b"x"}), VERSION)]


@pytest.mark.parametrize("place", [b"/root/command-table/x", b"/home/anna/src/x", b"/Users/Anna/src/x"])
def test_a_folder_of_the_builder_is_found(place: bytes) -> None:
    (problem,) = problems_of(wheel({"table/built.py": b"# from " + place}), VERSION)
    assert problem.startswith("table/built.py names a folder of the builder")


def test_a_large_file_is_found() -> None:
    (problem,) = problems_of(wheel({"table/film.txt": b"x" * 200_001}), VERSION)
    assert problem == "table/film.txt has 200,001 bytes, more than 200,000"


def test_a_file_that_was_changed_after_the_build_is_found() -> None:
    changed = [each._replace(content=b"other\n") if each.name == NEEDED[0] else each for each in wheel()]
    assert [*problems_of(changed, VERSION)] == [f"{NEEDED[0]} is not the file that is recorded"]


def test_a_wheel_of_another_version_or_without_a_field_is_found() -> None:
    assert [*problems_of(wheel(version="0.2.0"), VERSION)] == ["METADATA has the version 0.2.0, not 0.3.0"]
    bare = [each._replace(content=b"Version: 0.3.0\n") if each.name.endswith("METADATA") else each for each in wheel()]
    assert {f"METADATA has no {field}" for field in FIELDS} < {*problems_of(bare, VERSION)}


def test_links_that_lead_nowhere_are_listed_before_it_is_published() -> None:
    assert placeholders(wheel()) == ["Homepage, https://table.example"]
    assert placeholders(wheel(link="Homepage, https://real.org/table")) == []
