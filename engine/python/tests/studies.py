"""Scenarios and studies of the tests."""

from __future__ import annotations

from typing import Any

BUFFER = "bottlenecks.r0.queue.limit_bytes"

SHORT: dict[str, Any] = {"duration": 0.4, "warmup": 0.1}
"""Options of a run that takes a few milliseconds."""

STUDY: dict[str, Any] = {"study": "anomaly", "over": {BUFFER: "2kB:20kB:10"}, "replications": 3, **SHORT}
"""Study of thirty short runs."""
