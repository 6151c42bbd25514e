"""Models, the catalog, presets, the schema, and that the stubs tell the truth."""

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
def test_every_model_gives_what_the_program_prints(id: str, program: Callable[..., str]) -> None:
    assert bufferlab.model(id) == json.loads(program("model", id, "--json"))


def test_a_model_runs_over_a_grid(program: Callable[..., str]) -> None:
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
    ("given", "said"),
    [
        ({"id": "m/m/1"}, "models: "),
        ({"id": "mm1b-bulk", "set": {"buffer": 1}}, "buffer_bytes"),
        ({"id": "mm1b-bulk", "set": {"buffer_bytes": "1 s"}}, "B"),
        ({"id": "mm1b-bulk", "over": {"buffer_bytes": "1:2"}}, "buffer_bytes"),
        (
            {"id": "mm1b-bulk", "over": {"buffer_bytes": "1kB:9kB:10000", "udp_load": "0:0.5:10000"}},
            "at most",
        ),
    ],
)
def test_what_a_model_does_not_accept_is_a_problem(given: dict[str, object], said: str) -> None:
    with pytest.raises(bufferlab.Problem, match=said):
        bufferlab.model(**given)  # type: ignore[arg-type]


def test_listings_are_the_programs(program: Callable[..., str]) -> None:
    assert bufferlab.catalog() == json.loads(program("catalog", "--json"))
    assert bufferlab.schema() == json.loads(program("schema"))
    assert bufferlab.presets() == json.loads(program("presets", "--json"))


def test_links_are_those_of_the_corpus() -> None:
    corpus = Path(__file__).parents[3] / "tests" / "links" / "native.json"
    for id, fragment in json.loads(corpus.read_text(encoding="utf-8")).items():
        assert bufferlab.link(id, base="https://lab.example/") == f"https://lab.example/#{fragment}"


def test_the_package_says_what_it_is() -> None:
    about = metadata.metadata("bufferlab")
    assert about["License-Expression"] == "MIT OR Apache-2.0"
    assert bufferlab.__version__ == about["Version"]
    assert about.get_all("Requires-Dist") == ["ray>=2.10 ; extra == 'ray'"]
    assert about["Requires-Python"] == ">=3.10"


def test_everything_public_says_what_it_is() -> None:
    for name in bufferlab.__all__:
        thing = getattr(bufferlab, name)
        assert name.startswith("__") or thing.__doc__, name


def test_the_stub_names_what_is_there() -> None:
    """Names of the native module's functions, classes and methods, in both directions."""
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
