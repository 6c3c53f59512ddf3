"""The commands `damahane endgame ...`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from damahane.cli import app
from damahane.errors import DamahaneError

RUN = CliRunner()


@pytest.mark.parametrize("words", [["endgame"], ["endgame", "show"]])
def test_a_position_is_shown_with_every_move(words: list[str]) -> None:
    """With or without the word `show`: the result, then each move's."""
    result = RUN.invoke(app, [*words, "W:WKa1,Kc1:BKa5"])
    assert result.exit_code == 0, result.output
    assert "White to move: wins in 1 (1 ply)." in result.output
    assert "a1xa6" in result.output


def test_a_finished_game_says_so() -> None:
    """One king each is over before any move."""
    result = RUN.invoke(app, ["endgame", "W:WKa1:BKh8"])
    assert "The game is over: 1/2-1/2 (one_each)." in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["W:Wa2,b2,c2:Ba7,b7"], "not in the tables; expected up to 4 pieces"),
        (["W:Wa9:Ba7"], "'a9' in FEN"),
        (["W:W32:B1", "--rules", "international"], "no endgame tables of 'international'"),
    ],
)
def test_what_cannot_be_shown_is_said(arguments: list[str], message: str) -> None:
    """The error says what was wrong and what was expected."""
    result = RUN.invoke(app, ["endgame", *arguments])
    assert isinstance(result.exception, DamahaneError)
    assert message in str(result.exception)


def test_tables_are_built_checked_and_packed(tmp_path: Path) -> None:
    """From nothing to a file, by the commands a person would give."""
    folder = ["--folder", str(tmp_path), "--pieces", "2"]
    built = RUN.invoke(app, ["endgame", "build", *folder])
    assert built.exit_code == 0, built.output
    assert "6,168 positions in 18 slices solved" in built.output
    checked = RUN.invoke(app, ["endgame", "check", *folder, "--searched", "20"])
    assert checked.exit_code == 0, checked.output
    assert "6,168 positions: each result follows from those of its moves" in checked.output
    assert "cuts no win short" in checked.output
    packed = RUN.invoke(app, ["endgame", "pack", str(tmp_path), *folder])
    assert packed.exit_code == 0, packed.output
    assert (tmp_path / "dama.endgames").is_file()


def test_the_table_of_results_is_printed() -> None:
    """As text and as Markdown; three kings nearly always beat one, in 15 plies at most."""
    text = RUN.invoke(app, ["endgame", "table"]).output
    assert "3K" in text
    markdown = RUN.invoke(app, ["endgame", "table", "--markdown"]).output
    assert "| 3K | K | 2,541,504 | 99.6 | 0.0 | 0.4 | 15 | – |" in markdown
