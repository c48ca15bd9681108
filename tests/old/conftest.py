"""The rule set of an installed package, where a test asks for it."""

import sys

import pytest

from tests.old.kept import OLD


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package `my-skirmish` is installed for this test."""
    monkeypatch.delitem(sys.modules, "my_skirmish", raising=False)
    monkeypatch.syspath_prepend(OLD / "rule_sets" / "installed")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
