"""Distribution of runs over threads, or over an executor of the caller.

The batch size follows from the time of a run: large enough that handing batches over costs little, and small enough
that all workers are busy and results arrive early.
"""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any, Protocol

from . import _native
from ._worker import BatchResult, run_batch

BATCH_S = 1.0
"""Work of a batch for an executor of the caller, in seconds."""

THREAD_BATCH_S = 0.05
"""Work of a batch for a thread of this module, in seconds; handing over to a thread costs almost nothing."""

POLL_S = 0.2
"""Longest time between two checks for Ctrl-C, in seconds."""

CLOSE_S = 0.5
"""Time for running batches to return their finished runs after a sweep is closed, in seconds."""


class Submits(Protocol):
    """Executor with a method ``submit``, as in `concurrent.futures`."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Start a call of a function elsewhere."""


class Maps(Protocol):
    """Executor with a method ``map``."""

    def map(self, fn: Callable[..., Any], arguments: Any, /) -> Any:
        """Call a function for each argument and return the results in order."""


Executor = Submits | Maps


class BatchSizer:
    """Number of runs in the next batch, from the time of earlier batches."""

    def __init__(self, width: int, batch_s: float) -> None:
        self.width = width
        self.batch_s = batch_s
        self.runs = 0
        self.seconds = 0.0

    def record(self, done: BatchResult) -> None:
        """Record the number of runs and the time of a batch."""
        self.runs += len(done.lines)
        self.seconds += done.seconds

    def next_size(self, left: int) -> int:
        """Return the number of runs in the next batch if ``left`` runs remain."""
        if self.runs == 0:
            return 1
        each = max(self.seconds / self.runs, 1e-6)
        share = math.ceil(left / (2 * self.width))
        return max(1, min(math.ceil(self.batch_s / each), share))

    def take(self, todo: deque[int]) -> list[int]:
        """Remove the next batch from the queue of runs."""
        return [todo.popleft() for _ in range(min(self.next_size(len(todo)), len(todo)))]


class Distributor:
    """Submits the runs of a plan to an executor and collects their results."""

    def __init__(self, plan: _native.Plan, executor: Executor | str | None, jobs: int | None) -> None:
        self._own: ThreadPoolExecutor | None = None
        if executor is None:
            self._own = ThreadPoolExecutor(jobs or os.cpu_count() or 1, thread_name_prefix="bufferlab")
            executor = self._own
        elif isinstance(executor, str):
            executor = executor_by_name(executor)
        self._executor = executor
        self._submit = submit_function(executor)
        self._token = _native.Token()
        self._run_batch = partial(run_batch, plan, self._token)
        batch_s = THREAD_BATCH_S if self._own else BATCH_S
        self._sizer = BatchSizer(jobs or width_of(executor), batch_s)
        # In order of submission.
        self._pending: dict[Future[BatchResult], None] = {}

    def results(self, numbers: list[int]) -> Iterator[BatchResult]:
        """Run the cases with these numbers and yield the batches as they finish."""
        todo = deque(numbers)
        batches = self._submitted(todo) if self._submit else self._mapped(todo)
        for done in batches:
            if done.engine != _native.engine():
                raise RuntimeError(
                    f"a worker runs Bufferlab {done.engine}, but this process runs {_native.engine()}; "
                    "install the same version on all machines"
                )
            self._sizer.record(done)
            yield done

    def close(self) -> list[BatchResult]:
        """Stop the running batches and return the runs that they have finished."""
        self._token.stop()
        for future in self._pending:
            future.cancel()
        done = wait(self._pending, CLOSE_S).done
        self._pending = {}
        if self._own:
            self._own.shutdown(cancel_futures=True)
        return [future.result() for future in done if not future.cancelled() and not future.exception()]

    def _submitted(self, todo: deque[int]) -> Iterator[BatchResult]:
        assert self._submit is not None
        while todo or self._pending:
            while todo and len(self._pending) < 2 * self._sizer.width:
                self._pending[self._submit(self._run_batch, self._sizer.take(todo))] = None
            done = wait(self._pending, POLL_S, FIRST_COMPLETED).done
            # Batches that finished together keep their order of submission: one worker always writes the same file.
            for future in [future for future in self._pending if future in done]:
                del self._pending[future]
                yield future.result()

    def _mapped(self, todo: deque[int]) -> Iterator[BatchResult]:
        """Run two rounds: a few runs that show the time of a run, then the others."""
        while todo:
            first = self._sizer.runs == 0
            batches: list[list[int]] = []
            while todo and not (first and len(batches) == self._sizer.width):
                batches.append(self._sizer.take(todo))
            yield from self._executor.map(self._run_batch, batches)  # type: ignore[union-attr]


def executor_by_name(name: str) -> Submits:
    """Return the executor with this name; only ``"ray"`` is known."""
    if name == "ray":
        from .ray import Executor as RayExecutor

        return RayExecutor()
    raise TypeError(f"executor must be 'ray', or an object with submit or map; got {name!r}")


def submit_function(executor: Executor) -> Callable[..., Future[BatchResult]] | None:
    """Return a function that submits one call, or ``None`` if the executor has only ``map``."""
    if callable(submit := getattr(executor, "submit", None)):
        return partial(submit_checked, submit)
    if callable(apply := getattr(executor, "apply_async", None)):
        return partial(submit_to_pool, apply)
    if callable(getattr(executor, "map", None)):
        return None
    raise TypeError(f"executor must be 'ray', or an object with submit or map; got {type(executor).__name__}")


def submit_checked(submit: Callable[..., Any], fn: Callable[..., BatchResult], batch: list[int]) -> Future[BatchResult]:
    """Call ``submit`` and check that it returns a future of `concurrent.futures`."""
    future = submit(fn, batch)
    if not isinstance(future, Future):
        raise TypeError(
            f"executor.submit must return a concurrent.futures.Future, got {type(future).__name__}; "
            "for Dask use client.get_executor()"
        )
    return future


def submit_to_pool(apply: Callable[..., Any], fn: Callable[..., BatchResult], batch: list[int]) -> Future[BatchResult]:
    """Submit a call to a `multiprocessing.Pool` and return a future."""
    future: Future[BatchResult] = Future()
    # A running future cannot be canceled, so that it can always take the result.
    future.set_running_or_notify_cancel()
    apply(fn, (batch,), callback=future.set_result, error_callback=future.set_exception)
    return future


def width_of(executor: object) -> int:
    """Return the number of parallel calls of an executor; the number of CPU cores if it is unknown."""
    for name in ("_max_workers", "_processes"):
        width = getattr(executor, name, None)
        if isinstance(width, int) and width > 0:
            return width
    return os.cpu_count() or 1
