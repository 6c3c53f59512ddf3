"""The benchmark of the search."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from damahane import Board, RulesError
from damahane.engine import Request, Thought, think
from damahane.training.bench import POSITIONS, run


def test_the_positions_can_be_searched() -> None:
    """None is over, none is like another, and both sides are to move."""
    boards = [Board.from_fen(fen) for fen in POSITIONS["orthogonal8"]]
    assert not any(board.outcome() for board in boards)
    assert len({board.fen() for board in boards}) == len(boards) == 12
    assert {board.turn for board in boards} == {0, 1}
    assert boards[0] == Board("dama")


def test_the_signature_is_the_same_each_time() -> None:
    """And is another at another depth, or under rules that change what is found."""
    report = run(depth=5)
    assert re.fullmatch(r"[0-9a-f]{8}", report.signature)
    assert run(depth=5).signature == report.signature
    assert run(depth=4).signature != report.signature
    assert report.nodes == sum(thought.nodes for thought in report.thoughts)


def test_the_signature_tells_another_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """One node more in one position is another search; another time is not."""
    original = run(depth=3).signature

    def signature(change: str) -> str:
        def changed(request: Request) -> Thought:
            thought = think(request)
            return replace(thought, **{change: getattr(thought, change) + 1})

        monkeypatch.setattr("damahane.training.bench.think", changed)
        return run(depth=3).signature

    assert signature("seconds") == original
    assert original not in {signature(change) for change in ("nodes", "score", "depth")}


def test_a_board_without_positions_is_told() -> None:
    """With the boards that have some."""
    with pytest.raises(RulesError, match="no positions to search for 'brazilian'"):
        run("brazilian")


def test_the_command_prints_nodes_speed_and_signature() -> None:
    """In the last three lines."""
    done = subprocess.run(
        [sys.executable, "-m", "damahane", "bench", "--depth", "4"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert len(lines) == 15
    assert re.fullmatch(r"nodes      [\d,]+", lines[-3])
    assert re.fullmatch(r"speed      \d+\.\d\d million nodes/s", lines[-2])
    assert lines[-1] == f"signature  {run(depth=4).signature}"
