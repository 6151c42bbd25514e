"""Sweeps: the same lines whoever runs them, however they are cut up, and what they may be asked."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import bufferlab
import pytest
from bufferlab import _native
from bufferlab._deal import Pace
from bufferlab._work import Done
from studies import BUFFER, SHORT, STUDY

# Forked, a process would have locks of threads that it does not have.
SPAWN = multiprocessing.get_context("spawn")


def test_lines_are_the_programs(lines: list[str], native_lines: list[str]) -> None:
    assert len(lines) == 30
    assert lines == native_lines


@pytest.mark.parametrize("jobs", [2, 8])
def test_lines_are_the_same_with_more_threads(jobs: int, lines: list[str]) -> None:
    assert bufferlab.sweep(**STUDY, jobs=jobs).run().lines == lines


def test_lines_are_the_same_from_pools(lines: list[str]) -> None:
    with ThreadPoolExecutor(3) as threads:
        assert bufferlab.sweep(**STUDY, executor=threads).run().lines == lines
    with ProcessPoolExecutor(2, mp_context=SPAWN) as processes:
        assert bufferlab.sweep(**STUDY, executor=processes).run().lines == lines
    with SPAWN.Pool(2) as pool:
        assert bufferlab.sweep(**STUDY, executor=pool).run().lines == lines


def test_anything_with_map_will_do(lines: list[str]) -> None:
    class OneAfterAnother:
        """As much as is asked for, and no more."""

        def map(self, fn: Callable[..., Any], arguments: Any) -> Iterator[Any]:
            return map(fn, arguments)

    assert bufferlab.sweep(**STUDY, executor=OneAfterAnother()).run().lines == lines


def test_an_executor_that_is_none_is_a_type_error() -> None:
    for wrong in (7, "slurm", object()):
        with pytest.raises(TypeError, match="executor"):
            bufferlab.sweep(**STUDY, executor=wrong).run()


def test_results_come_one_by_one_and_know_what_they_are() -> None:
    sweep = bufferlab.sweep(**STUDY)
    first = next(sweep)
    assert not sweep.complete
    assert first.line in sweep.lines
    assert set(first.point) == {BUFFER}
    assert first.error is None
    alone = bufferlab.run("anomaly", set=first.point, seed=first.seed, **SHORT)
    assert first.summary == alone.summary
    assert bufferlab.run(first.link).digest == alone.digest
    rest = list(sweep)
    assert sweep.complete
    assert len(rest) == 29
    assert {result.number for result in rest} | {first.number} == set(range(30))


def test_a_study_is_planned_before_it_is_run() -> None:
    sweep = bufferlab.sweep(**STUDY)
    cases = list(sweep.cases())
    assert len(cases) == len(sweep) == 30
    assert sweep.lines == []
    assert [case["seed"] for case in cases[:4]] == [1, 2, 3, 1]


def test_a_study_document_is_taken_as_it_is(program: Callable[..., str], tmp_path: Path) -> None:
    scenario = next(preset["scenario"] for preset in bufferlab.presets() if preset["id"] == "anomaly")
    study = {
        "scenario": scenario,
        "set": [{"path": "duration_s", "value": 0.4}, {"path": "warmup_s", "value": 0.1}],
        "over": [{"path": BUFFER, "from": 1000, "to": 100_000, "steps": 3, "log": True}],
        "replications": 12,
        "measure": ["bottlenecks.r0.loss.udp", "bottlenecks.r0.utilization"],
        "stop": {"measure": "bottlenecks.r0.utilization", "half_width": 0.2, "at_least": 3},
    }
    file = tmp_path / "study.json"
    file.write_text(json.dumps(study), encoding="utf-8")
    printed = program("sweep", str(file), "--json").splitlines()
    assert 9 <= len(printed) < 36, "the rule ends some points early"
    for given in (study, file):
        sweep = bufferlab.sweep(given)
        assert sweep.run().lines == printed
        assert len(sweep) == 36
    table = sweep.table()
    assert table.columns == ["key", "seed", BUFFER, *study["measure"], "error"]
    more = bufferlab.sweep(study, over={"groups.tcp.count": [1, 2]}, replications=1)
    assert len(more) == 6


def test_three_shards_together_are_the_whole(lines: list[str], tmp_path: Path) -> None:
    files = [tmp_path / f"{part}.ndjson" for part in (1, 2, 3)]
    parts = [bufferlab.sweep(**STUDY, shard=f"{i}/3", out=file).run() for i, file in enumerate(files, 1)]
    assert [len(part) for part in parts] == [10, 10, 10]
    whole = tmp_path / "whole.ndjson"
    whole.write_bytes(b"".join(file.read_bytes() for file in files))
    assert sorted(whole.read_text().splitlines()) == sorted(lines)
    joined = bufferlab.sweep(**STUDY, resume=whole, executor=Refusing())
    assert joined.run().lines == lines


class Refusing:
    """An executor that has nothing to do."""

    def submit(self, *_: Any) -> Any:
        raise AssertionError("all runs are there already")


def test_the_file_is_the_programs(program: Callable[..., str], tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.ndjson", tmp_path / "theirs.ndjson"
    bufferlab.sweep(**STUDY, jobs=1, out=ours).run()
    options = ["--replications", "3", "--duration", "0.4", "--warmup", "0.1", "--jobs", "1"]
    program("sweep", "anomaly", "--over", f"{BUFFER}=2kB:20kB:10", *options, "--out", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="it kills as POSIX does")
def test_a_sweep_that_was_killed_goes_on_where_it_ended(lines: list[str], tmp_path: Path) -> None:
    out = tmp_path / "lines.ndjson"
    code = f"import bufferlab\nfor _ in bufferlab.sweep(**{STUDY!r}, jobs=2, out={str(out)!r}): print(flush=True)"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert child.stdout is not None
    for _ in range(4):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    child.wait()
    kept = out.read_bytes()
    assert kept.count(b"\n") >= 4
    # As if it had been killed while it wrote.
    out.write_bytes(kept[:-100])
    whole = out.read_bytes().count(b"\n")
    sweep = bufferlab.sweep(**STUDY, out=out)
    assert sum(1 for _ in itertools.islice(sweep, whole)) == whole
    assert sweep.run().lines == lines
    assert sorted(out.read_text().splitlines()) == sorted(lines)


def test_lines_that_are_none_are_told_and_run_again(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "old.ndjson"
    file.write_text(f'{lines[0]}\nnot json\n{{"key": 1}}\n{lines[1][:200]}')
    with pytest.warns(UserWarning, match="2 lines"):
        sweep = bufferlab.sweep(**STUDY, resume=[file])
    assert sweep.run().lines == lines


def test_whoever_stops_early_keeps_what_there_is(tmp_path: Path) -> None:
    out = tmp_path / "lines.ndjson"
    with bufferlab.sweep(**{**STUDY, "duration": 20}, jobs=2, out=out) as sweep:
        next(sweep)
        began = time.monotonic()
    # A run takes much longer than breaking one off.
    assert time.monotonic() - began < 5
    assert not sweep.complete
    assert sorted(out.read_text().splitlines()) == sorted(sweep.lines)
    assert next(sweep, None) is None


def test_tables_of_a_sweep_that_has_not_run_are_refused() -> None:
    sweep = bufferlab.sweep(**STUDY)
    for ask in (sweep.table, sweep.aggregates):
        with pytest.raises(RuntimeError, match=r"no run of this sweep is complete yet; call run\(\)"):
            ask()
    next(sweep)
    assert len(sweep.table()) == 1
    assert len(sweep.aggregates()) > 10


@pytest.mark.parametrize("begun", [0, 2])
def test_a_closed_sweep_cannot_be_run_further(begun: int) -> None:
    sweep = bufferlab.sweep(**STUDY, jobs=1)
    for _ in itertools.islice(sweep, begun):
        pass
    sweep.close()
    with pytest.raises(RuntimeError, match=r"is closed with \d+ of 30 runs complete .* resume="):
        sweep.run()
    with bufferlab.sweep(**STUDY) as complete:
        complete.run()
    assert len(complete.run().lines) == 30, "nothing is left to run"


def test_a_sweep_that_an_error_ended_cannot_be_run_further() -> None:
    sweep = bufferlab.sweep(**STUDY, executor=Refusing())
    with pytest.raises(AssertionError):
        sweep.run()
    with pytest.raises(RuntimeError, match="was broken off with 0 of 30"):
        sweep.run()
    wrong = {"duration_s": [0.4, 0.2], "warmup_s": [0.1, 0.3]}
    quick = bufferlab.sweep("anomaly", over=wrong, duration=0.5, warmup=0.05, jobs=1, fail_fast=True).run()
    if not quick.complete:
        with pytest.raises(RuntimeError, match="fail_fast"):
            quick.run()


def test_other_threads_look_at_a_sweep_while_it_runs(lines: list[str]) -> None:
    """A page that shows progress, a notebook that plots: they saw `Already borrowed`, and so did the sweep."""
    sweep = bufferlab.sweep(**STUDY)
    next(sweep)
    done = threading.Event()

    def look() -> int:
        looks = 0
        while not done.is_set():
            assert len(sweep.table()) <= len(sweep.lines) <= 30
            assert len(sweep.aggregates()) > 0
            assert "of 30 runs" in repr(sweep)
            looks += 1
        return looks

    with ThreadPoolExecutor(3) as threads:
        watchers = [threads.submit(look) for _ in range(3)]
        try:
            sweep.run()
        finally:
            done.set()
        assert all(watcher.result() > 0 for watcher in watchers)
    assert sweep.lines == lines


def test_a_file_that_holds_no_results_is_refused_and_stays(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("first line\nlast line without an end")
    with pytest.raises(bufferlab.Problem, match=r"is no results file: line 1"):
        bufferlab.sweep(**STUDY, out=notes)
    assert notes.read_text() == "first line\nlast line without an end"


def test_axes_that_undo_one_another_are_refused_by_name() -> None:
    packets = "bottlenecks.r0.queue.limit_packets"
    with pytest.raises(bufferlab.Problem, match=f"{packets}: is undone by {BUFFER}"):
        bufferlab.sweep("anomaly", over={packets: [5, 9], BUFFER: [5000, 9000]})


def test_a_run_that_fails_is_a_line_that_says_why() -> None:
    # Each value is fine beside the first of the other field; one pair is not.
    over = {"duration_s": [0.4, 0.2, 0.5], "warmup_s": [0.1, 0.3]}
    sweep = bufferlab.sweep("anomaly", over=over, duration=0.5, warmup=0.05, jobs=1)
    results = sorted(sweep, key=lambda result: result.number)
    errors = [result.error for result in results]
    assert [error is not None for error in errors] == [False, False, False, True, False, False]
    assert "warmup_s" in str(errors[3])
    assert results[3].summary is None
    assert sweep.table()["error"] == errors
    quick = bufferlab.sweep("anomaly", over=over, duration=0.5, warmup=0.05, jobs=1, fail_fast=True)
    assert len(list(quick)) < 6
    assert not quick.complete


@pytest.mark.parametrize(
    ("given", "path", "said"),
    [
        ({"over": {BUFFER: [5000, -1]}}, BUFFER, "-1"),
        ({"over": {"no.such.field": [1]}}, "no", "does not exist"),
        ({"over": {BUFFER: 7}}, BUFFER, "takes a list"),
        (
            {
                "over": {
                    "groups.tcp.count": "1:1000:1000",
                    "groups.udp.count": "1:1000:1000",
                    "duration_s": "1:1000:1000",
                }
            },
            "",
            "1000000000 runs",
        ),
        ({"over": [{"path": "seed", "from": 0, "to": 1, "steps": 10**9}]}, "seed", "10000"),
        ({"over": [{"path": "seed", "from": 0, "to": 1, "steps": 10**30}]}, "over.0", "path"),
        ({"over": [[[[]]]]}, "over.0", "path"),
        ({"over": ["seed=1"] * 9}, "over", "at most 8"),
        ({"replications": 10**9}, "", "at most 100000"),
        ({"replications": 0}, "replications", "at least 1"),
        ({"replications": -1}, "replications", "whole number"),
        ({"shard": "4/3"}, "", "I/N"),
        ({"study": {"scenario": {}, "measure": ["x"]}}, "", ""),
        ({"study": {"scenario": {}, "nonsense": 1}}, "nonsense", "unknown field"),
        ({"study": '{"scenario": 7}'}, "", ""),
        ({"study": "[]"}, "", ""),
        ({"resume": "nowhere.ndjson"}, "", "cannot be read"),
        ({"out": "/nowhere/lines.ndjson"}, "", "cannot be written"),
    ],
)
def test_what_is_not_accepted_is_a_problem_with_its_path(given: dict[str, Any], path: str, said: str) -> None:
    began = time.monotonic()
    with pytest.raises(bufferlab.Problem) as caught:
        bufferlab.sweep(**{"study": "anomaly", **given})
    assert time.monotonic() - began < 30, "no work before the limits are looked at"
    assert caught.value.path.startswith(path)
    assert said in str(caught.value)
    assert caught.value.problems


def test_problems_cross_processes() -> None:
    problem = bufferlab.Problem("a study", [("seed", "is wrong"), ("", "all of it")])
    same = pickle.loads(pickle.dumps(problem))
    assert (same.about, same.path, same.problems, str(same)) == (
        "a study",
        "seed",
        problem.problems,
        "a study: seed: is wrong\nall of it",
    )


def test_a_worker_of_another_version_is_refused() -> None:
    class Old:
        def map(self, fn: Callable[..., Done], batches: list[list[int]]) -> Iterator[Done]:
            for batch in batches:
                yield fn(batch)._replace(engine="0.0.1")

    with pytest.raises(RuntimeError, match=r"0\.0\.1"):
        bufferlab.sweep(**STUDY, executor=Old()).run()


def test_batches_have_as_much_work_as_is_asked_for() -> None:
    pace = Pace(width=2, batch_s=1.0)
    assert pace.next_size(1000) == 1, "nobody knows yet how long one takes"
    pace.note(Done(_native.engine(), 0.1, [(0, "")] * 10))
    assert pace.next_size(1000) == 100
    assert pace.next_size(100) == 25, "all workers have some"
    assert pace.next_size(1) == 1
    pace.note(Done(_native.engine(), 100.0, [(0, "")]))
    assert pace.next_size(1000) == 1
