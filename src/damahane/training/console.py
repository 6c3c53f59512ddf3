"""Matches and openings at the terminal, with a bar that shows how far they are."""

from __future__ import annotations

import itertools
import random as chance
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from damahane import __version__
from damahane.backing import settle as settle_backing
from damahane.engine import Limits
from damahane.errors import DamahaneError, quoted
from damahane.rules import RuleSet, rule_set

from .match import Match, MatchError, Standing, play_match
from .openings import Opening, level_openings, random_openings, read_openings
from .players import parse_clock, parse_player
from .report import brief, summary
from .statistics import Sprt


def _bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"), BarColumn(12), MofNCompleteColumn(), TimeElapsedColumn(),
        console=console,
    )  # fmt: skip


def run_match(
    console: Console,
    first: str,
    second: str,
    *,
    rules: str,
    pairs: int,
    nodes: int | None,
    seconds: float | None,
    clock: str | None,
    sprt: str | None,
    risk: float,
    openings: Path | None,
    random: bool,
    jobs: int,
    seed: int,
    pdn: Path,
) -> Standing:
    """Play a match as the command describes it, and print how it ends.

    Raises:
        DamahaneError: it cannot be played so.
    """
    limits = Limits(nodes, None, seconds, clock=None if clock is None else parse_clock(clock))
    settle_backing()  # or the clock of a player would run while the kernel is loaded
    played = rule_set(rules)
    match = Match(
        rules=played,
        first=parse_player(first, limits),
        second=parse_player(second, limits),
        openings=_chosen(played, openings, random, pairs, seed),
        sprt=None if sprt is None else _sprt(sprt, risk),
        jobs=jobs,
        seed=seed,
    )
    with _bar(console) as bar:
        task = bar.add_task("Starting", total=pairs)

        def show(standing: Standing) -> None:
            text = escape(brief(match, standing))
            bar.update(task, completed=standing.score.pairs, description=text)

        standing = play_match(match, pdn=pdn, progress=show)
    for line in summary(match, standing):
        console.print(escape(line))
    return standing


def _chosen(
    rules: RuleSet, path: Path | None, random: bool, pairs: int, seed: int
) -> tuple[Opening, ...]:
    """An opening for each pair, in an order that follows from the seed."""
    if random:
        return tuple(itertools.islice(random_openings(rules, seed), pairs))
    found = read_openings(path, rules)
    if len(found) < pairs:
        raise MatchError(
            f"{pairs} pairs, but {len(found)} openings; expected no more pairs than openings, "
            "since a game that is played again proves nothing"
        )
    chance.Random(seed).shuffle(found)
    return tuple(found[:pairs])


def _sprt(text: str, risk: float) -> Sprt:
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise MatchError(f"sprt {quoted(text)}; expected two differences such as 0,10") from None
    try:
        return Sprt(elo0, elo1, risk, risk)
    except ValueError as error:
        raise MatchError(f"sprt {quoted(text)}: {error}") from None


def make_openings(
    console: Console, output: Path, *, rules: str, count: int, nodes: int, seed: int
) -> None:
    """Make a suite of openings and write it to a file.

    Raises:
        DamahaneError: the engine does not play the rule set, or the file cannot be written.
    """
    with _bar(console) as bar:
        task = bar.add_task("Openings", total=count)
        found = level_openings(
            rules, count, seed=seed, nodes=nodes,
            progress=lambda done: bar.update(task, completed=done),
        )  # fmt: skip
    options = f"--rules {rules} --count {count} --nodes {nodes} --seed {seed}"
    head = [
        f"# {len(found)} openings of {rules}, level by a search of {nodes} nodes each.",
        f"# Made by damahane {__version__}: damahane openings {output.name} {options}",
    ]
    text = "\n".join([*head, *(str(opening) for opening in found), ""])
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DamahaneError(f"cannot write {output}: {error}") from None
    console.print(f"{len(found)} openings in {escape(str(output))}")
