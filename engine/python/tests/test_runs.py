"""One run: results equal to those of the program, accepted arguments, and other threads during a run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bufferlab
import pytest
from studies import BUFFER, SHORT

PRESETS = [preset["id"] for preset in bufferlab.presets()]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_equals_the_output_of_the_program(preset: str, program: Callable[..., str]) -> None:
    line = program("sweep", preset, "--duration", "0.4", "--warmup", "0.1", "--json")
    run = bufferlab.run(preset, **SHORT)
    assert f'"summary":{run.json}' in line
    printed = json.loads(program("run", preset, "--duration", "0.4", "--warmup", "0.1", "--json"))
    assert printed.pop("wall_s") >= 0
    assert run.summary == printed
    assert run.digest == printed["digest"]


def test_a_scenario_can_be_a_dict_text_a_path_an_id_or_a_link(tmp_path: Path) -> None:
    preset = bufferlab.presets()[0]
    scenario = preset["scenario"]
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(scenario), encoding="utf-8")
    link = bufferlab.link(scenario, base="https://lab.example/a/")
    assert link.startswith("https://lab.example/a/#1.d")
    forms = [scenario, json.dumps(scenario), str(file), file, preset["id"], link]
    digests = {bufferlab.run(form, **SHORT).digest for form in forms}
    assert len(digests) == 1


def test_changes_in_dicts_and_lists_are_equal() -> None:
    plain = bufferlab.run("anomaly", set=[f"{BUFFER}=11 kB", "groups.tcp.count=5"], **SHORT)
    mapped = bufferlab.run("anomaly", set={BUFFER: 11000, "groups.tcp.count": 5}, duration="400 ms", warmup=0.1)
    assert mapped.digest == plain.digest
    assert mapped.scenario["bottlenecks"][0]["queue"]["limit_bytes"] == 11000
    assert bufferlab.run("anomaly", set={BUFFER: "11 kB"}, **SHORT).digest != plain.digest
    assert bufferlab.run("anomaly", seed=2, **SHORT).summary["seed"] == 2


@pytest.mark.parametrize(
    ("arguments", "path", "message"),
    [
        ({"scenario": "anomaly", "set": {"groups.tcp.count": -1}}, "groups.tcp.count", "-1"),
        ({"scenario": "anomaly", "set": {"groups.nobody.count": 1}}, "groups.nobody", "tcp"),
        ({"scenario": "anomaly", "set": {BUFFER: "3 parsecs"}}, BUFFER, "B"),
        ({"scenario": "anomaly", "duration": -1}, "duration_s", "-1"),
        ({"scenario": "anomaly", "seed": 2**60}, "seed", "whole number"),
        ({"scenario": "nothing-of-that-name"}, "", "presets: "),
        ({"scenario": "{"}, "", "not valid JSON"),
        ({"scenario": "[" * 100_000}, "", "JSON"),
        ({"scenario": {"bottlenecks": 1}}, "bottlenecks", "list"),
        ({"scenario": {"bottlenecks": float("nan")}}, "", "JSON"),
        ({"scenario": {"bottlenecks": object()}}, "", "JSON"),
        ({"scenario": "https://lab.example/#1.dAAAA.00000000"}, "", "checksum"),
        ({"scenario": "/"}, "", "directory"),
        ({"scenario": "anomaly", "traces": ["nowhere.pcap"]}, "", "cannot be read"),
    ],
)
def test_invalid_input_raises_problem_with_its_path(arguments: dict[str, Any], path: str, message: str) -> None:
    with pytest.raises(bufferlab.Problem) as caught:
        bufferlab.run(**arguments)
    problem = caught.value
    assert isinstance(problem, ValueError)
    assert problem.path.startswith(path)
    assert (problem.path == "") == (path == "")
    assert message in problem.message
    assert message in str(problem)


def test_all_problems_are_reported() -> None:
    scenario = dict(bufferlab.presets()[0]["scenario"])
    scenario["bottlenecks"] = [{**scenario["bottlenecks"][0], "rate_bps": -5, "delay_s": -1}]
    with pytest.raises(bufferlab.Problem) as caught:
        bufferlab.run(scenario)
    paths = {path for path, _ in caught.value.problems}
    assert {"bottlenecks.0.rate_bps", "bottlenecks.0.delay_s"} <= {p.replace("r0", "0") for p in paths}


def test_a_wrong_type_raises_type_error() -> None:
    with pytest.raises(TypeError, match="scenario"):
        bufferlab.run(7)  # type: ignore[arg-type]


def test_other_threads_continue_during_a_run() -> None:
    """A run releases the interpreter's lock: another thread counts while this one simulates."""
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.wait(0.001):
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    bufferlab.run("anomaly", duration=20, warmup=0)
    # If the call kept the lock, the count would be 0, or 1 at its start and end.
    counted_during_run = counted - before
    done.set()
    thread.join()
    assert counted_during_run > 10


@pytest.mark.skipif(os.name == "nt", reason="the test needs POSIX signals")
@pytest.mark.parametrize(
    "call", ["bufferlab.run('anomaly', duration=1e5)", "bufferlab.sweep('anomaly', duration=1e5).run()"]
)
def test_ctrl_c_ends_runs_and_sweeps(call: str) -> None:
    start = "import bufferlab\nprint('started', flush=True)\n"
    code = f"{start}try:\n    {call}\nexcept KeyboardInterrupt:\n    print('ended')"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "started\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    # The end takes tens of milliseconds, more on a busy machine. The run itself would take an hour.
    assert child.communicate(timeout=600)[0] == "ended\n"


def test_series_are_a_table_with_units_in_column_names() -> None:
    run = bufferlab.run("anomaly", **SHORT)
    table = run.series("10 ms")
    assert len(table) == 40
    assert table.columns[0] == "time [s]"
    assert table["time [s]"][:2] == [0.01, 0.02]
    assert any(name.startswith("link.r0.queue_bytes") and name.endswith("[B]") for name in table.columns)
    with pytest.raises(bufferlab.Problem):
        run.series("1 us")
    with pytest.raises(bufferlab.Problem):
        run.series(watch=[10**6])
    with pytest.raises(KeyError):
        table["nothing"]


def test_series_equal_those_of_the_program(program: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "series.csv"
    program("run", "anomaly", "--duration", "0.4", "--warmup", "0.1", "--csv", str(file), "--interval", "10ms")
    header, *rows = [line.split(",") for line in file.read_text().splitlines()]
    table = bufferlab.run("anomaly", **SHORT).series("10 ms")
    assert table.columns == header
    assert len(rows) == len(table)
    for i, name in enumerate(header):
        written = [float(row[i]) if row[i] else None for row in rows]
        # The file has the fewest digits that identify a 32-bit number.
        assert [v if v is None else pytest.approx(v, rel=1e-6) for v in written] == table[name]


@pytest.mark.parametrize("interval", ["1 ms", "70 ms", "300 ms", "2 s"])
def test_increases_in_series_add_up_to_the_counters_of_the_run(interval: str) -> None:
    run = bufferlab.run("anomaly", duration="1.2005", warmup="0")
    table = run.series(interval)
    assert table["time [s]"][-1] == 1.2005
    dropped = run.summary["bottlenecks"][0]["drops"]["tail"]
    assert dropped > 20
    assert sum(table["link.r0.drops_tail [packets]"]) == dropped


def test_a_notebook_loads_the_lab_only_on_request() -> None:
    run = bufferlab.run("anomaly", set={"title": "<script>alert(1)</script>"}, **SHORT)
    html = run._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert f"src='{run.link}'" in html
    # A lazy frame in closed details is loaded when the reader opens the details.
    closed, frame = html.split("<iframe ")
    assert closed.count("<details>") == 1
    assert "loading='lazy'" in frame
    assert "</details>" in frame
    assert all(tag not in html for tag in ("<img", "<link", "@import", "url("))
    bufferlab.set_lab("https://lab.example/")
    try:
        assert "src='https://lab.example/#1.d" in run._repr_html_()
    finally:
        bufferlab.set_lab(None)
    with pytest.raises(ValueError, match="https"):
        bufferlab.set_lab("javascript:alert(1)")


def test_a_notebook_shows_the_measures_by_which_runs_are_compared() -> None:
    html = bufferlab.run("one-flow", duration=3, warmup=1)._repr_html_()
    measures = [m for m in bufferlab.catalog()["measures"] if m["of"] == "link" and m["shown"] == "compared"]
    assert len(measures) >= 7
    for measure in measures:
        # A run without UDP has no column of its loss.
        assert (f">{measure['label']}" in html) == (measure["id"] != "loss.udp"), measure["id"]
    assert ">Queueing delay, mean [s]</th>" in html
    utilization = (
        "title='Share of the measured time in which the link transmits. Where its service varies: bits "
        "transmitted, divided by those that it could have transmitted.'>Utilization</th>"
    )
    assert utilization in html


def test_the_link_of_a_run_gives_the_same_digest(program: Callable[..., str]) -> None:
    run = bufferlab.run("anomaly", set={BUFFER: "11 kB"}, **SHORT)
    assert json.loads(program("run", run.link, "--json"))["digest"] == run.digest
    assert bufferlab.run(run.link).digest == run.digest
