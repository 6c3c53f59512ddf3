"""The benchmark of the search."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from damahane import RULE_SETS, Board
from damahane.engine import Request, Thought, think
from damahane.training.bench import POSITIONS, run


@pytest.mark.parametrize("rules", ["dama", "international", "brazilian"])
def test_the_positions_can_be_searched(rules: str) -> None:
    """None is over, none is like another, and both sides are to move."""
    boards = [Board.from_fen(fen, rules) for fen in POSITIONS[Board(rules).shape.name]]
    assert not any(board.outcome() for board in boards)
    assert len({board.fen() for board in boards}) == len(boards) == 12
    assert {board.turn for board in boards} == {0, 1}
    assert boards[0] == Board(rules)


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


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_every_rule_set_has_positions(rules: str) -> None:
    """Each search of one goes to its depth, unless a win is found before."""
    report = run(rules, depth=3)
    assert len(report.thoughts) == 12
    assert all(thought.depth == 3 or abs(thought.score) > 99_000 for thought in report.thoughts)


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
