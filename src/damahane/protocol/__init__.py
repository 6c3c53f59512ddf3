"""The engine for other programs, and other programs' engines for us.

`stdio.serve` is the engine's side of the Hub protocol, `HubEngine` the client's; `dxp` plays
international draughts against other programs over the network. Importing this package imports
neither Numba nor the engine's compiled parts.
"""

from __future__ import annotations

from .client import HubEngine, Info, Parameter, Reply
from .errors import EngineError, IllegalAnswerError, ProtocolError

__all__ = [
    "EngineError",
    "HubEngine",
    "IllegalAnswerError",
    "Info",
    "Parameter",
    "ProtocolError",
    "Reply",
]
