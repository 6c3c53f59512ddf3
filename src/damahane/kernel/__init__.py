"""The rules of all boards on 64-bit words, compiled by Numba.

Importing this package chooses the folder for compiled code but neither imports Numba nor compiles;
its modules do when they are imported. Start with `damahane.kernel.perft` or `damahane.engine`.
"""

from __future__ import annotations

from .cache import prepare

prepare()
