"""Many runs: a study, its results as they arrive, and tables of the results."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Generator, Iterator, Sequence
from functools import cached_property
from types import TracebackType
from typing import Any

from . import _inputs, _native
from ._executors import Distributor, Executor
from ._lab import address


class Result:
    """Result of one run of a sweep.

    Attributes
    ----------
    number : int
        Number of the run in the study, from 0.
    line : str
        Line of JSON, identical to the line that ``bufferlab sweep --json`` prints.

    Examples
    --------
    >>> sweep = bufferlab.sweep("one-flow", replications=2, duration=2, warmup=1)
    >>> sorted(result.seed for result in sweep)
    [1, 2]
    """

    __slots__ = ("__dict__", "_plan", "line", "number")

    def __init__(self, plan: _native.Plan, number: int, line: str) -> None:
        self._plan = plan
        self.number = number
        self.line = line

    @cached_property
    def data(self) -> dict[str, Any]:
        """Line as a dict: ``key``, ``point``, ``seed``, and ``summary`` or ``error``."""
        parsed: dict[str, Any] = json.loads(self.line)
        return parsed

    @property
    def key(self) -> str:
        """Hash of engine version, scenario and seed, which determine the run."""
        return str(self.data["key"])

    @property
    def point(self) -> dict[str, Any]:
        """Values of the varied fields, by path."""
        return dict(self.data["point"])

    @property
    def seed(self) -> int:
        """Random seed of the run."""
        return int(self.data["seed"])

    @property
    def summary(self) -> dict[str, Any] | None:
        """Measures, as in `Run.summary`; ``None`` if the run failed."""
        return self.data.get("summary")

    @property
    def error(self) -> str | None:
        """Reason of the failure; ``None`` if the run succeeded."""
        return self.data.get("error")

    @property
    def link(self) -> str:
        """Link that opens the run in the lab; see `set_lab`."""
        return address(self._plan.link(self.number))

    def __repr__(self) -> str:
        """Return the number, the point and the seed."""
        return f"<bufferlab.Result {self.number} {self.point} seed {self.seed}>"


class Sweep:
    """Runs of a study and their results; `sweep` creates it.

    Iteration executes the runs and yields each `Result` as soon as it is ready, in no particular order. `run` executes
    all remaining runs. ``lines``, ``table()`` and ``aggregates()`` contain the results so far in the order of the
    study; with a stop rule, in order of its rounds. Other threads may read them during the sweep.

    A sweep runs once. After ``close()``, an error or Ctrl-C it keeps the finished runs, and a further `run` raises
    `RuntimeError`.

    Examples
    --------
    >>> over = {"bottlenecks.r0.queue.limit_packets": [10, 100]}
    >>> with bufferlab.sweep("one-flow", over=over, duration=2, warmup=1) as sweep:
    ...     points = sorted(result.point["bottlenecks.r0.queue.limit_packets"] for result in sweep)
    >>> points, sweep.complete
    ([10, 100], True)
    """

    def __init__(
        self, plan: _native.Plan, ledger: _native.Ledger, part: int, execution: tuple[Any, Any], fail_fast: bool
    ) -> None:
        self._plan = plan
        self._ledger = ledger
        self._part = part
        self._executor, self._jobs = execution
        self._fail_fast = fail_fast
        self._complete = False
        self._ended = ""
        self._running = self._results()

    def __len__(self) -> int:
        """Return the number of runs of this part; with a stop rule, the largest possible number."""
        return self._part

    def __iter__(self) -> Iterator[Result]:
        """Return the sweep itself."""
        return self

    def __next__(self) -> Result:
        """Return the next result that is ready."""
        return next(self._running)

    def __enter__(self) -> Sweep:
        """Return the sweep; the end of the block closes it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the sweep."""
        self.close()

    def run(self) -> Sweep:
        """Execute all remaining runs.

        Returns
        -------
        Sweep
            The sweep itself.

        Raises
        ------
        RuntimeError
            The sweep ended before all runs were finished, for example by ``close()``.

        Examples
        --------
        >>> bufferlab.sweep("one-flow", replications=2, duration=2, warmup=1).run().complete
        True
        """
        if self._ended and not self._complete:
            raise RuntimeError(
                f"this sweep {self._ended} with {len(self._ledger)} of {self._part} runs complete and cannot continue; "
                "call sweep(...) again, with out= or resume= to reuse the finished runs"
            )
        for _ in self:
            pass
        return self

    def close(self) -> None:
        """End the sweep: no further run starts, running ones are interrupted, finished ones are kept."""
        self._running.close()
        self._ended = self._ended or "is closed"

    @property
    def complete(self) -> bool:
        """True if all runs are finished."""
        return self._complete

    @property
    def lines(self) -> list[str]:
        """Lines of JSON so far, in order, identical to those of ``bufferlab sweep --json``."""
        return self._ledger.lines()

    def cases(self) -> Iterator[dict[str, Any]]:
        """Iterate over the cases of the whole study, without running them.

        Yields
        ------
        dict
            ``key``, ``point`` and ``seed`` of each case.

        Examples
        --------
        >>> sweep = bufferlab.sweep("one-flow", replications=3)
        >>> [case["seed"] for case in sweep.cases()]
        [1, 2, 3]
        """
        for number in range(len(self._plan)):
            yield json.loads(self._plan.case(number))

    def table(self) -> _native.Table:
        """Return a table with one row per finished run: key, seed, varied fields, measures by path, error.

        Returns
        -------
        Table
            Table in the order of the study.

        Raises
        ------
        RuntimeError
            No run is finished yet.

        Examples
        --------
        >>> table = bufferlab.sweep("one-flow", replications=2, duration=2, warmup=1).run().table()
        >>> table["seed"]
        [1, 2]
        """
        self._require_runs("table()")
        return self._ledger.table()

    def aggregates(self) -> _native.Table:
        """Return a table with one row per point and measure (column ``figure``).

        The columns are the varied fields, ``figure``, ``n`` (number of runs), ``mean``, ``half_width``, ``min`` and
        ``max``. ``half_width`` belongs to the 95 % confidence interval of the mean over replications (Student's t; Law,
        Simulation Modeling and Analysis, Section 9.4.1); it is null for a single run.

        Returns
        -------
        Table
            Table in the order of the study.

        Raises
        ------
        RuntimeError
            No run is finished yet.

        Examples
        --------
        >>> means = bufferlab.sweep("one-flow", replications=2, duration=2, warmup=1).run().aggregates()
        >>> set(means["n"])
        {2}
        """
        self._require_runs("aggregates()")
        return self._ledger.aggregates()

    def __repr__(self) -> str:
        """Return the number of finished runs and the varied fields."""
        return f"<bufferlab.Sweep: {len(self._ledger)} of {len(self)} runs over {', '.join(self._plan.paths())}>"

    def _require_runs(self, method: str) -> None:
        if not len(self._ledger):
            raise RuntimeError(
                f"{method} has no rows: no run of this sweep is complete yet; call run() or iterate over it first"
            )

    def _results(self) -> Generator[Result, None, None]:
        distributor: Distributor | None = None
        try:
            while True:
                known, left = self._ledger.next_round()
                if not known and not left:
                    self._complete = True
                    return
                for number, line in known:
                    yield Result(self._plan, number, line)
                if left and distributor is None:
                    distributor = Distributor(self._plan, self._executor, self._jobs)
                for done in distributor.results(left) if distributor and left else ():
                    # Keep all lines before the first is yielded, since the caller may stop iterating.
                    failed = [self._ledger.take(number, line) for number, line in done.lines]
                    for number, line in done.lines:
                        yield Result(self._plan, number, line)
                    if self._fail_fast and any(failed):
                        self._ended = "ended with a run that failed (fail_fast)"
                        return
        except GeneratorExit:
            raise
        except BaseException:
            self._ended = "was interrupted"
            raise
        finally:
            if distributor:
                for done in distributor.close():
                    for number, line in done.lines:
                        self._ledger.take(number, line)


def sweep(
    study: _inputs.Scenario,
    *,
    over: _inputs.Over | None = None,
    set: _inputs.Set | None = None,
    seed: int | None = None,
    duration: float | str | None = None,
    warmup: float | str | None = None,
    replications: int | None = None,
    executor: Executor | str | None = None,
    jobs: int | None = None,
    shard: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: Sequence[str | os.PathLike[str]] | str | os.PathLike[str] = (),
    fail_fast: bool = False,
    traces: Sequence[str | os.PathLike[str]] = (),
) -> Sweep:
    """Plan the runs of a study; iteration over the result, or its ``run()``, executes them.

    The same study gives the same lines here, in ``bufferlab sweep`` and in the browser, with any executor.

    Parameters
    ----------
    study : mapping, str or path
        Study or scenario as a dict, JSON text, the path of a file, the id of a preset, or a link of the lab.
    over : mapping or iterable, optional
        Fields to vary, in addition to those of the study: ``{path: values}`` with a list or text (``"5kB:50kB:10"``,
        ``"1:1000:4:log"``), or a list of entries as in a study file. Several of them make a grid.
    set : mapping or iterable of str, optional
        Changes that all runs share: ``{path: value}``.
    seed : int, optional
        Random seed of the first replication; the others use the following integers.
    duration : float or str, optional
        Simulated time of each run, in seconds or as text with a unit.
    warmup : float or str, optional
        Warm-up that the measures leave out, in seconds or as text with a unit.
    replications : int, optional
        Number of runs per point, at least 1. Default: that of the study, else 1.
    executor : executor or str, optional
        ``None`` for threads of this process, ``"ray"`` for Ray, or an object with ``submit`` or ``map``, such as the
        pools of ``concurrent.futures`` and ``multiprocessing``. The sweep does not shut it down.
    jobs : int, optional
        Number of parallel runs. Default: the number of workers of the executor, or of CPU cores.
    shard : str, optional
        ``"i/n"`` for part i of n, from 1, to share a sweep among machines. Default: all runs.
    out : path, optional
        File to which the line of each finished run is appended. Runs that it already contains are skipped.
    resume : path or sequence of path, optional
        Files with earlier lines, whose runs are skipped too.
    fail_fast : bool, optional
        Stop at the first failed run. Default: continue; the line of a failed run has an ``error``.
    traces : sequence of path, optional
        Files to which the scenario refers by their hash. Other processes must find them at the same path.

    Returns
    -------
    Sweep
        The planned runs.

    Raises
    ------
    Problem
        The study or an argument is invalid.
    RuntimeError
        A file cannot be written.

    Examples
    --------
    >>> over = {"bottlenecks.r0.queue.limit_packets": "10:100:4"}
    >>> sweep = bufferlab.sweep("one-flow", over=over, replications=2, duration=2, warmup=1)
    >>> len(sweep)
    8
    >>> lines = sweep.run().lines
    """
    about, text = _inputs.document(study)
    request = {
        "about": about,
        "document": text,
        "over": _inputs.axes(over),
        "replications": replications,
        "set": _inputs.changes(set),
        "seed": _inputs.option(seed, "seed"),
        "duration": _inputs.option(duration, "duration_s"),
        "warmup": _inputs.option(warmup, "warmup_s"),
        "traces": _inputs.paths(traces),
    }
    plan = _native.Plan(_inputs.as_json(request, about))
    ledger = _native.Ledger(plan, shard, None if out is None else os.fspath(out), _inputs.paths(resume))
    if unreadable := ledger.unreadable():
        warnings.warn(
            f"ignored unreadable lines in the results files: {unreadable}; those cases run again",
            stacklevel=2,
        )
    return Sweep(plan, ledger, len(plan.part(shard)), (executor, jobs), fail_fast)
