"""The reference generator against the published vectors, route by route."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from damahane import Board, Move, Route

DATA = Path(__file__).parents[1] / "data"
FILES = {
    "dama": "turkish.jsonl",
    "federation": "turkish.jsonl",
    "ludoteka": "ludoteka.jsonl",
    "damas100": "damas100.jsonl",
    "international": "international.jsonl",
    "brazilian": "brazilian.jsonl",
}


class Expected(NamedTuple):
    """A route as the files give it: its stops in order, and what it takes, in any order."""

    stops: tuple[str, ...]
    captured: frozenset[str]


def vectors(rules: str) -> list[tuple[str, list[Expected]]]:
    """The positions of a rule set's file with every legal route."""
    lines = (DATA / FILES[rules]).read_text(encoding="utf-8").splitlines()
    entries: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [
        (
            entry["fen"],
            [
                Expected(tuple(re.split("[-x]", move["path"])), frozenset(move["captured"]))
                for move in entry["moves"]
            ],
        )
        for entry in entries
    ]


def listed(board: Board) -> list[Expected]:
    """What the generator lists, in the terms of the files."""
    name = board.shape.names
    routes = board.routes()
    for route in routes:
        assert len(set(route.captured)) == len(route.captured)
    return [
        Expected(tuple(name[s] for s in r.stops), frozenset(name[s] for s in r.captured))
        for r in routes
    ]


def distinct(routes: list[Expected]) -> set[tuple[str, str, frozenset[str]]]:
    """The moves of some routes: from, to, captured."""
    return {(route.stops[0], route.stops[-1], route.captured) for route in routes}


@pytest.mark.parametrize("rules", FILES)
def test_every_vector_is_met_route_by_route(rules: str) -> None:
    """The routes, and what each captures, are those of the file: none missing, none twice."""
    entries = vectors(rules)
    assert len(entries) == 400
    for fen, expected in entries:
        board = Board.from_fen(fen, rules)
        assert Counter(listed(board)) == Counter(expected), fen


@pytest.mark.parametrize("rules", FILES)
def test_every_vector_has_its_distinct_moves(rules: str) -> None:
    """Routes with the same start, end and captured pieces are one legal move."""
    for fen, expected in vectors(rules):
        board = Board.from_fen(fen, rules)
        name = board.shape.names
        moves = list(board.legal_moves)
        found = [
            (name[m.start], name[m.end], frozenset(name[s] for s in m.captured)) for m in moves
        ]
        assert len(found) == len(set(found)) == len(board.legal_moves), fen
        assert set(found) == distinct(expected), fen
        assert all(list(m.captured) == sorted(m.captured) for m in moves), fen


@pytest.mark.parametrize("rules", FILES)
def test_the_vectors_hold_for_the_other_colour(
    rules: str, turned: Callable[[str, str], str]
) -> None:
    """With colours exchanged and the board turned round, the routes turn with it."""
    for fen, expected in vectors(rules):
        board = Board.from_fen(turned(fen, rules), rules)
        mirror = [
            Expected(
                tuple(turned(stop, rules) for stop in route.stops),
                frozenset(turned(square, rules) for square in route.captured),
            )
            for route in expected
        ]
        assert Counter(listed(board)) == Counter(mirror), fen


@pytest.mark.parametrize("rules", FILES)
def test_captured_squares_are_in_order_of_play(rules: str) -> None:
    """Between a stop and the next lies the piece that the jump takes, and no other."""
    for fen, _ in vectors(rules):
        board = Board.from_fen(fen, rules)
        for route in board.routes():
            if route.captured:
                assert len(route.captured) == len(route.stops) - 1
                hops = zip(route.stops, route.stops[1:], strict=False)
                for (start, stop), over in zip(hops, route.captured, strict=True):
                    ray = next(ray for ray in board.shape.rays[start] if stop in ray)
                    assert over in ray[: ray.index(stop)], fen


@pytest.mark.parametrize("rules", FILES)
def test_what_is_due_follows_from_the_vectors(rules: str) -> None:
    """The capture due, the pieces that can make it and all continuations fit the routes."""
    for fen, expected in vectors(rules):
        board = Board.from_fen(fen, rules)
        square = board.shape.square
        most = max((len(route.captured) for route in expected), default=0)
        assert board.due == most, fen
        assert board.must_capture == (most > 0), fen
        starts = {square(route.stops[0]) for route in expected}
        assert board.capturing_pieces() == (tuple(sorted(starts)) if most else ()), fen
        assert board.continuations() == tuple(sorted(starts)), fen
        longest = max((len(route.stops) for route in expected), default=0)
        for length in range(1, longest + 1):
            for stops in {route.stops[:length] for route in expected}:
                nexts = {
                    square(route.stops[length])
                    for route in expected
                    if route.stops[:length] == stops and len(route.stops) > length
                }
                found = board.continuations([square(stop) for stop in stops])
                assert found == tuple(sorted(nexts)), (fen, stops)


class Trap(NamedTuple):
    """A line of positions.tsv."""

    id: str
    fen: str
    distinct: int
    paths: int
    moves: dict[Move, tuple[bool, set[Route]]]


def trap(line: str) -> Trap:
    """Read a line: from>to[captured]K-if-king-after(one or more routes)."""
    id_, fen, count, paths, moves = line.split("\t")
    square = Board.from_fen(fen).shape.square
    found = {}
    for text in filter(None, (part.strip() for part in moves.split(" ; "))):
        parts = re.fullmatch(r"(\w+)>(\w+)\[(.*)\](K?)\((.*)\)", text)
        assert parts is not None, text
        captured = tuple(sorted(square(name) for name in filter(None, parts[3].split(","))))
        routes = set()
        for path in parts[5].split("|"):
            stops = tuple(square(stop) for stop in re.split("[-x]", path))
            routes.add(Route(stops, captured))
        found[Move(square(parts[1]), square(parts[2]), captured)] = (parts[4] == "K", routes)
    return Trap(id_, fen, int(count), int(paths), found)


TRAPS = [
    trap(line)
    for line in (DATA / "positions.tsv").read_text(encoding="utf-8").splitlines()[1:]
    if line.strip()
]


def test_all_traps_are_read() -> None:
    """There are 22 of them, P01 to P22."""
    assert [t.id for t in TRAPS] == [f"P{n:02}" for n in range(1, 23)]


@pytest.mark.parametrize("rules", ["dama", "federation"])
@pytest.mark.parametrize("expected", TRAPS, ids=lambda t: t.id)
def test_a_trap_has_its_moves_and_routes(expected: Trap, rules: str) -> None:
    """Both counts, every route and what it captures are those worked out by hand."""
    board = Board.from_fen(expected.fen, rules)
    assert len(board.legal_moves) == expected.distinct
    assert len(board.routes()) == expected.paths
    assert set(board.legal_moves) == set(expected.moves)
    for move, (_, routes) in expected.moves.items():
        found = {
            Route(r.stops, tuple(sorted(r.captured))) for r in board.routes() if r.move == move
        }
        assert found == routes


@pytest.mark.parametrize("expected", TRAPS, ids=lambda t: t.id)
def test_a_trap_leaves_the_piece_crowned_or_not(expected: Trap) -> None:
    """After each move a king stands on its end square just where the file says so."""
    board = Board.from_fen(expected.fen)
    for move, (king, _) in expected.moves.items():
        mover = board.turn
        board.push(move)
        piece = board.piece_at(move.end)
        assert piece is not None
        assert (piece.color, piece.is_king) == (mover, king)
        assert all(board.piece_at(s) is None for s in move.captured if s != move.end)
        board.pop()
