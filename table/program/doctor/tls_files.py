"""Examine the files of the web pages' certificate, as far as another user than the web program's can."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from table.config.schema import TlsConfig
from table.program.doctor.finding import Finding, mend, named, note, well


def tls_files(tls: TlsConfig) -> Iterator[Finding]:
    """Yield a finding about certificate and key, which only the owner may read; none without a certificate."""
    if not tls.cert:
        return
    part = named("tls")
    modes = {}
    for file in (tls.cert, tls.key):
        try:
            modes[file] = os.stat(Path(file).expanduser()).st_mode
        except PermissionError:
            yield note(part, "tls.hidden", file=file)
            return
        except OSError as error:
            yield mend(part, "tls.missing", file=file, why=error.strerror or str(error))
            return
    if modes[tls.key] & stat.S_IRWXO:
        yield mend(part, "tls.exposed", file=tls.key)
    else:
        yield well(part, "tls.well")
