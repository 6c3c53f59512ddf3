"""The commands `damahane endgame ...`: each reads its options and calls what does the work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Optional

import typer
from rich.console import Console
from typer.core import TyperGroup

console = Console(highlight=False, soft_wrap=True)


class _Group(TyperGroup):
    """Commands, and a position in the place of one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command meant; to a position, `show`."""
        if args and ":" in args[0] and args[0] not in self.commands:
            args = ["show", *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=_Group,
    help="Endgame tables. With a position instead of a command: show it.",
    no_args_is_help=True,
)

Rules = Annotated[str, typer.Option("--rules", help="Rule set: dama, ludoteka, federation.")]
Jobs = Annotated[int, typer.Option(min=1, help="Slices at once.")]
Folder = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option(help="Where built tables are kept. [default: in the user's data directory]"),
]
Pieces = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        min=2, max=5, help="Take built tables up to so many pieces. [default: the package's]"
    ),
]


@app.command("build")
def build_tables(
    rules: Rules = "dama",
    pieces: Annotated[int, typer.Option(min=2, max=5, help="Pieces, both sides together.")] = 4,
    jobs: Jobs = 2,
    folder: Folder = None,
    cluster: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Address of a Dask cluster whose workers see the folder."),
    ] = None,
) -> None:
    """Build tables; what has been built before is kept, so it can be broken off."""
    from .console import run_build

    run_build(console, rules, pieces, jobs, folder, cluster)


@app.command()
def check(
    rules: Rules = "dama",
    pieces: Pieces = None,
    jobs: Jobs = 2,
    folder: Folder = None,
    searched: Annotated[int, typer.Option(min=0, help="Positions to search.")] = 1000,
    seed: Annotated[int, typer.Option(help="Another seed draws others.")] = 1,
) -> None:
    """Check every position against its successors, and some by a search without tables."""
    from .console import run_check

    run_check(console, rules, pieces, jobs, folder, searched, seed)


@app.command("table")
def results(
    rules: Rules = "dama",
    pieces: Pieces = None,
    folder: Folder = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="As a table of Markdown.")] = False,
) -> None:
    """Print who wins with what against what, how often, and how long it takes at most."""
    from .console import show_results

    show_results(console, rules, pieces, folder, markdown)


@app.command()
def show(
    fen: Annotated[str, typer.Argument(help="Position, such as W:WKa1,Kb3,Kd4:BKh8.")],
    rules: Rules = "dama",
    pieces: Pieces = None,
    folder: Folder = None,
) -> None:
    """Show every move of a position with its exact result, the best first."""
    from .console import show_position

    show_position(console, fen, rules, pieces, folder)


@app.command("pack")
def pack_tables(
    output: Annotated[Path, typer.Argument(help="Folder for the file.")],
    rules: Rules = "dama",
    pieces: Annotated[int, typer.Option(min=2, max=5, help="Pieces, both sides together.")] = 4,
    jobs: Jobs = 2,
    folder: Folder = None,
    base: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Keep only the differences from this rule set's tables."),
    ] = None,
) -> None:
    """Write built tables into one compressed file, as they come with the package."""
    from .console import run_pack

    run_pack(console, rules, pieces, jobs, folder, output, base)
