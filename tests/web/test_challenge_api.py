"""The API of the day's challenge and of practice: what it judges, keeps, and keeps to itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from damahane import Board, Piece
from damahane.puzzles.bank import Puzzle, Solution
from damahane.puzzles.calendar import CalendarError, by_name, calendar, is_reserve, puzzle_of
from damahane.web import challenge, challenge_words, practice
from damahane.web.app import create_app
from damahane.web.judging import Defend, Judged, JudgeLine, get_ready
from damahane.web.language import LANGUAGES, speaking
from damahane.web.settings import Settings
from damahane.web.tries import Challenge
from damahane.web.visitors import COOKIE, Visitors
from damahane.web.workers import Report, WorkerGone
from tests.web.puzzle_seats import DAY, EVE, stops, wrong

SECRET = "what the cookies of these tests are signed with"  # noqa: S105
MANY = 10**6


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = datetime.combine(EVE, datetime.min.time(), UTC) + timedelta(hours=12)

    def __call__(self) -> datetime:
        """The time that it shows."""
        return self.now

    def set(self, day: date, hour: float = 12) -> None:
        """Show an hour of a day."""
        self.now = datetime.combine(day, datetime.min.time(), UTC) + timedelta(hours=hour)


class Referee:
    """Judges in this process, and may be away."""

    def __init__(self) -> None:
        self.away = False

    async def judge(self, fen: str, moves: int, line: Any, own: Any) -> Judged:
        """Judge moves."""
        if self.away:
            raise WorkerGone
        return JudgeLine(fen, moves, tuple(line), tuple(own))(Report(print, None))  # type: ignore[arg-type]

    async def defence(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The best defence."""
        return Defend(puzzle.fen, puzzle.moves, puzzle.solution)(Report(print, None))  # type: ignore[arg-type]

    def prepare(self) -> None:
        """It is ready."""

    async def close(self) -> None:
        """It has nothing to put away."""


@dataclass
class Table:
    """The app, with a clock and a referee of the tests."""

    client: TestClient
    clock: Clock
    referee: Referee
    seated: int = 0

    def player(self) -> Player:
        """Another visitor."""
        self.seated += 1
        return Player(self, f"visitor-{self.seated}")


@dataclass
class Player:
    """A visitor, with everything they were ever told."""

    table: Table
    name: str
    language: str = "en"
    told: list[str] = field(default_factory=list)

    def ask(self, path: str, body: object = None, *, status: int = 200) -> dict[str, Any]:
        """Ask the API; a body makes it a POST."""
        cookie = Visitors(SECRET.encode()).cookie(self.name)
        headers = {"Cookie": f"{COOKIE}={cookie}", "Accept-Language": self.language}
        client = self.table.client
        if body is None:
            answer = client.get(f"/api{path}", headers=headers)
        else:
            answer = client.post(f"/api{path}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        self.told.append(answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def page(self, path: str) -> str:
        """The text of a page."""
        cookie = Visitors(SECRET.encode()).cookie(self.name)
        text = self.table.client.get(path, headers={"Cookie": f"{COOKIE}={cookie}"}).text
        self.told.append(text)
        return text

    def begin(self, day: date = EVE) -> dict[str, Any]:
        """Begin a challenge."""
        return self.ask(f"/challenge/{day}/begin", {})

    def move(self, text: str, day: date = EVE) -> dict[str, Any]:
        """Make a move in a challenge."""
        version = self.ask(f"/challenge/{day}")["version"]
        body = {"version": version, "stops": stops(text)}
        return self.ask(f"/challenge/{day}/moves", body)

    def solve(self, day: date = EVE) -> dict[str, Any]:
        """Solve a challenge from the beginning of a try."""
        if not self.ask(f"/challenge/{day}")["version"]:
            self.begin(day)
        solution = puzzle_of(day).solution
        while True:
            found = self.move(solution.move, day)
            if found["judged"]["reply"] is None:
                return found
            line = found["challenge"]["tries"][-1]["moves"]
            solution = answer_to(solution, line[-1], puzzle_of(day), line[:-1])

    def err(self, day: date = EVE) -> dict[str, Any]:
        """Make a first move that does not win in time."""
        return self.move(wrong(puzzle_of(day)), day)


def answer_to(solution: Solution, reply: str, puzzle: Puzzle, line: list[str]) -> Solution:
    """What a solution has against a reply, which may be written by another way to the same move."""
    board = puzzle.board()
    for text in line:
        board.push(text)
    move = board.parse(reply)
    return next(after for text, after in solution.replies.items() if board.parse(text) == move)


@pytest.fixture(scope="module")
def app_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One app for all of these tests."""
    clock, referee = Clock(), Referee()
    settings = Settings.of(
        database=tmp_path_factory.mktemp("day") / "games.db",
        workers=1,
        secret=SECRET,
        hosts=("testserver",),
        thoughts=MANY,
        questions=MANY,
    )

    class Idle:
        ready = True

        async def start(self) -> None: ...

        async def close(self) -> None: ...

    app = create_app(settings, Idle(), clock)  # type: ignore[arg-type]
    with TestClient(app, raise_server_exceptions=False) as client:
        app.state.puzzles.referee = referee
        yield Table(client, clock, referee)


@pytest.fixture
def table(app_table: Table) -> Table:
    """The app at noon of the 24th of December."""
    app_table.clock.set(EVE)
    app_table.referee.away = False
    return app_table


@pytest.fixture
def player(table: Table) -> Player:
    """A visitor who comes for the first time."""
    return table.player()


# A challenge


def test_todays_is_the_one_of_the_calendar(table: Table, player: Player) -> None:
    """Its number, position and task are there before it is begun; asking begins nothing."""
    found = player.ask("/challenge")
    puzzle = puzzle_of(EVE)
    assert (found["date"], found["number"], found["today"]) == ("2026-12-24", 25, True)
    assert (found["moves"], found["grade"]) == (puzzle.moves, puzzle.grade)
    assert found["position"]["fen"] == puzzle.fen
    assert (found["version"], found["tries"], found["result"]) == (0, [], None)
    assert found["ends_in"] == 12 * 60 * 60
    assert player.ask("/challenge/2026-12-24") == found


def test_it_is_the_same_for_everyone_and_each_has_tries_of_their_own(table: Table) -> None:
    """What one does changes nothing for another."""
    one, other = table.player(), table.player()
    one.begin()
    one.err()
    assert one.ask("/challenge")["position"] == other.ask("/challenge")["position"]
    assert other.ask("/challenge")["tries"] == []


@pytest.mark.parametrize("errors", [0, 1, 2])
def test_it_is_solved_at_each_of_three_tries(player: Player, errors: int) -> None:
    """The result says at which; then the solution is there, and what to show to friends."""
    player.begin()
    for _ in range(errors):
        found = player.err()
        assert not found["judged"]["right"]
        assert found["challenge"]["position"]["fen"] == puzzle_of(EVE).fen
    found = player.solve()
    challenge = found["challenge"]
    assert found["judged"]["ruling"] == "won"
    assert (challenge["result"], len(challenge["tries"])) == ("solved", errors + 1)
    said = ["Solved at the first try!", "Solved at the second try!", "Solved at the third try!"]
    assert challenge["text"] == said[errors]
    assert challenge["share"] == f"damahane #25 — {errors + 1}/3 {'✕' * errors}●"
    assert challenge["solution"]["moves"][0]["full"] == puzzle_of(EVE).key


def test_it_is_failed_at_the_third(player: Player) -> None:
    """And can't be gone on with."""
    player.begin()
    results = [player.err()["challenge"]["result"] for _ in range(3)]
    assert results == [None, None, "failed"]
    challenge = player.ask("/challenge")
    assert challenge["share"] == "damahane #25 — X/3 ✕✕✕"
    body = {"version": challenge["version"], "stops": stops(puzzle_of(EVE).key)}
    refusal = player.ask("/challenge/2026-12-24/moves", body, status=422)["refusal"]
    assert refusal["code"] == "over"


def test_giving_up_shows_the_solution_and_counts_as_failed(player: Player) -> None:
    """In the history it is one that was not solved."""
    player.begin()
    player.err()
    found = player.ask("/challenge/2026-12-24/give-up", {"version": 2})
    assert (found["result"], found["text"]) == ("given_up", "Given up. Here is how it goes.")
    assert found["solution"] is not None
    past = player.ask("/challenges")
    assert (past["failed"], past["solved"], past["streak"]) == (1, [0, 0, 0], 0)


def test_the_whole_solution_is_shown(player: Player) -> None:
    """Every reply that the bank knows, and what wins against it."""
    player.solve()
    puzzle = puzzle_of(EVE)

    def lines(moves: list[dict[str, Any]]) -> set[tuple[str, ...]]:
        found: set[tuple[str, ...]] = set()
        before: list[str] = []
        for node in moves:
            for variation in node["variations"]:
                found |= {(*before, *line) for line in lines(variation["moves"])}
            before.append(node["full"])
        return found | {tuple(before)}

    shown = lines(player.ask("/challenge")["solution"]["moves"])
    assert shown == set(puzzle.solution.lines())


def days_with(moves: int) -> Iterator[date]:
    """Past days of the calendar whose puzzles take so many moves."""
    day = calendar().first
    while day < EVE:
        if puzzle_of(day).moves == moves:
            yield day
        day += DAY


def test_any_move_that_still_wins_in_time_is_right(table: Table, player: Player) -> None:
    """Not only the one that is stored: later in the line there may be several."""
    tried = 0
    for day in [*days_with(2), *days_with(3)]:
        puzzle = puzzle_of(day)
        player.begin(day)
        line = player.move(puzzle.key, day)["challenge"]["tries"][0]["moves"]
        board = puzzle.board()
        for text in line:
            board.push(text)
        stored = answer_to(puzzle.solution, line[1], puzzle, line[:1]).move
        others = [each for each in board.legal_moves if each != board.parse(stored)]
        winning = [each for each in others if wins_at_once(board, each)]
        if winning:
            found = player.move(board.text(winning[0], full=True), day)
            assert found["judged"]["ruling"] == "won"
            tried += 1
    assert tried


def wins_at_once(board: Board, move: Any) -> bool:
    """Whether a move ends the game with a win."""
    after = board.copy()
    after.push(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winner is board.turn


def test_the_answer_shows_the_move_the_reply_and_both_positions(player: Player) -> None:
    """As they have to be shown one after the other."""
    puzzle = puzzle_of(EVE)
    player.begin()
    judged = player.move(puzzle.key)["judged"]
    board = puzzle.board()
    board.push(puzzle.key)
    assert (judged["ruling"], judged["right"]) == ("right", True)
    assert judged["between"]["fen"] == board.fen()
    assert judged["between"]["routes"] == []
    board.push("-".join(judged["reply"]["stops"]))
    assert judged["position"]["fen"] == board.fen()
    assert judged["position"]["routes"]
    assert judged["reply"]["text"] in judged["text"]


def test_an_illegal_move_costs_no_try_and_is_explained(player: Player) -> None:
    """As on every board: which capture is due, where a piece can go."""
    player.begin()
    body = {"version": 1, "stops": ["a1", "h8"]}
    refusal = player.ask("/challenge/2026-12-24/moves", body, status=422)["refusal"]
    assert refusal["text"]
    body = {"version": 1, "stops": ["z9", "h8"]}
    refusal = player.ask("/challenge/2026-12-24/moves", body, status=422)["refusal"]
    assert (refusal["code"], refusal["text"]) == (
        "no_square",
        "There is no such square on this board.",
    )
    assert player.ask("/challenge")["version"] == 1


def test_a_refusal_leads_to_the_lesson_on_its_rule(player: Player) -> None:
    """White's man is told that men do not go back."""
    board = puzzle_of(EVE).board()
    man = next(
        name
        for square, name in enumerate(board.shape.names)
        if board.cells[square] == Piece.WHITE_MAN
        and not board.cells[board.shape.square(below(name))]
    )
    body = {"version": player.begin()["version"], "stops": [man, below(man)]}
    refusal = player.ask("/challenge/2026-12-24/moves", body, status=422)["refusal"]
    assert refusal["lesson"].startswith("/learn/dama#")


def below(square: str) -> str:
    """The square towards White's side."""
    return f"{square[0]}{int(square[1]) - 1}"


def test_a_move_whose_answer_was_lost_is_answered_again(player: Player) -> None:
    """Made again at the same version it says the same and costs no other try, right or wrong."""
    player.begin()
    for text in (wrong(puzzle_of(EVE)), puzzle_of(EVE).key):
        version = player.ask("/challenge")["version"]
        body = {"version": version, "stops": stops(text)}
        first = player.ask("/challenge/2026-12-24/moves", body)
        again = player.ask("/challenge/2026-12-24/moves", body)
        assert again["judged"] == first["judged"]
        assert again["challenge"]["tries"] == first["challenge"]["tries"]
        assert again["challenge"]["version"] == version + 1
    other = {"version": version, "stops": stops(wrong(puzzle_of(EVE)))}
    player.ask("/challenge/2026-12-24/moves", other, status=409)
    nonsense = {"version": version, "stops": ["a1", "a1"]}
    player.ask("/challenge/2026-12-24/moves", nonsense, status=409)


@pytest.mark.parametrize("day", [EVE + DAY * number for number in range(-7, 0)])
def test_the_solution_begins_with_what_the_judge_played(
    table: Table, player: Player, day: date
) -> None:
    """Whoever solved it finds their own line first, as long as they went by the solution."""
    table.clock.set(day)
    found = player.solve(day)["challenge"]
    board = puzzle_of(day).board()
    shown = [node["full"] for node in found["solution"]["moves"]]
    for text, played in zip(shown, found["tries"][0]["moves"], strict=True):
        assert board.parse(text) == board.parse(played)
        board.push(text)


def test_two_windows_agree(player: Player) -> None:
    """What is done in one is told to the other, which does nothing on what it saw before."""
    player.begin()
    assert player.begin()["version"] == 1
    body = {"version": 1, "stops": stops(wrong(puzzle_of(EVE)))}
    player.ask("/challenge/2026-12-24/moves", body)
    body["stops"] = stops(puzzle_of(EVE).key)
    stale = player.ask("/challenge/2026-12-24/moves", body, status=409)
    assert stale["refusal"]["code"] == "stale"
    assert stale["challenge"] == player.ask("/challenge")
    assert len(stale["challenge"]["tries"]) == 2
    player.ask("/challenge/2026-12-24/give-up", {"version": 1}, status=409)
    assert player.ask("/challenge")["result"] is None


def test_without_a_judge_nothing_is_counted(table: Table, player: Player) -> None:
    """The try is as it was, and can be gone on with."""
    player.begin()
    table.referee.away = True
    body = {"version": 1, "stops": stops(wrong(puzzle_of(EVE)))}
    refusal = player.ask("/challenge/2026-12-24/moves", body, status=503)["refusal"]
    assert refusal["code"] == "no_judge"
    table.referee.away = False
    assert player.ask("/challenge")["version"] == 1
    assert player.solve()["challenge"]["result"] == "solved"


def test_a_move_before_the_beginning_is_refused(player: Player) -> None:
    """Beginning it is what counts for the day."""
    body = {"version": 0, "stops": stops(puzzle_of(EVE).key)}
    refusal = player.ask("/challenge/2026-12-24/moves", body, status=422)["refusal"]
    assert (refusal["code"], refusal["text"]) == ("not_begun", "Begin the challenge first.")


# Days


@pytest.mark.parametrize("path", ["", "/begin", "/moves", "/give-up", "/again"])
def test_the_future_is_not_told(player: Player, path: str) -> None:
    """Not even tomorrow."""
    bodies: dict[str, Any] = {
        "": None,
        "/begin": {},
        "/moves": {"version": 0, "stops": ["a1", "a2"]},
        "/give-up": {"version": 0},
        "/again": {"line": [["a1", "a2"]]},
    }
    for day in (EVE + DAY, EVE + 400 * DAY, date(9999, 12, 31)):
        refusal = player.ask(f"/challenge/{day}{path}", bodies[path], status=403)["refusal"]
        assert (refusal["code"], refusal["text"]) == ("not_yet", "This day has not come yet.")


def test_there_is_nothing_before_the_first_day(table: Table, player: Player) -> None:
    """The day before is told to be so; a server whose clock stands before it has none at all."""
    refusal = player.ask("/challenge/2026-11-29", status=404)["refusal"]
    assert refusal["text"] == "The first challenge was that of Monday, November 30, 2026."
    table.clock.set(date(2020, 1, 1))
    assert player.ask("/challenge", status=404)["refusal"]["code"] == "no_such_day"
    assert 'id="challenge"' not in player.page("/")


def test_what_is_no_day_is_refused(player: Player) -> None:
    """With what was expected."""
    assert player.ask("/challenge/yesterday", status=422)["refusal"]["code"] == "invalid"


def test_a_streak_grows_from_day_to_day(table: Table, player: Player) -> None:
    """Five days, a gap, two days; past days solved meanwhile fill nothing."""
    for day in range(1, 6):
        table.clock.set(date(2026, 12, day))
        player.solve(date(2026, 12, day))
        past = player.ask("/challenges")
        assert (past["streak"], past["longest"]) == (day, day)
    table.clock.set(date(2026, 12, 6), 23.9)
    assert player.ask("/challenges")["streak"] == 5
    table.clock.set(date(2026, 12, 7), 0)
    assert player.ask("/challenges")["streak"] == 0
    found = player.solve(date(2026, 12, 6))["challenge"]
    assert (found["result"], found["counts"]) == ("solved", False)
    player.solve(date(2026, 12, 7))
    past = player.ask("/challenges")
    assert (past["streak"], past["longest"], past["solved"]) == (1, 5, [7, 0, 0])
    assert [each["counts"] for each in past["days"]] == [*[True] * 5, False, True]


def test_what_is_begun_before_midnight_counts_after_it(table: Table, player: Player) -> None:
    """The day is that on which it was begun, by the server's clock."""
    table.clock.set(EVE, 23.99)
    player.begin()
    table.clock.set(EVE + DAY, 0.5)
    found = player.solve(EVE)["challenge"]
    assert (found["result"], found["counts"], found["today"]) == ("solved", True, False)
    assert player.ask("/challenges")["streak"] == 1
    assert player.ask("/challenge")["date"] == "2026-12-25"


def test_no_client_can_say_what_day_it_is(table: Table, player: Player) -> None:
    """Dates in headers or queries change nothing."""
    client = table.client
    headers = {"Date": "Fri, 25 Dec 2026 12:00:00 GMT", "X-Timezone": "Pacific/Kiritimati"}
    found = client.get("/api/challenge?today=2026-12-25&tz=840", headers=headers).json()
    assert found["date"] == "2026-12-24"


def test_played_again_the_result_stays(player: Player) -> None:
    """A line is judged like any other, and nothing of it is kept; before the end it is refused."""
    puzzle = puzzle_of(EVE)
    line = {"line": [stops(puzzle.key)]}
    refusal = player.ask("/challenge/2026-12-24/again", line, status=422)["refusal"]
    assert refusal["code"] == "not_over"
    player.begin()
    for _ in range(3):
        player.err()
    before = player.ask("/challenge")
    assert player.ask("/challenge/2026-12-24/again", line)["ruling"] == "right"
    body = {"line": [stops(wrong(puzzle))]}
    assert not player.ask("/challenge/2026-12-24/again", body)["right"]
    assert player.ask("/challenge") == before


# What is kept back


def spoilers(puzzle: Puzzle) -> list[str]:
    """What would give a puzzle away: its first move as text, its name, and what it is made of."""
    return [puzzle.key, puzzle.id, '"difficulty"', '"themes"', "sacrifice", '"source"', "replies"]


def test_nothing_gives_the_solution_away_before_the_end(table: Table) -> None:
    """Over every answer and page that somebody sees who fails: only the last has the solution."""
    player = table.player()
    puzzle = puzzle_of(EVE)
    other = table.player()
    other.solve()
    for path in ("/", "/challenge", "/challenge/2026-12-24", "/practice"):
        player.page(path)
    for path in ("/challenge", "/challenges", "/practice", "/practice/next?grade=1"):
        player.ask(path)
    player.begin()
    player.err()
    player.err()
    player.ask("/challenge/2026-12-24/moves", {"version": 1, "stops": ["a1", "a2"]}, status=409)
    player.ask("/challenge/2026-12-24/moves", {"version": 3, "stops": ["a1", "a2"]}, status=422)
    player.ask("/challenge/2026-12-24/again", {"line": [["a1", "a2"]]}, status=422)
    player.page("/challenge")
    refused = {"status": 404}
    player.ask("/challenge")
    for path in ("", "/moves", "/solution"):
        body = {"/moves": {"line": [stops(puzzle.key)]}, "/solution": {}}.get(path)
        player.ask(f"/practice/{puzzle.id}{path}", body, **refused)
    assert not any(spoiler in told for told in player.told for spoiler in spoilers(puzzle))
    for told in player.told:
        assert '"solution":{' not in told
    assert puzzle.key in json.dumps(player.err())


def test_the_order_of_moves_gives_nothing_away(player: Player) -> None:
    """Routes are listed as in any position, by the generator and not by their worth."""
    board = puzzle_of(EVE).board()
    names = board.shape.names
    listed = [[names[square] for square in route.stops] for route in board.playable_routes()]
    found = player.ask("/challenge")["position"]["routes"]
    assert [route["stops"] for route in found] == listed


# Languages and limits


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_in_the_language_of_the_visitor(table: Table, language: str) -> None:
    """Verdicts, refusals and results; squares read the same."""
    player = table.player()
    player.language = language
    player.begin()
    said = [player.err()["judged"]["text"], player.solve()["challenge"]["text"]]
    said.append(player.ask("/challenge/2026-12-25", status=403)["refusal"]["text"])
    english = ["Black", "Solved", "This day"]
    if language == "en":
        assert all(text.startswith(start) for text, start in zip(said, english, strict=True))
    else:
        assert not any(text.startswith(start) for text, start in zip(said, english, strict=True))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", ["won", "right", "slow", "refuted", "loses", "draws"])
def test_every_verdict_is_a_sentence(language: str, ruling: str) -> None:
    """With the reply and without, and without gaps."""
    from damahane.puzzles.judge import Ruling

    with speaking(language):
        for reply, left in (("d6xd4", 1), ("d6xd4", 2), (None, 0)):
            text = challenge_words.verdict(Ruling(ruling), reply, left, over=reply is None)
            assert text[-1] in ".!"
            assert "{" not in text
        for count in (1, 2, 3):
            challenge = Challenge(EVE)
            challenge.add(challenge.event("begin", Clock()()))
            for _ in range(count - 1):
                challenge.add(challenge.event("wrong", Clock()()))
            challenge.add(challenge.event("won", Clock()()))
            assert str(count) in challenge_words.share(7, challenge)


def test_a_last_move_that_lets_black_draw_has_not_drawn_yet() -> None:
    """It is one thing to make a draw, another to leave Black a reply that does."""
    from damahane.puzzles.judge import Ruling

    made = challenge_words.verdict(Ruling.DRAWS, None, 0, over=True)
    left = challenge_words.verdict(Ruling.DRAWS, None, 0, over=False)
    assert made == "That makes it a draw."
    assert left == "That was the last move, and Black can still play."


def test_without_a_calendar_the_first_page_does_without_a_challenge(
    table: Table, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pages of puzzles say that something is wrong; the board is there to be played on."""
    assert "Challenge #25" in player.page("/")

    def damaged() -> None:
        raise CalendarError("calendar.txt begins with ''; expected the first day")

    monkeypatch.setattr(challenge, "calendar", damaged)
    assert table.client.get("/").status_code == 200
    assert "Challenge #" not in player.page("/")


def test_judgements_are_rationed(tmp_path: Path) -> None:
    """Beyond one's share of them the answer is to wait; others are judged on."""
    settings = Settings.of(
        database=tmp_path / "games.db", workers=1, secret=SECRET, hosts=("testserver",), thoughts=2
    )
    get_ready(Report(print, None))  # type: ignore[arg-type] # or the wait gives the share back
    clock, referee = Clock(), Referee()
    app = create_app(settings, None, clock)
    app.state.thinker = None
    with TestClient(app) as client:
        app.state.puzzles.referee = referee
        table = Table(client, clock, referee)
        one, other = table.player(), table.player()
        for player in (one, other):
            player.begin()
            player.err()
            player.err()
            body = {"version": 3, "stops": stops(puzzle_of(EVE).key)}
            player.ask("/challenge/2026-12-24/moves", body, status=429)


def test_another_sites_page_cannot_play(table: Table) -> None:
    """A request with another origin is refused before anything is done."""
    headers = {"Origin": "http://elsewhere.example"}
    answer = table.client.post("/api/challenge/2026-12-24/begin", json={}, headers=headers)
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "other_site")


# Practice


def test_practice_gives_puzzles_of_a_grade_one_after_another(player: Player) -> None:
    """Each once before any comes again, in an order of one's own, and the same when asked again."""
    puzzles = practice.open_puzzles(EVE)[2]
    first = player.ask("/practice/next?grade=2")
    assert player.ask("/practice/next?grade=2") == first
    seen, last = [first["id"]], first["id"]
    for _ in range(len(puzzles) - 1):
        last = player.ask(f"/practice/next?grade=2&after={last}")["id"]
        seen.append(last)
    assert sorted(seen) == sorted(each.id for each in puzzles)
    assert player.ask(f"/practice/next?grade=2&after={last}")["id"] == first["id"]


def test_practice_keeps_out_what_is_a_challenge_to_come(table: Table) -> None:
    """Today's and yesterday's, too; from the day after they can be practised on."""
    days = calendar().ids
    today = calendar().number(EVE) - 1
    found = {each.id for puzzles in practice.open_puzzles(EVE).values() for each in puzzles}
    assert found == {*days[: today - 1], *(name for name in by_name() if name not in days)}
    assert {name for name in by_name() if is_reserve(name)} <= found


def test_a_puzzle_is_solved_in_practice(player: Player) -> None:
    """A wrong line first, then the right one; both are kept."""
    found = player.ask("/practice/next?grade=1")
    puzzle = by_name()[found["id"]]
    path = f"/practice/{puzzle.id}"
    assert (found["solved"], found["wrong"], found["position"]["fen"]) == (False, 0, puzzle.fen)
    assert not player.ask(f"{path}/moves", {"line": [stops(wrong(puzzle))]})["right"]
    line, own, solution = [], [], puzzle.solution
    while True:
        own.append(stops(solution.move))
        judged = player.ask(f"{path}/moves", {"line": own})
        if judged["ruling"] == "won":
            break
        assert judged["ruling"] == "right"
        line += [solution.move, "-".join(judged["reply"]["stops"])]
        solution = answer_to(solution, line[-1], puzzle, line[:-1])
    found = player.ask(path)
    assert (found["solved"], found["wrong"], found["shown"]) == (True, 1, False)
    grade = player.ask("/practice")["grades"][0]
    assert (grade["grade"], grade["solved"], grade["clean"]) == (1, 1, 0)
    assert player.ask("/practice/next?grade=1")["id"] != puzzle.id


def test_a_solution_is_shown_in_practice(player: Player) -> None:
    """Whenever it is wanted; the puzzle comes again after the others."""
    found = player.ask("/practice/next?grade=5")
    puzzle = by_name()[found["id"]]
    shown = player.ask(f"/practice/{puzzle.id}/solution", {})
    assert shown["moves"][0]["full"] == puzzle.key
    assert player.ask(f"/practice/{puzzle.id}")["shown"]
    assert player.ask("/practice/next?grade=5")["id"] != puzzle.id


def test_a_line_that_goes_wrong_early_is_judged_there(player: Player) -> None:
    """What comes after the wrong move is not looked at."""
    found = player.ask("/practice/next?grade=3")
    puzzle = by_name()[found["id"]]
    body = {"line": [stops(wrong(puzzle)), ["a1", "a2"], ["a1", "a2"]]}
    judged = player.ask(f"/practice/{puzzle.id}/moves", body)
    assert not judged["right"]
    assert judged["move"]["stops"] == stops(wrong(puzzle))


def test_in_practice_too_what_is_illegal_is_explained(player: Player) -> None:
    """At whichever move of the line."""
    found = player.ask("/practice/next?grade=1")
    puzzle = by_name()[found["id"]]
    for line in ([["a8", "a1"]], [stops(puzzle.key), ["a8", "a1"]]):
        refusal = player.ask(f"/practice/{puzzle.id}/moves", {"line": line}, status=422)["refusal"]
        assert refusal["text"]


# Pages


def test_the_first_page_says_how_far_one_is(table: Table) -> None:
    """Nothing tried, something tried, solved, not solved."""
    one, other = table.player(), table.player()
    assert f"White wins in {puzzle_of(EVE).moves}. How?" in one.page("/")
    one.begin()
    one.err()
    assert f"Go on: White wins in {puzzle_of(EVE).moves}." in one.page("/")
    one.solve()
    assert "Solved at the second try!" in one.page("/")
    other.begin()
    other.ask("/challenge/2026-12-24/give-up", {"version": 1})
    assert "Not solved. See how it goes." in other.page("/")


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/challenge/2026-12-25", 403, "This day has not come yet."),
        ("/challenge/2026-11-29", 404, "The first challenge was that of"),
        ("/challenge/tomorrow", 404, "There is no such day."),
    ],
)
def test_pages_of_days_without_a_challenge_say_so(
    table: Table, path: str, status: int, said: str
) -> None:
    """Kindly, and with a way on."""
    answer = table.client.get(path)
    assert answer.status_code == status
    assert said in answer.text
