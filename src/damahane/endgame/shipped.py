"""The tables that come with the package."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from damahane.rules import RULE_SETS, RuleSet, rule_set

from .pack import SUFFIX, PackError, head_of, results_in
from .tables import Tables

_THREADS = 2
_LOCK = threading.Lock()
_LOADED: dict[str, Tables | None] = {}


def shipped(rules: RuleSet | str) -> Tables | None:
    """The tables of a rule set, or None where there are none. The first call reads them.

    Raises:
        RulesError: there is no such rule set.
        PackError: a file is damaged.
    """
    rules = rule_set(rules)
    if RULE_SETS.get(rules.id) != rules:
        return None
    with _LOCK:
        if rules.id not in _LOADED:
            _LOADED[rules.id] = _load(rules)
        return _LOADED[rules.id]


def _load(rules: RuleSet) -> Tables | None:
    name = f"{rules.id}{SUFFIX}"
    if not files("damahane.endgame").joinpath("data", name).is_file():
        return None
    with ThreadPoolExecutor(_THREADS) as pool:
        values, pieces, stretch = _results(rules.id, pool)
        return Tables.joined(rules, pieces, values, stretch, pool.map)


def _results(rules: str, pool: ThreadPoolExecutor) -> tuple[npt.NDArray[np.uint8], int, int]:
    name = f"{rules}{SUFFIX}"
    packed, blocks = head_of(files("damahane.endgame").joinpath("data", name).read_bytes(), name)
    base = None
    if packed.base is not None:
        base, pieces, _ = _results(packed.base, pool)
        if pieces != packed.pieces:
            raise PackError(
                f"{name} keeps differences from tables of {packed.pieces} pieces; "
                f"{packed.base} has {pieces}"
            )
    return results_in(packed, blocks, name, base, pool.map), packed.pieces, packed.stretch
