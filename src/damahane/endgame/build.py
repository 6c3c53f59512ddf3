"""Building tables, slice by slice, on an executor.

A task is a function of a folder, a rule set's id and a slice: it reads the slices that moves lead
to, solves its own and writes it. So any executor does whose workers see the folder, and a build
that was broken off goes on with what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from damahane.errors import DamahaneError
from damahane.rules import RuleSet, rule_set

from .index import layout_of, places_of
from .parts import Parts
from .signature import MOST_PIECES, Signature, Slice, slices
from .solve import MOST_PLIES, solve
from .store import Store, forget_broken, size_of, tables_below
from .terms import terms_of


@dataclass(frozen=True, slots=True)
class Solved:
    """What a task has done.

    Attributes:
        part: the slice.
        positions: how many positions it has.
        longest: the most plies to an end.
    """

    part: Slice
    positions: int
    longest: int


def solve_slice(folder: Path, rules: str, part: Slice) -> Solved:
    """Solve a slice whose successors are in the folder, and keep it there.

    Raises:
        RulesError: the rule set is not played on the orthogonal board.
        DamahaneError: a slice it needs is missing or damaged, or the folder cannot be written to.
    """
    terms, store = terms_of(rules), Store(folder)
    values, bases = _successors(store, part)
    layouts = {signature: layout_of(signature) for signature in (*bases, *part.signatures)}
    places, lookup = places_of(
        list(layouts.values()), [bases.get(signature, 0) for signature in layouts]
    )
    own = Parts.of(part.signatures, part.layer)
    plies, counts, results = (np.zeros(own.size, dtype=np.uint8) for _ in range(3))
    longest = solve(
        own.parts, own.leads, terms.half_turn, terms.one_each, values, places, lookup,
        own.local, plies, counts, results,
    )  # fmt: skip
    if longest < 0:
        raise DamahaneError(f"slice {part} of {rules}: an end is more than {MOST_PLIES} plies away")
    store.write(part, results)
    return Solved(part, own.size, longest)


def _successors(store: Store, part: Slice) -> tuple[np.ndarray, dict[Signature, int]]:
    """The results of all positions outside a slice that its moves lead to.

    Returns:
        The results, and where among them each signature's table begins, or would begin: of those
        of as many pieces only one layer is there.
    """
    chunks, bases, at = [], {}, 0
    for signature, table in tables_below(store.folder, part.leader.pieces).items():
        chunks.append(table)
        bases[signature] = at
        at += table.size
    for needed in part.needs():
        chunks.append(store.read(needed))
        for signature in needed.signatures:
            start, end = layout_of(signature).span(needed.layer)
            bases[signature] = at - start
            at += end - start
    return (np.concatenate(chunks) if chunks else np.zeros(1, dtype=np.uint8)), bases


def build(
    rules: RuleSet | str,
    pieces: int,
    folder: Path,
    executor: Executor,
    progress: Callable[[int, int, str], object] | None = None,
) -> list[Solved]:
    """Build the tables of up to so many pieces, those slices that are not in the folder yet.

    Args:
        rules: a rule set of the orthogonal board.
        pieces: how many pieces at most, both sides together.
        folder: where slices are kept.
        executor: what runs the tasks.
        progress: called with the positions done, their number and what has been solved last.

    Returns:
        What has been solved, in that order.

    Raises:
        RulesError: there is no such rule set, or it is of another board.
        DamahaneError: `pieces` is out of range, or the folder cannot be used.
    """
    rules = rule_set(rules)
    terms_of(rules)
    if not 2 <= pieces <= MOST_PIECES:
        raise DamahaneError(f"tables of {pieces} pieces; expected 2 to {MOST_PIECES}")
    store, solved = Store(folder), []
    forget_broken(folder)
    wanted = [part for count in range(2, pieces + 1) for part in slices(count)]
    total = sum(size_of(part) for part in wanted)
    missing = [part for part in wanted if not store.has(part)]
    done = total - sum(size_of(part) for part in missing)
    running: dict[Future[Solved], Slice] = {}
    try:
        while missing or running:
            for part in _ready(missing, list(running.values())):
                missing.remove(part)
                running[executor.submit(solve_slice, folder, rules.id, part)] = part
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                del running[future]
                result = future.result()
                solved.append(result)
                done += result.positions
                if progress is not None:
                    progress(done, total, str(result.part.leader))
    finally:
        for future in running:
            future.cancel()
    return solved


def _ready(missing: list[Slice], running: list[Slice]) -> list[Slice]:
    """The slices for which everything is there."""
    unsolved = set(missing) | set(running)
    fewest = min((part.leader.pieces for part in unsolved), default=0)
    return [
        part
        for part in missing
        if part.leader.pieces == fewest and not unsolved.intersection(part.needs())
    ]
