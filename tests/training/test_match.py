"""Matches: whole ones between small players, faults, files, versions, the command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from damahane import RULE_SETS, Color
from damahane.engine import Clock, Limits
from damahane.pdn import read_games
from damahane.protocol import EngineError
from damahane.training.match import Match, MatchError, Seat, Standing, play_game, play_match
from damahane.training.openings import Opening, read_openings
from damahane.training.players import parse_player
from damahane.training.report import brief, summary
from damahane.training.statistics import Sprt, Verdict
from damahane.training.versions import VersionError, Versions

DAMA = RULE_SETS["dama"]
OPENINGS = tuple(read_openings(None, "dama")[:40])

#: A Hub program that plays the first of the legal moves, until the condition holds.
ENGINE = """
import sys
from damahane.protocol.notation import format_move, parse_move, parse_position
from damahane.rules import RULE_SETS
def say(text): print(text, flush=True)
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hub": say("id name=Fake"); say("wait")
    elif word == "init": say("ready")
    elif word == "ping": say("pong")
    elif word == "quit": break
    elif word == "pos":
        board = parse_position(rest.split()[0][4:], RULE_SETS["dama"])
        for text in rest.partition("moves=")[2].strip('"').split():
            board.push(parse_move(text, board))
    elif word == "go":
        pieces = len(board.pieces())
        {fault}
        say("done move=" + format_move(next(iter(board.legal_moves)), board.shape))
"""


def match(
    first: str, second: str, *, pairs: int = 4, sprt: Sprt | None = None, jobs: int = 1
) -> Match:
    """A match over the first openings of the suite."""
    limits = Limits(nodes=50)
    players = parse_player(first, limits), parse_player(second, limits)
    return Match(DAMA, *players, OPENINGS[:pairs], sprt, jobs)


def program(folder: Path, fault: str) -> str:
    """The description of a program with a fault."""
    path = folder / "program.py"
    path.write_text(ENGINE.replace("{fault}", fault))
    return f"cmd={sys.executable} -P {path}"


def test_every_opening_is_played_with_both_colours(tmp_path: Path) -> None:
    """The file has two games for each, begun alike, the players having changed sides."""
    pdn = tmp_path / "games.pdn"
    standing = play_match(match("greedy", "random"), pdn=pdn)
    assert standing.games == 8
    assert standing.score.pairs == 4
    assert standing.score.share > 0.8
    games = list(read_games(pdn))
    assert [game.tags["Round"] for game in games] == [
        f"{n}.{h}" for n in range(1, 5) for h in (1, 2)
    ]
    for number, opening in enumerate(OPENINGS[:4]):
        for half in (0, 1):
            game = games[2 * number + half]
            white, black = ("greedy", "random")[:: -1 if half else 1]
            assert (game.tags["White"], game.tags["Black"]) == (white, black)
            assert tuple(node.text for node in game.moves[: len(opening.moves)]) == opening.moves
            assert game.game().outcome is not None
    won = sum(
        game.tags["Result"] == ("1-0" if game.tags["White"] == "greedy" else "0-1")
        for game in games
    )
    assert won == standing.wins


def test_our_engine_beats_a_random_player_over_the_protocol(tmp_path: Path) -> None:
    """In a process of its own; what its moves cost is told."""
    standing = play_match(match("nodes=50", "random", pairs=3), pdn=tmp_path / "games.pdn")
    assert (standing.wins, standing.draws, standing.losses) == (6, 0, 0)
    ours, theirs = standing.efforts
    assert 0 < ours.nodes <= 50 * ours.moves
    assert ours.seconds > theirs.seconds
    assert sum(standing.endings.values()) == 6


def test_the_same_match_has_the_same_games(tmp_path: Path) -> None:
    """Engine, random player and openings all follow from the seed."""
    files = []
    for name in ("one.pdn", "two.pdn"):
        play_match(match("level=easy", "random", pairs=2), pdn=tmp_path / name)
        files.append((tmp_path / name).read_text())
    assert files[0] == files[1]


def test_several_games_at_once_are_the_same_games(tmp_path: Path) -> None:
    """Only their order in the file may differ."""
    found = []
    for jobs in (1, 3):
        path = tmp_path / f"{jobs}.pdn"
        standing = play_match(match("greedy", "random", jobs=jobs, pairs=8), pdn=path)
        moves = {game.tags["Round"]: [n.text for n in game.moves] for game in read_games(path)}
        found.append((standing.score, moves))
    assert found[0] == found[1]


def test_a_match_goes_on_where_the_file_ends(tmp_path: Path) -> None:
    """Whole pairs count; half a pair is played again; other matches are passed over."""
    pdn = tmp_path / "games.pdn"
    play_match(match("random", "greedy", pairs=2), pdn=pdn)
    whole = play_match(match("greedy", "random"), pdn=pdn)
    games = pdn.read_text().split('[Event "')
    pdn.write_text('[Event "'.join(games[:-1]))  # the last game was not yet written
    again = play_match(match("greedy", "random"), pdn=pdn)
    assert (again.resumed, again.score) == (3, whole.score)
    assert (again.wins, again.losses) == (whole.wins, whole.losses)
    once_more = play_match(match("greedy", "random"), pdn=pdn)
    assert (once_more.resumed, once_more.score) == (4, whole.score)


def test_a_match_with_other_limits_is_another_match() -> None:
    """Also where the players are described alike, and the limits are those of all."""
    events = {
        Match(
            DAMA, parse_player("this", limits), parse_player("greedy", limits), OPENINGS[:2]
        ).event
        for limits in (Limits(nodes=50), Limits(nodes=60), Limits(clock=Clock(60)))
    }
    assert len(events) == 3


def test_a_file_that_is_damaged_is_told(tmp_path: Path) -> None:
    """Rather than counted wrongly or written over."""
    pdn = tmp_path / "games.pdn"
    pdn.write_text('[Event "x"]\n\n1. d3-d5 *\n')
    with pytest.raises(MatchError, match=r"cannot go on with the match in .*line 3"):
        play_match(match("greedy", "random"), pdn=pdn)


@pytest.mark.parametrize(
    ("fault", "ended", "told"),
    [
        ("if pieces < 32: say('done move=a1-a8')", "illegal move", "played 'a1-a8'"),
        ("if pieces < 32: sys.exit('no more ideas')", "crash", "no more ideas"),
        ("if pieces < 32: say('error message=tired'); continue", "crash", "says: tired"),
    ],
)
def test_a_fault_loses_the_game_and_is_reported(
    tmp_path: Path, fault: str, ended: str, told: str
) -> None:
    """With the position; the program is started again for the next game."""
    pdn = tmp_path / "games.pdn"
    standing = play_match(match("random", program(tmp_path, fault), pairs=2), pdn=pdn)
    assert standing.wins == 4
    assert standing.endings == {ended: 4}
    assert [fault[:8] for fault in standing.faults] == [
        "game 1.1", "game 1.2", "game 2.1", "game 2.2",
    ]  # fmt: skip
    assert all(told in fault for fault in standing.faults)
    assert f"black loses by {ended} in B:W" in standing.faults[0]
    assert f"white loses by {ended} in W:W" in standing.faults[1]
    games = list(read_games(pdn))
    assert [game.result for game in games] == ["1-0", "0-1", "1-0", "0-1"]
    assert {game.tags["Termination"] for game in games} == {ended}
    assert told in games[0].comment.replace("\n", " ")
    again = play_match(match("random", program(tmp_path, fault), pairs=2), pdn=pdn)
    assert (again.resumed, len(again.faults)) == (2, 4)


def test_a_player_that_runs_out_of_time_loses(tmp_path: Path) -> None:
    """With either colour; the other, who has no clock, is not hurried."""
    slow = program(tmp_path, "import time; time.sleep(1.5)")
    standing = play_match(match("random", f"clock=1,{slow}", pairs=1))
    assert (standing.wins, standing.endings) == (2, {"time": 2})
    assert "black loses by time in B:W" in standing.faults[0]
    assert "s left" in standing.faults[0]


def test_a_game_is_played_by_the_clock(tmp_path: Path) -> None:
    """Our engine shares its time out over a whole game."""
    standing = play_match(match("clock=30+0.1,depth=4", "random", pairs=1), pdn=tmp_path / "x.pdn")
    assert (standing.wins, standing.faults) == (2, [])
    assert standing.efforts[0].longest < 30


def test_a_program_that_does_not_start_ends_the_match() -> None:
    """That is not a lost game."""
    with pytest.raises(EngineError, match="cannot start"):
        play_match(match("random", "cmd=/no/such/program"))


def test_a_match_stops_when_it_is_decided() -> None:
    """And what was still being played does not count."""
    sprt = Sprt(0, 200)
    standing = play_match(match("greedy", "random", pairs=40, sprt=sprt, jobs=2))
    assert standing.verdict is Verdict.ACCEPTED
    assert standing.score.pairs < 40
    assert standing.games == 2 * standing.score.pairs


def test_a_game_without_end_is_a_draw() -> None:
    """Where no count of the rules ends it."""
    versions = Versions()
    seats = {color: Seat(parse_player("random", Limits()), DAMA, versions) for color in Color}
    game, ended, fault, winner = play_game(DAMA, Opening(("d3-d4",)), seats, 1, longest=20)
    assert (len(game.moves), ended, fault, winner) == (20, "too long", None, None)


def test_an_interrupt_ends_a_match_with_what_it_has() -> None:
    """As does Control-C: the games that go on are left, the others count."""

    def interrupt(standing: Standing) -> None:
        if standing.score.pairs == 2:
            raise KeyboardInterrupt

    standing = play_match(match("greedy", "nodes=50", pairs=8, jobs=2), progress=interrupt)
    assert standing.score.pairs == 2


def test_nothing_to_play_is_told() -> None:
    """No openings, or no table to play at."""
    with pytest.raises(MatchError, match="0 pairs, 1 at once"):
        play_match(match("greedy", "random", pairs=0))
    with pytest.raises(MatchError, match="4 pairs, 0 at once"):
        play_match(match("greedy", "random", jobs=0))


def test_a_match_is_told_in_words() -> None:
    """While it goes on, and when it is over."""
    played = match("greedy", "greedy", pairs=2, sprt=Sprt(0, 10))
    assert played.names == ("greedy (1)", "greedy (2)")
    standing = play_match(played)
    line = brief(played, standing)
    assert "Elo " in line
    assert "(-2.94, 2.94) [0, 10]" in line
    text = "\n".join(summary(played, standing))
    assert text.startswith("greedy (1) v greedy (2), dama, 4 games\n")
    assert "SPRT: undecided" in text
    assert brief(played, Standing()).startswith("+0 =0 -0  Elo ?")


# Versions


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of three commits: rules alone, with an engine, with the protocol as well."""
    source = Path(__file__).resolve().parents[2] / "src"
    folder = tmp_path_factory.mktemp("repository")

    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
        subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)

    def commit(name: str, *leave: str) -> None:
        shutil.rmtree(folder / "src", ignore_errors=True)
        ignored = shutil.ignore_patterns("__pycache__", *leave)
        shutil.copytree(source, folder / "src", ignore=ignored)
        git("add", "-A")
        git("commit", "-m", name)
        git("tag", name)

    git("init", "--quiet")
    commit("rules", "protocol", "engine", "training", "web")
    commit("engine", "protocol", "training", "web")
    commit("hub", "web")
    return folder


def test_versions_are_run_as_hub_programs(repository: Path, tmp_path: Path) -> None:
    """With the command `hub` where there is one, else by our protocol."""
    versions = Versions(repository, tmp_path)
    assert versions.program("hub").command[-2:] == ("damahane", "hub")
    frozen = versions.program("engine")
    assert frozen.command[-1] == "damahane.protocol.frozen"
    assert versions.program("HEAD~1") == frozen
    standing = play_match(match("this", "rev=engine", pairs=1), versions=versions)
    assert standing.score.counts == (0, 0, 1, 0, 0), "the same engine, so the same games"
    assert not standing.faults


def test_a_version_is_unpacked_once_and_forgotten_when_it_is_not_used(
    repository: Path, tmp_path: Path
) -> None:
    """So that what it compiles can be found again, but does not pile up."""
    source = Path((Versions(repository, tmp_path).program("hub").env or {})["PYTHONPATH"])
    (source / "mark").touch()
    Versions(repository, tmp_path).program("hub")
    assert (source / "mark").exists()
    os.utime(source.parent, (0, 0))
    Versions(repository, tmp_path).program("engine")
    assert not source.exists()


def test_a_version_that_cannot_play_is_told(repository: Path, tmp_path: Path) -> None:
    """One that there is not, one without an engine, and a folder without versions."""
    versions = Versions(repository, tmp_path)
    with pytest.raises(VersionError, match="revision 'rules' has no engine"):
        versions.program("rules")
    with pytest.raises(VersionError, match="revision 'nonsense': no such revision"):
        versions.program("nonsense")
    with pytest.raises(VersionError, match="revision '--help'"):
        versions.program("--help")
    with pytest.raises(VersionError, match=r"revision 'HEAD': .*git"):
        Versions(tmp_path, tmp_path).program("HEAD")


# The commands


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "damahane", *arguments],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
        cwd=folder,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
    )


def test_the_command_plays_a_match(tmp_path: Path) -> None:
    """It prints the result and keeps the games."""
    done = run(tmp_path, "match", "greedy", "random", "--pairs", "3", "--sprt=0,10")
    assert done.returncode == 0, done.stderr
    assert "greedy v random, dama, 6 games" in done.stdout
    assert "3/3" in done.stdout
    assert len(list(read_games(tmp_path / "match.pdn"))) == 6


@pytest.mark.parametrize("rules", ["international", "damas64"])
def test_the_command_plays_other_rules(tmp_path: Path, rules: str) -> None:
    """From the suite of their board, or from random openings; our engine plays, too."""
    arguments = ("match", "greedy", "random", "--rules", rules, "--pairs", "1")
    done = run(tmp_path, *arguments)
    assert done.returncode == 0, done.stderr
    assert f"greedy v random, {rules}, 2 games" in done.stdout
    engine = ("match", "this", "random", "--rules", rules, "--pairs", "1", "--nodes", "300")
    done = run(tmp_path, *engine, "--random-openings", "--pdn", "engine.pdn")
    assert done.returncode == 0, done.stderr
    assert f"this v random, {rules}, 2 games" in done.stdout
    assert len(list(read_games(tmp_path / "engine.pdn", rules))) == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["this", "random"], "'this' would think for ever"),
        (["greedy", "random", "--pairs", "501"], "501 pairs, but 500 openings"),
        (["greedy", "random", "--sprt", "5"], "sprt '5'; expected two differences such as 0,10"),
        (["greedy", "random", "--sprt", "5,0"], "expected elo0 below elo1"),
        (["this", "random", "--clock", "5s"], "clock '5s'; expected seconds"),
        (["greedy", "rev=nonsense", "--nodes", "5"], "revision 'nonsense'"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path: Path, arguments: list[str], told: str) -> None:
    """Status 2 and a sentence."""
    done = run(tmp_path, "match", *arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_makes_openings(tmp_path: Path) -> None:
    """With the command in the file, which makes the same again."""
    done = run(tmp_path, "openings", "mine.txt", "--count", "3", "--nodes", "1000")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "mine.txt").read_text()
    assert "damahane openings mine.txt --rules dama --count 3 --nodes 1000 --seed 1" in text
    assert len(read_openings(tmp_path / "mine.txt", "dama")) == 3
    done = run(tmp_path, "openings", "no/such/folder/mine.txt", "--count", "1", "--nodes", "1000")
    assert done.returncode == 2
    assert "cannot write" in done.stderr
