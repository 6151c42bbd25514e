"""Where the lab is that links lead to."""

from __future__ import annotations

import os

DEFAULT = "http://localhost:4173/"
"""Where ``npm start`` serves it."""

_given: str | None = None


def lab() -> str:
    """Address of the lab that links and frames lead to: what `set_lab` said, else ``BUFFERLAB_LAB``, else localhost."""
    return _given or os.environ.get("BUFFERLAB_LAB") or DEFAULT


def set_lab(address: str | None) -> None:
    """Has links and frames lead to the lab at this address (``https://…``); ``None``: where they did at first."""
    global _given
    if address is not None and not address.startswith(("https://", "http://")):
        raise ValueError(f"the lab's address begins with https:// or http://, got {address!r}")
    _given = address


def address(fragment: str, base: str | None = None) -> str:
    """A whole link."""
    return f"{(base or lab()).split('#')[0]}#{fragment}"
