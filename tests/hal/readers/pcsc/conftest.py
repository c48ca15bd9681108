"""The real daemon is left out unless it is asked for: it needs root, Debian's packages, and no other one beside it."""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "pcsc" in config.option.markexpr.split() and "not pcsc" not in config.option.markexpr:
        return
    here = Path(__file__).parent
    others = [item for item in items if here not in item.path.parents or item.get_closest_marker("pcsc") is None]
    if left_out := [item for item in items if item not in others]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = others
