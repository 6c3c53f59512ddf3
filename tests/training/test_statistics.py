"""Elo, its error, and the sequential test, against hand-computed and published values."""

from __future__ import annotations

import math
import random

import pytest

from damahane.training.statistics import Score, Sprt, Verdict, elo_of, expected_score

#: Tests of a chess engine as its developers published them in 2020: the pairs, the two hypotheses
#: and the log-likelihood ratio at which they were stopped, to two decimals. Pull requests 2493,
#: 2920, 2951, 2971, 3017 and 3209 of official-stockfish/Stockfish.
PUBLISHED = [
    ((424, 2948, 5832, 3045, 460), -1.0, 3.0, 2.94),
    ((1284, 17437, 55536, 18085, 1292), 0.0, 2.0, 2.94),
    ((665, 4806, 9333, 4893, 747), -0.5, 1.5, 2.95),
    ((328, 4564, 15580, 4789, 371), 0.25, 1.75, 2.98),
    ((59, 754, 2467, 865, 75), -0.5, 1.5, 2.95),
    ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
    ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
    ((174, 2658, 10273, 2713, 178), -1.5, 0.5, 2.96),
    ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio"), PUBLISHED)
def test_the_ratio_is_that_of_published_tests(
    counts: tuple[int, int, int, int, int], elo0: float, elo1: float, ratio: float
) -> None:
    """To the two decimals they were published with."""
    assert Sprt(elo0, elo1).ratio(Score(counts)) == pytest.approx(ratio, abs=0.0051)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio"), PUBLISHED)
def test_the_ratio_of_the_other_player_is_the_opposite(
    counts: tuple[int, int, int, int, int], elo0: float, elo1: float, ratio: float
) -> None:
    """Seen from the other side, the hypotheses exchange places and turn their sign."""
    turned = Score((counts[4], counts[3], counts[2], counts[1], counts[0]))
    assert Sprt(-elo1, -elo0).ratio(turned) == pytest.approx(-ratio, abs=0.0051)


def test_elo_and_score_by_hand() -> None:
    """400 Elo are ten to one; three quarters of the points are 400 log10 3."""
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)
    assert elo_of(0.75) == pytest.approx(400 * math.log10(3))
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


def test_the_error_of_a_score_by_hand() -> None:
    """Ten pairs: one of ½, five of 1, four of 1½ points; 0.575 of the points."""
    score = Score((0, 1, 5, 4, 0))
    assert score.pairs == 10
    assert score.share == pytest.approx(0.575)
    # (0.0625 + 5 * 0.25 + 4 * 0.5625) / 10 - 0.575 ** 2
    assert score.variance == pytest.approx(0.35625 - 0.330625)
    error = 1.959964 * math.sqrt(0.025625 / 9)
    low, high = score.elo_interval
    assert low == pytest.approx(-400 * math.log10(1 / (0.575 - error) - 1), rel=1e-6)
    assert high == pytest.approx(-400 * math.log10(1 / (0.575 + error) - 1), rel=1e-6)
    assert score.elo == pytest.approx(52.5, abs=0.1)


def test_pairs_are_counted_by_their_points() -> None:
    """Nought, a half, one, one and a half, two."""
    score = Score()
    for points in (0, 0.5, 1, 1, 1.5, 2, 2, 2):
        score = score.with_pair(points)
    assert score.counts == (1, 1, 2, 1, 3)
    for points in (-0.5, 0.25, 2.5):
        with pytest.raises(ValueError, match=r"expected 0, 0\.5, 1, 1\.5 or 2"):
            score.with_pair(points)


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((0, 0, 0, 0, 0), -math.inf, math.inf),
        ((0, 0, 1, 0, 0), -math.inf, math.inf),
        ((0, 0, 0, 0, 2), -math.inf, math.inf),
        ((0, 0, 0, 0, 30), 400 * math.log10(9), math.inf),
        ((30, 0, 0, 0, 0), -math.inf, -400 * math.log10(9)),
        ((0, 0, 30, 0, 0), elo_of(0.45), elo_of(0.55)),
    ],
)
def test_pairs_that_are_all_alike_prove_little(
    counts: tuple[int, int, int, int, int], low: float, high: float
) -> None:
    """Thirty wins say that at least nine tenths are won, not that all are."""
    assert Score(counts).elo_interval == pytest.approx((low, high))


def test_the_stronger_player_is_named_with_a_probability() -> None:
    """Level pairs say nothing; a mean of two errors above a half is 97.7 %."""
    assert Score((1, 0, 2, 0, 1)).superiority == 0.5
    assert Score((0, 0, 9, 0, 0)).superiority == 0.5
    assert Score((0, 0, 0, 0, 9)).superiority == 1.0
    score = Score((0, 40, 20, 60, 0))
    deviates = (score.share - 0.5) / math.sqrt(score.variance / (score.pairs - 1))
    assert deviates == pytest.approx(2.03, abs=0.02)
    assert score.superiority == pytest.approx(0.9788, abs=0.001)


def test_the_bounds_are_those_of_wald() -> None:
    """At 5 % either way, the logarithm of 19."""
    low, high = Sprt().bounds
    assert (low, high) == pytest.approx((-math.log(19), math.log(19)))
    low, high = Sprt(alpha=0.1, beta=0.2).bounds
    assert (low, high) == pytest.approx((math.log(0.2 / 0.9), math.log(0.8 / 0.1)))


def test_nothing_is_decided_before_the_first_pair() -> None:
    """And no result is so bad that it cannot be reckoned with."""
    sprt = Sprt(0, 10)
    assert (sprt.ratio(Score()), sprt.verdict(Score())) == (0.0, Verdict.GOING_ON)
    assert sprt.verdict(Score((0, 0, 0, 0, 1))) is Verdict.GOING_ON
    for counts in ((500, 0, 0, 0, 0), (0, 0, 500, 0, 0), (0, 0, 0, 0, 500)):
        assert math.isfinite(sprt.ratio(Score(counts)))
    assert sprt.verdict(Score((0, 10, 100, 90, 0))) is Verdict.ACCEPTED
    assert sprt.verdict(Score((0, 90, 100, 10, 0))) is Verdict.REJECTED


@pytest.mark.parametrize(("elo", "verdict"), [(0.0, Verdict.REJECTED), (60.0, Verdict.ACCEPTED)])
def test_the_test_is_seldom_wrong(elo: float, verdict: Verdict) -> None:
    """Of 100 simulated matches at 5 % either way, more than 11 wrong have a chance of 0.5 %."""
    rng = random.Random(3)
    sprt = Sprt(0, 60)
    # Pairs of 0, ½, 1, 1½, 2 points; half of the weight that is moved up adds to the mean.
    moved = 2 * (expected_score(elo) - 0.5)
    weights = [0.15 - moved / 4, 0.1 - moved / 2, 0.5, 0.1 + moved / 2, 0.15 + moved / 4]
    mean = sum(w * i / 4 for i, w in enumerate(weights))
    assert mean == pytest.approx(expected_score(elo))
    wrong = 0
    for _ in range(100):
        counts = [0] * 5
        while True:
            counts[rng.choices(range(5), weights)[0]] += 1
            found = sprt.verdict(Score((counts[0], counts[1], counts[2], counts[3], counts[4])))
            if found is not Verdict.GOING_ON:
                break
        wrong += found is not verdict
    assert wrong <= 11


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((10, 10, 0.05, 0.05), "expected elo0 below elo1"),
        ((0, 10, 0.0, 0.05), "alpha=0.0"),
        ((0, 10, 0.05, 0.5), "beta=0.5"),
    ],
)
def test_a_test_that_makes_no_sense_is_told(
    arguments: tuple[float, float, float, float], told: str
) -> None:
    """With what was expected."""
    with pytest.raises(ValueError, match=told):
        Sprt(*arguments)
