"""These tests need root, Debian's packages and a quiet minute."""

from collections.abc import Iterator

import pytest

from lab.figures.pc.pc_figures import missing, plain_pc
from lab.figures.pc.plain_pc import PlainPc


@pytest.fixture
def pc() -> Iterator[PlainPc]:
    lacks = missing()
    assert not lacks, lacks
    with plain_pc() as made:
        yield made
