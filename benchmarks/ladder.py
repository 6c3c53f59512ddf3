"""The ladder: this version against frozen ones, at equal time on one thread each.

`python benchmarks/ladder.py --pairs 100` prints the result against each rung; the games are kept
in `ladder-REVISION.pdn`, and a match that was interrupted goes on from there.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

RUNGS = (("2e9ef39", "the first engine", "250,300"), ("a55eeb2", "the first network", "-10,0"))
"""Revision, what it was, and the differences in Elo between which the sequential test decides."""


def main() -> None:
    """Play the matches, one after another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move")
    parser.add_argument("--only", default="", help="a revision that begins so")
    options = parser.parse_args()
    for revision, name, bounds in RUNGS:
        if not revision.startswith(options.only):
            continue
        print(f"this version v {name} ({revision})", flush=True)
        command = [sys.executable, "-m", "damahane", "match", "this", f"rev={revision}"]
        command += ["--time", str(options.time), "--pairs", str(options.pairs)]
        command += [f"--sprt={bounds}", "--pdn", f"ladder-{revision}.pdn"]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
