"""The page of the documentation about the package says what the docstrings say, of every public name."""

import importlib.util
from pathlib import Path

import bufferlab

ROOT = Path(__file__).parents[3]


def page() -> str:
    """Return the page as it is made from the sources."""
    spec = importlib.util.spec_from_file_location("reference", ROOT / "engine" / "python" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.page()


def test_the_documentation_has_the_page():
    stored = ROOT / "docs" / "reference" / "python.md"
    assert stored.read_text(encoding="utf-8") == page(), "write it with: npm run accept -- docs"


def test_every_public_name_and_every_parameter_is_on_the_page():
    text = page()
    for name in bufferlab.__all__:
        if name.startswith("__"):
            continue
        assert f"\n## {name}\n" in text
        member = getattr(bufferlab, name)
        if not isinstance(member, type):
            continue
        for attribute in vars(member):
            if not attribute.startswith("_") and getattr(member, attribute).__doc__:
                assert f"\n### {attribute}\n" in text, f"{name}.{attribute}"
