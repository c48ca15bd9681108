"""The end of a bus: each reader gives back its bus and its pins, whatever became of the one before."""

from types import ModuleType
from typing import Any

import pytest

from hal.readers import Readers, ReaderSettings
from hal.readers.reader import Reader


def test_of_several_readers_each_gives_back_its_pins(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[str] = []

    class Line:
        def __init__(self, name: str) -> None:
            self.name = name

        def close(self) -> None:
            gone.append(self.name)
            if self.name == "blue reset":
                raise OSError(f"{self.name} is broken")

    monkeypatch.setattr(Reader, "close", lambda reader: gone.append(reader.name))
    lines: Any = Line
    settings = [
        ReaderSettings(each, reset=lines(f"{each} reset"), irq=lines(f"{each} irq")) for each in ("blue", "red")
    ]
    readers = Readers(ModuleType("spidev"), settings)
    readers.close()
    assert gone == ["blue", "blue reset", "blue irq", "red", "red reset", "red irq"]
    assert "blue reset is broken" in caplog.text
