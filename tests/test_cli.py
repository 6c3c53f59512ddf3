"""The command line, run as a user runs it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys

import pytest

from damahane import __version__


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, without colours."""
    return subprocess.run(
        [sys.executable, "-m", "damahane", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
    )


def test_the_version_is_printed() -> None:
    """--version prints the package's version and ends well."""
    done = run("--version")
    assert (done.returncode, done.stdout.strip()) == (0, f"damahane {__version__}")


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["--depth", "8"], "123,290,300"),
        (["--depth", "8", "--distinct"], "123,285,642"),
        (["--depth", "0"], "1"),
        (["--depth", "5", "--rules", "international"], "27,117"),
        (["--depth", "6", "--rules", "brazilian"], "37,628"),
        (["--depth", "4", "--fen", "W:WKa1,Ka8,Kd4,Ke5:BKh1,Kh8,Kd5,Ke4"], "11,132"),
    ],
)
def test_perft_prints_the_known_count_and_its_speed(arguments: list[str], count: str) -> None:
    """The counts are those of rules.md; the speed is given in million nodes a second."""
    done = run("perft", *arguments)
    assert done.returncode == 0, done.stderr
    depth = arguments[1]
    assert f"perft({depth}) = {count}\n" in done.stdout
    assert re.search(r"^\d+\.\d{3} s, \S+ million nodes/s$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["--depth", "9", "--hash", "64", "--threads", "2"], "1,454,144,462"),
        (["--depth", "9", "--hash", "64", "--distinct"], "1,454,012,156"),
        (["--depth", "8", "--threads", "0", "--rules", "international"], "6,483,971"),
    ],
)
def test_perft_with_a_table_and_threads_counts_the_same(arguments: list[str], count: str) -> None:
    """--hash and --threads change how fast it is counted, not what."""
    done = run("perft", *arguments)
    assert done.returncode == 0, done.stderr
    assert f"perft({arguments[1]}) = {count}\n" in done.stdout


def test_a_table_too_large_is_refused_in_a_sentence() -> None:
    """No traceback for a table that no memory can hold."""
    done = run("perft", "--depth", "3", "--hash", str(1 << 40))
    assert done.returncode == 2
    assert "no memory" in done.stderr
    assert "Traceback" not in done.stderr


def test_perft_divides_the_count_among_the_moves() -> None:
    """--divide lists each move of the start with the count below it; they add up."""
    done = run("perft", "--depth", "4", "--divide")
    assert done.returncode == 0, done.stderr
    below = dict(re.findall(r"^(\w\d-\w\d): ([\d,]+)$", done.stdout, re.MULTILINE))
    assert list(below) == [f"{file}3-{file}4" for file in "abcdefgh"]
    assert sum(int(number.replace(",", "")) for number in below.values()) == 7_538
    assert "perft(4) = 7,538\n" in done.stdout


def test_moves_lists_each_move_with_what_it_takes() -> None:
    """Position P10 has one move, which takes two pieces."""
    done = run("moves", "--fen", "W:WKa4:Bc4,f7")
    assert done.stdout == "a4xf8  takes c4, f7\n"


def test_moves_lists_every_route_with_all_its_stops() -> None:
    """Position P09 has two moves by four routes."""
    done = run("moves", "--routes", "--fen", "W:WKa1:Ba3,a6")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        "a1xa4xa7", "a1xa4xa8", "a1xa5xa7", "a1xa5xa8",
    ]  # fmt: skip


def test_moves_tells_that_a_game_is_over() -> None:
    """Position P21: White is blocked and has lost."""
    done = run("moves", "--fen", "W:Wh7:BKh8,g7,f7")
    assert done.stdout == "The game is over: 0-1 (no_moves).\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["moves", "--rules", "chess"], "no rule set 'chess'; there are dama, ludoteka"),
        (["moves", "--fen", "W:Wa9:Bh7"], "no square 'a9' on this board; squares are a1 to h8"),
        (["play", "--level", "godlike"], "no level 'godlike'; expected easy, medium or hard"),
        (["play", "--side", "green"], "no side 'green'; expected white, black or lot"),
        (["play", "--rules", "brazilian"], "add --two"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: list[str], message: str) -> None:
    """A wrong option ends the command with status 2, a sentence and no traceback."""
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_two_people_play_a_game_to_its_end() -> None:
    """A refused move is explained, an unreadable one too; the last capture wins."""
    done = run(
        "play", "--two", "--fen", "W:Wd4,a2:Bd5,h6",
        typed="a2-a3\nnonsense\nmoves\nd4xd6\nh6-h5\nundo\nh6-h5\nfen\nresign\ny\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "A capture of 1 is due: the piece on d4 can make it." in done.stdout
    assert "'nonsense' is not a move" in done.stdout
    assert "W:Wa2,d6:Bh5" in done.stdout
    assert done.stdout.endswith("Black wins by resignation.\n")


def test_giving_up_is_asked_twice_and_the_board_is_not_shown_again_for_nothing() -> None:
    """Without a yes the game goes on; what changes nothing shows nothing."""
    done = run("play", "--two", typed="resign\nn\nnonsense\nd3 d4\nquit\n")
    assert "wins" not in done.stdout
    assert done.stdout.count("a  b  c") == 2
    assert done.stdout.endswith("Goodbye.\n")


def test_two_people_agree_to_a_draw() -> None:
    """An offer that is refused leaves the game as it was; one that is taken ends it."""
    done = run("play", "--two", typed="draw\nn\nd3-d4\ndraw\ny\n")
    assert "The offer is declined." in done.stdout
    assert done.stdout.endswith("A draw by agreement.\n")


def test_a_draw_is_not_offered_too_early_under_tournament_rules() -> None:
    """The federation's ban is said, and the game goes on."""
    done = run("play", "--two", "--rules", "federation", typed="draw\nquit\n")
    assert "no draw may be offered in the first 20 moves." in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


def test_the_computer_answers_a_move_and_takes_part_in_undo() -> None:
    """After undo it is the same person's turn in the position before their move."""
    done = run("play", "--side", "white", typed="d3-d4\nundo\nfen\nresign\ny\n")
    assert done.returncode == 0, done.stderr
    assert re.search(r"Black plays [a-h][1-8][-x]", done.stdout)
    start = "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6"
    assert start in done.stdout
    assert done.stdout.endswith("Black wins by resignation.\n")


def test_the_end_of_the_input_ends_the_game_politely() -> None:
    """Without any more input the command says goodbye, with status 0."""
    done = run("play", "--side", "black")
    assert done.returncode == 0, done.stderr
    assert "White plays" in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


def test_warm_compiles_and_says_how_far_it_is() -> None:
    """The progress bar ends full."""
    done = run("warm")
    assert done.returncode == 0, done.stderr
    assert re.search(r"(\d+)/\1", done.stdout)


def test_a_port_that_is_taken_is_said_in_a_sentence() -> None:
    """A port asked for by number is not exchanged for another."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("serve", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "cannot serve on 127.0.0.1:" in done.stderr
    assert "Traceback" not in done.stderr


def test_undo_before_one_has_moved_changes_nothing() -> None:
    """As Black, after White's first move, there is no move of one's own to take back."""
    done = run("play", "--side", "black", typed="undo\nquit\n")
    assert "you have made no move to take back." in done.stdout
    assert done.stdout.count("White plays") == 1


def test_ludoteka_draws_the_sides() -> None:
    """Whatever side is asked for, the lot decides, and is said to."""
    done = run("play", "--rules", "ludoteka", "--side", "white")
    assert "the sides are drawn by lot." in done.stdout
