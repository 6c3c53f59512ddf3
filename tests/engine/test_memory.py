"""The engine's memory: what it takes stays what it was, however many thoughts it has."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("resource", reason="the most memory a process had is known on Unix alone")

#: Thinks in a process of its own, since the most it had is all that the system tells.
PROGRAM = """
import gc, json, resource, sys, tracemalloc
from numba.core.runtime import rtsys
from damahane.engine import Limits, Request, think
from damahane.training.bench import POSITIONS

def thoughts(count):
    fens = POSITIONS["orthogonal8"]
    for number in range(count):
        assert think(Request(fen=fens[number % len(fens)], limits=Limits(nodes=2000))).nodes > 0
    gc.collect()

def most():
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

def held():
    stats = rtsys.get_allocation_stats()
    return stats.alloc - stats.free

thoughts(100)
before, arrays = most(), held()
thoughts(1000)
process, arrays = most() - before, held() - arrays
tracemalloc.start()
thoughts(24)
before = tracemalloc.get_traced_memory()[0]
thoughts(120)
objects = tracemalloc.get_traced_memory()[0] - before
print(json.dumps({"process": process, "arrays": arrays, "objects": objects}))
"""


def test_a_thousand_thoughts_take_no_memory() -> None:
    """Neither the process, nor compiled code, nor Python's objects grow with them."""
    env = os.environ | {"NUMBA_NRT_STATS": "1"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env, timeout=300)
    grown = json.loads(done.stdout)
    assert grown["process"] < 4 << 20, grown
    assert grown["arrays"] == 0, grown
    assert grown["objects"] < 64 << 10, grown
