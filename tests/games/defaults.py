"""The defaults of a game's events and states: what a journal of an earlier version, without the field, means."""

import pkgutil
from importlib import import_module
from types import ModuleType

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

NOTHING = (False, 0, "", (), None)


def telling_defaults(package: ModuleType) -> dict[str, object]:
    """Return the defaults that are not nothing, of every struct in the package, as "Struct.field"."""
    found: dict[str, object] = {}
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for kind in vars(import_module(info.name)).values():
            if isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == info.name:
                found |= {
                    f"{kind.__name__}.{field.name}": field.default
                    for field in fields(kind)
                    if field.default is not NODEFAULT and field.default not in NOTHING
                }
    return found
