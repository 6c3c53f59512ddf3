"""What can go wrong between programs.

The errors are part of the package's hierarchy::

DamahaneError
 ├── ProtocolError     a line or message that is none, or comes at the wrong time
 └── EngineError       another program crashed, kept silent, or answered what cannot be
"""

from __future__ import annotations

from damahane.errors import DamahaneError


class ProtocolError(DamahaneError):
    """A line or message that has not the form the protocol asks for, or comes out of turn."""


class EngineError(DamahaneError):
    """Another program crashed, did not answer in time, or complained."""


class IllegalAnswerError(EngineError):
    """Another program played a move that is not legal."""
