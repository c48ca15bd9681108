"""Whatever bytes, values and lines come, each reader reads them or states in words what is wrong."""

import json
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.campaigns.hostile.byte_damage import ESCAPES
from lab.campaigns.hostile.file_reader import Dialect, FileReader
from lab.campaigns.hostile.hostile_campaign import readers
from lab.campaigns.hostile.hostile_trial import MEMORY_MB, TIME_S, measured
from lab.temporary_folder import temporary_folder

WORDS = st.one_of(
    st.text(max_size=30), st.sampled_from((ESCAPES, "units", "name", "trooper", "sides", "9" * 5000, "\ud800"))
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS)
VALUES = st.recursive(
    SCALARS, lambda each: st.one_of(st.lists(each, max_size=4), st.dictionaries(WORDS, each, max_size=4)), max_leaves=12
)
LINES = st.lists(
    st.one_of(
        WORDS,
        st.tuples(WORDS, SCALARS).map(lambda pair: f"{json.dumps(pair[0])} = {json.dumps(pair[1])}"),
        st.sampled_from(("[[trooper]]", "[sides.blue]", "config", "    x = 1", "lock blue", "1.0 lay 0.0", "Hand:")),
    ),
    max_size=12,
).map("\n".join)
FILES = st.one_of(
    st.binary(max_size=300),
    VALUES.map(json.dumps).map(lambda words: words.encode("utf-8", "replace")),
    LINES.map(lambda words: words.encode("utf-8", "replace")),
)


@lru_cache(maxsize=1)
def _readers() -> tuple[FileReader, ...]:
    return readers(1)


@pytest.mark.campaign
@settings(max_examples=150, deadline=None)
@given(file=FILES, data=st.data())
def test_it_is_read_or_its_faults_are_reported(file: bytes, data: st.DataObject) -> None:
    reader = data.draw(st.sampled_from(_readers()))
    head = data.draw(st.sampled_from((b"", *reader.samples))) if reader.dialect is not Dialect.TAR else b""
    with temporary_folder() as folder:
        path = folder / f"brought{reader.suffix}"
        path.write_bytes(head[: data.draw(st.integers(0, len(head)))] + file)
        one = measured(reader, path, reader.name)
    assert (one.error, one.unexplained, one.steers) == ("", False, False)
    assert one.took_s <= TIME_S
    assert one.memory_mb <= MEMORY_MB * 2, "with all that the tests before have loaded"
