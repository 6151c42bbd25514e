"""What is not accepted, and where."""

from __future__ import annotations

from collections.abc import Sequence


class Problem(ValueError):
    """Something that was given is not accepted.

    ``str(problem)`` says where, what is wrong, and what is accepted. A document may have several problems; all of
    them are in ``problems``.

    Attributes:
        about: What they concern: a preset, a file, an option.
        problems: ``(path, message)`` of each, in order; a path such as ``groups.udp.traffic.rate_bps`` leads to the
            field, and is empty where the whole is meant.
    """

    about: str
    problems: list[tuple[str, str]]

    def __init__(self, about: str, problems: Sequence[tuple[str, str]]) -> None:
        self.about = about
        self.problems = list(problems)
        said = [f"{path}: {message}" if path else message for path, message in self.problems]
        super().__init__(f"{about}: " + "\n".join(said))

    @property
    def path(self) -> str:
        """Path of the first problem."""
        return self.problems[0][0] if self.problems else ""

    @property
    def message(self) -> str:
        """What is wrong there, and what is accepted."""
        return self.problems[0][1] if self.problems else str(self)

    def __reduce__(self) -> tuple[type[Problem], tuple[str, list[tuple[str, str]]]]:
        """Pickles as what it was made of, for errors that cross processes."""
        return (type(self), (self.about, self.problems))
