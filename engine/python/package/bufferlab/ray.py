"""Sweeps on a Ray cluster.

Install ``bufferlab[ray]`` on this machine and on the cluster, then call ``sweep(…, executor="ray")``.

A batch of about a second is one task. Ray repeats the task on another worker if its worker or machine is lost. Repeated
runs give the same line, so that a repetition does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


def _call(fn: Callable[..., Any], *args: Any) -> Any:
    return fn(*args)


class _Task(Future[Any]):
    """Ray task as a future."""

    def __init__(self, ref: Any) -> None:
        super().__init__()
        self._ref = ref
        self.set_running_or_notify_cancel()
        ref.future().add_done_callback(self._copy_result)

    def _copy_result(self, done: Future[Any]) -> None:
        error = done.exception()
        if error is not None:
            self.set_exception(error)
        else:
            self.set_result(done.result())

    def cancel(self) -> bool:
        """Interrupt the task as Ctrl-C would, or prevent its start."""
        import ray

        ray.cancel(self._ref)
        return False


class Executor:
    """Executor that runs batches as Ray tasks, for ``sweep(executor=…)``.

    It uses the existing connection to a cluster. Without one it connects to the cluster at ``address`` or
    ``RAY_ADDRESS``, or else starts a cluster on this machine.

    Parameters
    ----------
    address : str, optional
        Address of the cluster, as in ``ray.init``.
    retries : int, optional
        Number of times that a batch is repeated if its worker is lost. Default: 5.
    **options
        Options of the tasks, as in ``ray.remote``: ``num_cpus``, ``resources``, ``runtime_env`` and others.

    Examples
    --------
    >>> from bufferlab.ray import Executor  # doctest: +SKIP
    >>> bufferlab.sweep("anomaly", executor=Executor("auto", retries=2)).run()  # doctest: +SKIP
    """

    def __init__(self, address: str | None = None, *, retries: int = 5, **options: Any) -> None:
        import ray

        if not ray.is_initialized():
            ray.init(address, include_dashboard=False, log_to_driver=False)
        self._ray = ray
        self._task = ray.remote(**{"num_cpus": 1, "max_retries": retries, **options})(_call)

    @property
    def _max_workers(self) -> int:
        """Number of parallel tasks: one per CPU that the cluster has now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Call a function on the cluster.

        Parameters
        ----------
        fn : callable
            Function to call.
        *args
            Arguments of the function.

        Returns
        -------
        concurrent.futures.Future
            Future result of the call.
        """
        return _Task(self._task.remote(fn, *args))
