"""A sweep on a Ray cluster of two machines, one of which fails during the sweep."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import bufferlab
import pytest
from studies import BUFFER

ray = pytest.importorskip("ray")
Executor = pytest.importorskip("bufferlab.ray").Executor
pytestmark = pytest.mark.ray

RUNS: dict[str, Any] = {
    "study": "anomaly",
    "over": {BUFFER: "2kB:40kB:20"},
    "replications": 10,
    "duration": 1,
    "warmup": 0.2,
}
"""Study of two hundred runs of about 20 ms."""


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Return a cluster of a head node without workers and two worker nodes."""
    from ray.cluster_utils import Cluster

    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    workers = [cluster.add_node(num_cpus=1, include_dashboard=False) for _ in range(2)]
    ray.init(cluster.address, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    cluster.wait_for_nodes()
    yield cluster, workers
    ray.shutdown()
    cluster.shutdown()


class Timed(Executor):
    """Executor that records the time of each batch on its worker."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future = super().submit(fn, *args)
        future.add_done_callback(lambda done: self.seconds.append(done.result().seconds))
        return future


def test_two_hundred_runs_survive_the_failure_of_a_machine(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    cluster, workers = cluster
    expected = bufferlab.sweep(**RUNS, jobs=1).run().lines
    # A first sweep starts the workers, so that their start is not timed.
    bufferlab.sweep(**{**RUNS, "duration": 0.1, "warmup": 0, "replications": 1}, executor="ray").run()
    executor = Timed()
    start = time.perf_counter()
    assert bufferlab.sweep(**RUNS, executor=executor).run().lines == expected
    whole = time.perf_counter() - start

    sweep = bufferlab.sweep(**RUNS, executor="ray")
    taken = [next(sweep) for _ in range(20)]
    cluster.remove_node(workers[0], allow_graceful=False)
    taken += list(sweep)
    assert sweep.complete
    assert len(taken) == len({result.number for result in taken}) == 200
    assert sweep.lines == expected
    # The head node and one worker node remain; the cluster may notice the failure after the end of the sweep.
    deadline = time.monotonic() + 60
    while (alive := sum(node["Alive"] for node in ray.nodes())) > 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert alive == 2
    overhead = 2 * whole - sum(executor.seconds)
    with capsys.disabled():
        print(
            f"\n  Ray: 200 runs in {len(executor.seconds)} batches take {whole:.2f} s with two workers, "
            f"{1000 * overhead / 200:.2f} ms overhead per run"
        )
