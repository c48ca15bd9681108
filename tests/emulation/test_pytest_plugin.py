"""The fixtures for other developers' tests: every example of their page runs, and nobody else pays for them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.future_package import write_future_package

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "testing.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.slow
def test_every_example_of_the_page_passes(pytester: pytest.Pytester) -> None:
    """Also on a Python that refuses what the package mfrc522 does in its own `MFRC522_ToCard`."""
    assert EXAMPLES
    write_future_package(pytester.path)
    for number, example in enumerate(EXAMPLES):
        pytester.makepyfile(**{f"test_example_{number}": example})
    written = sum(len(re.findall("^def test_", example, re.MULTILINE)) for example in EXAMPLES)
    pytester.runpytest("-p", "no:cacheprovider", "-W", "error").assert_outcomes(passed=written)


def test_the_page_names_every_fixture() -> None:
    import sim_hardware.pytest_plugin as electronics
    import table.emulation.pytest_plugin as whole

    sources = "".join(Path(str(module.__file__)).read_text("utf-8") for module in (electronics, whole))
    named = set(re.findall(r"@pytest\.fixture\ndef (\w+)", sources))
    assert named == set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text("utf-8"), re.MULTILINE))


def test_what_is_not_there_is_named_with_what_is(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        def test_it(emulated_reader, emulated_panel):
            with pytest.raises(ValueError, match="ntag213 was never laid here; nothing was"):
                emulated_reader.lift("ntag213")
            with pytest.raises(ValueError, match="no button ok; it has previous, next, confirm"):
                emulated_panel.press("panel", "ok")
            with pytest.raises(ValueError, match="no panel red; there are panel"):
                emulated_panel.tap("red", "confirm")
        """
    )
    pytester.runpytest("-p", "no:cacheprovider", "-W", "error").assert_outcomes(passed=1)


def test_a_driver_keeps_what_it_imported_and_finds_the_next_tests_reader(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        kept = []

        @pytest.mark.parametrize("time", ["first", "second"])
        def test_it(time, emulated_reader):
            import spidev
            from RPi import GPIO

            kept.append((spidev.SpiDev, GPIO))
            SpiDev, pins = kept[0]
            pins.setmode(pins.BOARD)
            pins.setup(22, pins.OUT, initial=pins.LOW)
            spi = SpiDev(0, 0)
            assert spi.xfer2([0x80 | 0x37 << 1, 0])[1] == 0, "held in reset"
            pins.output(22, pins.HIGH)
            emulated_reader.advance(0.01)
            assert spi.xfer2([0x80 | 0x37 << 1, 0])[1] != 0
        """
    )
    pytester.runpytest("-p", "no:cacheprovider", "-W", "error").assert_outcomes(passed=2)


@pytest.mark.slow
def test_a_wish_that_is_misspelt_is_an_error_and_no_silence(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.emulated(hopers=(1,))
        def test_it(emulated_dispenser):
            pass
        """
    )
    result = pytester.runpytest("-p", "no:cacheprovider")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*hopers*hoppers*"])


@pytest.mark.slow
def test_a_test_run_without_the_fixtures_imports_nothing_of_ours() -> None:
    """In a process of its own: this one has imported everything."""
    loads = (
        "import sys, sim_hardware.pytest_plugin, table.emulation.pytest_plugin;"
        "heavy = {'gpiozero', 'pygame', 'msgspec', 'serial', 'sim_hardware.clock', 'table.session.session'};"
        "print(sorted(heavy & sys.modules.keys()))"
    )
    printed = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"


DRIVER = """
import threading
import time

import pytest


class Driver:
    \"\"\"A driver that is called back when the chip has an answer, as many are.\"\"\"

    def __init__(self):
        import spidev
        from RPi import GPIO

        self.gpio, self.spi, self.called = GPIO, spidev.SpiDev(0, 0), []
        GPIO.setmode(GPIO.BCM)
        GPIO.setup(24, GPIO.IN, pull_up_down=GPIO.PUD_UP)
        GPIO.add_event_detect(24, GPIO.FALLING, callback=self.answered)
        for register, value in ((0x11, 0x3D), (0x15, 0x40), (0x14, 0x83), (0x02, 0xA0), (0x03, 0x80)):
            self.write(register, value)

    def answered(self, channel):
        \"\"\"On a Pi this runs on another thread; here it may use the bus all the same.\"\"\"
        self.called.append((channel, self.spi.xfer2([0x80 | 0x04 << 1, 0])[1] & 0x20))

    def write(self, register, value):
        self.spi.xfer2([register << 1, value])

    def asks(self):
        for register, value in ((1, 0), (4, 0x7F), (0x0A, 0x80), (9, 0x26), (1, 0x0C), (0x0D, 0x87)):
            self.write(register, value)


@pytest.fixture
def driver(emulated_reader):
    emulated_reader.lay("ntag213:04A1B2C3D4E5F6")
    made = Driver()
    emulated_reader.advance(0.01)
    return made
"""


def test_a_callback_of_an_edge_comes_in_virtual_time_and_without_a_thread(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        DRIVER
        + """
def test_it_is_called_back(driver, emulated_reader):
    driver.asks()
    emulated_reader.advance(0.001)
    assert driver.called == [(24, 0x20)]
    assert driver.gpio.event_detected(24)


def test_it_waits_for_an_edge(driver, emulated_reader, virtual_clock):
    driver.gpio.remove_event_detect(24)
    driver.asks()
    before = virtual_clock.now_s
    assert driver.gpio.wait_for_edge(24, driver.gpio.FALLING, timeout=50) == 24
    assert virtual_clock.now_s - before < 0.003
    assert driver.gpio.wait_for_edge(24, driver.gpio.FALLING, timeout=50) is None
    with pytest.raises(TimeoutError, match="nothing came within 60 s"):
        driver.gpio.wait_for_edge(24, driver.gpio.FALLING)


def test_it_waits_for_its_own_callback(driver, emulated_reader, virtual_clock, monkeypatch):
    heard = threading.Event()
    driver.answered = lambda channel: heard.set()
    driver.gpio.remove_event_detect(24)
    driver.gpio.add_event_detect(24, driver.gpio.FALLING, callback=driver.answered)
    monkeypatch.setattr(heard, "wait", lambda seconds=None: emulated_reader.wait(heard.is_set, seconds))
    driver.asks()
    assert heard.wait(0.1)
    heard.clear()
    before = virtual_clock.now_s
    assert not heard.wait(0.1)
    assert virtual_clock.now_s - before == pytest.approx(0.1)


def test_no_thread_is_left(driver):
    assert [thread.name for thread in threading.enumerate() if "gpio" in thread.name] == []


def test_virtual_time_stands_still_where_sleep_is_replaced(driver, emulated_reader, virtual_clock, monkeypatch):
    monkeypatch.setattr(time, "sleep", emulated_reader.advance)
    before = virtual_clock.now_s
    threading.Event().wait(0.02)
    assert virtual_clock.now_s == before
"""
    )
    pytester.runpytest("-p", "no:cacheprovider", "-W", "error").assert_outcomes(passed=5)


def test_two_drivers_of_a_reader_do_not_reset_each_others_chip(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_it(emulated_reader):
            import spidev
            from RPi import GPIO

            def begins():
                GPIO.setmode(GPIO.BOARD)
                GPIO.setup(22, GPIO.OUT)
                GPIO.output(22, 1)

            begins()
            emulated_reader.advance(0.01)
            spi = spidev.SpiDev(0, 0)
            spi.xfer2([0x14 << 1, 0x83])
            begins()
            assert spi.xfer2([0x80 | 0x14 << 1, 0])[1] == 0x83, "the field of the first one is on"
        """
    )
    pytester.runpytest("-p", "no:cacheprovider", "-W", "error").assert_outcomes(passed=1)
