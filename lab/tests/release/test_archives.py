"""A wheel and a source archive that are packed again hold the same files, in the same bytes wherever that is done."""

import io
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from lab.release.archives import ReleaseFile, quick, read_sources, read_wheel, tarred, zipped

TEXT = b"A card is locked.\n" * 200
MEMBERS = [
    ReleaseFile("table/cards.py", TEXT, False),
    ReleaseFile("table/service/install.sh", b"#!/bin/sh\n", True),
    ReleaseFile("table/words/espa\u00f1ol.toml", b"", False),
    ReleaseFile("command_table-0.3.0.dist-info/RECORD", b"table/cards.py,,\n", False),
]
MADE_AT = 1_795_800_000


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    file = tmp_path / "made.whl"
    file.write_bytes(zipped(MEMBERS, MADE_AT, quick))
    return file


@pytest.mark.slow
def test_a_wheel_opens_with_every_file_in_its_order(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [each.name for each in MEMBERS]
        assert {each.date_time for each in archive.infolist()} == {(2026, 11, 27, 17, 20, 0)}
    assert read_wheel(wheel) == MEMBERS


@pytest.mark.slow
def test_a_file_that_would_not_get_smaller_is_stored_as_it_is(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        packed = {each.filename: each.compress_size for each in archive.infolist()}
    assert packed["table/cards.py"] < len(TEXT)
    assert packed["table/service/install.sh"] == len(b"#!/bin/sh\n")


@pytest.mark.slow
def test_a_file_from_before_1980_gets_the_first_time_that_a_wheel_can_hold() -> None:
    with ZipFile(io.BytesIO(zipped(MEMBERS, 0, quick))) as archive:
        assert archive.infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


def test_a_source_archive_does_not_depend_on_order_or_builder(tmp_path: Path) -> None:
    packed = tarred(MEMBERS, MADE_AT)
    assert tarred(reversed(MEMBERS), MADE_AT) == packed
    (tmp_path / "made.tar.gz").write_bytes(packed)
    assert read_sources(tmp_path / "made.tar.gz") == sorted(MEMBERS)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        assert {(each.uid, each.uname, each.mtime) for each in archive} == {(0, "", MADE_AT)}
