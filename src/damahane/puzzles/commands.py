"""The commands `damahane puzzles ...`: each reads its options and calls what does the work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.console import Console

console = Console(highlight=False, soft_wrap=True)
app = typer.Typer(
    help="Puzzles: positions with a proved win in 2 or 3 moves.", no_args_is_help=True
)

Bank = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option("--bank", help="A file of puzzles. [default: those of the package]"),
]
Jobs = Annotated[int, typer.Option(min=1, help="Processes at once.")]


@app.command()
def mine(
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("dama.jsonl.xz"),
    rules: Annotated[str, typer.Option("--rules", help="Rule set: dama.")] = "dama",
    target: Annotated[int, typer.Option(min=1, help="Puzzles to choose, at most.")] = 2000,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of games, and of set-ups.")] = 160,
    jobs: Jobs = 2,
    seed: Annotated[int, typer.Option(min=0, help="Another seed finds others.")] = 1,
    folder: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(help="Where rounds are kept. [default: in the user's data directory]"),
    ] = None,
) -> None:
    """Look for puzzles; what has been found before is kept, so it can be broken off."""
    from .console import run_mine

    run_mine(console, out, rules, target, rounds, jobs, seed, folder)


@app.command()
def check(bank: Bank = None, jobs: Jobs = 2) -> None:
    """Prove every puzzle again, and compare what is said of it."""
    from .console import run_check

    run_check(console, bank, jobs)


@app.command()
def show(
    name: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(help="The name of a puzzle. [default: how many there are of which kind]"),
    ] = None,
    bank: Bank = None,
    solution: Annotated[bool, typer.Option("--solution", help="With the whole solution.")] = False,
) -> None:
    """Show a puzzle, or what puzzles there are."""
    from .console import show_bank, show_puzzle

    if name is None:
        show_bank(console, bank)
    else:
        show_puzzle(console, name, bank, solution)


@app.command("calendar")
def extend_calendar(
    out: Annotated[
        Path, typer.Option(help="The file to write; days that it has already stay as they are.")
    ] = Path("calendar.txt"),
    bank: Bank = None,
) -> None:
    """Give more days their challenge, each week from an easy Monday to a hard Sunday."""
    from .console import run_calendar

    run_calendar(console, out, bank)
