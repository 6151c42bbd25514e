"""Work that may run elsewhere: some runs of a plan, in a thread, another process or on another machine."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import NamedTuple

from . import _native


class BatchResult(NamedTuple):
    """Results of a batch of runs."""

    engine: str
    """Version of the engine that ran the batch."""
    seconds: float
    """Real time of the batch, seconds."""
    lines: list[tuple[int, str]]
    """Number and line of each run; fewer than requested if the batch was stopped."""


def run_batch(plan: _native.Plan, token: _native.Token, numbers: list[int]) -> BatchResult:
    """Run the cases with these numbers one after another."""
    start = time.perf_counter()
    lines = plan.work(numbers, token)
    return BatchResult(_native.engine(), time.perf_counter() - start, lines)


@lru_cache(maxsize=4)
def unpickle_plan(request: str) -> _native.Plan:
    """Rebuild a pickled plan; a process does so once for all its batches."""
    return _native.Plan.again(request)
