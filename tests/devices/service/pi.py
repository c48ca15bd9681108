"""A Raspberry Pi for `make install`: a folder as its root, and programs that only write down what they were asked."""

import os
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "table/devices/service/install.sh"
WATCHED = (
    "apt-get",
    "apt-cache",
    "dpkg-query",
    "useradd",
    "usermod",
    "raspi-config",
    "systemctl",
    "getent",
    "python3",
    "tar",
)


class Pi:
    """A folder as its root, and a PATH on which those programs only write down what they were asked."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.programs = folder / "bin"
        self.log = folder / "log"
        self.root.mkdir()
        self.programs.mkdir()
        self.log.touch()
        for name in WATCHED:
            self.program(name, "exit 1" if name in ("dpkg-query", "getent") else "exit 0")
        # A copy of this checkout takes ten times as long as all else. Who unpacks has to read what comes.
        self.program("tar", '[ "$1" != -xf ] || cat >/dev/null')
        self.matches = self.root / "var/lib/command-table"
        # The environment's own programs, as venv would make them.
        self._environment = self.root / "opt/command-table/bin"
        self._environment.mkdir(parents=True)
        self._write(self._environment / "python", "exit 0")
        self._write(self._environment / "command-table", 'echo "complete -F in $_COMMAND_TABLE_COMPLETE"')

    def copies_the_checkout(self) -> None:
        """Its tar is the system's from now on, and its pip writes down each file of the folder that it installs."""
        (self.programs / "tar").unlink()
        listed = f'(cd "$last" && find . -type f) >>"{self.log}" || true'
        self._write(self._environment / "python", f"for last; do :; done\n{listed}")

    def program_of_the_environment(self, name: str, then: str) -> None:
        self._write(self._environment / name, then)

    def program(self, name: str, then: str) -> None:
        self._write(self.programs / name, then)

    def _write(self, path: Path, then: str) -> None:
        path.write_text(f'#!/bin/sh\necho "{path.name} $*" >>"{self.log}"\n{then}\n', "utf-8")
        path.chmod(0o755)

    def runs(
        self,
        what: str = "install",
        mounts: str = "",
        umask: int = 0o022,
        downgrade: str = "",
        web: str = "",
        hall: str = "",
    ) -> subprocess.CompletedProcess[str]:
        table = self.programs / "mounts"
        table.write_text(mounts, "utf-8")
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["sh", str(SCRIPT), what],
            env={
                "PATH": path,
                "ROOT": str(self.root),
                "MOUNTS": str(table),
                "DOWNGRADE": downgrade,
                "WEB": web,
                "HALL": hall,
            },
            capture_output=True,
            text=True,
            check=False,
            umask=umask,
        )

    def asked(self) -> str:
        return self.log.read_text("utf-8")

    def has_installed(self, version: str) -> Path:
        """The program of that version is there already; its one module."""
        module = self.root / "opt/command-table/lib/python3.11/site-packages/table/__init__.py"
        module.parent.mkdir(parents=True)
        module.write_text(
            f'"""What happens at the table: rules, session, screen."""\n\n__version__ = "{version}"\n', "utf-8"
        )
        return module

    def everything(self) -> dict[str, bytes]:
        """Each file below its root, with what is in it."""
        files = (path for path in self.root.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): path.read_bytes() for path in files}
