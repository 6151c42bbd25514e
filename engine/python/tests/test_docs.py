"""Docstrings: every public thing has one in NumPy style, and all examples work as written."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bufferlab
import bufferlab.ray
import pytest

README = Path(__file__).parents[1] / "README.md"


def public() -> Iterator[tuple[str, Any]]:
    """Yield the name and the object of each public function, class, method and property."""
    yield "bufferlab", bufferlab
    things = {name: getattr(bufferlab, name) for name in bufferlab.__all__ if not name.startswith("__")}
    for name, thing in {**things, "ray.Executor": bufferlab.ray.Executor}.items():
        yield name, thing
        if inspect.isclass(thing):
            parts = [(part, value) for part, value in vars(thing).items() if not part.startswith("_")]
            yield from ((f"{name}.{part}", value) for part, value in parts if is_code(value))


def is_code(value: object) -> bool:
    """Return true for methods and properties, false for data and slots."""
    if inspect.ismemberdescriptor(value):
        return False
    return inspect.isroutine(value) or inspect.isdatadescriptor(value) or hasattr(value, "func")


def section(doc: str, heading: str) -> str:
    """Return the text of a section of a docstring in NumPy style; empty if it has none."""
    found = re.search(rf"^{heading}\n-+\n(.*?)(?=^\S[^\n]*\n-{{3,}}\n|\Z)", doc, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_docstrings_describe_all_parameters_and_the_result(name: str) -> None:
    thing = PUBLIC[name]
    doc = inspect.getdoc(thing)
    assert doc, f"{name} has no docstring"
    if not inspect.isfunction(thing):
        return
    signature = inspect.signature(thing)
    parameters = [parameter for parameter in signature.parameters if parameter != "self"]
    for parameter in parameters:
        assert re.search(rf"^(\*\*?)?{parameter}\b", section(doc, "Parameters"), re.MULTILINE), f"{name}: {parameter}"
    if signature.return_annotation not in ("None", "Iterator[dict[str, Any]]"):
        assert section(doc, "Returns"), f"{name} does not describe its result"


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if not inspect.isdatadescriptor(thing)])
def test_examples_of_docstrings_work(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    doc = inspect.getdoc(PUBLIC[name]) or ""
    example = doctest.DocTestParser().get_doctest(doc, {"bufferlab": bufferlab}, name, None, 0)
    if name not in ("Sweep.close", "ray.Executor.submit") and not hasattr(PUBLIC[name], "func"):
        assert example.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    result = runner.run(example, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("number", range(2))
def test_examples_of_the_readme_work(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    exec(compile(blocks[number], str(README), "exec"), {})


ROOT = Path(__file__).parents[3]


def test_the_example_of_the_project_prints_what_its_readme_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [(code, printed)] = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out == printed


def test_the_example_for_researchers_works() -> None:
    text = (ROOT / "docs" / "start" / "researcher.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, "researcher.md", "exec"), names)
    assert set(names["means"]["n"]) == {3}
