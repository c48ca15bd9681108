"""Read single values from the kernel's file systems below a root. Tests use a recorded tree."""

from pathlib import Path


def value(file: Path) -> str:
    """Return the text of a file without its line end; empty if it cannot be read."""
    try:
        return file.read_text("utf-8", "replace").strip("\0 \n")
    except (OSError, ValueError):
        return ""


def link_to(node: Path, root: Path, folder: str) -> str:
    """Return the first name in a folder below `root` that links to `node`, such as `/dev/serial/by-id/usb-...`.

    Return an empty text if there is none.
    """
    try:
        names = sorted((root / folder).iterdir())
    except OSError:
        return ""
    return next((f"/{folder}/{name.name}" for name in names if name.resolve() == node.resolve()), "")
