"""Find the parts that are plugged in under another name than configured, and offer to change the configuration."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from hal.plugged import Plugged, PluggedPort, lasting_name
from hal.plugged.lookup import PortLookup
from hal.readers.pcsc.found import FoundReader, NoReader, chosen
from hal.readers.pcsc.found import lasting_name as reader_name
from table.config.schema import ReaderConfig
from table.program.doctor.finding import ConfigChange, Finding, mend, named, offer

DISPENSER = "dispenser"


def serial_parts(readers: Mapping[str, ReaderConfig], dispenser_port: str) -> Mapping[str, str]:
    """Return the configured serial ports, by the reader's name or DISPENSER."""
    by_lead = ((name, reader) for name, reader in readers.items() if reader.kind == "pn532" and reader.link == "hsu")
    ports = {name: reader.port for name, reader in by_lead if reader.port}
    return ports if dispenser_port in ("none", "emulated") else {**ports, DISPENSER: dispenser_port}


def elsewhere(
    readers: Mapping[str, ReaderConfig], dispenser_port: str, there: Plugged, root: Path
) -> Mapping[str, Finding]:
    """Return a finding for each part that is not at its configured name, by the reader's name or DISPENSER.

    A port is only offered. The person decides, because opening the port of an unknown board may reset it.
    """
    wanted = serial_parts(readers, dispenser_port)
    ports = PortLookup(there.ports, wanted, root)
    found = dict(_behind_pcsc(readers, there.pcsc.usable, there.pcsc.every))
    for name, path in wanted.items():
        if name == DISPENSER and (picos := ports.pico(path)):
            found[name] = _moved("port", path, picos, ports.every, ConfigChange((DISPENSER, "port"), ""))
        elif name != DISPENSER and (leads := ports.lead(path)):
            change = ConfigChange(("readers", name, "port"), "")
            found[name] = _moved("reader_port", path, leads, ports.every, change, reader=name)
    return found


def _moved(
    part: str,
    path: str,
    found: tuple[PluggedPort, ...],
    every: tuple[PluggedPort, ...],
    change: ConfigChange,
    **names: str,
) -> Finding:
    others = ", ".join(f"{port.path} ({port.lead or port.product})".removesuffix(" ()") for port in found)
    if len(found) > 1:
        return mend(named(part, **names), f"{part}.several", path=path, others=others)
    (port,) = found
    kind = "known" if port.usb else "unknown"
    change = replace(change, value=lasting_name(port, every), ours=port.is_pico)
    return offer(named(part, **names), f"{part}.{kind}", change, path=path, other=others)


def _behind_pcsc(
    readers: Mapping[str, ReaderConfig], usable: Iterable[FoundReader], every: tuple[FoundReader, ...]
) -> Iterator[tuple[str, Finding]]:
    wanted = {name: chosen(every, reader.usb) for name, reader in readers.items() if reader.kind == "pcsc"}
    taken = {found.candidates for found in wanted.values() if isinstance(found, FoundReader)}
    free = [reader for reader in usable if reader.candidates not in taken]
    others = ", ".join(f"{each.model} (USB {each.usb})" if each.usb else each.candidates[0] for each in free)
    lost = [name for name, found in wanted.items() if isinstance(found, NoReader)]
    for name in lost if free else ():
        part, usb = named("reader", reader=name), readers[name].usb or "-"
        if len(free) == len(lost) == 1:
            change = ConfigChange(("readers", name, "usb"), reader_name(free[0], every), ours=True)
            yield name, offer(part, "pcsc.elsewhere", change, usb=usb, other=others)
        else:
            yield name, mend(part, "pcsc.several", usb=usb, others=others)
