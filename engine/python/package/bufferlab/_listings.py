"""Models, the catalog, presets, the schema and links."""

from __future__ import annotations

import json
from typing import Any

from . import _inputs, _native
from ._lab import address


def model(
    id: str, *, set: _inputs.Set | None = None, over: _inputs.Over | None = None
) -> dict[str, float | None] | _native.Table:
    """Evaluate an analytic model at a point or over a grid.

    Parameters
    ----------
    id : str
        Id of the model, such as ``"mm1b-bulk"``. ``catalog()["models"]`` lists all models with their assumptions and
        known limits.
    set : mapping or iterable of str, optional
        Parameters, with or without units: ``{"buffer_bytes": "8 kB"}``. The others keep their defaults, which
        ``catalog()["sections"]["model." + id]`` lists.
    over : mapping or iterable of str, optional
        Parameters to vary, as in `sweep`. Several of them make a grid.

    Returns
    -------
    dict or Table
        Outputs by name, with units in the names; ``None`` for an output that does not apply. With ``over`` a table
        with one row per point.

    Raises
    ------
    Problem
        A model, a parameter or a value is not accepted.

    Examples
    --------
    >>> small = bufferlab.model("mm1b-bulk", set={"buffer_bytes": "8 kB"})
    >>> large = bufferlab.model("mm1b-bulk", set={"buffer_bytes": "30 kB"})
    >>> small["udp_loss"] < large["udp_loss"]
    True
    >>> len(bufferlab.model("mm1b-bulk", over={"buffer_bytes": "1kB:50kB:50"}))
    50
    """
    outputs, table = _native.model(id, _inputs.changes(set), _inputs.model_axes(over))
    if table is not None:
        return table
    point: dict[str, float | None] = json.loads(outputs)
    return point


def catalog() -> dict[str, Any]:
    """Return the catalog: every kind, parameter, measure, warning, model and limit.

    Returns
    -------
    dict
        Entries with labels, units, ranges, defaults, help and sources.

    Examples
    --------
    >>> models = bufferlab.catalog()["models"]
    >>> "mm1b-bulk" in [model["id"] for model in models]
    True
    """
    parsed: dict[str, Any] = json.loads(_native.catalog())
    return parsed


def presets() -> list[dict[str, Any]]:
    """Return the presets: scenarios that come with Bufferlab.

    Returns
    -------
    list of dict
        Presets with ``id``, ``title``, ``notice``, ``source`` and ``scenario``.

    Examples
    --------
    >>> "anomaly" in [preset["id"] for preset in bufferlab.presets()]
    True
    """
    parsed: list[dict[str, Any]] = json.loads(_native.presets())
    return parsed


def schema() -> dict[str, Any]:
    """Return the JSON Schema of scenarios.

    Returns
    -------
    dict
        The schema, for draft 2020-12.

    Examples
    --------
    >>> bufferlab.schema()["$schema"]
    'https://json-schema.org/draft/2020-12/schema'
    """
    parsed: dict[str, Any] = json.loads(_native.schema())
    return parsed


def link(scenario: _inputs.Scenario, *, set: _inputs.Set | None = None, base: str | None = None) -> str:
    """Return a link that opens a scenario in the lab.

    The fragment of the link contains the complete scenario. Browsers do not send fragments to servers.

    Parameters
    ----------
    scenario : mapping, str or path
        Scenario, as in `run`.
    set : mapping or iterable of str, optional
        Changes, as in `run`.
    base : str, optional
        Address of the lab. Default: the address that `lab` returns.

    Returns
    -------
    str
        The link.

    Raises
    ------
    Problem
        The scenario is invalid, or too large for a link (200 kB).

    Examples
    --------
    >>> bufferlab.link("one-flow", base="https://lab.example/")[:24]
    'https://lab.example/#1.d'
    """
    about, text = _inputs.document(scenario)
    return address(_native.link(about, text, _inputs.changes(set)), base)
