"""The end of a bus: each reader gives back its bus and its pins, whatever became of the one before."""

from types import SimpleNamespace
from typing import Any

import pytest

from hal.readers.bus import Readers


def test_of_several_readers_each_gives_back_its_pins(caplog: pytest.LogCaptureFixture) -> None:
    gone: list[str] = []

    class Line:
        def __init__(self, name: str) -> None:
            self.name = name

        def close(self) -> None:
            gone.append(self.name)
            if self.name == "blue reset":
                raise OSError(f"{self.name} is broken")

    readers = Readers.__new__(Readers)
    parts: Any = [
        SimpleNamespace(
            close=Line(name).close, settings=SimpleNamespace(reset=Line(f"{name} reset"), irq=Line(f"{name} irq"))
        )
        for name in ("blue", "red")
    ]
    readers._readers = parts
    readers.close()
    assert gone == ["blue", "blue reset", "blue irq", "red", "red reset", "red irq"]
    assert "blue reset is broken" in caplog.text
