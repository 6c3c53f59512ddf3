"""Endgames: exact results by the API, and the page that shows them, on a phone and at a desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol
from unittest.mock import AsyncMock

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from starlette.testclient import TestClient

from damahane import Board
from damahane.web.app import create_app
from damahane.web.endgamepages import EXAMPLES
from damahane.web.settings import Settings

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

Found = dict[str, Any]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
THREE_KINGS = "W:WKc2,Kc3,Ke3:BKh3"
DOCS = Path(__file__).parents[2] / "docs" / "endgames.md"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """An app whose working processes serve all these tests; its computer is never asked."""
    settings = Settings(
        database=tmp_path_factory.mktemp("endgames") / "games.db",
        workers=1,
        hosts=("testserver",),
        questions=10**6,
    )
    idle: Any = SimpleNamespace(ready=True, start=AsyncMock(), close=AsyncMock())
    with TestClient(create_app(settings, idle)) as client:
        yield client


def ask(client: TestClient, fen: str, rules: str = "dama", language: str = "en") -> Found:
    """What the API says of a position."""
    query = {"rules": rules, "fen": fen}
    answer = client.get("/api/endgame", params=query, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    found: Found = answer.json()
    return found


def worth(client: TestClient, fen: str, rules: str = "dama") -> tuple[str, int]:
    """The result of a position for the side to move, and the plies to the end."""
    found = ask(client, fen, rules)["worth"]
    return found["result"], found["plies"]


def decided(board: Board, plies: int) -> int:
    """What a search without tables finds for the side to move: won in so many plies, or lost."""
    if board.outcome() is not None:
        winner = board.outcome()
        assert winner is not None
        return 0 if winner.winner is None else 1 if winner.winner is board.turn else -1
    best = -1
    for move in list(board.legal_moves):
        board.push(move)
        best = max(best, -decided(board, plies - 1) if plies else 0)
        board.pop()
        if best == 1:
            break
    return best


# The API


@pytest.mark.parametrize(
    ("fen", "rules", "expected"),
    [
        ("W:WKa1,Kc1:BKa5", "dama", ("win", 1)),  # takes the last piece
        ("B:WKa3:BKa5,Kc1", "dama", ("win", 1)),
        ("W:Wd6:BKd7", "dama", ("win", 1)),  # a man takes a king
        ("W:Wd6:BKd7", "ludoteka", ("draw", 0)),  # one piece each is a draw there
        ("W:Wd6:BKd7", "federation", ("draw", 0)),
        ("W:Wa7:BKa8,b7,Kc7", "dama", ("loss", 0)),  # shut in
        ("W:WKa1:BKa5", "dama", ("draw", 0)),  # one king each
        ("B:WKa1:B", "dama", ("loss", 0)),  # nothing left
        (THREE_KINGS, "dama", ("win", 15)),  # the longest of three kings against one
        ("W:Wf2,b4,Kh5:BKf1", "dama", ("win", 73)),  # the longest of all
        ("W:WKa1:BKd2,Kc3,Ke3", "dama", ("loss", 16)),
    ],
)
def test_results_known_from_the_rules_and_the_published_table(
    served: TestClient, fen: str, rules: str, expected: tuple[str, int]
) -> None:
    """Ends that are seen on the board, and the longest wins."""
    assert worth(served, fen, rules) == expected


@pytest.mark.parametrize(
    ("fen", "rules", "depth"),
    [
        ("W:WKa1,Kb1:BKb8", "dama", 3),
        ("B:WKc3,Ke3,a7:BKh3", "dama", 3),
        ("W:WKa7:Bb7,d7", "ludoteka", 3),
        ("B:Wa2,Wb2:BKd2".replace(",W", ","), "federation", 3),
        ("W:WKc3,Ke3,a7:BKh3", "dama", 2),
    ],
)
def test_moves_are_worth_what_a_search_finds(
    served: TestClient, fen: str, rules: str, depth: int
) -> None:
    """In so many plies and in no fewer, or nothing is decided as far as the search goes."""
    found, board = ask(served, fen, rules), Board.from_fen(fen, rules)
    told = {move["full"]: move["worth"] for move in found["moves"]}
    legal = {board.text(move, full=True): move for move in board.legal_moves}
    assert told.keys() == legal.keys()
    for text, move in legal.items():
        board.push(move)
        seen = [decided(board, plies) for plies in range(depth + 1)]
        board.pop()
        plies = next((plies for plies, value in enumerate(seen) if value), None)
        value = {"win": -1, "draw": 0, "loss": 1}[told[text]["result"]]
        if plies is None:
            assert told[text]["result"] == "draw" or told[text]["plies"] > depth + 1
        else:
            assert (value, told[text]["plies"]) == (seen[plies], plies + 1)


def test_a_bot_plays_a_win_to_its_end_by_the_best_moves(served: TestClient) -> None:
    """Every best move brings the end a ply nearer, and names the position that it leads to."""
    fen = THREE_KINGS
    for plies in range(15, 0, -1):
        found = ask(served, fen)
        assert found["worth"]["plies"] == plies
        best = found["moves"][0]
        assert best["worth"] == {**best["worth"], "plies": plies, "winner": "white"}
        board = Board.from_fen(fen)
        board.push(best["full"])
        assert board.fen() == best["fen"]
        fen = best["fen"]
    assert Board.from_fen(fen).outcome() is not None


def test_moves_come_in_order_with_everything_a_page_needs(served: TestClient) -> None:
    """Quick wins first, then draws, then slow losses; the best is what the position is worth."""
    found = ask(served, "W:WKc3,Ke3,a7:BKh3")
    keys = [
        ({"win": 0, "draw": 1, "loss": 2}[result], plies if result == "win" else -plies)
        for result, plies in ((m["worth"]["result"], m["worth"]["plies"]) for m in found["moves"])
    ]
    assert keys == sorted(keys)
    first = found["moves"][0]
    assert first["worth"]["plies"] == found["worth"]["plies"] == 3
    assert (first["text"], first["stops"], first["captured"]) == ("c3-a3", ["c3", "a3"], [])
    assert first["turn"] == "black"
    assert first["cells"].replace(".", "") == "WWbw".replace("b", "B")
    assert {tuple(route["stops"]) for route in found["routes"]} == {
        tuple(move["stops"]) for move in found["moves"]
    }


def test_a_count_that_may_cut_a_win_is_told(served: TestClient) -> None:
    """From a fresh count every win comes in time (docs/endgames.md); after 20 moves it may not."""
    fresh, late = ask(served, THREE_KINGS), ask(served, f"{THREE_KINGS}:H40")
    assert fresh["in_time"]
    assert fresh["note"].startswith("The draw after 25 moves each")
    assert not late["in_time"]
    assert late["note"].startswith("20 moves each have passed")
    assert ask(served, f"{THREE_KINGS}:H35")["in_time"]
    assert "no count of moves" in ask(served, THREE_KINGS, "federation")["note"]
    over = ask(served, f"{THREE_KINGS}:H50")
    assert (over["worth"]["result"], over["moves"]) == ("draw", [])
    assert over["over"].startswith("A draw: 25 moves each")


@pytest.mark.parametrize(
    ("query", "code", "said"),
    [
        ({"fen": "W:WKa1,b2,b3,b4:BKh8"}, "not_in_tables", "Here are 5 pieces"),
        ({"fen": "W:WKa1:B"}, "not_in_tables", "Black has no piece"),
        ({"fen": "W:Wa1,Kb1:BKh8"}, "not_in_tables", "on its own first row, as on a1"),
        ({"fen": "B:WKb1:Bc8"}, "not_in_tables", "as on c8"),
        ({"fen": "W:Wa8:BKh8"}, "bad_position", "would have been crowned"),
        ({"fen": "W:Wz9:BKh8"}, "bad_position", "no square"),
        ({"fen": "chess"}, "bad_position", "begins with W or B"),
        ({"fen": "W:WKa1:BKh8", "rules": "brazilian"}, "invalid", "rules"),
        ({}, "invalid", "fen"),
        ({"fen": "W" * 1100}, "invalid", "1024"),
    ],
)
def test_what_is_not_in_the_tables_is_refused_in_words(
    served: TestClient, query: dict[str, str], code: str, said: str
) -> None:
    """422, the reason for programs, and what was expected for people."""
    answer = served.get("/api/endgame", params=query)
    assert answer.status_code == 422
    assert answer.json()["refusal"]["code"] == code
    assert said in answer.json()["refusal"]["text"]


@pytest.mark.parametrize(
    ("language", "said", "move"),
    [
        ("en", "White wins in 8 moves.", "wins in 8 moves"),
        ("es", "Ganan las blancas en 8 jugadas.", "gana en 8 jugadas"),
        ("pt", "As brancas vencem em 8 lances.", "vence em 8 lances"),
        ("tr", "Beyaz 8 hamlede kazanır.", "8 hamlede kazanır"),
    ],
)
def test_results_are_told_in_the_language_asked_for(
    served: TestClient, language: str, said: str, move: str
) -> None:
    """Of the position and of each move."""
    found = ask(served, THREE_KINGS, language=language)
    assert found["worth"]["text"] == said
    assert found["moves"][0]["worth"]["text"] == move


def published() -> dict[tuple[str, str], list[str]]:
    """The table of docs/endgames.md: what is to move against what, and the figures."""
    line = re.compile(r"^\| ([\dKM+]+) \| ([\dKM+]+) \| (.+) \|$", re.MULTILINE)
    rows = line.findall(DOCS.read_text("utf-8"))
    return {(own, theirs): figures.split(" | ") for own, theirs, figures in rows}


def test_examples_have_the_published_figures(served: TestClient) -> None:
    """The share of wins and the longest one are those of the table that is published."""
    names = ["3K K", "2K K", "2K+M K", "K+2M K", "3M K", "2M M", "2M 2M"]
    for example, name in zip(EXAMPLES, names, strict=True):
        own, theirs = name.split()
        _positions, wins, _loses, _draws, longest, _loss = published()[own, theirs]
        assert (str(example.share), str(example.plies)) == (wins, longest)
        assert worth(served, example.fen) == ("win", example.plies)


def test_all_results_are_those_published(served: TestClient) -> None:
    """The page has a line for each of the published table, in the same order."""
    text = served.get("/endgame/results").text
    rows = re.findall(r"<tr role=\"row\">(.*?)</tr>", text, re.DOTALL)[1:]
    table = list(published().values())
    assert len(rows) == len(table)
    for row, (positions, wins, loses, draws, _win, _loss) in zip(rows, table, strict=True):
        cells = re.findall(r"<td role=\"cell\" class=\"number\"[^>]*>(.*?)</td>", row, re.DOTALL)
        assert cells[0] == positions
        shares = [float(cell.removesuffix("%")) for cell in cells[1:4]]
        assert shares == [float(wins), float(draws), float(loses)]
    assert served.get("/endgame/results?rules=chess").status_code == 404


# The page


class Served(Protocol):
    """What these tests ask of a server."""

    url: str

    def new_game(self, **settings: object) -> Found:
        """Begin a game."""
        ...


class Endgames:
    """The page of endgames."""

    def __init__(self, page: Page, server: Served) -> None:
        self.page = page
        self.server = server
        self.verdict = page.locator("#verdict")
        self.said = page.locator("#said")

    def open(self, query: str = "") -> None:
        """Go to the page, and wait for the tables."""
        self.page.goto(f"{self.server.url}/endgame{query}")
        self.ready()

    def ready(self) -> None:
        """Wait until the result is there."""
        expect(self.page.locator("#worth:not([aria-busy])")).to_be_visible(timeout=30_000)

    def moves(self, result: str) -> list[str]:
        """The moves of a kind that are listed."""
        return self.page.locator(f".group.{result} .move-button").all_inner_texts()

    def play(self, move: str) -> None:
        """Choose a move of the list."""
        self.page.get_by_role("button", name=re.compile(f"^{move},")).click()

    def expect_address(self, fen: str, rules: str = "dama") -> None:
        """Wait until the address names a position."""
        expect(self.page).to_have_url(f"{self.server.url}/endgame?rules={rules}&fen={fen}")

    def square(self, name: str) -> None:
        """Press a square."""
        self.page.locator(f"[data-square={name}]").click()


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def endgames(
    request: pytest.FixtureRequest, page: Page, server: Served, complaints: list[str]
) -> Iterator[Endgames]:
    """The page on a phone and at a desk; its console must stay silent, and pieces don't slide.

    A question that was still on its way when the page was left is no fault.
    """
    page.set_viewport_size(request.param)
    page.emulate_media(reduced_motion="reduce")
    yield Endgames(page, server)
    left = re.compile("failed: .*(/api/analysis/position|favicon.*)")
    assert [text for text in complaints if not left.fullmatch(text)] == []


def test_moves_are_listed_played_and_gone_back_on(endgames: Endgames) -> None:
    """A click plays a move; the browser's buttons, the page's own and a reload know the way."""
    page = endgames.page
    endgames.open("?rules=dama&fen=W:WKa1,Kb1:BKb8")
    expect(endgames.verdict).to_have_text("White wins in 3 moves. 5 plies")
    assert endgames.moves("win") == ["a1-a8"]
    assert len(endgames.moves("draw")) == 18
    endgames.play("a1-a8")
    expect(endgames.verdict).to_have_text("White wins in 2 moves. 4 plies")
    endgames.expect_address("B:WKb1,Ka8:BKb8")
    assert endgames.moves("win") == []
    page.go_back()
    expect(endgames.verdict).to_have_text("White wins in 3 moves. 5 plies")
    expect(page.locator("[data-square=a1]")).to_have_attribute("aria-label", re.compile("king"))
    page.go_forward()
    expect(endgames.verdict).to_have_text("White wins in 2 moves. 4 plies")
    page.get_by_role("button", name="One move back").click()
    endgames.expect_address("W:WKa1,Kb1:BKb8")
    page.reload()
    endgames.ready()
    expect(endgames.verdict).to_have_text("White wins in 3 moves. 5 plies")


def test_moves_are_made_on_the_board_to_the_end(endgames: Endgames) -> None:
    """The list follows the board, and the end of the game is told."""
    endgames.open("?fen=W:WKa1,Kc1:BKa5")
    expect(endgames.verdict).to_have_text("White wins in 1 move. 1 ply")
    assert endgames.moves("win") == ["a1xa6", "a1xa7", "a1xa8"]
    endgames.square("a1")
    endgames.square("a7")
    expect(endgames.verdict).to_have_text("White wins: Black has no piece left.")
    assert endgames.page.locator(".move-button").count() == 0


def test_the_keyboard_stays_in_the_list(endgames: Endgames) -> None:
    """Enter plays the best move, and the best of the next position can be played at once."""
    page = endgames.page
    endgames.open(f"?fen={THREE_KINGS}")
    page.locator(".move-button").first.focus()
    for plies in range(14, 0, -1):
        page.keyboard.press("Enter")
        expect(endgames.verdict).to_contain_text(f" {plies} pl")
        expect(page.locator(".move-button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(endgames.verdict).to_have_text("White wins: Black has no piece left.")
    expect(endgames.verdict).to_be_focused()


def test_a_position_is_set_up_with_its_result_beside_it(endgames: Endgames) -> None:
    """Too many pieces are told kindly, with a way to the analysis board; then the result is."""
    page = endgames.page
    endgames.open(f"?fen={THREE_KINGS}")
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator("#editor")).to_be_visible()
    endgames.square("a7")
    expect(endgames.verdict).to_contain_text("Here are 5 pieces")
    expect(endgames.said).to_contain_text("up to 4")
    onward = page.get_by_role("link", name="Open on the analysis board")
    assert "Ke3%2Ca7" in (onward.get_attribute("href") or "")
    page.get_by_role("radio", name="Take off").check(force=True)
    endgames.square("c2")
    expect(endgames.verdict).to_have_text("White wins in 2 moves. 3 plies")
    expect(endgames.said).to_have_text("White wins in 2 moves.")
    page.get_by_role("radio", name="Black", exact=True).check(force=True)
    expect(endgames.verdict).not_to_contain_text("in 2 moves")
    page.locator("#fen").fill("W:WKc3,Ke3,a7:BKh3")
    page.locator("#fen").press("Enter")
    expect(endgames.verdict).to_have_text("White wins in 2 moves. 3 plies")
    page.get_by_role("button", name="Done").click()
    endgames.expect_address("W:WKc3,Ke3,a7:BKh3")
    page.go_back()
    expect(endgames.verdict).to_have_text("White wins in 8 moves. 15 plies")


def test_the_rules_are_chosen(endgames: Endgames) -> None:
    """A man against a king is played on in dama and a draw in the others."""
    page = endgames.page
    endgames.open("?fen=W:Wd6:BKd7")
    expect(endgames.verdict).to_have_text("White wins in 1 move. 1 ply")
    page.locator("#rules").select_option("federation")
    expect(endgames.verdict).to_have_text("A draw: one piece each, and neither can win.")
    endgames.expect_address("W:Wd6:BKd7", "federation")
    page.go_back()
    expect(endgames.verdict).to_have_text("White wins in 1 move. 1 ply")
    expect(page.locator("#rules")).to_have_value("dama")


def test_a_set_up_given_up_changes_nothing(endgames: Endgames) -> None:
    """Neither the position nor the rules, though both were changed meanwhile."""
    page = endgames.page
    endgames.open("?fen=W:Wd6:BKd7")
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator("#editor")).to_be_visible()
    page.locator("#rules").select_option("ludoteka")
    expect(endgames.verdict).to_have_text("A draw: one piece each, and neither can win.")
    endgames.square("a2")
    expect(endgames.verdict).not_to_contain_text("one piece each")
    page.get_by_role("button", name="Cancel").click()
    expect(endgames.verdict).to_have_text("White wins in 1 move. 1 ply")
    expect(page.locator("#rules")).to_have_value("dama")
    endgames.expect_address("W:Wd6:BKd7")


def test_examples_are_two_clicks_away(endgames: Endgames) -> None:
    """A click puts one on the board, another plays its best move."""
    page = endgames.page
    endgames.open()
    endgames.expect_address(THREE_KINGS)
    page.get_by_role("link", name="Two men against one").click()
    expect(endgames.verdict).to_have_text("White wins in 16 moves. 31 plies")
    page.locator(".move-button").first.click()
    expect(endgames.verdict).to_have_text("White wins in 15 moves. 30 plies")


def test_an_address_that_names_no_position_says_so(endgames: Endgames) -> None:
    """The page begins with an example then, and with the position where only the rules are none."""
    endgames.open("?fen=W:Wz9:BKh8")
    example = "The address holds no position: this is an example."
    expect(endgames.said).to_have_text(f"{example} “z9” is no square of this board.")
    endgames.expect_address(THREE_KINGS)
    endgames.open("?fen=" + "W" * 3000)
    expect(endgames.said).to_have_text(f"{example} That text is too long to be a position.")
    endgames.expect_address(THREE_KINGS)
    endgames.open()
    expect(endgames.said).to_have_text("White to move.")


@pytest.mark.parametrize("rules", ["international", "xyz"])
def test_an_address_with_rules_that_have_no_tables_says_so(endgames: Endgames, rules: str) -> None:
    """The position is there under the first of those that have."""
    endgames.open(f"?rules={rules}&fen=W:WKa1,Kb1:BKb8")
    expect(endgames.said).to_contain_text("There are tables of these rules only: Dama")
    expect(endgames.said).to_contain_text("Ludoteka")
    expect(endgames.said).to_contain_text("Türk daması")
    endgames.expect_address("W:WKa1,Kb1:BKb8")


@pytest.mark.parametrize("way", ["back", "cancel", "done"])
def test_setting_up_is_ended_by_the_browser_too(endgames: Endgames, way: str) -> None:
    """Back takes back what was set up, as Cancel does; before it there is what was there before."""
    page = endgames.page
    endgames.open("?fen=W:WKa1,Kb1:BKb8")
    endgames.play("a1-a8")
    expect(endgames.verdict).to_have_text("White wins in 2 moves. 4 plies")
    before = page.url
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator("#editor")).to_be_visible()
    expect(endgames.said).to_have_text(
        "Put pieces on the board and take them off: the result is looked up as you go."
    )
    page.locator("#fen").fill(THREE_KINGS)
    page.locator("#fen").press("Enter")
    expect(endgames.verdict).to_have_text("White wins in 8 moves. 15 plies")
    expect(endgames.said).to_have_text("White wins in 8 moves.")
    if way == "back":
        page.go_back()
    else:
        page.get_by_role("button", name=way.capitalize()).click()
    expect(page.locator("#editor")).to_be_hidden()
    if way == "done":
        endgames.expect_address(THREE_KINGS)
        page.go_back()
    expect(page).to_have_url(before)
    expect(endgames.verdict).to_have_text("White wins in 2 moves. 4 plies")
    page.go_back()
    endgames.expect_address("W:WKa1,Kb1:BKb8")


def test_a_move_that_still_slides_does_not_come_between_a_set_up(endgames: Endgames) -> None:
    """Who presses at once has a board to set up on, and reads what is done there."""
    page = endgames.page
    page.emulate_media(reduced_motion="no-preference")
    endgames.open("?fen=W:WKa1,Kb1:BKb8")
    page.evaluate(
        """() => {
          const move = [...document.querySelectorAll('.move-button')].find(
            (button) => button.textContent === 'a1-a8');
          move.click();
          document.querySelector('#set-up').click();
        }"""
    )
    expect(page.locator("#editor")).to_be_visible()
    page.wait_for_timeout(1500)
    # The result may have come after the sentence; whose move it is would be of no use here.
    expect(endgames.said).to_have_text(
        re.compile("^Put pieces on the board|^White wins in 2 moves")
    )
    page.locator("[data-square=d4]").click()
    expect(page.locator("[data-square=d4]")).to_have_attribute("aria-label", re.compile("^d4, wh"))


def test_few_pieces_lead_from_analysis_and_review_to_their_result(endgames: Endgames) -> None:
    """With four pieces there is a way, with five and on diagonal boards there is none."""
    page, server = endgames.page, endgames.server
    exact = page.get_by_role("link", name="Exact result")
    page.goto(f"{server.url}/analysis?rules=dama&fen=W:WKa1,Kb1:BKb8")
    exact.click()
    endgames.expect_address("W:WKa1,Kb1:BKb8")
    expect(page.locator("dama-board.open")).to_be_visible()
    for query in ("fen=W:WKa1,b2,b3,b4:BKh8", "rules=brazilian&fen=W:WKc1:BKf8"):
        page.goto(f"{server.url}/analysis?{query}")
        expect(page.locator("dama-board.open")).to_be_visible()
        expect(exact).to_be_hidden()
    game = server.new_game(mode="two", fen="W:WKa1,Kb1:BKb8")
    page.request.post(f"{server.url}/api/games/{game['id']}/resign", data={"version": 0})
    page.goto(f"{server.url}/game/{game['id']}/review")
    exact.click()
    endgames.expect_address("W:WKa1,Kb1:BKb8")
    expect(page.locator("dama-board.open")).to_be_visible()
