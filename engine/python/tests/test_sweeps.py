"""Sweeps: equal lines with every executor and shard, accepted arguments, and interrupted sweeps."""

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
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import bufferlab
import pytest
from bufferlab import _native
from bufferlab._executors import BatchSizer
from bufferlab._worker import BatchResult
from studies import BUFFER, SHORT, STUDY

# A forked process would inherit locks of threads that do not exist in it.
SPAWN = multiprocessing.get_context("spawn")


def test_lines_equal_those_of_the_program(lines: list[str], native_lines: list[str]) -> None:
    assert len(lines) == 30
    assert lines == native_lines


@pytest.mark.parametrize("jobs", [2, 8])
def test_lines_do_not_depend_on_the_number_of_threads(jobs: int, lines: list[str]) -> None:
    assert bufferlab.sweep(**STUDY, jobs=jobs).run().lines == lines


def test_lines_do_not_depend_on_the_pool(lines: list[str]) -> None:
    with ThreadPoolExecutor(3) as threads:
        assert bufferlab.sweep(**STUDY, executor=threads).run().lines == lines
    with ProcessPoolExecutor(2, mp_context=SPAWN) as processes:
        assert bufferlab.sweep(**STUDY, executor=processes).run().lines == lines
    with SPAWN.Pool(2) as pool:
        assert bufferlab.sweep(**STUDY, executor=pool).run().lines == lines


def test_an_object_with_map_is_an_executor(lines: list[str]) -> None:
    class Sequential:
        """Executor that calls the function only on demand."""

        def map(self, fn: Callable[..., Any], arguments: Any) -> Iterator[Any]:
            return map(fn, arguments)

    assert bufferlab.sweep(**STUDY, executor=Sequential()).run().lines == lines


def test_an_invalid_executor_raises_type_error() -> None:
    for wrong in (7, "slurm", object()):
        with pytest.raises(TypeError, match="executor"):
            bufferlab.sweep(**STUDY, executor=wrong).run()


def test_results_arrive_one_by_one_with_point_and_seed() -> None:
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


def test_cases_are_known_before_the_first_run() -> None:
    sweep = bufferlab.sweep(**STUDY)
    cases = list(sweep.cases())
    assert len(cases) == len(sweep) == 30
    assert sweep.lines == []
    assert [case["seed"] for case in cases[:4]] == [1, 2, 3, 1]


def test_a_study_document_is_accepted_unchanged(program: Callable[..., str], tmp_path: Path) -> None:
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
    for form in (study, file):
        sweep = bufferlab.sweep(form)
        assert sweep.run().lines == printed
        assert len(sweep) == 36
    table = sweep.table()
    assert table.columns == ["key", "seed", BUFFER, *study["measure"], "error"]
    more = bufferlab.sweep(study, over={"groups.tcp.count": [1, 2]}, replications=1)
    assert len(more) == 6


def test_three_shards_together_give_all_lines(lines: list[str], tmp_path: Path) -> None:
    files = [tmp_path / f"{part}.ndjson" for part in (1, 2, 3)]
    parts = [bufferlab.sweep(**STUDY, shard=f"{i}/3", out=file).run() for i, file in enumerate(files, 1)]
    assert [len(part) for part in parts] == [10, 10, 10]
    whole = tmp_path / "whole.ndjson"
    whole.write_bytes(b"".join(file.read_bytes() for file in files))
    assert sorted(whole.read_text().splitlines()) == sorted(lines)
    joined = bufferlab.sweep(**STUDY, resume=whole, executor=Refusing())
    assert joined.run().lines == lines


class Refusing:
    """Executor that must not be used."""

    def submit(self, *_: Any) -> Any:
        raise AssertionError("all runs are finished already")


def test_the_results_file_equals_that_of_the_program(program: Callable[..., str], tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.ndjson", tmp_path / "theirs.ndjson"
    bufferlab.sweep(**STUDY, jobs=1, out=ours).run()
    options = ["--replications", "3", "--duration", "0.4", "--warmup", "0.1", "--jobs", "1"]
    program("sweep", "anomaly", "--over", f"{BUFFER}=2kB:20kB:10", *options, "--out", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="the test needs POSIX signals")
def test_a_killed_sweep_resumes(lines: list[str], tmp_path: Path) -> None:
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
    # Simulate a kill in the middle of a write.
    out.write_bytes(kept[:-100])
    whole = out.read_bytes().count(b"\n")
    sweep = bufferlab.sweep(**STUDY, out=out)
    assert sum(1 for _ in itertools.islice(sweep, whole)) == whole
    assert sweep.run().lines == lines
    assert sorted(out.read_text().splitlines()) == sorted(lines)


def test_unreadable_lines_are_reported_and_run_again(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "old.ndjson"
    file.write_text(f'{lines[0]}\nnot json\n{{"key": 1}}\n{lines[1][:200]}')
    with pytest.warns(UserWarning, match="unreadable lines in the results files: 2"):
        sweep = bufferlab.sweep(**STUDY, resume=[file])
    assert sweep.run().lines == lines


def test_closing_a_sweep_keeps_finished_runs(tmp_path: Path) -> None:
    out = tmp_path / "lines.ndjson"
    with bufferlab.sweep(**{**STUDY, "duration": 20}, jobs=2, out=out) as sweep:
        next(sweep)
    # The runs that had begun were interrupted.
    assert not sweep.complete
    assert sorted(out.read_text().splitlines()) == sorted(sweep.lines)
    assert next(sweep, None) is None


def test_tables_need_a_finished_run() -> None:
    sweep = bufferlab.sweep(**STUDY)
    for ask in (sweep.table, sweep.aggregates):
        with pytest.raises(RuntimeError, match=r"no run of this sweep is complete yet; call run\(\)"):
            ask()
    next(sweep)
    assert len(sweep.table()) == 1
    assert len(sweep.aggregates()) > 10


@pytest.mark.parametrize("finished", [0, 2])
def test_a_closed_sweep_cannot_continue(finished: int) -> None:
    sweep = bufferlab.sweep(**STUDY, jobs=1)
    for _ in itertools.islice(sweep, finished):
        pass
    sweep.close()
    with pytest.raises(RuntimeError, match=r"is closed with \d+ of 30 runs complete .* resume="):
        sweep.run()
    with bufferlab.sweep(**STUDY) as complete:
        complete.run()
    assert len(complete.run().lines) == 30, "no run remains"


def test_a_sweep_that_failed_cannot_continue() -> None:
    sweep = bufferlab.sweep(**STUDY, executor=Refusing())
    with pytest.raises(AssertionError):
        sweep.run()
    with pytest.raises(RuntimeError, match="was interrupted with 0 of 30"):
        sweep.run()
    wrong = {"duration_s": [0.4, 0.2], "warmup_s": [0.1, 0.3]}
    quick = bufferlab.sweep("anomaly", over=wrong, duration=0.5, warmup=0.05, jobs=1, fail_fast=True).run()
    if not quick.complete:
        with pytest.raises(RuntimeError, match="fail_fast"):
            quick.run()


def test_other_threads_can_read_a_running_sweep(lines: list[str]) -> None:
    """Earlier versions raised `Already borrowed` in the sweep and in threads that showed its progress."""
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


def test_a_file_without_results_is_rejected_and_unchanged(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("first line\nlast line without an end")
    with pytest.raises(bufferlab.Problem, match=r"is not a results file: line 1"):
        bufferlab.sweep(**STUDY, out=notes)
    assert notes.read_text() == "first line\nlast line without an end"


def test_axes_that_overwrite_each_other_are_rejected_by_name() -> None:
    packets = "bottlenecks.r0.queue.limit_packets"
    with pytest.raises(bufferlab.Problem, match=f"{packets}: is overwritten by {BUFFER}"):
        bufferlab.sweep("anomaly", over={packets: [5, 9], BUFFER: [5000, 9000]})


def test_a_failed_run_gives_a_line_with_an_error() -> None:
    # Each value is valid with the first value of the other field; one pair is invalid.
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
    ("arguments", "path", "message"),
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
        ({"over": ["seed=1"] * 9}, "over", "the maximum is 8"),
        ({"replications": 10**9}, "", "the maximum is 100000"),
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
def test_invalid_input_raises_problem_with_its_path(arguments: dict[str, Any], path: str, message: str) -> None:
    with pytest.raises(bufferlab.Problem) as caught:
        bufferlab.sweep(**{"study": "anomaly", **arguments})
    assert caught.value.path.startswith(path)
    assert message in str(caught.value)
    assert caught.value.problems


def test_problems_can_be_pickled() -> None:
    problem = bufferlab.Problem("a study", [("seed", "is wrong"), ("", "all of it")])
    same = pickle.loads(pickle.dumps(problem))
    assert (same.about, same.path, same.problems, str(same)) == (
        "a study",
        "seed",
        problem.problems,
        "a study: seed: is wrong\nall of it",
    )


def test_a_worker_of_another_version_is_rejected() -> None:
    class Old:
        def map(self, fn: Callable[..., BatchResult], batches: list[list[int]]) -> Iterator[BatchResult]:
            for batch in batches:
                yield fn(batch)._replace(engine="0.0.1")

    with pytest.raises(RuntimeError, match=r"0\.0\.1"):
        bufferlab.sweep(**STUDY, executor=Old()).run()


def test_batch_size_follows_from_the_time_of_a_run() -> None:
    sizer = BatchSizer(width=2, batch_s=1.0)
    assert sizer.next_size(1000) == 1, "the time of a run is not known yet"
    sizer.record(BatchResult(_native.engine(), 0.1, [(0, "")] * 10))
    assert sizer.next_size(1000) == 100
    assert sizer.next_size(100) == 25, "each worker gets a batch"
    assert sizer.next_size(1) == 1
    sizer.record(BatchResult(_native.engine(), 100.0, [(0, "")]))
    assert sizer.next_size(1000) == 1
