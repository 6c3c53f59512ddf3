"""The public surface: names, imports, values that travel."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from types import ModuleType

import pytest

import damahane
from damahane import (
    RULE_SETS,
    Board,
    Color,
    DamahaneError,
    Game,
    Move,
    Outcome,
    PdnError,
    Piece,
    Route,
    Termination,
    errors,
)

ERRORS = [
    value
    for value in vars(errors).values()
    if isinstance(value, type) and issubclass(value, DamahaneError)
]


def test_all_is_sorted() -> None:
    """Constants come first, then everything else; no name is given twice."""
    names = damahane.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), name))
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", damahane.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """What is promised can be imported, and it has a docstring where it is ours."""
    value = getattr(damahane, name)
    if isinstance(value, type):
        assert value.__module__.startswith("damahane.")
        assert value.__doc__


def test_nothing_else_leaks() -> None:
    """Besides the public names only submodules and dunder names can be seen."""
    seen = {
        name
        for name, value in vars(damahane).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    # "annotations" is what the future import leaves in every module.
    assert seen - {"annotations"} == set(damahane.__all__)


def test_a_star_import_brings_the_public_names() -> None:
    """And no others."""
    namespace: dict[str, object] = {}
    exec("from damahane import *", namespace)  # noqa: S102
    assert set(namespace) - {"__builtins__"} == set(damahane.__all__)


def test_the_version_is_a_number() -> None:
    """Three parts, parted by dots."""
    assert len([int(part) for part in damahane.__version__.split(".")]) == 3


def test_importing_needs_only_the_standard_library() -> None:
    """Nothing of the engine, the page or any dependency is loaded by the import."""
    code = (
        "import sys; before = set(sys.modules); import damahane; "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = done.stdout.split()
    assert "damahane.board" in loaded
    foreign = {
        name
        for name in loaded
        if name.partition(".")[0] not in sys.stdlib_module_names
        and name.partition(".")[0] != "damahane"
    }
    assert foreign == set()
    heavy = ("damahane.kernel", "damahane.engine", "damahane.web", "damahane.svg", "damahane.cli")
    assert [name for name in loaded if name.startswith(heavy)] == []


def test_importing_writes_and_prints_nothing() -> None:
    """The import is silent."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import damahane"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("", "")


# Values

VALUES = [
    Move(1, 2, (3, 4)),
    Route((1, 2, 3), (4, 5)),
    *Color,
    *Piece,
    *Termination,
    Outcome(Termination.NO_MOVES, Color.WHITE),
    Outcome(Termination.AGREEMENT, None),
    *RULE_SETS.values(),
    RULE_SETS["damas100"].with_huffing(),
    *(rules.shape for rules in RULE_SETS.values()),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_pickle_and_copy(value: object) -> None:
    """They come back equal, of the same type, with the same hash."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301
        assert again == value
        assert type(again) is type(value)
        assert hash(again) == hash(value)
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.id)
def test_boards_pickle_with_their_moves(rules: damahane.RuleSet) -> None:
    """A board that was sent plays on, takes back, and counts as the first one does."""
    board = Board(rules)
    for _ in range(4):
        board.push(board.routes()[-1])
    for again in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):  # noqa: S301
        assert again == board
        assert again.move_stack == board.move_stack
        assert again.routes() == board.routes()
        assert again.shape is board.shape
        for _ in range(4):
            again.pop()
        assert again == Board(rules)
    assert len(board.move_stack) == 4


def test_the_count_of_an_ending_goes_on_after_a_pickle() -> None:
    """The plies before and after being sent add up."""
    board = Board.from_fen("W:WKa1,Kc1:BKa5", "brazilian")
    for text in ("c1-b2", "a5-b6", "b2-a3"):
        board.push(text)
    again = pickle.loads(pickle.dumps(board))  # noqa: S301
    assert again.ending_clock == board.ending_clock == 3
    for each in (board, again):
        each.push("b6-c7")
        assert each.ending_clock == 4


def test_games_pickle_with_everything() -> None:
    """Moves, huffs, rights and offers come along, and the two games part from there."""
    game = Game(RULE_SETS["damas64"].with_huffing(), "W:Wc3,g3:Bd4,a7")
    game.play("g3-h4")
    game.offer_draw(Color.WHITE)
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):  # noqa: S301
        assert again.huffable == game.huffable
        assert again.offer is Color.WHITE
        assert again.moves == game.moves
        again.huff(again.huffable[0])
        again.accept_draw(Color.BLACK)
        assert game.outcome is None
        assert game.huffable


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_errors_pickle_with_their_message(error: type[DamahaneError]) -> None:
    """Also the one that knows its line and column."""
    made = error("wrong", 3, 7) if error is PdnError else error("wrong")
    again = pickle.loads(pickle.dumps(made))  # noqa: S301
    assert type(again) is error
    assert str(again) == str(made)
    if isinstance(again, PdnError):
        assert (again.message, again.line, again.column) == ("wrong", 3, 7)


def test_every_error_is_a_value_error_and_public() -> None:
    """The tree of errors.py can be caught at its root."""
    assert all(issubclass(error, ValueError) for error in ERRORS)
    assert {error.__name__ for error in ERRORS} <= set(damahane.__all__)
