"""Mining: round after round of games and set-ups, and the best of what was found.

A task is told a folder, a rule set, a source, a seed and a number, and writes what it has found
there; so any executor does whose workers see the folder, and mining that was broken off goes on
with the rounds that are missing. The bank that comes of it depends on seed, rounds and target only.
"""

from __future__ import annotations

import json
import lzma
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, as_completed
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Final

from damahane.endgame.store import forget_broken, write_whole
from damahane.errors import DamahaneError
from damahane.kernel.cache import source_hash
from damahane.rules import rule_set

from .bank import BankError, Puzzle
from .find import SOURCES, Find, search_round
from .grade import QUIET, grade_of

RULES: Final = ("dama",)
SIZES: Final = (6, 9, 12, 15)
"""The most pieces of the first sizes a bank has shares of; the last has more."""


def folder_of(rules: str, seed: int, root: Path | None = None) -> Path:
    """The folder of finished rounds: of one's own choice, or in the user's data directory.

    The latter belongs to this version of the code: another one finds other puzzles.
    """
    if root is not None:
        return root
    import platformdirs

    data = platformdirs.user_data_path("damahane", appauthor=False) / "puzzles"
    return data / f"{rules}-{seed}-{source_hash()}"


def round_path(folder: Path, source: str, number: int) -> Path:
    """The file of a finished round."""
    return folder / f"{source}-{number:04}.jsonl.xz"


def mine_round(folder: Path, rules: str, source: str, seed: int, number: int) -> int:
    """Look through a round and keep what it has in the folder; returns how many puzzles.

    Raises:
        DamahaneError: the folder cannot be written to.
    """
    finds = search_round(rules, source, seed, number)
    lines = [json.dumps(_pack(find), separators=(",", ":")) + "\n" for find in finds]
    data = lzma.compress("".join(lines).encode())
    write_whole(round_path(folder, source, number), [data])
    return len(finds)


def _pack(find: Find) -> dict[str, object]:
    return {
        "puzzle": find.puzzle.pack(), "merit": find.merit, "core": find.core, "motif": find.motif
    }  # fmt: skip


def read_round(path: Path) -> list[Find]:
    """What a round has found, graded as puzzles are now.

    Raises:
        BankError: the file cannot be read, or is damaged.
    """
    try:
        kept = [json.loads(line) for line in lzma.decompress(path.read_bytes()).splitlines()]
        finds = [Find(**one | {"puzzle": Puzzle.unpack(one["puzzle"])}) for one in kept]
    except (OSError, lzma.LZMAError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise BankError(
            f"{path} is not a round of puzzles: {error}. Remove it and mine again"
        ) from error
    return [
        replace(find, puzzle=replace(find.puzzle, grade=grade_of(find.puzzle.difficulty)))
        for find in finds
    ]


def mine(
    folder: Path,
    executor: Executor,
    *,
    rules: str = "dama",
    seed: int = 1,
    rounds: int,
    target: int,
    progress: Callable[[int, int, str], object] | None = None,
) -> list[Puzzle]:
    """Look through rounds of each source, those that are not in the folder yet; choose the best.

    Args:
        folder: where finished rounds are kept.
        executor: what runs the tasks.
        rules: id of the rule set.
        seed: another seed finds others.
        rounds: of each source.
        target: how many puzzles to choose at most.
        progress: called with the rounds done, their number and what has been found last.

    Returns:
        The puzzles, easiest first.

    Raises:
        DamahaneError: puzzles are not kept of these rules, or the folder cannot be used.
    """
    if rule_set(rules).id not in RULES:
        raise DamahaneError(f"no puzzles are kept of {rules!r}; expected {', '.join(RULES)}")
    forget_broken(folder)
    wanted = list(product(range(rounds), SOURCES))
    missing = [(n, s) for n, s in wanted if not round_path(folder, s, n).exists()]
    done = len(wanted) - len(missing)
    if progress is not None:
        progress(done, len(wanted), "")
    running: dict[Future[int], str] = {
        executor.submit(mine_round, folder, rules, source, seed, number): f"{source} {number}"
        for number, source in missing
    }
    try:
        for future in as_completed(running):
            done += 1
            if progress is not None:
                progress(done, len(wanted), f"{running[future]}: {future.result()} found")
            future.result()
    finally:
        for future in running:
            future.cancel()
    finds = [find for n, s in wanted for find in read_round(round_path(folder, s, n))]
    return sorted(
        (find.puzzle for find in choose(finds, target)),
        key=lambda puzzle: (puzzle.difficulty, puzzle.id),
    )


def choose(finds: Iterable[Find], target: int) -> list[Find]:
    """The best, from each kind in turn, no two of them alike.

    A kind is of a source, of a number of moves, of a size, with a quiet key or without one, with a
    king to move or without one. So what is seldom found is not crowded out by what is often found.
    """
    kinds: dict[tuple[object, ...], list[Find]] = defaultdict(list)
    for find in sorted(finds, key=lambda find: (find.merit, find.puzzle.id)):
        puzzle, board = find.puzzle, find.puzzle.board()
        size = sum(len(board.pieces()) > most for most in SIZES)
        kinglike = board.material(board.turn)[0] > 0
        kind = (puzzle.source, puzzle.moves, size, QUIET in puzzle.themes, kinglike)
        kinds[kind].append(find)
    seen: set[str] = set()
    chosen: list[Find] = []
    turns = [kinds[kind] for kind in sorted(kinds)]
    while len(chosen) < target and any(turns):
        for queue in turns:
            while queue and seen.intersection((queue[-1].core, queue[-1].motif)):
                queue.pop()
            if queue and len(chosen) < target:
                find = queue.pop()
                seen.update((find.core, find.motif))
                chosen.append(find)
    return chosen
