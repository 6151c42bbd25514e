"""Exception for invalid input."""

from __future__ import annotations

from collections.abc import Sequence


class Problem(ValueError):
    """Invalid input, with the path of every problem.

    ``str(problem)`` says for each problem where it is, what is wrong and what is accepted.

    Parameters
    ----------
    about : str
        Subject of the problems, such as a preset, a file or an option.
    problems : sequence of (str, str)
        Path and message of each problem.

    Attributes
    ----------
    about : str
        Subject of the problems.
    problems : list of (str, str)
        Path and message of each problem. A path such as ``groups.udp.traffic.rate_bps`` names a field; it is empty if
        the problem concerns the whole input.

    Examples
    --------
    >>> try:
    ...     bufferlab.run("anomaly", set={"groups.tcp.count": -1})
    ... except bufferlab.Problem as problem:
    ...     print(problem.path)
    groups.tcp.count
    """

    about: str
    problems: list[tuple[str, str]]

    def __init__(self, about: str, problems: Sequence[tuple[str, str]]) -> None:
        self.about = about
        self.problems = list(problems)
        lines = [f"{path}: {message}" if path else message for path, message in self.problems]
        super().__init__(f"{about}: " + "\n".join(lines))

    @property
    def path(self) -> str:
        """Path of the first problem; empty if it concerns the whole input."""
        return self.problems[0][0] if self.problems else ""

    @property
    def message(self) -> str:
        """Message of the first problem: what is wrong, and what is accepted."""
        return self.problems[0][1] if self.problems else str(self)

    def __reduce__(self) -> tuple[type[Problem], tuple[str, list[tuple[str, str]]]]:
        """Support pickling, for errors that cross processes."""
        return (type(self), (self.about, self.problems))
