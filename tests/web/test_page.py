"""The page in a browser: playing, being refused, taking back, breaking off and coming back."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

CHAIN = "W:Wa3,g2,h3:Bb3,c4,b5,a6,h7"
LOOP = "W:WKd4,a2:Bd5,e6,f5,e4,h8"


class Served(Protocol):
    """What these tests ask of a server."""

    url: str

    def new_game(self, **settings: object) -> dict[str, Any]:
        """Begin a game."""
        ...

    def game(self, game_id: str) -> dict[str, Any]:
        """A game as it stands."""
        ...

    def start(self) -> None:
        """Start it."""

    def kill(self) -> None:
        """End it at once."""

    def stop(self) -> int:
        """End it; gives its exit status."""
        ...

    def children(self) -> list[int]:
        """The processes that it started."""
        ...


class Table:
    """A page with a board."""

    def __init__(self, page: Page, server: Served) -> None:
        self.page = page
        self.server = server
        self.said = page.locator("#said")

    def open(self, **settings: object) -> dict[str, Any]:
        """Begin a game by the API and open its page."""
        state = self.server.new_game(**settings)
        self.page.goto(f"{self.server.url}/game/{state['id']}")
        self.ready()
        return state

    def ready(self) -> None:
        """Wait until the board stands."""
        expect(self.page.locator("dama-board .square")).to_have_count(64)

    def square(self, name: str) -> Locator:
        """A square of the board."""
        return self.page.locator(f'[data-square="{name}"]')

    def press(self, *names: str) -> None:
        """Press squares one after another, each once the last has had its effect."""
        for name in names:
            self.square(name).click()
            self.page.wait_for_timeout(320)

    def expect_piece(self, square: str, piece: str) -> None:
        """Wait until a square says that a piece stands there."""
        expect(self.square(square)).to_have_attribute(
            "aria-label", re.compile(f"^{square}, {piece}")
        )

    def expect_move(self, number: int, text: str | re.Pattern[str]) -> None:
        """Wait until the list shows a move, counted in plies from 1."""
        expect(self.page.locator("#moves .move").nth(number - 1)).to_have_text(text)

    def board(self, expression: str) -> Any:
        """Something about the board element."""
        return self.page.locator("dama-board").evaluate(f"(board) => {expression}")


@pytest.fixture
def table(page: Page, server: Served, complaints: list[str]) -> Iterator[Table]:
    """A page whose console must stay silent."""
    yield Table(page, server)
    assert complaints == []


def test_a_whole_game_against_easy_from_the_first_screen(table: Table) -> None:
    """The first screen is a board to move on; from there a game is played to its end."""
    page = table.page
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.server.url)
    expect(table.said).to_have_text("Move a piece to begin.")
    finished = page.locator('#say[data-kind="end"]')
    plies = 0
    for _ in range(200):
        expect(page.locator('dama-board.open, #say[data-kind="end"]')).not_to_have_count(0)
        if finished.count():
            break
        # Prefer what takes, then what goes forward, so that the game comes to an end.
        stops = table.board(
            "[...board.position.routes].sort((a, b) => b.captured.length - a.captured.length"
            " || b.stops.at(-1)[1] - a.stops.at(-1)[1])[0].stops"
        )
        for stop in stops:
            table.square(stop).click()
        expect(page.locator("#moves .move").nth(plies)).not_to_be_empty()
        plies = len([text for text in page.locator("#moves .move").all_inner_texts() if text])
    expect(finished).to_be_visible()
    expect(table.said).to_have_text(re.compile(r"^(You win|The computer wins|A draw): .+\.$"))
    assert re.match(r"(You won|You lost|Draw) · damahane", page.title())
    state = table.server.game(page.url.split("/")[-1])
    assert state["outcome"]["text"] == table.said.inner_text()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#moves .none, #moves .move").first).to_be_visible()
    expect(page.locator('dama-board[data-below="black"]')).to_be_visible()
    page.get_by_role("link", name="damahane").click()
    expect(page.get_by_text("Continue your game")).to_be_visible()


def test_a_chain_is_entered_stop_by_stop(table: Table) -> None:
    """Each stop is shown with its number; what was jumped is gone at once; Escape takes it back."""
    state = table.open(fen=CHAIN)
    expect(table.said).to_have_text("Your move: a capture of 4 is due.")
    expect(table.square("a3")).to_have_class(re.compile("due"))
    expect(table.square("a3")).to_have_attribute("aria-label", "a3, white man, must capture 4")
    table.press("a3")
    numbers = {
        name: table.square(name).get_attribute("data-stop") for name in ("c3", "c5", "a5", "a7")
    }
    assert numbers == {"c3": "1", "c5": "2", "a5": "3", "a7": "4"}
    table.press("c3", "c5")
    expect(table.said).to_have_text("2 more to take.")
    table.expect_piece("c5", "white man, picked up")
    table.expect_piece("b3", "empty")
    table.expect_piece("c4", "empty")
    assert table.server.game(state["id"])["version"] == 0
    page = table.page
    page.keyboard.press("Escape")
    table.expect_piece("a3", "white man, picked up")
    table.expect_piece("b3", "black man")
    table.press("c3", "c5", "a5", "a7")
    table.expect_move(1, "a3xa7")
    assert table.server.game(state["id"])["moves"][0]["stops"] == ["a3", "c3", "c5", "a5", "a7"]
    expect(page.locator('.player [data-count="4"]')).to_have_text("took 4")


@pytest.mark.parametrize("presses", [["a3", "a7"], ["a7"], ["a3", "c5", "a7"]])
def test_a_chain_is_entered_by_its_last_square(table: Table, presses: list[str]) -> None:
    """Where only one move is meant, its end is enough, with or without picking the piece up."""
    state = table.open(fen=CHAIN)
    table.press(*presses)
    table.expect_move(1, "a3xa7")
    assert table.server.game(state["id"])["moves"][0]["captured"] == ["b3", "c4", "b5", "a6"]


def test_a_chain_can_come_back_to_where_it_began(table: Table) -> None:
    """A circular capture is entered stop by stop; pressing the piece itself puts it down."""
    table.open(fen=LOOP, mode="two")
    table.press("d4")
    assert table.square("d4").get_attribute("data-stop") == "4"
    table.press("d4")
    expect(table.square("d4")).not_to_have_class(re.compile("picked"))
    table.press("d4", "d6", "f6", "f4")
    expect(table.square("d4")).to_have_attribute("aria-label", "d4, empty, stop 4")
    table.press("d4")
    table.expect_move(1, "d4xd4")
    table.expect_piece("d4", "white king")


def test_a_refused_click_is_explained(table: Table) -> None:
    """One sentence under the board says which capture is due; "Show me" shows it; nothing moves."""
    table.open(fen=CHAIN)
    page = table.page
    before = page.locator("dama-board").bounding_box()
    table.press("g2")
    expect(table.said).to_have_text("A capture of 4 is due: this piece can make it.")
    expect(page.locator("#spoken-now")).to_have_text(
        "A capture of 4 is due: this piece can make it."
    )
    assert page.locator("dama-board").bounding_box() == before
    page.get_by_role("button", name="Show me").click()
    table.expect_piece("a3", "white man, picked up")
    expect(table.said).to_have_text(
        "The numbers are its stops: tap 1, then 2 …, or the last one at once."
    )
    expect(table.square("a3")).to_be_focused()
    table.press("b4")
    expect(table.said).to_have_text(re.compile("capture of 4 is due"))
    table.press("h7")
    expect(table.said).to_have_text(re.compile("capture of 4 is due"))


def test_refusals_and_automatic_draws_lead_to_the_rule(table: Table) -> None:
    """A sign after the sentence leads to the lesson, and back goes on with the game."""
    page = table.page
    table.open(fen=CHAIN, mode="two")
    table.press("g2")
    rule = page.get_by_role("link", name="The rule", exact=True)
    expect(rule).to_have_attribute("href", "/learn/dama#must")
    table.press("a3")
    expect(rule).to_have_count(0)
    table.open(fen="W:WKd1:Bd5,Kh8", mode="two")
    table.press("d1", "d7")
    expect(table.said).to_have_text("A draw: one king each, and neither can win.")
    rule.click()
    expect(page.locator("#one-each")).to_be_in_viewport()
    page.go_back()
    expect(table.said).to_have_text("A draw: one king each, and neither can win.")


def test_other_refusals_have_their_own_words(table: Table) -> None:
    """A man never goes back; pieces go along lines; another's piece is another's."""
    table.open(fen="W:Wd4:Bh7,g7", mode="two")
    for presses, said in (
        (["d4", "d3"], "A man goes forward or sideways, never back."),
        (["e5"], "Pieces go straight along the lines, never diagonally."),
        (["d7"], "A man goes one square at a time."),
    ):
        table.press(*presses)
        expect(table.said).to_have_text(said)
    table.page.keyboard.press("Escape")
    table.press("h7")
    expect(table.said).to_have_text("That piece is Black's, and it is White's move.")


def test_a_reload_continues_the_game(table: Table) -> None:
    """The address of a game is the game."""
    table.open()
    table.press("d3", "d4")
    table.expect_move(2, re.compile(r"^\w\d-\w\d$"))
    moves = table.page.locator("#moves").inner_text()
    table.page.reload()
    table.ready()
    table.expect_piece("d4", "white man")
    assert table.page.locator("#moves").inner_text() == moves


def test_a_killed_and_restarted_server_continues_the_game(
    page: Page, own_server: Served, complaints: list[str], ended: Callable[[list[int]], bool]
) -> None:
    """Nothing is lost; the page says it is offline, keeps the move and sends it by itself."""
    table = Table(page, own_server)
    state = table.open()
    table.press("d3", "d4")
    table.expect_move(2, re.compile("-"))
    assert complaints == []
    workers = own_server.children()
    own_server.kill()
    assert workers
    assert ended(workers)
    expect(page.locator("#line")).to_have_text("Offline, reconnecting")
    expect(page.locator("dama-board.open")).to_be_visible()
    stops = table.board("board.position.routes[0].stops")
    table.press(*stops)
    expect(table.said).to_have_text(re.compile("Your move is kept"))
    own_server.start()
    expect(page.locator("#line")).to_have_text("", timeout=15_000)
    table.expect_move(4, re.compile("-|x"))
    now = own_server.game(state["id"])
    assert now["moves"][0]["text"] == "d3-d4"
    assert now["moves"][2]["stops"] == stops
    assert {
        text for text in complaints if "ERR_CONNECTION" not in text and "failed" not in text
    } == set()


def test_a_server_told_to_stop_ends_its_processes(
    own_server: Served, ended: Callable[[list[int]], bool]
) -> None:
    """A polite end leaves nothing behind."""
    workers = own_server.children()
    assert workers
    own_server.stop()
    assert ended(workers)


def test_a_move_is_taken_back(table: Table) -> None:
    """Taking back restores the position of one's own last decision."""
    table.open()
    expect(table.page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    table.press("d3", "d4")
    table.expect_move(2, re.compile("-"))
    expect(table.page.locator("dama-board.open")).to_be_visible()
    table.page.get_by_role("button", name="Take back").click()
    expect(table.said).to_have_text("Taken back.")
    table.expect_piece("d3", "white man")
    expect(table.page.locator("#moves")).to_have_text("No moves yet.")


def test_the_computer_answers_an_offer(table: Table) -> None:
    """In the first moves it would rather play on, and is not to be asked again at once."""
    table.open()
    table.page.get_by_role("button", name="Offer draw").click()
    expect(table.said).to_have_text("The computer would rather play on.")
    table.page.get_by_role("button", name="Offer draw").click(force=True)
    expect(table.said).to_have_text(re.compile("just been declined"))


def test_a_lost_side_takes_a_draw(table: Table) -> None:
    """A computer far behind accepts, and the end says so."""
    table.open(fen="W:WKa1,Kc1,Ke2:Bh7:H0:F60")
    table.page.get_by_role("button", name="Offer draw").click()
    expect(table.said).to_have_text("A draw: both sides agreed.")
    assert table.page.title() == "Draw · damahane"


def test_resigning_is_asked_once(table: Table) -> None:
    """The question comes under the board, not where the button was; saying no changes nothing."""
    state = table.open()
    page = table.page
    resign = page.get_by_role("button", name="Resign", exact=True)
    resign.click()
    expect(table.said).to_have_text("Give up this game?")
    yes = page.get_by_role("button", name="Give up")
    asked, button = yes.bounding_box(), resign.bounding_box()
    assert asked
    assert button
    assert (
        asked["x"] > button["x"] + button["width"]
        or asked["x"] + asked["width"] < button["x"]
        or (
            asked["y"] > button["y"] + button["height"]
            or asked["y"] + asked["height"] < button["y"]
        )
    )
    page.get_by_role("button", name="Keep playing").click()
    assert table.server.game(state["id"])["outcome"] is None
    resign.click()
    yes.click()
    expect(table.said).to_have_text("The computer wins: you gave up.")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_two_people_on_one_device(table: Table) -> None:
    """Both sides move; the board turns if asked; an offer is answered by the other."""
    page = table.page
    page.goto(table.server.url)
    page.get_by_role("radio", name="A friend").check()
    page.get_by_text("Turn the board").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"))
    table.press("d3", "d4")
    expect(page.locator('dama-board[data-below="black"]')).to_be_visible()
    expect(table.said).to_have_text("Black to move.")
    table.press("d6", "d5")
    expect(page.locator('dama-board[data-below="white"]')).to_be_visible()
    page.get_by_role("button", name="Offer draw").click()
    expect(table.said).to_have_text("White offers a draw. Black, do you agree?")
    page.get_by_role("button", name="Play on").click()
    expect(table.said).to_have_text("Black plays on.")
    page.get_by_role("button", name="Offer draw").click()
    page.get_by_role("button", name="Agree to a draw").click()
    expect(table.said).to_have_text("A draw: both sides agreed.")


def test_rules_and_colours_are_chosen(table: Table) -> None:
    """Black sits below; Ludoteka draws lots."""
    page = table.page
    page.goto(table.server.url)
    page.get_by_role("radio", name="Black").check()
    expect(table.said).to_have_text("Press Play to begin.")
    page.get_by_text("Türk daması").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"))
    table.expect_move(1, re.compile("-"))
    assert table.board("board.below") == "black"
    state = table.server.game(page.url.split("/")[-1])
    assert (state["rules"], state["you"]) == ("federation", "black")
    page.goto(table.server.url)
    page.get_by_text("Damas turcas").click()
    expect(page.get_by_role("radio", name="By lot")).to_be_checked()
    expect(page.get_by_role("radio", name="White")).to_be_disabled()


def test_a_piece_is_dragged(table: Table) -> None:
    """Drag and drop does what two clicks do; let go nowhere, the piece returns."""
    table.open(mode="two")
    table.square("d3").drag_to(table.square("d5"))
    expect(table.said).to_have_text("A man goes one square at a time.")
    table.expect_piece("d3", "white man")
    table.square("d3").drag_to(table.square("d4"))
    table.expect_move(1, "d3-d4")
    table.expect_piece("d4", "white man")


def test_a_move_by_keyboard_alone(table: Table) -> None:
    """Tab reaches the board, arrows walk it, Enter moves, Escape puts down."""
    table.open()
    page = table.page
    for _ in range(5):
        page.keyboard.press("Tab")
    expect(table.square("a3")).to_be_focused()  # the first that can move, as the board is read
    for key in ("End", "Home", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(table.square("d3")).to_be_focused()
    page.keyboard.press("Enter")
    table.expect_piece("d3", "white man, picked up")
    page.keyboard.press("Escape")
    table.expect_piece("d3", "white man, can move")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    expect(table.square("d4")).to_have_attribute("aria-label", "d4, empty, can go here")
    page.keyboard.press("Enter")
    table.expect_move(1, "d3-d4")
    expect(page.locator("#spoken")).to_have_text(re.compile("^Computer, Easy: "))


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1280, 800)])
def test_it_fits_the_screen(table: Table, size: tuple[int, int]) -> None:
    """Nothing needs scrolling sideways, and every control can be hit, on a phone as at a desk."""
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for path in ("/", f"/game/{table.server.new_game(fen=CHAIN)['id']}"):
        page.goto(table.server.url + path)
        table.ready()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        small = page.evaluate(
            "[...document.querySelectorAll('button, a, input, summary')]"
            ".filter((e) => e.checkVisibility())"
            ".map((e) => [e.dataset.square || e.textContent || e.name, e.closest('label') ?? e])"
            ".map(([name, e]) => [name, e.getBoundingClientRect()])"
            ".filter(([, r]) => r.width < 24 || r.height < 24 || r.left < 0"
            " || r.right > innerWidth + 1)"
            ".map(([name]) => name)"
        )
        assert small == []
        box = page.locator("dama-board").bounding_box()
        assert box
        assert box["y"] + box["height"] <= size[1]
    table.press("a3", "a7")
    table.expect_move(1, "a3xa7")


@pytest.mark.parametrize(("width", "height", "cell"), [(844, 390, 40), (640, 400, 36)])
def test_on_its_side_the_board_takes_the_height(
    table: Table, width: int, height: int, cell: int
) -> None:
    """What is said stands beside the board, and everything needed in a game is in sight."""
    page = table.page
    page.set_viewport_size({"width": width, "height": height})
    table.open(fen=CHAIN)
    table.press("g2")
    board = page.locator("dama-board").bounding_box()
    square = table.square("a1").bounding_box()
    assert board
    assert square
    assert min(square["width"], square["height"]) >= cell
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= height
    for seen in (table.said, page.get_by_role("button", name="Show me"), page.locator("#resign")):
        expect(seen).to_be_in_viewport(ratio=1)
        box = seen.bounding_box()
        assert box
        assert box["x"] >= board["x"] + board["width"]


def test_a_game_begins_with_the_board_in_view(table: Table) -> None:
    """On a phone the button is far below the board; pressing it leads up, as a rematch does."""
    page = table.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(table.server.url)
    table.ready()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"))
    expect(page.locator("dama-board")).to_be_in_viewport(ratio=1)
    expect(table.square("a3")).to_be_focused()
    page.locator("#resign").click()
    page.get_by_role("button", name="Give up").click()
    page.evaluate("scrollTo({top: 200, behavior: 'instant'})")
    page.get_by_role("button", name="Rematch").press("Enter")
    expect(page.locator('dama-board[data-below="black"]')).to_be_visible()
    expect(page.locator("dama-board")).to_be_in_viewport(ratio=1)


def test_what_goes_on_is_spoken(table: Table) -> None:
    """A capture due, the stops of a chain, offers and their answers, questions and ends."""
    page = table.page
    spoken = page.locator("#spoken")
    table.open(fen=CHAIN)
    expect(spoken).to_have_text("Your move: a capture of 4 is due.")
    page.reload()
    expect(spoken).to_have_text("Your move: a capture of 4 is due.")
    table.press("a3", "c3")
    expect(spoken).to_have_text("c3, 3 more to take.")
    page.locator("#resign").click()
    expect(spoken).to_have_text("Give up this game?")
    page.get_by_role("button", name="Give up").click()
    expect(spoken).to_have_text("The computer wins: you gave up.")
    table.open(mode="two")
    expect(spoken).to_have_text("White to move.")
    page.locator("#offer").click()
    expect(spoken).to_have_text("White offers a draw. Black, do you agree?")
    page.get_by_role("button", name="Play on").click()
    expect(spoken).to_have_text("Black plays on.")
    page.locator("#offer").click()
    page.get_by_role("button", name="Agree to a draw").click()
    expect(spoken).to_have_text("A draw: both sides agreed.")


def test_the_keyboard_is_led_through_questions(table: Table) -> None:
    """A question takes the focus to what changes nothing, and gives it back; an end to Rematch."""
    page = table.page
    state = table.open(mode="two")
    resign, keep = page.locator("#resign"), page.get_by_role("button", name="Keep playing")
    resign.press("Enter")
    expect(keep).to_be_focused()
    page.keyboard.press("Escape")
    expect(keep).to_have_count(0)
    expect(resign).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(keep).to_have_count(0)
    expect(resign).to_be_focused()
    page.locator("#offer").press("Enter")
    expect(page.get_by_role("button", name="Play on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(table.said).to_have_text("Black plays on.")
    expect(page.locator("#offer")).to_be_focused()
    assert table.server.game(state["id"])["outcome"] is None
    resign.press("Enter")
    expect(keep).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(table.said).to_have_text("Black wins: White gave up.")
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    page.keyboard.press("Enter")
    expect(table.said).to_have_text("White to move.")
    expect(table.square("a3")).to_be_focused()


def test_the_board_keeps_the_focus_at_an_end(table: Table) -> None:
    """Whoever stands on the board is left there; the way on comes next."""
    table.open(fen="W:Wa3:Bb3")
    table.square("a3").press("Enter")
    table.square("c3").press("Enter")
    expect(table.said).to_have_text("You win: the computer has no piece left.")
    expect(table.square("c3")).to_be_focused()
    table.page.keyboard.press("Tab")
    expect(table.page.get_by_role("button", name="Rematch")).to_be_focused()


def test_going_offline_while_the_line_is_made_is_noticed(page: Page, server: Served) -> None:
    """A browser that goes offline before the line stands says so, however long the line takes."""
    page.add_init_script(
        """const Kept = WebSocket; let given = 0;
        window.WebSocket = class extends Kept {
          constructor(...all) { super(...all); this.number = given++; }
          get readyState() { return this.number ? super.readyState : Kept.CONNECTING; }
        };"""
    )
    Table(page, server).open()
    page.context.set_offline(True)
    expect(page.locator("#line")).to_have_text("Offline, reconnecting", timeout=2000)


def test_a_move_made_offline_can_be_taken_back(page: Page, server: Served) -> None:
    """The page says at once that it is offline, keeps the move, and lets go of it on request."""
    table = Table(page, server)
    state = table.open()
    page.context.set_offline(True)
    expect(page.locator("#line")).to_have_text("Offline, reconnecting", timeout=2000)
    kept = "No connection. Your move is kept and sent as soon as it is back."
    table.press("d3", "d4")
    expect(table.said).to_have_text(kept)
    expect(page.locator("#players")).not_to_contain_text("thinking")
    table.press("e3")
    expect(table.said).to_have_text(kept)
    page.get_by_role("button", name="Take back").click()
    expect(table.said).to_have_text("Taken back.")
    table.expect_piece("d3", "white man, can move")
    table.press("e3", "e4")
    expect(table.said).to_have_text(kept)
    page.context.set_offline(False)
    expect(page.locator("#line")).to_have_text("", timeout=15_000)
    table.expect_move(2, re.compile("-"))
    assert server.game(state["id"])["moves"][0]["text"] == "e3-e4"


def test_what_is_written_waits_for_the_piece(table: Table) -> None:
    """The turn and the list of moves don't run ahead of the computer's piece."""
    table.open()
    ahead = table.page.evaluate_handle(
        """() => {
          const found = [];
          new MutationObserver(() => {
            const moves = document.querySelectorAll('#moves .move:not(:empty)').length;
            if (!document.querySelector('.stone.moving')) return;
            const said = document.getElementById('said').textContent;
            if (moves > 1 || (moves && said.startsWith('Your move'))) found.push([moves, said]);
          }).observe(document.body, {
            subtree: true, childList: true, attributes: true, characterData: true,
          });
          return found;
        }"""
    )
    table.press("d3", "d4")
    table.expect_move(2, re.compile("-"))
    expect(table.said).to_have_text(re.compile(r"^Your move[.:]"))
    assert ahead.json_value() == []


def test_one_question_is_asked_at_a_time(table: Table) -> None:
    """Of many refused clicks the last one is explained, and hardly any are sent."""
    page = table.page
    table.open(mode="two")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/why" in request.url else None)
    page.evaluate(
        "(names) => names.forEach((name, at) => setTimeout(() =>"
        " document.querySelector(`[data-square=${name}]`).click(), at))",
        ["a5", "b5", "c5", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "d2", "h7"],
    )
    expect(table.said).to_have_text("That piece is Black's, and it is White's move.")
    assert asked[-1].endswith("stops=h7")
    assert len(asked) < 13


def test_two_windows_show_the_same_game(table: Table) -> None:
    """A move made in one window is shown in the other, without a reload."""
    state = table.open(mode="two")
    other = Table(table.page.context.new_page(), table.server)
    other.page.goto(f"{table.server.url}/game/{state['id']}")
    other.ready()
    table.press("d3", "d4")
    other.expect_move(1, "d3-d4")
    other.expect_piece("d4", "white man, last move")
    other.press("d6", "d5")
    table.expect_move(2, "d6-d5")
    other.page.close()


def test_the_slower_of_two_windows_is_told(table: Table) -> None:
    """A piece was picked up, or a move made, while the game went on in another window."""
    state = table.open(mode="two")
    other = Table(table.page.context.new_page(), table.server)
    other.page.goto(f"{table.server.url}/game/{state['id']}")
    other.ready()
    told = "The game went on in another window: here is how it stands."
    other.press("e3")
    table.press("d3", "d4")
    expect(other.said).to_have_text(told)
    held: list[Route] = []
    other.page.route("**/moves", lambda route: held.append(route), times=1)
    other.press("e6", "e5")
    table.press("d6", "d5")
    expect(other.said).to_have_text(told)
    other.expect_piece("d5", "black man, last move")
    other.expect_piece("e6", "black man")
    held[0].continue_()
    expect(other.said).to_have_text(told)
    other.page.close()


def test_a_game_that_cannot_begin_can_be_tried_again(page: Page, server: Served) -> None:
    """When the server does not answer, the piece goes back, and the next try counts."""
    table = Table(page, server)
    page.goto(server.url)
    page.route("**/api/games", lambda route: route.abort(), times=1)
    table.press("d3", "d4")
    expect(table.said).to_have_text("The server did not answer. Please try again.")
    table.expect_piece("d3", "white man, can move")
    table.press("d3", "d4")
    table.expect_move(2, re.compile("-"))


def test_how_it_goes_is_told_beside_the_game(table: Table) -> None:
    """The five facts are a click away, and reading them leaves the game where it is."""
    table.open(mode="two")
    table.press("d3")
    table.page.get_by_role("link", name="How it goes").click()
    expect(table.page.get_by_text("Kings fly.")).to_be_in_viewport()
    table.expect_piece("d3", "white man, picked up")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_those_who_see_or_hear_differently(
    table: Table, scheme: Literal["light", "dark"]
) -> None:
    """Axe finds no fault with the first screen, a refusal or a chain half entered."""
    page = table.page
    page.emulate_media(color_scheme=scheme)
    page.goto(table.server.url)
    table.ready()
    assert Axe().run(page).response["violations"] == []
    table.open(fen=CHAIN)
    table.press("g2")
    page.wait_for_timeout(400)
    assert Axe().run(page).response["violations"] == []
    table.press("a3", "c3")
    assert Axe().run(page).response["violations"] == []


def test_a_game_that_is_not_there(page: Page, server: Served) -> None:
    """An unknown address says so kindly and leads on."""
    page.goto(f"{server.url}/game/none")
    expect(page.get_by_role("heading")).to_have_text("There is no such game.")
    page.get_by_role("link", name="Start a new one").click()
    expect(page.locator("dama-board .square")).to_have_count(64)


def test_a_server_that_is_still_getting_ready_says_so(page: Page, own_server: Served) -> None:
    """The computer that can't think yet is not said to think; once it has moved, all is as ever."""
    table = Table(page, own_server)
    page.route("**/healthz", lambda route: route.fulfill(status=503, body="warming up"))
    table.open(mode="computer", level="easy")
    workers = own_server.children()
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    table.press("d3", "d4")
    expect(table.said).to_have_text("The computer is thinking…")
    expect(table.said).to_contain_text("The computer is getting ready", timeout=10_000)
    for pid in workers:
        os.kill(pid, signal.SIGCONT)
    expect(table.said).to_have_text("Your move.", timeout=10_000)
