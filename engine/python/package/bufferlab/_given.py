"""What people may give: scenarios, studies, changes and values, as the engine's text."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _native
from ._problem import Problem

Scenario = Mapping[str, Any] | str | os.PathLike[str]
"""A scenario as a dict, as JSON text, as the path of a file, as the id of a preset, or as a link of the lab."""

Set = Mapping[str, Any] | Iterable[str]
"""Changes: ``{path: value}``, or ``"path=value"`` each. A value may be text with a unit (``"2 Mb/s"``)."""

Over = Mapping[str, Any] | Iterable[Any]
"""Axes: ``{path: values}`` with a list or text (``"5kB:50kB:10"``), or a study's own entries in a list."""


def document(given: Scenario) -> tuple[str, str]:
    """What to call it, and its JSON text."""
    if isinstance(given, Mapping):
        return "scenario", as_json(given, "scenario")
    if isinstance(given, os.PathLike):
        return _native.read(os.fspath(given))
    if not isinstance(given, str):
        raise TypeError(f"a scenario is a dict, JSON text, a path, a preset's id or a link; got {type(given)}")
    if given.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return "scenario", given
    return _native.read(given)


def changes(given: Set | None) -> list[str]:
    """``path=value`` each."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        return [f"{path}={text(value, str(path))}" for path, value in given.items()]
    if isinstance(given, str):
        return [given]
    return [str(change) for change in given]


def axes(given: Over | None) -> list[Any]:
    """Entries for the field ``over`` of a study."""
    if given is None:
        return []
    if isinstance(given, str):
        return [given]
    if not isinstance(given, Mapping):
        return list(given)
    return [axis(str(path), values) for path, values in given.items()]


def axis(path: str, values: object) -> Any:
    """One of them."""
    if isinstance(values, str):
        return f"{path}={values}"
    if isinstance(values, Iterable):
        return {"path": path, "values": [plain(value) for value in values]}
    raise Problem("over", [(path, f"takes a list of values or text such as '1:10:10', got {values!r}")])


def model_axes(given: Over | None) -> list[str]:
    """The same for a model, which reads text only."""
    if given is None:
        return []
    if not isinstance(given, Mapping):
        return changes(given)
    return [f"{name}={listed(values, str(name))}" for name, values in given.items()]


def listed(values: object, path: str) -> str:
    """Values with commas between them."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return text(values, path)
    return ",".join(text(value, path) for value in values)


def text(value: object, path: str) -> str:
    """A value as people write it."""
    return value if isinstance(value, str) else as_json(value, path)


def option(value: object, path: str) -> str | None:
    """The same, where there need not be one."""
    return None if value is None else text(value, path)


def paths(given: Sequence[str | os.PathLike[str]] | str | os.PathLike[str]) -> list[str]:
    """Absolute paths, which other processes find too."""
    several = [given] if isinstance(given, (str, os.PathLike)) else given
    return [os.path.abspath(os.fspath(path)) for path in several]


def as_json(value: object, about: str) -> str:
    """JSON text; what cannot be written so is a problem, and so is NaN."""
    try:
        return json.dumps(value, allow_nan=False, default=plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise Problem(about, [("", f"cannot be written as JSON: {error}")]) from None


def plain(value: object) -> Any:
    """Numbers of NumPy and the like as Python's own."""
    if isinstance(value, Mapping):
        return dict(value)
    for name in ("item", "tolist"):
        if hasattr(value, name):
            return getattr(value, name)()
    if isinstance(value, (str, int, float, bool, type(None), list, tuple)):
        return value
    raise TypeError(f"{type(value).__name__} is no value of a scenario")
