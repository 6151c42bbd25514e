"""One run of one scenario, and how a notebook shows it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from functools import cached_property
from html import escape
from typing import Any

from . import _given, _native
from ._lab import address


class Run:
    """A run that came to its end, made by `run`.

    The same scenario gives the same digest and figures here, from ``bufferlab run`` and in the browser.

    Attributes:
        json: The summary as JSON text, with warnings: the bytes of ``summary`` in a line of a sweep.
        wall_s: Seconds that it took to compute.
    """

    def __init__(self, native: _native.Run, wall_s: float) -> None:
        self._native = native
        self.json = native.summary_json()
        self.wall_s = wall_s

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The figures: ``bottlenecks``, ``groups``, ``edges``, ``warnings`` and what the run was.

        Units are in the names; ratios are 0 to 1; ``None`` is what does not apply. ``bufferlab.catalog()`` has the
        definition of each under ``measures``.
        """
        parsed: dict[str, Any] = json.loads(self.json)
        return parsed

    @cached_property
    def scenario(self) -> dict[str, Any]:
        """The scenario that was run, with every default."""
        parsed: dict[str, Any] = json.loads(self._native.scenario_json())
        return parsed

    @property
    def digest(self) -> str:
        """Fingerprint of all that happened, 16 hexadecimal digits."""
        return str(self.summary["digest"])

    @property
    def warnings(self) -> list[dict[str, str]]:
        """What to know before believing the figures: ``id``, ``path``, ``sentence``, ``remedy``."""
        return list(self.summary["warnings"])

    @property
    def link(self) -> str:
        """A link that opens the run in the lab; see `set_lab`."""
        return address(self._native.link())

    def series(self, interval: float | str | None = None, watch: Sequence[int] = ()) -> _native.Table:
        """Time series as a table: a row per interval, named by the time at which it ends.

        Queues have a least, a greatest and a mean; rates and ratios are averaged over the interval; what was not there
        yet is null. The run is run once more for it, and recorded, which changes no result.

        Args:
            interval: Simulated time per row, at least 1 ms: seconds or text with a unit. Else a round time that makes
                at most 20,000 rows.
            watch: Numbers of up to 16 TCP flows whose windows are in it; else the first of each group.
        """
        return self._native.series(_given.option(interval, "interval"), list(watch))

    def __repr__(self) -> str:
        """What it was."""
        title = self.scenario.get("title") or "untitled"
        return f"<bufferlab.Run {title!r}, {self.scenario['duration_s']:g} s, digest {self.digest}>"

    def _repr_html_(self) -> str:
        """The figures of the queues, and the lab in a frame that loads when it is opened."""
        link = escape(self.link, quote=True)
        title = escape(str(self.scenario.get("title") or "A run"))
        rows = "".join(self._row(link_) for link_ in self.summary["bottlenecks"])
        head = "".join(f"<th scope='col'>{escape(label)}</th>" for label, *_ in SHOWN)
        return (
            f"<p><b>{title}</b>, digest <code>{escape(self.digest)}</code></p>"
            f"<table><thead><tr><th scope='col'>Queue</th>{head}</tr></thead><tbody>{rows}</tbody></table>"
            f"<p><a href='{link}' target='_blank' rel='noopener noreferrer'>Open in the lab</a></p>"
            "<details><summary>The lab, here</summary>"
            f"<iframe src='{link}' title='Bufferlab: {title}' loading='lazy' referrerpolicy='no-referrer' "
            "sandbox='allow-scripts allow-same-origin allow-downloads' allow='clipboard-write' "
            "style='width: 100%; height: 640px; border: 1px solid #8888'></iframe></details>"
        )

    def _row(self, bottleneck: dict[str, Any]) -> str:
        cells = "".join(f"<td>{escape(shown(at(bottleneck, path), percent))}</td>" for _, path, percent in SHOWN)
        return f"<tr><th scope='row'>{escape(str(bottleneck['id']))}</th>{cells}</tr>"


SHOWN = [
    ("utilization", "utilization", True),
    ("mean queue [packets]", "mean_queue_packets", False),
    ("loss of TCP", "loss.tcp", True),
    ("loss of UDP", "loss.udp", True),
]
"""Columns of a notebook's table: name, path, whether it is a share."""


def at(figures: dict[str, Any], path: str) -> Any:
    """A figure by its path; ``None`` where there is none."""
    value: Any = figures
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def shown(value: float | None, percent: bool) -> str:
    """A figure for people."""
    if value is None:
        return "–"
    return f"{100 * value:.3g} %" if percent else f"{value:.4g}"


def run(
    scenario: _given.Scenario,
    *,
    set: _given.Set | None = None,
    seed: int | None = None,
    duration: float | str | None = None,
    warmup: float | str | None = None,
    traces: Sequence[str | os.PathLike[str]] = (),
) -> Run:
    """Runs a scenario to its end.

    Other threads go on meanwhile, and Ctrl-C ends it within a second.

    Args:
        scenario: A dict, JSON text, the path of a file, the id of a preset, or a link of the lab.
        set: Changes before it runs: ``{path: value}``, such as ``{"bottlenecks.r0.queue.limit_bytes": "11 kB"}``.
        seed: Seed of all chance, 0 to 2^53 - 1.
        duration: Length of the run, simulated seconds or text with a unit.
        warmup: Time before measuring begins, likewise.
        traces: Files that the scenario names by their hash.

    Raises:
        Problem: What is not accepted, with its path.
        RuntimeError: The run could not go on.
    """
    about, text = _given.document(scenario)
    began = time.perf_counter()
    native = _native.run(
        about,
        text,
        set=_given.changes(set),
        seed=_given.option(seed, "seed"),
        duration=_given.option(duration, "duration_s"),
        warmup=_given.option(warmup, "warmup_s"),
        traces=_given.paths(traces),
    )
    return Run(native, time.perf_counter() - began)
