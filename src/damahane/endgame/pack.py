"""Tables as one file: compressed in blocks, with an index of where they begin.

A file is a line that says what it is, a line of JSON, and the blocks. The JSON holds `rules`,
`pieces`, `stretch` (see `Tables`), `base` (the rule set from which only the differences are kept,
or null), `size` of all results, `block` (how many are in a block, but for the last), `ends` (where
each block ends, counted from the end of that line) and `crc` of all results. A block is raw LZMA2.
Differences are results xored.
"""

from __future__ import annotations

import json
import lzma
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from damahane.errors import DamahaneError

from .store import write_whole
from .tables import Tables

MAGIC = b"damahane endgame tables 1\n"
SUFFIX = ".endgames"
BLOCK = 1 << 22
_DECODER: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "lc": 0, "lp": 0, "pb": 0, "dict_size": BLOCK}
]
_ENCODER: list[dict[str, Any]] = [
    {**_DECODER[0], "preset": 9, "nice_len": 273, "mf": lzma.MF_BT4, "depth": 1000}
]

Mapped = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
"""What does as `map` does."""


class PackError(DamahaneError):
    """A file of tables is not what it should be."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What a file of tables says of itself.

    Attributes:
        rules: the id of the rule set.
        pieces: up to how many pieces.
        stretch: see `Tables`.
        base: the id of the rule set from which only the differences are kept, or None.
        size: of all results.
        block: how many are in a block, but for the last.
        ends: where each block ends.
        crc: of all results.
    """

    rules: str
    pieces: int
    stretch: int
    base: str | None
    size: int
    block: int
    ends: tuple[int, ...]
    crc: int


def pack(path: Path, tables: Tables, base: Tables | None = None, run: Mapped = map) -> int:
    """Write tables into a file.

    Args:
        path: the file.
        tables: the tables.
        base: tables of another rule set and as many pieces, to keep the differences from.
        run: does what `map` does, to compress on several threads.

    Returns:
        The size of the file in bytes.

    Raises:
        DamahaneError: the file cannot be written.
    """
    values = tables.values if base is None else tables.values ^ base.values
    blocks = list(run(_compressed, [values[i : i + BLOCK] for i in range(0, values.size, BLOCK)]))
    head = json.dumps(
        {
            "rules": tables.rules.id,
            "pieces": tables.pieces,
            "stretch": tables.stretch,
            "base": None if base is None else base.rules.id,
            "size": values.size,
            "block": BLOCK,
            "ends": list(accumulate(len(block) for block in blocks)),
            "crc": zlib.crc32(tables.values.data),
        }
    )
    chunks = [MAGIC, head.encode() + b"\n", *blocks]
    write_whole(path, chunks)
    return sum(len(chunk) for chunk in chunks)


def _compressed(block: npt.NDArray[np.uint8]) -> bytes:
    return lzma.compress(block.tobytes(), format=lzma.FORMAT_RAW, filters=_ENCODER)


def head_of(data: bytes, name: str) -> tuple[Packed, memoryview]:
    """What a file says of itself, and its blocks.

    Raises:
        PackError: it is no such file, or not whole.
    """
    end = data.find(b"\n", len(MAGIC))
    if not data.startswith(MAGIC) or end < 0:
        raise PackError(f"{name} holds no endgame tables; expected them to begin {MAGIC!r}")
    try:
        found = json.loads(data[len(MAGIC) : end])
        packed = Packed(**{**found, "ends": tuple(found["ends"])})
    except (ValueError, TypeError, KeyError) as error:
        raise PackError(f"{name}: its second line is no description of tables: {error}") from None
    blocks = memoryview(data)[end + 1 :]
    if not packed.ends or len(blocks) != packed.ends[-1]:
        raise PackError(
            f"{name} has {len(blocks)} bytes of blocks; expected {(packed.ends or (0,))[-1]}"
        )
    return packed, blocks


def results_in(
    packed: Packed,
    blocks: memoryview,
    name: str,
    base: npt.NDArray[np.uint8] | None = None,
    run: Mapped = map,
) -> npt.NDArray[np.uint8]:
    """All results of a file.

    Args:
        packed: what it says of itself.
        blocks: its blocks.
        name: its name, for errors.
        base: the results from which it keeps the differences.
        run: does what `map` does, to decompress on several threads.

    Raises:
        PackError: the file is damaged.
    """
    values = np.zeros(packed.size, dtype=np.uint8)

    def decompress(index: int) -> None:
        start = packed.ends[index - 1] if index else 0
        out = values[index * packed.block : (index + 1) * packed.block]
        found = lzma.decompress(
            blocks[start : packed.ends[index]], format=lzma.FORMAT_RAW, filters=_DECODER
        )
        out[:] = np.frombuffer(found, dtype=np.uint8)

    try:
        for _ in run(decompress, range(len(packed.ends))):
            pass
    except (lzma.LZMAError, ValueError) as error:
        raise PackError(f"{name} is damaged: {error}") from None
    if base is not None:
        values ^= base
    if zlib.crc32(values.data) != packed.crc:
        raise PackError(f"{name} is damaged: the sum of its results is not what it says")
    return values
