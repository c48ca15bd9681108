"""This package holds all that happens at the table: rules, session, screen."""

__version__ = "0.2.0"


def checkout() -> str:
    """Return the commit of the checkout that this package lies in, with `-dirty` where files were changed since.

    Empty for an installed copy, and where git does not say.
    """
    import subprocess
    from pathlib import Path

    root = Path(__file__).parents[1]
    if not (root / ".git").exists():
        return ""
    asked = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=10"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, timeout=5, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
