"""What is done elsewhere: a few runs of a plan, in a thread, another process or on another machine."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import NamedTuple

from . import _native


class Done(NamedTuple):
    """What a batch came to."""

    engine: str
    """Version of the engine that ran it."""
    seconds: float
    """Time that it took."""
    lines: list[tuple[int, str]]
    """Number and line of each run; fewer than asked for if it was stopped."""


def work(plan: _native.Plan, token: _native.Token, numbers: list[int]) -> Done:
    """Runs these cases one after another."""
    began = time.perf_counter()
    lines = plan.work(numbers, token)
    return Done(_native.engine(), time.perf_counter() - began, lines)


@lru_cache(maxsize=4)
def plan_again(request: str) -> _native.Plan:
    """The plan that was pickled; a process makes it once for all its batches."""
    return _native.Plan.again(request)
