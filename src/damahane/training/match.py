"""Matches: two players, pairs of games with the colours reversed, until something is proved.

The runner alone judges. A player that plays an illegal move, crashes, keeps silent or runs out of
time loses the game, and the report says in which position. Each
game is kept as PDN; a match that was interrupted goes on where the file ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import queue
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from damahane.errors import DamahaneError
from damahane.game import Game
from damahane.pdn import GameRecord, read_games, write
from damahane.protocol import EngineError, IllegalAnswerError
from damahane.rules import RuleSet
from damahane.squares import Color

from .openings import Opening
from .players import OutOfTimeError, Player, PlayerSpec
from .statistics import Score, Sprt, Verdict
from .versions import Versions

#: A game that is not over by then is a draw, where the rules know no count that ends it.
LONGEST_GAME: Final = 1000
_POINTS: Final = {"1-0": 1.0, "2-0": 1.0, "1/2-1/2": 0.5, "1-1": 0.5, "0-1": 0.0, "0-2": 0.0}
_TOO_LONG: Final = "too long"
#: The tags in which a game in a file tells which of the match it is, and how it ended.
_ROUND, _ENDED = "Round", "Termination"


class MatchError(DamahaneError):
    """A match that cannot be played as it is asked for."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played.

    Attributes:
        rules: the rule set.
        first: the player whose points are counted.
        second: the other.
        openings: one for each pair of games, in order.
        sprt: when the match may stop early; None to play all pairs.
        jobs: how many games are played at once.
        seed: what is left to chance follows from it.
    """

    rules: RuleSet
    first: PlayerSpec
    second: PlayerSpec
    openings: tuple[Opening, ...]
    sprt: Sprt | None = None
    jobs: int = 1
    seed: int = 1

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called in files; never the same."""
        first, second = self.first.text, self.second.text
        return (first, second) if first != second else (f"{first} (1)", f"{second} (2)")

    @property
    def event(self) -> str:
        """What the match is called in files; another match is called otherwise."""
        openings = "\n".join(" ".join(opening.moves) for opening in self.openings)
        limits = [str(spec.limits) for spec in (self.first, self.second)]
        text = "\n".join([self.rules.id, *self.names, *limits, str(self.seed), openings])
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        return f"damahane match {digest}"


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a match.

    Attributes:
        record: the game.
        points: what the first player got: 1, 0.5 or 0.
        ended: what ended it, such as ``no_pieces`` or ``illegal move``.
        fault: what a player did wrong, and in which position; None if nothing.
    """

    record: GameRecord
    points: float
    ended: str
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of the same opening, the first player having White in the first.

    Attributes:
        number: which pair of the match, from 1.
        games: the two.
    """

    number: int
    games: tuple[Played, Played]

    @property
    def points(self) -> float:
        """What the first player got."""
        return self.games[0].points + self.games[1].points


@dataclass(slots=True)
class Effort:
    """What the moves of a player cost.

    Attributes:
        moves: how many it chose.
        seconds: the time they took together.
        longest: the longest time for one.
        nodes: the positions it looked at.
        depth: the sum of the depths it reached.
    """

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    nodes: int = 0
    depth: int = 0

    def add(self, other: Effort) -> None:
        """Count another's moves as well."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.nodes += other.nodes
        self.depth += other.depth


@dataclass(slots=True)
class Standing:
    """How a match stands.

    Attributes:
        score: the pairs counted.
        wins: games won by the first player.
        draws: games drawn.
        losses: games lost.
        endings: how often each end came about.
        faults: what players did wrong.
        efforts: what the moves of the two players cost, as far as they were played now.
        verdict: what the sequential test says.
        resumed: pairs that were taken from the file.
    """

    score: Score = field(default_factory=Score)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    efforts: tuple[Effort, Effort] = field(default_factory=lambda: (Effort(), Effort()))
    verdict: Verdict = Verdict.GOING_ON
    resumed: int = 0

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.wins + self.draws + self.losses

    def count(self, pair: Pair) -> None:
        """Count a pair."""
        self.score = self.score.with_pair(pair.points)
        for game in pair.games:
            self.wins += game.points == 1
            self.draws += game.points == 0.5
            self.losses += game.points == 0
            self.endings[game.ended] = self.endings.get(game.ended, 0) + 1
            if game.fault is not None:
                self.faults.append(game.fault)


class Seat:
    """Where a player sits: it is let in when it is needed, and again after a crash."""

    def __init__(self, spec: PlayerSpec, rules: RuleSet, versions: Versions) -> None:
        self._spec = spec
        self._rules = rules
        self._versions = versions
        self._player: Player | None = None
        self._closed = False
        self._lock = threading.Lock()
        self.effort = Effort()

    def new_game(self, seed: int) -> None:
        """Get the player ready.

        Raises:
            EngineError: it does not come, or does not answer.
        """
        player = self._player
        if player is None:
            player = self._spec.open(self._rules, self._versions)
        with self._lock:
            if self._closed:
                player.kill()
                raise EngineError("the match is over")
            self._player = player
        player.new_game(seed)

    def play(self, game: Game) -> None:
        """Let the player make its move.

        Raises:
            IllegalAnswerError: its move is not legal.
            OutOfTimeError: its clock ran out.
            EngineError: it crashed or kept silent.
        """
        player = self._player
        if player is None:
            raise EngineError("the player has left")
        choice = player.choose(game.board)
        game.play(choice.move)
        self.effort.add(Effort(1, choice.seconds, choice.seconds, choice.nodes, choice.depth))

    def leave(self, *, politely: bool = False) -> None:
        """Let the player go; another may come in its place."""
        player, self._player = self._player, None
        if player is not None:
            if politely:
                player.close()
            else:
                player.kill()

    def close(self) -> None:
        """Let the player go for good, at once, whatever it does; called from another thread."""
        with self._lock:
            self._closed = True
        self.leave()


def play_game(
    rules: RuleSet,
    opening: Opening,
    seats: dict[Color, Seat],
    seed: int,
    longest: int = LONGEST_GAME,
) -> tuple[Game, str, str | None, Color | None]:
    """Play a game; the game, what ended it, the fault if any, and the winner.

    Raises:
        EngineError: a player does not come.
    """
    game = Game(rules)
    for text in opening.moves:
        game.play(text)
    for seat in seats.values():
        seat.new_game(seed)
    while game.outcome is None:
        if len(game.moves) >= longest:
            return game, _TOO_LONG, None, None
        color = game.turn
        try:
            seats[color].play(game)
        except EngineError as error:
            seats[color].leave()
            ended = _fault(error)
            position = game.board.fen(clocks=True)
            return game, ended, f"{color} loses by {ended} in {position}: {error}", color.other
    outcome = game.outcome
    return game, outcome.termination.value, None, outcome.winner


def _fault(error: EngineError) -> str:
    """What a player did wrong."""
    if isinstance(error, OutOfTimeError):
        return "time"
    return "illegal move" if isinstance(error, IllegalAnswerError) else "crash"


def _play_pair(match: Match, number: int, first: Seat, second: Seat) -> Pair:
    """Play an opening twice."""
    played = []
    for half in (0, 1):
        seats = {Color.WHITE: second, Color.BLACK: first} if half else {
            Color.WHITE: first, Color.BLACK: second
        }  # fmt: skip
        seed = random.Random(f"{match.seed} {number} {half}").getrandbits(32)
        game, ended, fault, winner = play_game(match.rules, match.openings[number - 1], seats, seed)
        names = match.names[::-1] if half else match.names
        result = "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
        tags = {
            "Event": match.event,
            _ROUND: f"{number}.{half + 1}",
            "White": names[0],
            "Black": names[1],
            "Result": result,
            _ENDED: ended,
        }
        record = GameRecord.from_game(game, tags)
        if fault is not None:
            record.comment = fault
        points = _POINTS[result]
        fault = None if fault is None else f"game {number}.{half + 1}, {fault}"
        played.append(Played(record, 1 - points if half else points, ended, fault))
    return Pair(number, (played[0], played[1]))


class _Room:
    """Where the games go on: threads, each with two seats, taking one pair after another."""

    def __init__(self, match: Match, numbers: Sequence[int], versions: Versions) -> None:
        self._match = match
        self._numbers: Iterator[int] = iter(numbers)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.results: queue.Queue[Pair | BaseException | None] = queue.Queue()
        self.tables = [
            (Seat(match.first, match.rules, versions), Seat(match.second, match.rules, versions))
            for _ in range(min(match.jobs, len(numbers)))
        ]
        self._threads = [
            threading.Thread(target=self._work, args=table, daemon=True) for table in self.tables
        ]

    def open(self) -> None:
        """Begin to play."""
        for thread in self._threads:
            thread.start()

    def _work(self, first: Seat, second: Seat) -> None:
        try:
            while (number := self._next()) is not None:
                pair = _play_pair(self._match, number, first, second)
                if not self._closing.is_set():
                    self.results.put(pair)
            for seat in (first, second):
                seat.leave(politely=True)
        except BaseException as error:  # noqa: BLE001  it is raised again where it is received
            if not self._closing.is_set():
                self.results.put(error)
        finally:
            self.results.put(None)

    def _next(self) -> int | None:
        with self._lock:
            return None if self._closing.is_set() else next(self._numbers, None)

    def close(self) -> None:
        """End the games that go on; they do not count."""
        self._closing.set()
        for table in self.tables:
            for seat in table:
                seat.close()
        for thread in self._threads:
            thread.join()

    def pairs(self) -> Iterator[Pair]:
        """The pairs as they are finished."""
        working = len(self._threads)
        while working:
            result = self.results.get()
            if result is None:
                working -= 1
            elif isinstance(result, BaseException):
                raise result
            else:
                yield result


def play_match(
    match: Match,
    *,
    pdn: Path | None = None,
    progress: Callable[[Standing], object] | None = None,
    versions: Versions | None = None,
) -> Standing:
    """Play a match to its end.

    An interrupt ends it, and what has been played is its result.

    Args:
        match: what is to be played.
        pdn: the file at whose end the games are kept; what it has of this match is not played
            again.
        progress: told how it stands after each pair.
        versions: where earlier versions are; by default in the repository of this package.

    Raises:
        MatchError: there is nothing to play, or the file holds something else.
        EngineError: a player does not come.
        VersionError: there is no such revision.
    """
    if not match.openings or match.jobs < 1:
        raise MatchError(
            f"{len(match.openings)} pairs, {match.jobs} at once; expected at least one of each"
        )
    standing, numbers = _resumed(match, pdn)
    if not numbers or standing.verdict is not Verdict.GOING_ON:
        return standing
    versions = versions or Versions()
    for spec in (match.first, match.second):
        if spec.revision is not None:  # unpacked before any game begins
            versions.program(spec.revision)
    room = _Room(match, numbers, versions)
    room.open()
    try:
        _count_pairs(match, room, standing, pdn, progress)
    finally:
        room.close()
    for table in room.tables:
        for effort, seat in zip(standing.efforts, table, strict=True):
            effort.add(seat.effort)
    return standing


def _count_pairs(
    match: Match,
    room: _Room,
    standing: Standing,
    pdn: Path | None,
    progress: Callable[[Standing], object] | None,
) -> None:
    """Keep and count the pairs until the last, a verdict, or an interrupt."""
    with contextlib.suppress(KeyboardInterrupt):
        for pair in room.pairs():
            _keep(pair, pdn)
            standing.count(pair)
            _judge(match, standing)
            if progress is not None:
                progress(standing)
            if standing.verdict is not Verdict.GOING_ON:
                break


def _judge(match: Match, standing: Standing) -> None:
    if match.sprt is not None:
        standing.verdict = match.sprt.verdict(standing.score)


def _keep(pair: Pair, pdn: Path | None) -> None:
    """Put both games at the end of the file, in one piece."""
    if pdn is None:
        return
    with pdn.open("a", encoding="utf-8") as file:
        blank = "\n" if file.tell() else ""
        file.write(blank + "\n".join(write(game.record) for game in pair.games))


def _resumed(match: Match, pdn: Path | None) -> tuple[Standing, list[int]]:
    """How the match stands by its file, and the pairs that are still to be played."""
    standing = Standing()
    games = _kept(match, pdn) if pdn is not None and pdn.exists() else {}
    numbers = []
    for number in range(1, len(match.openings) + 1):
        halves = games.get((number, 1)), games.get((number, 2))
        if halves[0] is None or halves[1] is None:
            numbers.append(number)
            continue
        standing.count(Pair(number, (halves[0], halves[1])))
        standing.resumed += 1
    _judge(match, standing)
    return standing, numbers


def _kept(match: Match, pdn: Path) -> dict[tuple[int, int], Played]:
    """The games of the match that a file holds."""
    found = {}
    try:
        for record in read_games(pdn.read_text(encoding="utf-8")):
            number, _, half = record.tags.get(_ROUND, "").partition(".")
            if record.tags.get("Event") != match.event or half not in ("1", "2"):
                continue
            points = _POINTS[record.result]
            ended = record.tags.get(_ENDED, "")
            fault = f"game {number}.{half}, {record.comment}" if record.comment else None
            key = (int(number), int(half))
            found[key] = Played(record, 1 - points if half == "2" else points, ended, fault)
    except (DamahaneError, OSError, ValueError, KeyError) as error:
        raise MatchError(f"cannot go on with the match in {pdn}: {error}") from None
    return found
