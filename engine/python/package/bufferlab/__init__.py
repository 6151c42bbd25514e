"""Bufferlab for Python: a packet-level simulator of router buffers.

The package runs the same engine as the lab in the browser and the program ``bufferlab``, with identical results.

Examples
--------
>>> import bufferlab
>>> run = bufferlab.run("anomaly", set={"bottlenecks.r0.queue.limit_bytes": "11 kB"}, duration=2, warmup=1)
>>> 0 < run.summary["bottlenecks"][0]["utilization"] <= 1
True
"""

from __future__ import annotations

from . import _native
from ._lab import lab, set_lab
from ._listings import catalog, link, model, presets, schema
from ._native import Table
from ._problem import Problem
from ._run import Run, run
from ._sweep import Result, Sweep, sweep

__version__: str = _native.engine()

__all__ = [
    "Problem",
    "Result",
    "Run",
    "Sweep",
    "Table",
    "__version__",
    "catalog",
    "lab",
    "link",
    "model",
    "presets",
    "run",
    "schema",
    "set_lab",
    "sweep",
]
