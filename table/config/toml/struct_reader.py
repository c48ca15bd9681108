"""Convert a parsed TOML document into structs, and continue after each mistake."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct, field, inspect

from table.config.toml.problems import closest, one_of
from table.config.toml.toml_keys import Key
from table.rules.text import Text, text

S = TypeVar("S", bound=Struct)


class UnplacedProblem(Struct, frozen=True):
    """A problem before its file and line are known."""

    key: Key
    right: Text
    value: object = NODEFAULT
    """NODEFAULT if the file has no value there."""


class ReadValues(Struct, frozen=True):
    """The values and mistakes found so far. Checks between keys read the values, so that one mistake hides no other."""

    values: dict[Key, Any] = field(default_factory=dict)
    """Every value that is valid by itself, defaults included."""
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the entries of each table, such as `readers`, with those that have mistakes."""
    mistakes: list[UnplacedProblem] = field(default_factory=list)

    def wrong(self, key: Key, right: Text, value: object = NODEFAULT) -> None:
        self.mistakes.append(UnplacedProblem(key, right, value))


def read_struct(cls: type[S], raw: object, key: Key, found: ReadValues, default: S | None = None) -> S | None:
    """Return `raw` as a `cls`, or None if a mistake left a gap. Keys that `raw` lacks are taken from `default`."""
    if not isinstance(raw, dict):
        found.wrong(key, text("config.right.table"), raw)
        return default
    kinds = msgspec.structs.fields(cls)
    _unknown(raw, [kind.name for kind in kinds], key, found)
    values: dict[str, Any] = {}
    for kind in kinds:
        here = (*key, kind.name)
        without = default_of(kind) if default is None else getattr(default, kind.name)
        if kind.name not in raw:
            if (value := without) is NODEFAULT:
                found.wrong(here, text("config.right.missing", right=expected(kind.type)))
            else:
                note_values(value, here, found)
        else:
            value = _read(kind.type, raw[kind.name], here, found, without)
        values[kind.name] = value
    return None if NODEFAULT in values.values() else cls(**values)


def expected(kind: Any, given: object = None) -> Text:
    """Return words for the values that this type allows."""
    match _inner(inspect.type_info(kind)):
        case inspect.BoolType():
            return text("config.right.bool")
        case inspect.IntType(ge=least, le=most):
            return text("config.right.whole", least=str(least), most=str(most))
        case inspect.FloatType(ge=least, le=most):
            return text("config.right.number", least=str(least), most=str(most))
        case inspect.LiteralType(values=values):
            # msgspec sorts them; the schema's own order reads better.
            return one_of([str(value) for value in getattr(kind, "__args__", values)], given)
        case inspect.StrType():
            return text("config.right.text")
        case inspect.DictType():
            return text("config.right.tables")
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return text("config.right.texts")
        case inspect.VarTupleType():
            return text("config.right.list")
        case other:
            raise TypeError(f"no words for a setting of type {other}")


def _read(kind: Any, raw: object, key: Key, found: ReadValues, without: Any) -> Any:
    """Return a value of any type; after a mistake return `without`."""
    match inspect.type_info(kind):
        case inspect.StructType(cls=cls):
            return read_struct(cls, raw, key, found, None if without is NODEFAULT else without)
        case inspect.DictType(value_type=inspect.StructType(cls=cls)) if isinstance(raw, dict):
            found.names[str(key[-1])] = tuple(raw)
            entries = {name: read_struct(cls, entry, (*key, name), found) for name, entry in raw.items()}
            return {name: entry for name, entry in entries.items() if entry is not None}
        case inspect.DictType(value_type=inspect.IntType()) if isinstance(raw, dict):
            one = kind.__args__[1]
            given = {name: _read(one, entry, (*key, name), found, None) for name, entry in raw.items()}
            return {name: entry for name, entry in given.items() if entry is not None}
        case inspect.VarTupleType(item_type=inspect.StructType(cls=cls)) if isinstance(raw, list):
            items = [read_struct(cls, entry, (*key, number), found) for number, entry in enumerate(raw, 1)]
            return tuple(item for item in items if item is not None)
        case _:
            pass
    try:
        value = msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        found.wrong(key, expected(kind, raw), raw)
        if isinstance(without, dict | tuple):
            note_values(without, key, found)
        return without
    found.values[key] = value
    return value


def note_values(value: object, key: Key, found: ReadValues) -> None:
    """Add the single values of a default, or of a whole configuration, to the findings."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            note_values(getattr(value, name), (*key, name), found)
    elif isinstance(value, dict):
        found.names[str(key[-1])] = tuple(value)
        for name, entry in value.items():
            note_values(entry, (*key, name), found)
    elif isinstance(value, tuple):
        for number, entry in enumerate(value, 1):
            note_values(entry, (*key, number), found)
    else:
        found.values[key] = value


def _unknown(raw: dict[str, Any], known: list[str], key: Key, found: ReadValues) -> None:
    for name in raw:
        if name in known:
            continue
        found.wrong((*key, name), unknown_key(name, known, [other for other in known if other not in raw]), raw[name])


def unknown_key(name: object, known: Sequence[str], likely: Sequence[str] = ()) -> Text:
    """Return the correction for an unknown key. The `likely` keys are compared first."""
    if (near := closest(str(name), likely or known)) is None:
        return text("config.right.key", names=", ".join(known))
    return text("config.right.key_closest", names=", ".join(known), closest=near)


def default_of(kind: msgspec.structs.FieldInfo) -> Any:
    return kind.default if kind.default_factory is NODEFAULT else kind.default_factory()


def _inner(kind: inspect.Type) -> inspect.Type:
    """Return the type without its `| None`, since TOML cannot write None."""
    if isinstance(kind, inspect.UnionType):
        return next(part for part in kind.types if not isinstance(part, inspect.NoneType))
    return kind
