"""Models, the catalog, presets, the schema, and the stub file."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import bufferlab
import pytest
from bufferlab import _native


@pytest.mark.parametrize("id", [model["id"] for model in bufferlab.catalog()["models"]])
def test_every_model_equals_the_output_of_the_program(id: str, program: Callable[..., str]) -> None:
    assert bufferlab.model(id) == json.loads(program("model", id, "--json"))


def test_a_model_is_evaluated_over_a_grid(program: Callable[..., str]) -> None:
    table = bufferlab.model(
        "mm1b-bulk",
        set={"b_star_bytes": "7 kB"},
        over={"buffer_bytes": [8000, "30 kB"], "udp_load": "0.01:0.05:3"},
    )
    assert isinstance(table, bufferlab.Table)
    options = [
        "--set",
        "b_star_bytes=7 kB",
        "--over",
        "buffer_bytes=8 kB,30kB",
        "--over",
        "udp_load=0.01:0.05:3",
        "--json",
    ]
    printed = [json.loads(line) for line in program("model", "mm1b-bulk", *options).splitlines()]
    assert table["udp_loss"] == [line["udp_loss"] for line in printed]
    assert table["udp_load"] == [line["point"]["udp_load"] for line in printed]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"id": "m/m/1"}, "models: "),
        ({"id": "mm1b-bulk", "set": {"buffer": 1}}, "buffer_bytes"),
        ({"id": "mm1b-bulk", "set": {"buffer_bytes": "1 s"}}, "B"),
        ({"id": "mm1b-bulk", "over": {"buffer_bytes": "1:2"}}, "buffer_bytes"),
        (
            {"id": "mm1b-bulk", "over": {"buffer_bytes": "1kB:9kB:10000", "udp_load": "0:0.5:10000"}},
            "the maximum",
        ),
    ],
)
def test_invalid_arguments_of_a_model_raise_problem(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(bufferlab.Problem, match=message):
        bufferlab.model(**arguments)  # type: ignore[arg-type]


def test_listings_equal_those_of_the_program(program: Callable[..., str]) -> None:
    assert bufferlab.catalog() == json.loads(program("catalog", "--json"))
    assert bufferlab.schema() == json.loads(program("schema"))
    assert bufferlab.presets() == json.loads(program("presets", "--json"))


def test_links_equal_those_of_the_corpus() -> None:
    corpus = Path(__file__).parents[3] / "tests" / "links" / "native.json"
    for id, fragment in json.loads(corpus.read_text(encoding="utf-8")).items():
        assert bufferlab.link(id, base="https://lab.example/") == f"https://lab.example/#{fragment}"


def test_package_metadata_is_complete() -> None:
    about = metadata.metadata("bufferlab")
    assert about["License-Expression"] == "MIT OR Apache-2.0"
    assert bufferlab.__version__ == about["Version"]
    assert about.get_all("Requires-Dist") == ["ray>=2.10 ; extra == 'ray'"]
    assert about["Requires-Python"] == ">=3.10"


def test_the_stub_file_declares_exactly_the_native_names() -> None:
    """Compare the names of functions, classes and methods in both directions."""
    stub = ast.parse((Path(bufferlab.__file__).parent / "_native.pyi").read_text(encoding="utf-8"))
    declared: dict[str, set[str]] = {}
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            declared[node.name] = set()
        if isinstance(node, ast.ClassDef):
            declared[node.name] = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    there = {name for name in dir(_native) if not name.startswith("__")}
    assert there == set(declared)
    for name, methods in declared.items():
        thing = getattr(_native, name)
        if isinstance(thing, type):
            ours = {part for part in vars(thing) if part not in ("__module__", "__doc__", "__repr__")}
            assert ours == methods, name
