"""These tests need root, Debian's packages and a quiet minute: they are left out unless they are asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.figures.pc.pc_figures import missing, plain_pc
from lab.figures.pc.plain_pc import PlainPc


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    words = config.option.markexpr.split()
    if "pc" in words and "not pc" not in config.option.markexpr:
        return
    here = Path(__file__).parent
    if left_out := [item for item in items if here in item.path.parents]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def pc() -> Iterator[PlainPc]:
    lacks = missing()
    assert not lacks, lacks
    with plain_pc() as made:
        yield made
