"""The fixtures for other developers' tests: every example of their page runs, and nobody else pays for them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "testing.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.slow
def test_every_example_of_the_page_passes(pytester: pytest.Pytester) -> None:
    assert EXAMPLES
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
    told = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
