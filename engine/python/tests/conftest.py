"""Fixtures of the tests: the native program, and the lines of a short study."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

import bufferlab
import pytest
from studies import BUFFER, STUDY


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """Return a function that calls the native program and returns its output."""
    path = os.environ.get("BUFFERLAB_PROGRAM")
    if not path:
        pytest.skip("BUFFERLAB_PROGRAM names no native program to compare with")

    def call(*args: str, stdin: str = "") -> str:
        done = subprocess.run([path, *args], input=stdin, capture_output=True, text=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


@pytest.fixture(scope="session")
def native_lines(program: Callable[..., str]) -> list[str]:
    """Return the lines of `STUDY` as the program prints them."""
    options = ["--replications", "3", "--duration", "0.4", "--warmup", "0.1"]
    return program("sweep", "anomaly", "--over", f"{BUFFER}=2kB:20kB:10", *options, "--json").splitlines()


@pytest.fixture(scope="session")
def lines() -> list[str]:
    """Return the lines of `STUDY` from one thread."""
    return bufferlab.sweep(**STUDY, jobs=1).run().lines
