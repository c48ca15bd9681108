"""Programs that know nothing of us, over emulated readers: the package's own examples, interrupts, scripts."""

import json
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner, Result

from table.program.cli import main


@pytest.fixture
def emulated(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> "Emulated":
    return Emulated(tmp_path, capfd)


class Emulated:
    def __init__(self, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capfd = capfd

    def run(self, program: str, *options: str, script: str = "") -> tuple[str, Result]:
        """What the program printed, and how the command ended."""
        path = self.folder / "program.py"
        path.write_text(dedent(program))
        if script:
            (self.folder / "script").write_text(dedent(script))
            options = (*options, "--script", str(self.folder / "script"))
        report = str(self.folder / "report.json")
        result = CliRunner().invoke(main, ["emulate", "--report", report, *options, "--", str(path)])
        return self._capfd.readouterr().out, result

    @property
    def counters(self) -> dict[str, dict[str, dict[str, float]]]:
        document: dict[str, dict[str, dict[str, float]]] = json.loads((self.folder / "report.json").read_text())
        return document


@pytest.mark.slow
def test_the_unmodified_package_reads_and_writes_a_classic(emulated: Emulated) -> None:
    out, result = emulated.run(
        """
        from mfrc522 import SimpleMFRC522
        import RPi.GPIO as GPIO
        reader = SimpleMFRC522()
        reader.write("hello")
        print(reader.read())
        GPIO.cleanup()
        """,
        "--reader",
        "0.0=classic:DEADBEEF",
    )
    assert result.exit_code == 0, result.output
    assert out.startswith("(956397711138, 'hello ")
    bus = emulated.counters["buses"]["0"]
    assert bus["transfers"] > 500
    assert bus["bus_ms"] > bus["transfers"] * 0.025
    assert emulated.counters["readers"]["0.0"]["air_ms"] > 5
    assert float(emulated.counters["elapsed_s"]) >= bus["bus_ms"] / 1000 - 0.01  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_pn532_is_opened_like_a_serial_lead(emulated: Emulated) -> None:
    port = emulated.folder / "pn532"
    out, result = emulated.run(
        f"""
        import serial
        line = serial.Serial({str(port)!r}, 115200, timeout=5)
        line.write(bytes.fromhex("55550000000000000000000000000000" "0000FF02FED4022A00"))
        print(line.read(6 + 13).hex())
        """,
        "--pn532",
        f"{port}=classic:DEADBEEF",
    )
    assert result.exit_code == 0, result.output
    assert out.strip() == "0000ff00ff00" + "0000ff06fad50332010607e800"
    assert not port.is_symlink()


@pytest.mark.parametrize("laid", ["classic:XY", "ntag99"])
def test_a_tag_of_a_pn532_that_cannot_be_is_named(emulated: Emulated, laid: str) -> None:
    _, result = emulated.run("", "--pn532", f"{emulated.folder / 'pn532'}={laid}")
    assert result.exit_code == 2
    assert f"={laid}: " in result.output


def test_a_file_that_is_there_is_never_taken_for_a_line(emulated: Emulated) -> None:
    kept = emulated.folder / "kept"
    kept.write_text("mine")
    _, result = emulated.run("", "--pn532", f"{kept}=ntag213")
    assert result.exit_code == 2
    assert kept.read_text() == "mine"


@pytest.mark.slow
def test_an_irq_line_calls_back_and_a_script_lays_and_lifts(emulated: Emulated) -> None:
    out, result = emulated.run(
        """
        import time, threading, spidev
        import RPi.GPIO as GPIO
        spi = spidev.SpiDev()
        spi.open(0, 0)
        spi.max_speed_hz = 1000000
        def write(register, *values):
            spi.xfer2([register << 1, *values])
        answered = threading.Event()
        GPIO.setmode(GPIO.BOARD)
        GPIO.setup(22, GPIO.OUT)
        GPIO.output(22, 1)
        GPIO.setup(18, GPIO.IN, pull_up_down=GPIO.PUD_UP)
        GPIO.add_event_detect(18, GPIO.FALLING, callback=lambda channel: answered.set() if channel == 18 else None)
        for register, value in ((0x11, 0x3D), (0x15, 0x40), (0x14, 0x83), (0x02, 0xA0), (0x03, 0x80)):
            write(register, value)
        def asked():
            answered.clear()
            write(0x01, 0); write(0x04, 0x7F); write(0x0A, 0x80); write(0x09, 0x26)
            write(0x01, 0x0C); write(0x0D, 0x87)
            return answered.wait(0.05)
        seen = []
        until = time.monotonic() + 0.8
        while time.monotonic() < until:
            now = asked() or asked()
            if not seen or seen[-1] != now:
                seen.append(now)
        print(seen)
        """,
        "--reader",
        "0.0=",
        script="""
        0.20 lay  0.0 ntag213:04A1B2C3D4E5F6   # a comment
        0.55 lift 0.0
        """,
    )
    assert result.exit_code == 0, result.output
    assert out == "[False, True, False]\n"


def test_xfer2_overwrites_the_list_that_it_is_given_and_a_missing_device_is_an_error(emulated: Emulated) -> None:
    out, result = emulated.run(
        """
        import spidev, sys
        spi = spidev.SpiDev(0, 1)
        frame = [0x80 | 0x37 << 1, 0]
        print(spi.xfer2(frame) is frame, frame[1])
        try:
            spidev.SpiDev(1, 0)
        except FileNotFoundError as error:
            print(error.errno)
        sys.exit(3)
        """,
        "--reader",
        "0.1=",
        "--chip",
        "0.1=0x88",
    )
    assert (out, result.exit_code) == ("True 136\n2\n", 3)


def test_a_wrong_order_is_refused_before_anything_runs(emulated: Emulated) -> None:
    _, result = emulated.run("print(1)", "--reader", "0.0=ntag999:04", script="x lay 0.0")
    assert result.exit_code == 2
    assert "ntag999" in result.output
    assert "line 1" in result.output
