"""Dealing runs out: to threads of our own, or to an executor that someone gives.

How many runs make a batch follows from how long they take: enough that handing them over costs little beside, and few
enough that all workers have some and that results come soon.
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
from ._work import Done, work

BATCH_S = 1.0
"""Seconds of work that a batch for someone else's executor should have."""

THREAD_BATCH_S = 0.05
"""The same for our own threads, to which handing over costs next to nothing."""

BEAT_S = 0.2
"""Longest time between two looks for Ctrl-C."""

LAST_S = 0.5
"""Time given to what runs when nobody wants more, to hand over what is complete."""


class Submits(Protocol):
    """Like the executors of `concurrent.futures`."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Begins to call a function elsewhere."""


class Maps(Protocol):
    """Like anything that calls a function for each of several arguments."""

    def map(self, fn: Callable[..., Any], arguments: Any, /) -> Any:
        """Calls it for each; the results in order."""


Executor = Submits | Maps


class Pace:
    """How many runs make a batch."""

    def __init__(self, width: int, batch_s: float) -> None:
        self.width = width
        self.batch_s = batch_s
        self.runs = 0
        self.seconds = 0.0

    def note(self, done: Done) -> None:
        """Learns from a batch how long runs take."""
        self.runs += len(done.lines)
        self.seconds += done.seconds

    def next_size(self, left: int) -> int:
        """Runs in the next batch, when so many are left."""
        if self.runs == 0:
            return 1
        each = max(self.seconds / self.runs, 1e-6)
        share = math.ceil(left / (2 * self.width))
        return max(1, min(math.ceil(self.batch_s / each), share))

    def batch(self, todo: deque[int]) -> list[int]:
        """Takes the next batch."""
        return [todo.popleft() for _ in range(min(self.next_size(len(todo)), len(todo)))]


class Dealer:
    """Hands runs of a plan to an executor."""

    def __init__(self, plan: _native.Plan, executor: Executor | str | None, jobs: int | None) -> None:
        self._own: ThreadPoolExecutor | None = None
        if executor is None:
            self._own = ThreadPoolExecutor(jobs or os.cpu_count() or 1, thread_name_prefix="bufferlab")
            executor = self._own
        elif isinstance(executor, str):
            executor = named(executor)
        self._executor = executor
        self._submit = submitting(executor)
        self._token = _native.Token()
        self._do = partial(work, plan, self._token)
        batch_s = THREAD_BATCH_S if self._own else BATCH_S
        self._pace = Pace(jobs or width_of(executor), batch_s)
        # In the order in which they were handed out.
        self._pending: dict[Future[Done], None] = {}

    def results(self, numbers: list[int]) -> Iterator[Done]:
        """What the batches of these runs come to, as they come."""
        todo = deque(numbers)
        dealt = self._submitted(todo) if self._submit else self._mapped(todo)
        for done in dealt:
            if done.engine != _native.engine():
                raise RuntimeError(
                    f"a worker runs Bufferlab {done.engine} and this is {_native.engine()}; install the same on all"
                )
            self._pace.note(done)
            yield done

    def close(self) -> list[Done]:
        """Stops what still runs; what of it is complete."""
        self._token.stop()
        for future in self._pending:
            future.cancel()
        done = wait(self._pending, LAST_S).done
        self._pending = {}
        if self._own:
            self._own.shutdown(cancel_futures=True)
        return [future.result() for future in done if not future.cancelled() and not future.exception()]

    def _submitted(self, todo: deque[int]) -> Iterator[Done]:
        assert self._submit is not None
        while todo or self._pending:
            while todo and len(self._pending) < 2 * self._pace.width:
                self._pending[self._submit(self._do, self._pace.batch(todo))] = None
            done = wait(self._pending, BEAT_S, FIRST_COMPLETED).done
            # Those that ended together in the order of before: one worker gives the same file each time.
            for future in [future for future in self._pending if future in done]:
                del self._pending[future]
                yield future.result()

    def _mapped(self, todo: deque[int]) -> Iterator[Done]:
        """In two waves: a few runs, which say how long one takes, and the rest."""
        while todo:
            first = self._pace.runs == 0
            batches: list[list[int]] = []
            while todo and not (first and len(batches) == self._pace.width):
                batches.append(self._pace.batch(todo))
            yield from self._executor.map(self._do, batches)  # type: ignore[union-attr]


def named(name: str) -> Submits:
    """The executor that goes by a name."""
    if name == "ray":
        from .ray import Executor as RayExecutor

        return RayExecutor()
    raise TypeError(f"executor takes 'ray', or an object with submit or map; got {name!r}")


def submitting(executor: Executor) -> Callable[..., Future[Done]] | None:
    """How to begin a call, if that can be done one at a time."""
    if callable(submit := getattr(executor, "submit", None)):
        return partial(checked, submit)
    if callable(begin := getattr(executor, "apply_async", None)):
        return partial(begun, begin)
    if callable(getattr(executor, "map", None)):
        return None
    raise TypeError(f"executor takes 'ray', or an object with submit or map; got {type(executor).__name__}")


def checked(submit: Callable[..., Any], fn: Callable[..., Done], batch: list[int]) -> Future[Done]:
    """A call of `submit`, which must give a future that can be waited for."""
    future = submit(fn, batch)
    if not isinstance(future, Future):
        raise TypeError(
            f"executor.submit must give concurrent.futures.Future, got {type(future).__name__}; "
            "for Dask use client.get_executor()"
        )
    return future


def begun(begin: Callable[..., Any], fn: Callable[..., Done], batch: list[int]) -> Future[Done]:
    """The same for a `multiprocessing.Pool`."""
    future: Future[Done] = Future()
    # From now on nobody can cancel it, so that there always is a future to put the result into.
    future.set_running_or_notify_cancel()
    begin(fn, (batch,), callback=future.set_result, error_callback=future.set_exception)
    return future


def width_of(executor: object) -> int:
    """Runs at a time, as far as an executor tells."""
    for name in ("_max_workers", "_processes"):
        width = getattr(executor, name, None)
        if isinstance(width, int) and width > 0:
            return width
    return os.cpu_count() or 1
