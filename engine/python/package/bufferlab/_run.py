"""One run of one scenario, and its display in notebooks."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from functools import cache, cached_property
from html import escape
from typing import Any

from . import _inputs, _native
from ._lab import address


class Run:
    """Results of a finished run; `run` creates it.

    The same scenario gives the same digest and measures here, in ``bufferlab run`` and in the browser.

    Attributes
    ----------
    json : str
        Summary with warnings as JSON text, identical to ``summary`` in a line of a sweep.
    wall_s : float
        Real time of the run, seconds.

    Examples
    --------
    >>> run = bufferlab.run("one-flow", duration=3, warmup=1)
    >>> run.scenario["duration_s"]
    3.0
    >>> len(run.digest)
    16
    """

    def __init__(self, native: _native.Run, wall_s: float) -> None:
        self._native = native
        self.json = native.summary_json()
        self.wall_s = wall_s

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Measures of the run: ``bottlenecks``, ``groups``, ``edges``, ``warnings`` and data about the run.

        Names end with their units; ratios are from 0 to 1; ``None`` means that a measure does not apply.
        ``bufferlab.catalog()["measures"]`` defines each measure.
        """
        parsed: dict[str, Any] = json.loads(self.json)
        return parsed

    @cached_property
    def scenario(self) -> dict[str, Any]:
        """Complete scenario of the run, with all defaults."""
        parsed: dict[str, Any] = json.loads(self._native.scenario_json())
        return parsed

    @property
    def digest(self) -> str:
        """Hash of all events of the run, 16 hexadecimal digits."""
        return str(self.summary["digest"])

    @property
    def warnings(self) -> list[dict[str, str]]:
        """Warnings about the scenario and the results: dicts with ``id``, ``path``, ``sentence`` and ``remedy``."""
        return list(self.summary["warnings"])

    @property
    def link(self) -> str:
        """Link that opens the run in the lab; see `set_lab`."""
        return address(self._native.link())

    def series(self, interval: float | str | None = None, watch: Sequence[int] = ()) -> _native.Table:
        """Return time series as a table with one row per interval.

        A row has the time at which its interval ends; the last one ends with the run. Queues have a minimum, a maximum
        and a mean; rates and ratios are averages over the interval; increases add up to the counters of the run.
        A value that does not exist yet is null. The method repeats the run to record it, with identical results.

        Parameters
        ----------
        interval : float or str, optional
            Simulated time per row, in seconds or as text with a unit; at least 1 ms. Default: a round time that gives
            at most 20,000 rows.
        watch : sequence of int, optional
            Numbers of up to 16 TCP flows to include. Default: the first flow of each group.

        Returns
        -------
        Table
            Table whose column names contain the units.

        Raises
        ------
        Problem
            The interval is too short, or a flow does not exist or is not TCP.

        Examples
        --------
        >>> series = bufferlab.run("one-flow", duration=2, warmup=1).series("100 ms")
        >>> len(series), series.columns[0]
        (20, 'time [s]')
        """
        return self._native.series(_inputs.option(interval, "interval"), list(watch))

    def __repr__(self) -> str:
        """Return the title, the duration and the digest."""
        title = self.scenario.get("title") or "untitled"
        return f"<bufferlab.Run {title!r}, {self.scenario['duration_s']:g} s, digest {self.digest}>"

    def _repr_html_(self) -> str:
        """Return a table of the bottlenecks, and a closed frame that loads the lab when a reader opens it."""
        link = escape(self.link, quote=True)
        title = escape(str(self.scenario.get("title") or "A run"))
        bottlenecks = self.summary["bottlenecks"]
        measures = [one for one in compared() if any(at(link, one["id"]) is not None for link in bottlenecks)]
        rows = "".join(row(link_, measures) for link_ in bottlenecks)
        head = "".join(head_cell(measure) for measure in measures)
        return (
            f"<p><b>{title}</b>, digest <code>{escape(self.digest)}</code></p>"
            f"<table><thead><tr><th scope='col'>Queue</th>{head}</tr></thead><tbody>{rows}</tbody></table>"
            f"<p><a href='{link}' target='_blank' rel='noopener noreferrer'>Open in the lab</a></p>"
            "<details><summary>Show the lab here</summary>"
            f"<iframe src='{link}' title='Bufferlab: {title}' loading='lazy' referrerpolicy='no-referrer' "
            "sandbox='allow-scripts allow-same-origin allow-downloads' allow='clipboard-write' "
            "style='width: 100%; height: 640px; border: 1px solid #8888'></iframe></details>"
        )


@cache
def compared() -> list[dict[str, Any]]:
    """Return the measures of a link by which runs are compared, as the catalog describes them."""
    measures: list[dict[str, Any]] = json.loads(_native.catalog())["measures"]
    return [one for one in measures if one["of"] == "link" and one["shown"] == "compared"]


def head_cell(measure: dict[str, str]) -> str:
    """Return the head of a column: label and unit, with the help as its title."""
    label, unit = measure["label"], measure["unit"]
    named = unit in ("", "ratio") or label.endswith(unit)
    text = label if named else f"{label} [{unit}]"
    return f"<th scope='col' title='{escape(measure['help'], quote=True)}'>{escape(text)}</th>"


def row(bottleneck: dict[str, Any], measures: list[dict[str, str]]) -> str:
    """Return the row of a bottleneck."""
    values = ((at(bottleneck, one["id"]), one["unit"] == "ratio") for one in measures)
    cells = "".join(f"<td>{escape(shown(value, percent))}</td>" for value, percent in values)
    return f"<tr><th scope='row'>{escape(str(bottleneck['id']))}</th>{cells}</tr>"


def at(measures: dict[str, Any], path: str) -> Any:
    """Return the measure at a path, or ``None`` if it does not exist."""
    value: Any = measures
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def shown(value: float | None, percent: bool) -> str:
    """Format a measure, with a dash for ``None``."""
    if value is None:
        return "–"
    return f"{100 * value:.3g} %" if percent else f"{value:.4g}"


def run(
    scenario: _inputs.Scenario,
    *,
    set: _inputs.Set | None = None,
    seed: int | None = None,
    duration: float | str | None = None,
    warmup: float | str | None = None,
    traces: Sequence[str | os.PathLike[str]] = (),
) -> Run:
    """Run a scenario to its end.

    Other threads continue during the run. Ctrl-C ends the run within a second.

    Parameters
    ----------
    scenario : mapping, str or path
        Scenario as a dict, JSON text, the path of a file, the id of a preset, or a link of the lab.
    set : mapping or iterable of str, optional
        Changes before the run: ``{path: value}``, such as ``{"bottlenecks.r0.queue.limit_bytes": "11 kB"}``.
    seed : int, optional
        Random seed, 0 to 2^53 - 1.
    duration : float or str, optional
        Simulated time of the run, in seconds or as text with a unit.
    warmup : float or str, optional
        Warm-up that the measures leave out, in seconds or as text with a unit.
    traces : sequence of path, optional
        Files to which the scenario refers by their hash.

    Returns
    -------
    Run
        Results of the run.

    Raises
    ------
    Problem
        The scenario or an argument is invalid.
    RuntimeError
        The run failed.

    Examples
    --------
    >>> run = bufferlab.run("one-flow", set={"bottlenecks.r0.queue.limit_packets": 20}, duration=3, warmup=1)
    >>> run.summary["bottlenecks"][0]["max_queue_packets"]
    20
    """
    about, text = _inputs.document(scenario)
    start = time.perf_counter()
    native = _native.run(
        about,
        text,
        set=_inputs.changes(set),
        seed=_inputs.option(seed, "seed"),
        duration=_inputs.option(duration, "duration_s"),
        warmup=_inputs.option(warmup, "warmup_s"),
        traces=_inputs.paths(traces),
    )
    return Run(native, time.perf_counter() - start)
