"""Find the parts that are plugged in under another name than the configuration has, and offer to change it."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from hal.plugged import Plugged, PluggedPort, lasting_name
from hal.readers.pcsc.found import FoundReader, NoReader, chosen
from hal.readers.pcsc.found import lasting_name as reader_name
from table.config import Config
from table.config.schema import ReaderConfig
from table.program.doctor.finding import ConfigChange, Finding, mend, named, offer

DISPENSER = "dispenser"
NUMBERED = ("ttyACM*", "ttyUSB*")


def elsewhere(config: Config, there: Plugged, root: Path) -> Mapping[str, Finding]:
    """Return a finding for each part that is not at its name, by the reader's name or DISPENSER.

    A port is only offered. The person decides, since opening the port of a stranger's board may reset it.
    """
    ports = (*there.ports, *_unlisted(there.ports, root))
    wanted = {name: reader.port for name, reader in config.readers.items() if _has_lead(reader)}
    if config.dispenser_port not in ("none", "emulated"):
        wanted[DISPENSER] = config.dispenser_port
    taken = {_real(root, port.path) for path in wanted.values() if (port := _at(path, ports, root)) is not None}
    free = [port for port in ports if _real(root, port.path) not in taken]
    found: dict[str, Finding] = {}
    for name, path in wanted.items():
        finding = _dispenser(path, free, ports, root) if name == DISPENSER else _lead(name, path, free, ports, root)
        if finding is not None:
            found[name] = finding
    return {**found, **dict(_behind_pcsc(config.readers, there.pcsc.usable, there.pcsc.every))}


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


def _dispenser(path: str, free: Iterable[PluggedPort], every: tuple[PluggedPort, ...], root: Path) -> Finding | None:
    """Find a Pico at another port: where nothing is at the configured one, or something that is no Pico."""
    here = _at(path, every, root)
    picos = [port for port in free if port.is_pico]
    if here is not None and (here.is_pico or not here.usb or not picos):
        return None
    if here is None and _exists(root, path):
        return None
    return _moved("port", "pico", path, picos or _unknown(free), every, (DISPENSER, "port"))


def _lead(
    name: str, path: str, free: Iterable[PluggedPort], every: tuple[PluggedPort, ...], root: Path
) -> Finding | None:
    if _exists(root, path):
        return None
    free = tuple(free)
    leads = [port for port in free if port.lead] or [port for port in _unknown(free) if "ttyUSB" in port.path]
    return _moved("reader_port", "lead", path, leads, every, ("readers", name, "port"), reader=name)


def _moved(
    part: str,
    kind: str,
    path: str,
    found: list[PluggedPort],
    every: tuple[PluggedPort, ...],
    key: tuple[str, ...],
    **names: str,
) -> Finding | None:
    if not found:
        return None
    others = ", ".join(_label(port) for port in found)
    if len(found) > 1:
        return mend(named(part, **names), f"{part}.several", path=path, others=others)
    kind = kind if found[0].usb else "unknown"
    change = ConfigChange(key, lasting_name(found[0], every), found[0].is_pico)
    return offer(named(part, **names), f"{part}.{kind}", change, path=path, other=others)


def _behind_pcsc(
    readers: Mapping[str, ReaderConfig], usable: Iterable[FoundReader], every: tuple[FoundReader, ...]
) -> Iterator[tuple[str, Finding]]:
    wanted = {name: chosen(every, reader.usb) for name, reader in readers.items() if reader.kind == "pcsc"}
    taken = {found.candidates for found in wanted.values() if isinstance(found, FoundReader)}
    free = [reader for reader in usable if reader.candidates not in taken]
    lost = [name for name, found in wanted.items() if isinstance(found, NoReader)]
    for name in lost:
        part, others = named("reader", reader=name), ", ".join(_reader_label(reader) for reader in free)
        usb = readers[name].usb or "-"
        if len(free) == len(lost) == 1:
            change = ConfigChange(("readers", name, "usb"), reader_name(free[0], every), ours=True)
            yield name, offer(part, "pcsc.elsewhere", change, usb=usb, other=others)
        elif free:
            yield name, mend(part, "pcsc.several", usb=usb, others=others)


def _has_lead(reader: ReaderConfig) -> bool:
    return reader.kind == "pn532" and reader.link == "hsu" and bool(reader.port)


def _unlisted(listed: Iterable[PluggedPort], root: Path) -> Iterator[PluggedPort]:
    """Yield the numbered ports that the kernel's list of devices lacks."""
    known = {port.path for port in listed}
    nodes = sorted(node for pattern in NUMBERED for node in (root / "dev").glob(pattern))
    yield from (PluggedPort(f"/dev/{node.name}") for node in nodes if f"/dev/{node.name}" not in known)


def _unknown(ports: Iterable[PluggedPort]) -> list[PluggedPort]:
    """Return the numbered ports of devices whose USB id is not known."""
    return [port for port in ports if not port.usb and ("ttyACM" in port.path or "ttyUSB" in port.path)]


def _at(path: str, ports: Iterable[PluggedPort], root: Path) -> PluggedPort | None:
    """Return the port that is plugged in under this name."""
    if not _exists(root, path):
        return None
    return next((port for port in ports if _real(root, port.path) == _real(root, path)), None)


def _exists(root: Path, path: str) -> bool:
    return (root / path.lstrip("/")).exists()


def _real(root: Path, path: str) -> Path:
    return (root / path.lstrip("/")).resolve()


def _label(port: PluggedPort) -> str:
    device = port.lead or port.product
    return f"{port.path} ({device})" if device else port.path


def _reader_label(reader: FoundReader) -> str:
    return f"{reader.model} (USB {reader.usb})" if reader.usb else reader.candidates[0]
