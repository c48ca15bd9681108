"""Run all examinations in order and yield their findings: the quick ones first, the devices last."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shutil import rmtree

from msgspec.structs import replace

from hal.plugged import PcscReaders, Plugged, pcsc_readers, serial_ports
from table.config import Config
from table.config.kernel_pins import claimed
from table.config.toml.toml_keys import dotted
from table.devices.configured.device_settings import uses_pins
from table.devices.configured.panel_settings import keypad_settings, panel_settings
from table.devices.examined_parts import ExaminedParts
from table.devices.hands_on.dialogue import DoctorTime
from table.program.doctor import devices, machine, permissions, phone_address, screen_and_sound, surroundings
from table.program.doctor.elsewhere import elsewhere, serial_parts
from table.program.doctor.finding import Finding, faulty, mend, named, skipped, well
from table.program.doctor.keypads import keypads
from table.records.folder import EMULATED, LOCK
from table.records.lock import StateInUseError, held
from table.records.state_version import StateFolderError, refuse_newer
from table.rules.text import text


def table_findings(config: Config) -> Iterator[Finding]:
    """Yield the findings about a table's program and all its parts. The findings include the drivers' log lines."""
    from table.program.backends import parts_to_examine

    drivers = logging.getLogger("hal")
    before = drivers.level
    drivers.setLevel(logging.CRITICAL)
    try:
        yield from program(config)
        yield from examined(config, parts_to_examine, DoctorTime(time.monotonic, time.sleep))
    finally:
        drivers.setLevel(before)


def examined(
    config: Config, patient: Callable[[Config], ExaminedParts], time: DoctorTime, root: Path = Path("/")
) -> Iterator[Finding]:
    """Yield the findings of all parts. The devices of a running table are left alone.

    A part of the table that is plugged in under another name is examined there. If a newer program has used the state
    folder, that is the only finding, because the remedy is to update this one.
    """
    try:
        refuse_newer(config.state.path)
    except StateFolderError as error:
        yield faulty(named("disk", folder=str(config.state.path)), error.fault)
        return
    with _lent(config.state.path):
        yield from _of_all(config, patient, time, root)


@contextmanager
def _lent(folder: Path) -> Iterator[None]:
    """Create a missing state folder for the examination, and remove it afterwards."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        yield
    finally:
        with suppress(OSError):  # a table that began meanwhile keeps its folder
            if made:
                (folder / LOCK).unlink(missing_ok=True)
                rmtree(folder / EMULATED, ignore_errors=True)
            for each in made:
                each.rmdir()


def devices_left_alone(config: Config, time: DoctorTime, root: Path = Path("/")) -> Iterator[Finding]:
    """Yield the findings about a running table, without touching its devices."""
    yield from program(config)
    yield from _of_machine(config, time, root, _elsewhere(config, root))
    yield skipped(named("devices"), "devices.in_use")


def amended(config: Config, found: Iterable[Finding]) -> Config:
    """Return the configuration with the changes that lead to parts of the table."""
    for change in (finding.change for finding in found if finding.change is not None and finding.change.ours):
        match change.key:
            case ("readers", name, part):
                reader = replace(config.readers[name], **{part: change.value})
                config = replace(config, readers={**config.readers, name: reader})
            case _:
                config = replace(config, dispenser=replace(config.dispenser, port=change.value))
    return config


def _elsewhere(config: Config, root: Path) -> Mapping[str, Finding]:
    if config.world != "real":
        return {}
    behind_pcsc = any(reader.kind == "pcsc" for reader in config.readers.values())
    there = Plugged(pcsc_readers() if behind_pcsc else PcscReaders(), serial_ports(root))
    return elsewhere(config.readers, config.dispenser_port, there, root)


def _of_machine(config: Config, time: DoctorTime, root: Path, moved: Mapping[str, Finding]) -> Iterator[Finding]:
    yield from surroundings.interpreter(root)
    yield from machine.disk(config.state.path, time.now_s)
    yield from machine.lasting(config.state.path, root)
    yield from machine.clock(root)
    yield from machine.power(root)
    yield from phone_address.tls_files(config.web.tls)
    yield from phone_address.phone_address(config.web)
    yield from phone_address.evening()
    if config.world == "real":
        header, fullscreen = uses_pins(config), config.screen.fullscreen
        yield from permissions.permissions(
            config.readers,
            config.dispenser_port,
            root,
            header=header,
            fullscreen=fullscreen,
            elsewhere=moved,
            ports=serial_ports(root),
        )
        for claim in claimed(config, root):
            yield mend(named("pins"), "pins.claimed", name=dotted(claim.key), pin=claim.pin, entry=claim.entry)
        yield from surroundings.leads_without_port(root)
    else:
        yield from surroundings.unused(Plugged(pcsc_readers(), serial_ports(root)))


def _of_all(
    config: Config, patient: Callable[[Config], ExaminedParts], time: DoctorTime, root: Path
) -> Iterator[Finding]:
    moved = _elsewhere(config, root)
    yield from _of_machine(config, time, root, moved)
    with ExitStack() as stack:
        try:
            stack.enter_context(held(config.state.path))
        except StateInUseError:
            yield skipped(named("devices"), "devices.in_use")
            return
        if config.world == "real":
            yield from surroundings.port_holders(serial_parts(config.readers, config.dispenser_port).values(), root)
        yield from screen_and_sound.screen(config.screen)
        yield from screen_and_sound.sound(config.sound)
        yield from screen_and_sound.speech(config.speech)
        yield from _devices(amended(config, moved.values()), patient, time)


def _devices(config: Config, patient: Callable[[Config], ExaminedParts], time: DoctorTime) -> Iterator[Finding]:
    try:
        parts = patient(config)
    except OSError as error:
        yield mend(named("devices"), "devices.closed", why=str(error))
        return
    try:
        try:
            yield from devices.readers(parts.readers(), time)
        except OSError as error:
            yield mend(text("doctor.part.readers"), "devices.closed", why=str(error))
        if (wired := panel_settings(config)) or not config.keypads:
            yield from devices.panels(wired, parts.header, time)
        if config.world == "real":
            places = {keypad.place for keypad in config.keypads.values()}
            yield from keypads(keypad_settings(config), places, parts.inputs, time)
        yield from devices.dispenser(frozenset(hopper.number for hopper in config.hoppers), parts.link(), time)
    finally:
        parts.close()


def program(config: Config) -> Iterator[Finding]:
    """Return the finding about the program: its version and the world that is examined."""
    import platform

    from table import __version__

    values = {"version": __version__, "python": f"Python {platform.python_version()}", "machine": platform.platform()}
    yield well(named("program"), "program.well", **values)
    yield well(named("world"), f"world.{config.world}")
