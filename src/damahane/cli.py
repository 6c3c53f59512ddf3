"""The command `damahane`: each subcommand reads its options and calls what does the work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.console import Console
from rich.markup import escape

from . import __version__
from .board import Board
from .endgame.commands import app as endgame
from .errors import DamahaneError
from .puzzles.commands import app as puzzles
from .rules import RULE_SETS

app = typer.Typer(
    name="damahane",
    help="Play, study and program Turkish draughts (dama). Without a command: play in the browser.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(endgame, name="endgame")
app.add_typer(puzzles, name="puzzles")
console = Console(highlight=False, soft_wrap=True)

Rules = Annotated[str, typer.Option("--rules", help=f"Rule set: {', '.join(RULE_SETS)}.")]
Fen = Annotated[
    Optional[str],  # noqa: UP045  typer reads the annotation at run time
    typer.Option("--fen", help="Position, such as W:Wa2,Kb3:Ba7. [default: the start]"),
]


def _print_version(wanted: bool) -> None:
    if wanted:
        console.print(f"damahane {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def default(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Serve the game on this machine and open it in the browser, unless a command is given."""
    if context.invoked_subcommand is None:
        serve()


@app.command()
def serve(
    port: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=1, max=65535, help="Port. [default: 8000, or the next free one]"),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Serve the game; /healthz answers 200 when it is ready to play."""
    from .kernel.cache import is_warm
    from .web.server import serve as run

    if not is_warm():
        warm()
    try:
        run(host=host, port=port, open_browser=browser)
    except OSError as error:
        where = host if port is None else f"{host}:{port}"
        raise DamahaneError(f"cannot serve on {where}: {error.strerror or error}") from error
    except (ValueError, ImportError) as error:  # a setting that cannot be what it is
        raise DamahaneError(str(error)) from error


@app.command()
def play(
    rules: Rules = "dama",
    level: Annotated[str, typer.Option(help="The computer's level: easy, medium, hard.")] = "easy",
    side: Annotated[str, typer.Option(help="Your side: white, black, lot.")] = "white",
    two: Annotated[bool, typer.Option("--two", help="Two people, without the computer.")] = False,
    fen: Fen = None,
) -> None:
    """Play a game in the terminal."""
    from .terminal import play_game

    play_game(console, rules=rules, level=level, side=side, two=two, fen=fen)


@app.command()
def perft(
    depth: Annotated[int, typer.Option(min=0, help="Depth in plies.")],
    rules: Rules = "dama",
    fen: Fen = None,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count moves, not every route of them.")
    ] = False,
    hash_mib: Annotated[
        int,
        typer.Option("--hash", min=0, metavar="MIB", help="Keep counts in a table of this size."),
    ] = 0,
    threads: Annotated[
        int, typer.Option(min=0, help="Threads to count with; 0 for one for each core.")
    ] = 1,
    by_move: Annotated[
        bool, typer.Option("--divide", help="List the count below each move.")
    ] = False,
) -> None:
    """Count the leaves of the tree of legal moves, and how fast."""
    from .kernel.perft import Table, divide
    from .kernel.perft import perft as compiled
    from .kernel.position import words

    board = _board(rules, fen)
    try:
        table = Table(hash_mib) if hash_mib else None
    except MemoryError:
        raise typer.BadParameter(f"there is no memory for a table of {hash_mib} MiB") from None
    long = hash_mib > 0 or threads != 1
    with _progress("Counting") if long else nullcontext() as progress:
        begun = time.perf_counter()
        if by_move and depth:
            counts = divide(board, depth, distinct, table=table, threads=threads, progress=progress)
            count = sum(counts.values())
        else:
            counts = {}
            count = compiled(
                board.rules, words(board), depth, distinct,
                table=table, threads=threads, progress=progress,
            )  # fmt: skip
        seconds = max(time.perf_counter() - begun, 1e-9)
    for move, below in counts.items():
        console.print(f"{board.text(move)}: {below:,}")
    console.print(f"perft({depth}) = {count:,}")
    console.print(f"{seconds:.3f} s, {count / seconds / 1e6:.3g} million nodes/s")


@app.command()
def moves(
    rules: Rules = "dama",
    fen: Fen = None,
    routes: Annotated[
        bool, typer.Option("--routes", help="List every route, with all its stops.")
    ] = False,
) -> None:
    """List the legal moves of a position, with what they capture."""
    board = _board(rules, fen)
    outcome = board.outcome()
    if outcome is not None:
        console.print(f"The game is over: {outcome.result} ({outcome.termination.value}).")
    listed = board.routes() if routes else [board.route(move) for move in board.legal_moves]
    for route in listed:
        taken = ", ".join(board.shape.usual(square) for square in route.captured)
        text = board.text(route, full=routes)
        console.print(f"{text}  takes {taken}" if taken else text)


@app.command()
def hub(rules: Rules = "dama") -> None:
    """Speak the Hub protocol on standard input and output, as an engine for other programs."""
    from .protocol.stdio import serve as run

    run(rules)


@app.command()
def match(
    first: Annotated[
        str,
        typer.Argument(
            help="A player: this, nodes=5000, level=hard, time=0.1, clock=60+0.6, "
            "rev=REVISION, cmd=HUB PROGRAM, random, greedy."
        ),
    ],
    second: Annotated[str, typer.Argument(help="The other player, described likewise.")],
    rules: Rules = "dama",
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games, at most.")] = 250,
    nodes: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=1, help="Nodes a move of players that have no limit of their own."),
    ] = None,
    seconds: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option("--time", min=0.001, help="Seconds a move of such players."),
    ] = None,
    clock: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            help="Their clocks: seconds, and those gained with every move, such as 60+0.6; "
            "40/60 is for 40 moves each time."
        ),
    ] = None,
    sprt: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Stop when it is clear which difference in Elo it is, such as 0,10."),
    ] = None,
    risk: Annotated[float, typer.Option(help="How often that may be wrong, either way.")] = 0.05,
    openings: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(help="A file of openings. [default: those of the package]"),
    ] = None,
    random_openings: Annotated[
        bool, typer.Option("--random-openings", help="Begin with random moves instead.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Games at once.")] = 1,
    seed: Annotated[int, typer.Option(help="Order of the openings, and all chance.")] = 1,
    pdn: Annotated[
        Path, typer.Option(help="Where games are kept; an interrupted match goes on from there.")
    ] = Path("match.pdn"),
) -> None:
    """Play two players against each other, each opening with both colours."""
    from .training.console import run_match

    run_match(
        console, first, second, rules=rules, pairs=pairs, nodes=nodes, seconds=seconds,
        clock=clock, sprt=sprt, risk=risk, openings=openings, random=random_openings, jobs=jobs,
        seed=seed, pdn=pdn,
    )  # fmt: skip


@app.command()
def dxp(
    player: Annotated[str, typer.Argument(help="Who plays, as in `match`.")],
    connect: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Ask the program at HOST or HOST:PORT for games. [default: listen]"),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 27531,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    nodes: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=1, help="Nodes a move, if the player has no limit of its own."),
    ] = None,
    pdn: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(help="Keep the games at the end of this file."),
    ] = None,
) -> None:
    """Play international draughts against another program over the network (DamExchange)."""
    from .training.network import play

    play(console, player, connect=connect, host=host, port=port, games=games, nodes=nodes, pdn=pdn)


@app.command()
def openings(
    output: Annotated[Path, typer.Argument(help="The file to write.")],
    rules: Rules = "dama",
    count: Annotated[int, typer.Option(min=1, help="How many.")] = 500,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes to judge each by.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Another seed makes others.")] = 1,
) -> None:
    """Make a suite of openings for matches: level by a deep search, no two alike."""
    from .training.console import make_openings

    make_openings(console, output, rules=rules, count=count, nodes=nodes, seed=seed)


@app.command()
def bench(
    depth: Annotated[int, typer.Option(min=1, help="Plies to search each position.")] = 10,
    rules: Rules = "dama",
) -> None:
    """Search a fixed set of positions: nodes, speed, and a signature of what was found."""
    from .training.bench import run

    report = run(rules, depth)
    for line in report.lines():
        console.print(line)


@app.command()
def warm() -> None:
    """Compile the engine now, so that nobody waits for it later."""
    from .engine import warm as warm_engine

    with _progress("Compiling the engine") as show:
        warm_engine(show)


@contextmanager
def _progress(task_name: str) -> Iterator[Callable[..., None]]:
    """A progress bar; what it gives is called with the steps done, their number and the next."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(task_name)

        def show(done: int, total: int, label: str = task_name) -> None:
            bar.update(task, completed=done, total=total, description=escape(label))

        yield show


def _board(rules: str, fen: str | None) -> Board:
    return Board(rules) if fen is None else Board.from_fen(fen, rules)


def main() -> None:
    """Run the command; what the user got wrong ends it with status 2 and a sentence."""
    try:
        app()
    except DamahaneError as error:
        Console(stderr=True, soft_wrap=True, highlight=False).print(
            f"damahane: {escape(str(error))}"
        )
        sys.exit(2)
