"""The readers behind PC/SC, as the daemon lists their slots."""

from collections.abc import Callable

from msgspec import Struct

from hal.readers.pcsc.found import FoundReader, readers_of
from hal.readers.pcsc.service import DENIED, NO_ACCESS, PcscError, PcscService


class PcscReaders(Struct, frozen=True):
    every: tuple[FoundReader, ...] = ()
    """All readers, including those for cards with contacts only."""
    fault: str = ""
    """The code of the fault that prevents the list, such as `reader.no_daemon`; else empty."""
    detail: str = ""

    @property
    def usable(self) -> tuple[FoundReader, ...]:
        """Return the readers on which a card may be laid.

        These are the ones that certainly read contactless cards, or else all that may.
        """
        certain = tuple(reader for reader in self.every if reader.candidates and reader.reads_cards)
        return certain if len(certain) > 1 else tuple(reader for reader in self.every if reader.candidates)


def real_daemon() -> PcscService:
    """Open a context of this computer's daemon. Raises PcscError, and OSError if there is no library."""
    from hal.readers.pcsc.library import PcscLibrary, real_library

    return PcscLibrary(real_library())


def pcsc_readers(opened: Callable[[], PcscService] = real_daemon) -> PcscReaders:
    """Return all readers. `opened` opens a context of the daemon; its errors become a fault."""
    try:
        service = opened()
    except PcscError as error:
        return PcscReaders(fault=_code(error), detail=str(error))
    except OSError as error:
        return PcscReaders(fault="reader.no_pcsc", detail=str(error))
    try:
        return PcscReaders(readers_of([service.slot(name) for name in service.readers()]))
    except PcscError as error:
        return PcscReaders(fault=_code(error), detail=str(error))
    finally:
        service.close()


def _code(error: PcscError) -> str:
    return "reader.pcsc_denied" if error.code in (DENIED, NO_ACCESS) else "reader.no_daemon"
