"""This package holds all that happens at the table: rules, session, screen."""

__version__ = "0.3.0.dev0"
COMMIT = "commit.txt"
"""The file beside this one in which an installation names its commit."""


def checkout() -> str:
    """Return the commit of the checkout that contains this package, with `-dirty` if files were changed since.

    For an installed copy, return the commit that `make install` recorded. Return an empty text if neither is known.
    """
    import subprocess
    from contextlib import suppress
    from pathlib import Path

    root = Path(__file__).parents[1]
    if not (root / ".git").exists():
        with suppress(OSError):
            return Path(__file__).with_name(COMMIT).read_text("ascii").strip()
        return ""

    def asked(*words: str) -> str:
        # Without the lock of the index, which would stay there if this program is killed.
        git = ["git", "--no-optional-locks", "-C", str(root), *words]
        return subprocess.run(git, capture_output=True, encoding="utf-8", timeout=5, check=True).stdout.strip()

    try:
        commit = asked("describe", "--always", "--abbrev=10")
        return f"{commit}-dirty" if asked("status", "--porcelain", "--untracked-files=no") else commit
    except (OSError, subprocess.SubprocessError):
        return ""
