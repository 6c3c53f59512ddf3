"""How fast the reference generator lists legal moves, against pydraughts 0.6.7.

Both list the legal moves of the same Turkish positions, read beforehand, one process after the
other. pydraughts shares its package name with another package, so it lives in a virtual
environment of its own::

    python -m venv peer && peer/bin/pip install pydraughts==0.6.7
    python benchmarks/reference.py --python peer/bin/python
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

from damahane import Board, use_kernel

VECTORS = Path(__file__).parent.parent / "tests" / "data" / "turkish.jsonl"

#: Run by the peer's Python: FENs come as JSON on standard input, a count and seconds go out.
PEER = """
import json, sys, time
from importlib.metadata import version
from draughts import Board

boards = [Board(variant="turkish", fen=fen) for fen in json.load(sys.stdin)]
start = time.perf_counter()
for board in boards:
    board.legal_moves()
seconds = time.perf_counter() - start
print(json.dumps([len(boards), seconds, version("pydraughts")]))
"""


def positions() -> list[str]:
    """The Turkish test positions in which both sides have pieces; the peer cannot read others."""
    with VECTORS.open(encoding="utf-8") as lines:
        fens = [json.loads(line)["fen"] for line in lines]
    return [fen for fen in fens if all(side[1:] for side in fen.split(":")[1:])]


def reference_rate(fens: list[str], seconds: float) -> float:
    """Positions a second of the reference generator, over at least this many seconds."""
    use_kernel(False)
    listed, spent = 0, 0.0
    while spent < seconds:
        boards = [Board.from_fen(fen, "dama") for fen in fens]
        start = time.perf_counter()
        for board in boards:
            list(board.legal_moves)
        spent += time.perf_counter() - start
        listed += len(boards)
    return listed / spent


def peer_rate(fens: list[str], python: Path) -> tuple[float, str]:
    """Positions a second of pydraughts, once through all positions, and its version."""
    done = subprocess.run(
        [python, "-c", PEER], input=json.dumps(fens), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{python} cannot run pydraughts:\n{done.stderr.strip()}")
    listed, spent, version = json.loads(done.stdout)
    return listed / spent, version


def main() -> None:
    """Print both rates and their ratio."""
    parser = argparse.ArgumentParser(description="Reference generator against pydraughts.")
    parser.add_argument("--python", type=Path, help="the Python that has pydraughts")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to time our side")
    options = parser.parse_args()

    fens = positions()
    print(f"{len(fens)} Turkish positions, Python {sys.version.split()[0]}")
    ours = reference_rate(fens, options.seconds)
    print(f"{'damahane reference':20} {ours:10,.0f} positions/s")
    if options.python is None:
        print("no peer: give --python to compare (see the top of this file)")
        return
    peer, version = peer_rate(fens, options.python)
    print(f"{'pydraughts ' + version:20} {peer:10,.1f} positions/s")
    print(f"{'ratio':20} {ours / peer:10,.0f} x")


if __name__ == "__main__":
    main()
