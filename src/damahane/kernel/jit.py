"""How the kernel is compiled.

Types are not annotated in compiled functions: Numba ignores annotations, and what counts, that
words are `np.uint64` and numbers `np.int64`, the signatures of the entries say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import extending

Function = Callable[..., Any]

intrinsic: Callable[[Function], Function] = extending.intrinsic
_njit: Callable[..., Any] = numba.njit


_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def inner(function: Function) -> Function:
    """Compile a function into those that call it."""
    compiled: Function = _njit(**_OPTIONS)(function)
    return compiled


def entry(signature: Any, *, makes_arrays: bool = False) -> Callable[[Function], Function]:
    """Compile a function for one signature when it is defined, and keep the machine code.

    For functions called from Python, and for those that call themselves. In the latter, a number
    that is passed on is wrapped in its type: a literal would break the second start (numba issue
    6061).

    Args:
        signature: the types of arguments and result.
        makes_arrays: whether the function makes arrays. Others, and what is compiled into them, do
            without counting references, which took a fifth of the time of a search.
    """
    wrapped: Callable[[Function], Function] = _njit(
        signature, cache=True, **_OPTIONS | {"_nrt": makes_arrays}
    )
    return wrapped
