"""Prints the page of the documentation about the package, as Markdown made from its docstrings and signatures.

``npm run accept -- docs`` writes it to ``docs/reference/python.md``; ``tests/test_reference.py`` compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe

FRONT = """---
title: Python
description: The functions and classes of the Python package bufferlab, from their docstrings.
order: 21
---
"""

PACKAGE = Path(__file__).parent / "package"

#: Modules with public names, in the order of the page.
MODULES = ["bufferlab", "bufferlab.ray"]


def page() -> str:
    """Return the page."""
    loader = griffe.GriffeLoader(search_paths=[PACKAGE], docstring_parser=griffe.Parser.numpy)
    package = loader.load("bufferlab")
    loader.resolve_aliases(implicit=True)
    parts = [FRONT, text_of(package), ""]
    for path in MODULES:
        module = package if path == "bufferlab" else package[path.split(".", 1)[1]]
        for name in public_names(module):
            parts += object_text(module.members[name], f"{path}.{name}")
    return "\n".join(parts).rstrip() + "\n"


def public_names(module: Any) -> list[str]:
    """Return the public names of a module: those of ``__all__``, or those without an underscore that it defines."""
    if module.exports is not None:
        return [str(name) for name in module.exports if not str(name).startswith("__")]
    members = module.members.items()
    return [name for name, member in members if not member.is_alias and not name.startswith("_") and member.docstring]


def object_text(target: Any, path: str, level: int = 2) -> Iterator[str]:
    """Yield the lines about a function, a class or a property, and about the members of a class."""
    target = target.final_target if target.is_alias else target
    yield f"{'#' * level} {path.split('.', 1)[1] if level == 2 else path}"
    yield ""
    if target.is_function:
        yield f"```python\n{signature_of(target, path)}\n```"
        yield ""
    yield text_of(target)
    yield ""
    if target.is_class:
        for name, member in target.members.items():
            if not name.startswith("_") and member.docstring is not None:
                yield from object_text(member, name, level + 1)


def signature_of(target: Any, path: str) -> str:
    """Return how a function or a method is called."""
    parameters = [one for one in target.parameters if one.name != "self"]
    shown = []
    starred = False
    for one in parameters:
        kind = one.kind
        if kind is griffe.ParameterKind.keyword_only and not starred:
            shown.append("*")
            starred = True
        star = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}.get(kind, "")
        starred = starred or star == "*"
        annotation = f": {one.annotation}" if one.annotation is not None else ""
        equals = f" = {one.default}" if one.default is not None and star == "" else ""
        shown.append(f"{star}{one.name}{annotation}{equals if annotation else equals.replace(' ', '')}")
    returns = "" if target.returns is None else f" -> {target.returns}"
    # Private modules hold the public types.
    shown = [one.replace("_inputs.", "").replace("_native.", "") for one in shown]
    returns = returns.replace("_native.", "")
    line = f"{path}({', '.join(shown)}){returns}"
    if len(line) <= 100:
        return line
    return f"{path}(\n" + "".join(f"    {one},\n" for one in shown) + f"){returns}"


def text_of(target: Any) -> str:
    """Return the docstring of an object as Markdown."""
    if target.docstring is None:
        return ""
    parts = [section_text(section) for section in target.docstring.parsed]
    return "\n\n".join(part for part in parts if part)


def section_text(section: Any) -> str:
    """Return a section of a docstring as Markdown."""
    kind = section.kind
    if kind is griffe.DocstringSectionKind.text:
        return code(section.value)
    if kind is griffe.DocstringSectionKind.examples:
        shown = [
            value if part is griffe.DocstringSectionKind.text else f"```python\n{value}\n```"
            for part, value in section.value
        ]
        return "\n\n".join(["Example:", *shown])
    titles = {
        griffe.DocstringSectionKind.parameters: "Parameters",
        griffe.DocstringSectionKind.attributes: "Attributes",
        griffe.DocstringSectionKind.returns: "Returns",
        griffe.DocstringSectionKind.yields: "Yields",
        griffe.DocstringSectionKind.raises: "Raises",
    }
    rows = [f"- {named(item)}{one_line(item.description)}" for item in section.value]
    return "\n".join([f"{titles[kind]}:", "", *rows])


def named(item: Any) -> str:
    """Return the name and the type of a parameter, a result or an error."""
    name = getattr(item, "name", "") or ""
    annotation = str(item.annotation) if item.annotation is not None else ""
    shown = [f"**{name}**"] if name else []
    if annotation and annotation != name:
        shown.append(f"`{annotation}`")
    return f"{', '.join(shown)}: " if shown else ""


def one_line(text: str) -> str:
    """Return a text without line breaks, with code as Markdown marks it."""
    return code(" ".join(text.split()))


def code(text: str) -> str:
    """Return a text of a docstring with the code of Markdown: double backquotes are code in docstrings."""
    return text.replace("``", "`")


if __name__ == "__main__":
    sys.stdout.write(page())
