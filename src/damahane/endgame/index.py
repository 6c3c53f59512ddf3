"""The places of positions in their tables.

A table has a row for each way in which the men can stand, or where there are none, the own kings;
this is the *lead*. A row has a column for each way in which the other pieces can. Men have 48
squares: never their own first rank, which they leave from the start, nor the crowning rank. Of a
lead and its mirror image one has a row; a lead that is its own mirror image has one in which
mirrored positions have columns of their own.

Rows are in the order of their layers, so that a layer is one stretch of the table.

Sets of squares are numbered as usual: the n-th smallest of k squares counts C(square, n), squares
that are taken left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from damahane.kernel.bits import bitreverse, bswap, ctz, popcount
from damahane.kernel.jit import entry, inner
from damahane.kernel.moves import ONE, ZERO
from damahane.kernel.position import Words

from .signature import MOST_PIECES, Signature

CHOOSE = np.array([[comb(n, k) for n in range(65)] for k in range(MOST_PIECES + 1)], dtype=np.int64)
"""Ways to choose k of n squares."""

FIRST_RANK = np.uint64(0xFF)
LAST_RANK = np.uint64(0xFF00000000000000)
EIGHT = np.uint64(8)
MEN_SQUARES = 48

FLIP, SYMMETRIC = 1, 2
"""Bits of an entry of `lookup`, below the row: the lead has to be mirrored; it is its own mirror
image."""
ROW_SHIFT = 2

BASE, LOOKUP, COLUMNS, INNER, LEAD_INNER = 0, 1, 2, 3, 4
"""Columns of `places`: where a signature's table begins among the values (which may be before the
first, where only a later part is there), where its leads begin in the lookup, how many columns it
has, ways in which the last group of a column and of a lead can stand."""
PLACE_COLUMNS = 5
SIGNATURES = MOST_PIECES**4
"""Rows of `places`, by `number_of`."""


def number_of(signature: Signature) -> int:
    """The number of a signature, as compiled code counts it."""
    a, b, c, d = signature
    return a + MOST_PIECES * (b + MOST_PIECES * (c + MOST_PIECES * d))


@inner
def mirrored(word):
    """A set of squares seen in a mirror: files exchanged, ranks kept."""
    return bswap(bitreverse(word))


@inner
def ranked(pieces, taken):
    """The number of a set of squares among those as large of squares that are not taken."""
    index, k = np.int64(0), 1
    while pieces != ZERO:
        square = ctz(pieces)
        below = (ONE << square) - ONE
        index += CHOOSE[k, np.int64(square - popcount(taken & below))]
        pieces &= pieces - ONE
        k += 1
    return index


@inner
def unranked(index, size, taken):
    """The set of `size` squares that has a number; the inverse of `ranked`."""
    found, n = ZERO, np.int64(63)
    for k in range(size, 0, -1):
        if k == 1:
            n = index
        while CHOOSE[k, n] > index:
            n -= 1
        index -= CHOOSE[k, n]
        square, rest = np.uint64(n), taken
        while rest != ZERO and ctz(rest) <= square:
            square += ONE
            rest &= rest - ONE
        found |= ONE << square
        n -= 1
    return found


@inner
def slot(own_men, own_kings, their_men, their_kings, places, lookup):
    """Where a position stands.

    Returns:
        The number of its signature, its place in the table of the signature, and the entry of its
        lead.
    """
    number = np.int64(popcount(own_men)) + MOST_PIECES * (
        np.int64(popcount(own_kings))
        + MOST_PIECES
        * (np.int64(popcount(their_men)) + MOST_PIECES * np.int64(popcount(their_kings)))
    )
    men = own_men | their_men
    if men != ZERO:
        lead = ranked(own_men, FIRST_RANK) * places[number, LEAD_INNER]
        lead += ranked(their_men, FIRST_RANK | own_men)
    else:
        lead = ranked(own_kings, ZERO)
    found = np.int64(lookup[places[number, LOOKUP] + lead])
    if (found & FLIP) != 0:
        men, own_kings, their_kings = mirrored(men), mirrored(own_kings), mirrored(their_kings)
    if men != ZERO:
        column = ranked(own_kings, men) * places[number, INNER]
        column += ranked(their_kings, men | own_kings)
    else:
        column = ranked(their_kings, own_kings)
    return number, (found >> ROW_SHIFT) * places[number, COLUMNS] + column, found


@inner
def position_at(lead_own, lead_their, has_men, own_kings, their_kings, column, inner_count):
    """The words of the position in a column of a lead's row; the inverse of `slot`.

    `own_kings` and `their_kings` are numbers here.
    """
    if not has_men:
        return ZERO, lead_own, ZERO, unranked(column, their_kings, lead_own)
    men = lead_own | lead_their
    kings = unranked(column // inner_count, own_kings, men)
    theirs = unranked(column % inner_count, their_kings, men | kings)
    return lead_own, kings, lead_their, theirs


@entry("UniTuple(uint64,4)(uint64,uint64,boolean,int64,int64,int64,int64)")
def words_at(lead_own, lead_their, has_men, own_kings, their_kings, column, inner_count):
    """See `position_at`; for callers in Python."""
    return position_at(lead_own, lead_their, has_men, own_kings, their_kings, column, inner_count)


@inner
def advance_of(men):
    """How far men that play up the board have come from their second rank, together."""
    steps = np.int64(0)
    while men != ZERO:
        steps += np.int64(ctz(men)) // 8 - 1
        men &= men - ONE
    return steps


@entry("void(int64,int64,int64,int32[::1],uint8[::1])")
def survey_leads(own_men, own_kings, their_men, lookup, layers):
    """Write for each lead the number of its mirror image, and its layer."""
    if own_men + their_men == 0:
        for lead in range(lookup.size):
            kings = unranked(np.int64(lead), own_kings, ZERO)
            lookup[lead] = ranked(mirrored(kings), ZERO)
            layers[lead] = 0
        return
    inner_count = CHOOSE[their_men, MEN_SQUARES - own_men]
    for outer in range(lookup.size // inner_count):
        own = unranked(np.int64(outer), own_men, ZERO)
        own_mirrored = mirrored(own << EIGHT)
        image = ranked(own_mirrored, FIRST_RANK) * inner_count
        steps = advance_of(own << EIGHT)
        for last in range(inner_count):
            theirs = unranked(np.int64(last), their_men, own) << EIGHT
            lead = outer * inner_count + last
            lookup[lead] = image + ranked(mirrored(theirs), FIRST_RANK | own_mirrored)
            layers[lead] = steps + advance_of(bswap(theirs))


@entry("void(int32[::1],uint8[::1],int64[::1])")
def count_rows(lookup, layers, starts):
    """Write for each layer the row at which it begins, and behind them the number of rows."""
    for lead in range(lookup.size):
        if lead <= lookup[lead]:
            starts[layers[lead] + 1] += 1
    for layer in range(1, starts.size):
        starts[layer] += starts[layer - 1]


@entry("void(int32[::1],uint8[::1],int64[::1])")
def give_rows(lookup, layers, following):
    """Put entries in the place of the numbers of mirror images.

    `following` holds the first row of each layer.
    """
    done = 255
    for lead in range(lookup.size):
        if layers[lead] == done:
            continue
        image, row = np.int64(lookup[lead]), following[layers[lead]]
        following[layers[lead]] += 1
        if image == lead:
            lookup[lead] = row << ROW_SHIFT | SYMMETRIC
        else:
            lookup[lead] = row << ROW_SHIFT
            lookup[image] = row << ROW_SHIFT | FLIP
            layers[image] = done


@entry("void(int64,int64,int64,int32[::1],uint64[:,::1])")
def list_leads(own_men, own_kings, their_men, lookup, leads):
    """Write the lead of each row."""
    inner_count = CHOOSE[their_men, MEN_SQUARES - own_men]
    for lead in range(lookup.size):
        if (lookup[lead] & FLIP) != 0:
            continue
        row = np.int64(lookup[lead]) >> ROW_SHIFT
        if own_men + their_men > 0:
            own = unranked(lead // inner_count, own_men, ZERO)
            leads[row, 0] = own << EIGHT
            leads[row, 1] = unranked(lead % inner_count, their_men, own) << EIGHT
        else:
            leads[row, 0], leads[row, 1] = unranked(np.int64(lead), own_kings, ZERO), ZERO


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """How the table of a signature is laid out.

    Attributes:
        signature: which.
        lookup: the entry of each lead, int32, (leads,).
        starts: the row at which each layer begins, and behind them the number of rows, int64.
        columns: how many there are in a row.
        inner: ways in which the other side's kings can stand.
    """

    signature: Signature
    lookup: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64]
    columns: int
    inner: int

    @classmethod
    def of(cls, signature: Signature) -> Layout:
        """The layout of a signature's table, made anew; see `layout_of`."""
        a, b, c, _ = signature
        count = comb(MEN_SQUARES, a) * comb(MEN_SQUARES - a, c) if a + c else comb(64, b)
        lookup, layers = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.uint8)
        survey_leads(a, b, c, lookup, layers)
        starts = np.zeros(signature.layers + 1, dtype=np.int64)
        count_rows(lookup, layers, starts)
        give_rows(lookup, layers, starts[:-1].copy())
        return cls(signature, lookup, starts, *columns_of(signature))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self.starts[-1])

    @property
    def size(self) -> int:
        """How many positions have a place."""
        return self.rows * self.columns

    @property
    def symmetric(self) -> npt.NDArray[np.bool_]:
        """For each row, whether mirror images have places of their own, (rows,)."""
        entries = self.lookup[(self.lookup & FLIP) == 0]
        found = np.zeros(self.rows, dtype=np.bool_)
        found[entries >> ROW_SHIFT] = (entries & SYMMETRIC) != 0
        return found

    def rows_of(self, layer: int) -> tuple[int, int]:
        """The first row of a layer and the one behind its last."""
        return int(self.starts[layer]), int(self.starts[layer + 1])

    def span(self, layer: int) -> tuple[int, int]:
        """Where the positions of a layer begin and end in the table."""
        begin, end = self.rows_of(layer)
        return begin * self.columns, end * self.columns

    def position(self, place: int) -> Words:
        """The words of the position at a place of the table."""
        row, column = divmod(place, self.columns)
        a, b, c, d = self.signature
        own, theirs = leads_of(self.signature)[row]
        found = words_at(own, theirs, a + c > 0, b, d, column, self.inner)
        return (int(found[0]), int(found[1]), int(found[2]), int(found[3]))


def columns_of(signature: Signature) -> tuple[int, int]:
    """How many columns a row has, and ways in which the other side's kings can stand."""
    a, b, c, d = signature
    inner_count = comb(64 - a - b - c, d)
    return (comb(64 - a - c, b) * inner_count if a + c else inner_count), inner_count


@lru_cache(maxsize=256)
def layout_of(signature: Signature) -> Layout:
    """The layout of a signature's table."""
    return Layout.of(signature)


@lru_cache(maxsize=256)
def leads_of(signature: Signature) -> npt.NDArray[np.uint64]:
    """The lead of each row: the men, own and theirs, or the own kings and nothing, (rows, 2)."""
    a, b, c, _ = signature
    layout = layout_of(signature)
    leads = np.zeros((layout.rows, 2), dtype=np.uint64)
    list_leads(a, b, c, layout.lookup, leads)
    return leads


def places_of(
    layouts: Sequence[Layout], bases: Sequence[int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The tables of some signatures for compiled code: `places` and `lookup`.

    Args:
        layouts: the layouts.
        bases: where each one's table begins among the values.
    """
    places = np.zeros((SIGNATURES, PLACE_COLUMNS), dtype=np.int64)
    at = 0
    for layout, base in zip(layouts, bases, strict=True):
        a, _, c, _ = layout.signature
        row = (base, at, layout.columns, layout.inner, comb(MEN_SQUARES - a, c))
        places[number_of(layout.signature)] = row
        at += layout.lookup.size
    lookups = [layout.lookup for layout in layouts]
    return places, np.concatenate(lookups) if lookups else np.zeros(1, dtype=np.int32)
