"""The slots of the readers behind PC/SC, as the daemon lists them."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from hal.readers.pcsc.service import DENIED, NO_ACCESS, PcscError, PcscService


@dataclass(frozen=True, slots=True)
class PcscSlot:
    name: str
    """The daemon's name of the slot."""
    usb: str = ""
    """The reader's place on USB, such as `1-1.2`; empty if the daemon does not report it."""


@dataclass(frozen=True, slots=True)
class PcscSlots:
    slots: tuple[PcscSlot, ...] = ()
    fault: str = ""
    """The code of the fault for which the daemon lists none, such as `reader.no_daemon`; else empty."""
    detail: str = ""


def pcsc_slots(opened: Callable[[], PcscService]) -> PcscSlots:
    """Return all slots. `opened` opens a context of the daemon; its errors become a fault."""
    try:
        service = opened()
    except PcscError as error:
        return PcscSlots(fault=_code(error), detail=str(error))
    except OSError as error:
        return PcscSlots(fault="reader.no_pcsc", detail=str(error))
    try:
        return PcscSlots(tuple(PcscSlot(name, _usb(service, name)) for name in service.readers()))
    except PcscError as error:
        return PcscSlots(fault=_code(error), detail=str(error))
    finally:
        service.close()


def _usb(service: PcscService, name: str) -> str:
    with suppress(PcscError):
        return service.usb_path(name)
    return ""


def _code(error: PcscError) -> str:
    return "reader.pcsc_denied" if error.code in (DENIED, NO_ACCESS) else "reader.no_daemon"
