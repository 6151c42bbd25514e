"""Sweeps on a Ray cluster: ``pip install bufferlab[ray]`` there and here, then ``sweep(…, executor="ray")``.

Batches are tasks of about a second, which Ray runs again elsewhere when the worker or the machine that ran them is
lost. A run gives the same line wherever it is run, so that running one twice does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


def _call(fn: Callable[..., Any], *args: Any) -> Any:
    return fn(*args)


class _Task(Future[Any]):
    """A task of Ray's as a future."""

    def __init__(self, ref: Any) -> None:
        super().__init__()
        self._ref = ref
        self.set_running_or_notify_cancel()
        ref.future().add_done_callback(self._settle)

    def _settle(self, done: Future[Any]) -> None:
        error = done.exception()
        if error is not None:
            self.set_exception(error)
        else:
            self.set_result(done.result())

    def cancel(self) -> bool:
        """Interrupts the task, as Ctrl-C would, or has it not begun."""
        import ray

        ray.cancel(self._ref)
        return False


class Executor:
    """Runs batches as tasks of Ray's; for ``sweep(executor=…)``.

    Without a connection to a cluster it connects to the one that ``address`` or ``RAY_ADDRESS`` names, or else starts
    one on this machine.

    Args:
        address: Of the cluster, as for ``ray.init``.
        retries: How often a batch is run again when its worker is lost.
        **options: For the tasks, as for ``ray.remote``: ``num_cpus``, ``resources``, ``runtime_env`` …
    """

    def __init__(self, address: str | None = None, *, retries: int = 5, **options: Any) -> None:
        import ray

        if not ray.is_initialized():
            ray.init(address, include_dashboard=False, log_to_driver=False)
        self._ray = ray
        self._task = ray.remote(**{"num_cpus": 1, "max_retries": retries, **options})(_call)

    @property
    def _max_workers(self) -> int:
        """Tasks at a time: one for each processor that the cluster has now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Begins to call a function on the cluster."""
        return _Task(self._task.remote(fn, *args))
