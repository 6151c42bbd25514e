"""Address of the lab to which links and frames lead."""

from __future__ import annotations

import os

DEFAULT = "http://localhost:4173/"
"""Address at which ``npm start`` serves the lab."""

_address: str | None = None


def lab() -> str:
    """Return the address of the lab to which links and frames lead.

    Returns
    -------
    str
        The address given to `set_lab`, else the environment variable ``BUFFERLAB_LAB``, else localhost.

    Examples
    --------
    >>> bufferlab.set_lab("https://lab.example/")
    >>> bufferlab.lab()
    'https://lab.example/'
    >>> bufferlab.set_lab(None)
    """
    return _address or os.environ.get("BUFFERLAB_LAB") or DEFAULT


def set_lab(address: str | None) -> None:
    """Set the address of the lab to which links and frames lead.

    Parameters
    ----------
    address : str or None
        Address that begins with ``https://`` or ``http://``; ``None`` restores the default.

    Raises
    ------
    ValueError
        The address begins with neither ``https://`` nor ``http://``.

    Examples
    --------
    >>> bufferlab.set_lab("https://lab.example/")
    >>> bufferlab.link("one-flow").startswith("https://lab.example/#")
    True
    >>> bufferlab.set_lab(None)
    """
    global _address
    if address is not None and not address.startswith(("https://", "http://")):
        raise ValueError(f"the address of the lab must begin with https:// or http://, got {address!r}")
    _address = address


def address(fragment: str, base: str | None = None) -> str:
    """Return the complete link for a fragment."""
    return f"{(base or lab()).split('#')[0]}#{fragment}"
