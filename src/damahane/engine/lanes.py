"""Operations on rows of small numbers, a whole row at once.

A row is `WIDTH` numbers of an `int16` array, named by where it begins. It is vector code: loops
over rows that may overlap are compiled into slow ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.np.arrayobj import make_array

from damahane.kernel.jit import intrinsic

WIDTH = 64
TOP = 255
"""What a unit of a row counts for at most."""

_SHORT = ir.IntType(16)
_LONG = ir.IntType(32)
_ROW = ir.VectorType(_SHORT, WIDTH)
_make: Callable[..., Any] = make_array


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, place: Any) -> Any:
    data = _make(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), _ROW.as_pointer())


def _load(context: Any, builder: Any, array_type: Any, array: Any, place: Any) -> Any:
    return builder.load(_pointer(context, builder, array_type, array, place), align=2)


@intrinsic
def copy_row(_context: Any, array: Any, _to: Any, _row: Any) -> Any:
    """Write a row to another place."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        value = _load(context, builder, kind, args[0], args[2])
        builder.store(value, _pointer(context, builder, kind, args[0], args[1]), align=2)
        return context.get_dummy_value()

    return types.none(array, types.int64, types.int64), code


@intrinsic
def add_row(_context: Any, array: Any, _to: Any, _row: Any, _plus: Any) -> Any:
    """Write the sum of two rows."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        row, plus = (_load(context, builder, kind, args[0], place) for place in args[2:])
        target = _pointer(context, builder, kind, args[0], args[1])
        builder.store(builder.add(row, plus), target, align=2)
        return context.get_dummy_value()

    return types.none(array, *[types.int64] * 3), code


@intrinsic
def sub_row(_context: Any, array: Any, _to: Any, _row: Any, _minus: Any) -> Any:
    """Write the difference of two rows."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        row, minus = (_load(context, builder, kind, args[0], place) for place in args[2:])
        target = _pointer(context, builder, kind, args[0], args[1])
        builder.store(builder.sub(row, minus), target, align=2)
        return context.get_dummy_value()

    return types.none(array, *[types.int64] * 3), code


@intrinsic
def change_row(_context: Any, array: Any, _to: Any, _row: Any, _plus: Any, _minus: Any) -> Any:
    """Write a row with one row added and another taken away."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        row, plus, minus = (_load(context, builder, kind, args[0], place) for place in args[2:])
        target = _pointer(context, builder, kind, args[0], args[1])
        builder.store(builder.sub(builder.add(row, plus), minus), target, align=2)
        return context.get_dummy_value()

    return types.none(array, *[types.int64] * 4), code


@intrinsic
def weigh_row(_context: Any, array: Any, _row: Any, _weights: Any) -> Any:
    """The sum of the squares of a row's units, each kept within 0 and `TOP`, times its weight.

    Weights are within 127 either way.
    """

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        row, weights = (_load(context, builder, kind, args[0], place) for place in args[1:])
        low = ir.Constant(_ROW, [0] * WIDTH)
        high = ir.Constant(_ROW, [TOP] * WIDTH)
        row = builder.select(builder.icmp_signed(">", row, low), row, low)
        row = builder.select(builder.icmp_signed("<", row, high), row, high)
        wide = ir.VectorType(_LONG, WIDTH)
        product = builder.mul(
            builder.sext(row, wide), builder.sext(builder.mul(row, weights), wide)
        )
        size = WIDTH
        while size > 1:
            size //= 2
            halves = [
                ir.Constant(ir.VectorType(_LONG, size), list(range(begin, begin + size)))
                for begin in (0, size)
            ]
            first, second = (builder.shuffle_vector(product, product, half) for half in halves)
            product = builder.add(first, second)
        total = builder.extract_element(product, ir.Constant(_LONG, 0))
        return builder.sext(total, ir.IntType(64))

    return types.int64(array, types.int64, types.int64), code
