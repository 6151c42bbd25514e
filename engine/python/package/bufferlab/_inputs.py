"""Conversion of arguments (scenarios, studies, changes, values) to the text that the engine reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _native
from ._problem import Problem

Scenario = Mapping[str, Any] | str | os.PathLike[str]
"""Scenario as a dict, JSON text, the path of a file, the id of a preset, or a link of the lab."""

Set = Mapping[str, Any] | Iterable[str]
"""Changes: ``{path: value}`` or ``"path=value"`` strings. A value may be text with a unit (``"2 Mb/s"``)."""

Over = Mapping[str, Any] | Iterable[Any]
"""Axes: ``{path: values}`` with a list or text (``"5kB:50kB:10"``), or a list of entries as in a study file."""


def document(scenario: Scenario) -> tuple[str, str]:
    """Return the name of a scenario for messages, and its JSON text."""
    if isinstance(scenario, Mapping):
        return "scenario", as_json(scenario, "scenario")
    if isinstance(scenario, os.PathLike):
        return _native.read(os.fspath(scenario))
    if not isinstance(scenario, str):
        raise TypeError(f"a scenario must be a dict, JSON text, a path, a preset's id or a link; got {type(scenario)}")
    if scenario.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return "scenario", scenario
    return _native.read(scenario)


def changes(set: Set | None) -> list[str]:
    """Return changes as ``path=value`` strings."""
    if set is None:
        return []
    if isinstance(set, Mapping):
        return [f"{path}={text(value, str(path))}" for path, value in set.items()]
    if isinstance(set, str):
        return [set]
    return [str(change) for change in set]


def axes(over: Over | None) -> list[Any]:
    """Return axes as entries of the field ``over`` of a study."""
    if over is None:
        return []
    if isinstance(over, str):
        return [over]
    if not isinstance(over, Mapping):
        return list(over)
    return [axis(str(path), values) for path, values in over.items()]


def axis(path: str, values: object) -> Any:
    """Return one entry of the field ``over`` of a study."""
    if isinstance(values, str):
        return f"{path}={values}"
    if isinstance(values, Iterable):
        return {"path": path, "values": [plain(value) for value in values]}
    raise Problem("over", [(path, f"takes a list of values or text such as '1:10:10', got {values!r}")])


def model_axes(over: Over | None) -> list[str]:
    """Return axes as text, the only form that models read."""
    if over is None:
        return []
    if not isinstance(over, Mapping):
        return changes(over)
    return [f"{name}={listed(values, str(name))}" for name, values in over.items()]


def listed(values: object, path: str) -> str:
    """Return values as text, separated by commas."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return text(values, path)
    return ",".join(text(value, path) for value in values)


def text(value: object, path: str) -> str:
    """Return a value as text: a string as it is, any other value as JSON."""
    return value if isinstance(value, str) else as_json(value, path)


def option(value: object, path: str) -> str | None:
    """Return an optional value as text."""
    return None if value is None else text(value, path)


def paths(files: Sequence[str | os.PathLike[str]] | str | os.PathLike[str]) -> list[str]:
    """Return absolute paths, which are valid in other processes too."""
    several = [files] if isinstance(files, (str, os.PathLike)) else files
    return [os.path.abspath(os.fspath(path)) for path in several]


def as_json(value: object, about: str) -> str:
    """Return JSON text. NaN and values that JSON cannot represent raise `Problem`."""
    try:
        return json.dumps(value, allow_nan=False, default=plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise Problem(about, [("", f"cannot be written as JSON: {error}")]) from None


def plain(value: object) -> Any:
    """Convert numbers and arrays of NumPy and similar libraries to Python's own types."""
    if isinstance(value, Mapping):
        return dict(value)
    for name in ("item", "tolist"):
        if hasattr(value, name):
            return getattr(value, name)()
    if isinstance(value, (str, int, float, bool, type(None), list, tuple)):
        return value
    raise TypeError(f"{type(value).__name__} cannot be a value in a scenario")
