"""Bit operations on `uint64` that compile to one instruction each.

They can be called from compiled code only.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from .jit import intrinsic

_WORD = types.uint64(types.uint64)
_DEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 0)


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:
    """Number of set bits."""
    return _WORD, lambda _cgctx, builder, _sig, args: builder.ctpop(args[0])


@intrinsic
def ctz(_context: Any, _word: Any) -> Any:
    """Number of the lowest set bit; 64 for zero."""
    return _WORD, lambda _cgctx, builder, _sig, args: builder.cttz(args[0], _DEFINED_AT_ZERO)


@intrinsic
def clz(_context: Any, _word: Any) -> Any:
    """Number of zero bits above the highest set bit; 64 for zero."""
    return _WORD, lambda _cgctx, builder, _sig, args: builder.ctlz(args[0], _DEFINED_AT_ZERO)


@intrinsic
def bswap(_context: Any, _word: Any) -> Any:
    """The board turned top to bottom: rank 1 becomes rank 8, files stay."""
    return _WORD, lambda _cgctx, builder, _sig, args: builder.bswap(args[0])


@intrinsic
def bitreverse(_context: Any, _word: Any) -> Any:
    """The word with its bits in reverse order."""
    return _WORD, lambda _cgctx, builder, _sig, args: builder.bitreverse(args[0])
