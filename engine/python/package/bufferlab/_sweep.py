"""Many runs: a study, its results as they come, and tables of them."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Generator, Iterator, Sequence
from functools import cached_property
from types import TracebackType
from typing import Any

from . import _given, _native
from ._deal import Dealer, Executor
from ._lab import address


class Result:
    """What one run of a sweep came to.

    Attributes:
        number: Its place in the study, from 0.
        line: The line of JSON that ``bufferlab sweep --json`` prints for it, byte for byte.
    """

    __slots__ = ("__dict__", "_plan", "line", "number")

    def __init__(self, plan: _native.Plan, number: int, line: str) -> None:
        self._plan = plan
        self.number = number
        self.line = line

    @cached_property
    def data(self) -> dict[str, Any]:
        """The line as a dict: ``key``, ``point``, ``seed``, and ``summary`` or ``error``."""
        parsed: dict[str, Any] = json.loads(self.line)
        return parsed

    @property
    def key(self) -> str:
        """Hash of what decides the run: engine, scenario and seed."""
        return str(self.data["key"])

    @property
    def point(self) -> dict[str, Any]:
        """Values of the fields that differ from run to run, by path."""
        return dict(self.data["point"])

    @property
    def seed(self) -> int:
        """Its seed."""
        return int(self.data["seed"])

    @property
    def summary(self) -> dict[str, Any] | None:
        """Its figures as those of `Run`; ``None`` where it failed."""
        return self.data.get("summary")

    @property
    def error(self) -> str | None:
        """Why it failed, if it did."""
        return self.data.get("error")

    @property
    def link(self) -> str:
        """A link that opens it in the lab."""
        return address(self._plan.link(self.number))

    def __repr__(self) -> str:
        """Its number, point and seed."""
        return f"<bufferlab.Result {self.number} {self.point} seed {self.seed}>"


class Sweep:
    """The runs of a study, made by `sweep`.

    Iterating runs them and gives each `Result` as soon as it is there, in no particular order; `run` runs what is left.
    ``lines``, ``table()`` and ``aggregates()`` hold what there is so far, in the order of the study; with a stop rule
    each round after the one before. Any thread may look at them while one runs the sweep.

    A sweep runs once: after ``close()``, an error or Ctrl-C it keeps what is complete, and running it further raises
    `RuntimeError`.
    """

    def __init__(
        self, plan: _native.Plan, ledger: _native.Ledger, part: int, dealt: tuple[Any, Any], fail_fast: bool
    ) -> None:
        self._plan = plan
        self._ledger = ledger
        self._part = part
        self._executor, self._jobs = dealt
        self._fail_fast = fail_fast
        self._complete = False
        self._ended = ""
        self._running = self._results()

    def __len__(self) -> int:
        """Number of runs, of this part; with a stop rule at most so many."""
        return self._part

    def __iter__(self) -> Iterator[Result]:
        """Runs the study."""
        return self

    def __next__(self) -> Result:
        """The next result that is there."""
        return next(self._running)

    def __enter__(self) -> Sweep:
        """Closes the sweep at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the sweep."""
        self.close()

    def run(self) -> Sweep:
        """Runs what is left.

        Raises:
            RuntimeError: The sweep was ended before all runs were complete, as by ``close()``.
        """
        if self._ended and not self._complete:
            raise RuntimeError(
                f"this sweep {self._ended} with {len(self._ledger)} of {self._part} runs complete and cannot go on; "
                "make another with sweep(...), with out= or resume= to keep what is complete"
            )
        for _ in self:
            pass
        return self

    def close(self) -> None:
        """Ends the sweep: nothing more is begun, what runs is broken off, what is complete is kept."""
        self._running.close()
        self._ended = self._ended or "is closed"

    @property
    def complete(self) -> bool:
        """Whether all runs are there."""
        return self._complete

    @property
    def lines(self) -> list[str]:
        """Lines of JSON so far, in order: those of ``bufferlab sweep --json``, byte for byte."""
        return self._ledger.lines()

    def cases(self) -> Iterator[dict[str, Any]]:
        """What the whole study's runs are called, without running any: ``key``, ``point``, ``seed``."""
        for number in range(len(self._plan)):
            yield json.loads(self._plan.case(number))

    def table(self) -> _native.Table:
        """A row for each run so far: key, seed, fields, figures by path, error.

        Raises:
            RuntimeError: No run is complete yet.
        """
        self._has_runs("table()")
        return self._ledger.table()

    def aggregates(self) -> _native.Table:
        """A row for each point and figure so far: ``n``, ``mean``, ``half_width``, ``min``, ``max``.

        The half-width is that of the 95 % interval of the mean over replications (Student's t; Law, Simulation Modeling
        and Analysis, Section 9.4.1), null for a single run.

        Raises:
            RuntimeError: No run is complete yet.
        """
        self._has_runs("aggregates()")
        return self._ledger.aggregates()

    def __repr__(self) -> str:
        """How far it is."""
        return f"<bufferlab.Sweep: {len(self._ledger)} of {len(self)} runs over {', '.join(self._plan.paths())}>"

    def _has_runs(self, asked: str) -> None:
        if not len(self._ledger):
            raise RuntimeError(
                f"{asked} has nothing to show: no run of this sweep is complete yet; call run(), or iterate over the "
                "sweep, first"
            )

    def _results(self) -> Generator[Result, None, None]:
        dealer: Dealer | None = None
        try:
            while True:
                known, left = self._ledger.next_round()
                if not known and not left:
                    self._complete = True
                    return
                for number, line in known:
                    yield Result(self._plan, number, line)
                if left and dealer is None:
                    dealer = Dealer(self._plan, self._executor, self._jobs)
                for done in dealer.results(left) if dealer and left else ():
                    # All are kept before any is given away: whoever takes it may never come back.
                    failed = [self._ledger.take(number, line) for number, line in done.lines]
                    for number, line in done.lines:
                        yield Result(self._plan, number, line)
                    if self._fail_fast and any(failed):
                        self._ended = "ended with a run that failed (fail_fast)"
                        return
        except GeneratorExit:
            raise
        except BaseException:
            self._ended = "was broken off"
            raise
        finally:
            if dealer:
                for done in dealer.close():
                    for number, line in done.lines:
                        self._ledger.take(number, line)


def sweep(
    study: _given.Scenario,
    *,
    over: _given.Over | None = None,
    set: _given.Set | None = None,
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
    """Plans the runs of a study; iterating over the answer, or its ``run()``, runs them.

    The same study gives the same lines here, from ``bufferlab sweep`` and in the browser, whoever runs them.

    Args:
        study: A study or a scenario: a dict, JSON text, a path, a preset's id, or a link.
        over: What differs from run to run, besides what the study says: ``{path: values}`` with a list or text
            (``"5kB:50kB:10"``, ``"1:1000:4:log"``), or a list of a study's own entries; several make a grid.
        set: Changes that all runs share: ``{path: value}``.
        seed: Seed of the first replication; the others have those after it.
        duration: Length of each run, simulated seconds or text with a unit.
        warmup: Time before measuring begins, likewise.
        replications: Runs of each point, at least 1.
        executor: Who runs them: ``None`` for threads of our own, ``"ray"`` for Ray, or anything with ``submit`` or
            ``map``, such as the pools of ``concurrent.futures`` and ``multiprocessing``. It is not shut down.
        jobs: Runs at a time; else what the executor tells, or one for each core.
        shard: ``"i/n"``: only part i of n, from 1; all parts together are the whole.
        out: File to which each line is added as it comes; runs whose lines are in it are not run again.
        resume: Files of earlier lines, whose runs are not run again either.
        fail_fast: Ends with the first run that fails; else its line says why and the rest goes on.
        traces: Files that the scenario names by their hash; other processes must find them at the same path.

    Raises:
        Problem: What is not accepted, with its path.
        RuntimeError: A file cannot be written.
    """
    about, text = _given.document(study)
    request = {
        "about": about,
        "document": text,
        "over": _given.axes(over),
        "replications": replications,
        "set": _given.changes(set),
        "seed": _given.option(seed, "seed"),
        "duration": _given.option(duration, "duration_s"),
        "warmup": _given.option(warmup, "warmup_s"),
        "traces": _given.paths(traces),
    }
    plan = _native.Plan(_given.as_json(request, about))
    ledger = _native.Ledger(plan, shard, None if out is None else os.fspath(out), _given.paths(resume))
    if lost := ledger.unreadable():
        warnings.warn(
            f"{lost} lines of earlier results are no results, perhaps cut off; their runs are done again",
            stacklevel=2,
        )
    return Sweep(plan, ledger, len(plan.part(shard)), (executor, jobs), fail_fast)
