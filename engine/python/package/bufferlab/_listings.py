"""Models, the catalog, presets, links."""

from __future__ import annotations

import json
from typing import Any

from . import _given, _native
from ._lab import address


def model(
    id: str, *, set: _given.Set | None = None, over: _given.Over | None = None
) -> dict[str, float | None] | _native.Table:
    """Works an analytic model out.

    What each model takes, gives, assumes and where it fails, with its source, is in ``catalog()["models"]`` and
    ``catalog()["sections"]["model." + id]``.

    Args:
        id: Of the model, such as ``"mm1b-bulk"``.
        set: Parameters, with or without units; others have their defaults: ``{"buffer_bytes": "8 kB"}``.
        over: Parameters that run over values, as for `sweep`; several make a grid.

    Returns:
        The outputs by name, units in the names, ``None`` where one does not apply; with ``over`` a table.

    Raises:
        Problem: A name or a value that is not accepted.
    """
    outputs, table = _native.model(id, _given.changes(set), _given.model_axes(over))
    if table is not None:
        return table
    point: dict[str, float | None] = json.loads(outputs)
    return point


def catalog() -> dict[str, Any]:
    """Every kind, parameter, measure, model and limit: units, ranges, defaults, help and sources."""
    parsed: dict[str, Any] = json.loads(_native.catalog())
    return parsed


def presets() -> list[dict[str, Any]]:
    """The experiments that come with Bufferlab: ``id``, ``title``, ``notice``, ``source``, ``scenario``."""
    parsed: list[dict[str, Any]] = json.loads(_native.presets())
    return parsed


def schema() -> dict[str, Any]:
    """The JSON Schema of a scenario."""
    parsed: dict[str, Any] = json.loads(_native.schema())
    return parsed


def link(scenario: _given.Scenario, *, set: _given.Set | None = None, base: str | None = None) -> str:
    """A link that opens a scenario in the lab; everything is in its fragment, which no server sees.

    Args:
        scenario: As for `run`.
        set: Changes, as for `run`.
        base: Address of the lab; else as `set_lab` says.

    Raises:
        Problem: A scenario that is not valid, or larger than a link may be (200 kB).
    """
    about, text = _given.document(scenario)
    return address(_native.link(about, text, _given.changes(set)), base)
