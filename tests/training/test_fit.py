"""Self-play and fitting: positions of games, and a network that learns from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from damahane.engine.evaluation import weights
from damahane.training.fit import Network, fit, targets_of
from damahane.training.selfplay import Positions, play


def test_games_leave_positions_with_their_results() -> None:
    """Men stand where men can, scores and results agree more often than not, files keep all."""
    found = play(0.0, nodes=50, seed=3)
    assert len(found.words) == len(found.scores) == len(found.results) > 10
    assert not (found.words[:, [0, 2]] & np.uint64(0xFF000000000000FF)).any()
    assert set(np.unique(found.results)) <= {-1, 0, 1}


def test_the_same_seed_plays_the_same_games() -> None:
    """What is left to chance follows from the seed."""
    first, second = (play(0.0, nodes=50, seed=5) for _ in range(2))
    assert np.array_equal(first.words, second.words)
    assert not np.array_equal(first.words, play(0.0, nodes=50, seed=6).words)


def test_positions_are_kept_in_files(tmp_path: Path) -> None:
    """Two files are read one after the other."""
    found = play(0.0, nodes=20, seed=1)
    found.save(tmp_path / "games.npz")
    twice = Positions.load(tmp_path / "games.npz", tmp_path / "games.npz")
    assert np.array_equal(twice.words, np.concatenate([found.words, found.words]))
    assert np.array_equal(twice.results[: found.results.size], found.results)


@pytest.mark.parametrize("board", range(3))
def test_a_network_survives_its_file(board: int) -> None:
    """Read into real numbers and written again, the weights are those of the engine."""
    assert np.array_equal(Network.from_weights(weights(board)).weights(), weights(board))


def test_targets_blend_result_and_score() -> None:
    """A level position that was won is 0.85; one lost, 0.15."""
    words = np.zeros((2, 4), dtype=np.uint64)
    found = targets_of(Positions(words, np.array([0, 0]), np.array([1, -1])))
    assert np.allclose(found, [0.85, 0.15])


def test_fitting_learns_that_a_man_more_is_good() -> None:
    """From random weights, the loss falls below that of knowing nothing."""
    rng, words = np.random.default_rng(0), []
    results = []
    for _ in range(4000):
        squares = rng.permutation(np.arange(8, 56))[:9]
        ahead = rng.random() < 0.5
        own, theirs = (squares[:5], squares[5:]) if ahead else (squares[:4], squares[4:])
        sets = [sum(1 << int(square) for square in half) for half in (own, theirs)]
        words.append([sets[0], 0, sets[1], 0])
        results.append(1 if ahead else -1)
    positions = Positions(
        np.array(words, dtype=np.uint64), np.zeros(4000, dtype=np.int64), np.array(results)
    )
    held_out: list[float] = []
    fit(Network.random(1), positions, rounds=60, rate=0.01,
        progress=lambda _round, _loss, kept: held_out.append(kept))  # fmt: skip
    assert held_out[-1] < 0.55 < np.log(2) < held_out[0] + 0.2
