"""The page in a browser: playing, being refused, taking back, breaking off and coming back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

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

    def expect_stone(self, square: str, stone: str) -> None:
        """Wait until a square says that a stone stands there."""
        expect(self.square(square)).to_have_attribute(
            "aria-label", re.compile(f"^{square}, {stone}")
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
    expect(table.said).to_have_text("Move a stone to begin.")
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
    table.expect_stone("c5", "white man, picked up")
    table.expect_stone("b3", "empty")
    table.expect_stone("c4", "empty")
    assert table.server.game(state["id"])["version"] == 0
    page = table.page
    page.keyboard.press("Escape")
    table.expect_stone("a3", "white man, picked up")
    table.expect_stone("b3", "black man")
    table.press("c3", "c5", "a5", "a7")
    table.expect_move(1, "a3xa7")
    assert table.server.game(state["id"])["moves"][0]["stops"] == ["a3", "c3", "c5", "a5", "a7"]
    expect(page.locator('.player [data-count="4"]')).to_have_text("took 4")


@pytest.mark.parametrize("presses", [["a3", "a7"], ["a7"], ["a3", "c5", "a7"]])
def test_a_chain_is_entered_by_its_last_square(table: Table, presses: list[str]) -> None:
    """Where only one move is meant, its end is enough, with or without picking the stone up."""
    state = table.open(fen=CHAIN)
    table.press(*presses)
    table.expect_move(1, "a3xa7")
    assert table.server.game(state["id"])["moves"][0]["captured"] == ["b3", "c4", "b5", "a6"]


def test_a_chain_can_come_back_to_where_it_began(table: Table) -> None:
    """A circular capture is entered stop by stop; pressing the stone itself puts it down."""
    table.open(fen=LOOP, mode="two")
    table.press("d4")
    assert table.square("d4").get_attribute("data-stop") == "4"
    table.press("d4")
    expect(table.square("d4")).not_to_have_class(re.compile("picked"))
    table.press("d4", "d6", "f6", "f4", "d4")
    table.expect_move(1, "d4xd4")
    table.expect_stone("d4", "white king")


def test_a_refused_click_is_explained(table: Table) -> None:
    """One sentence under the board says which capture is due; "Show me" shows it; nothing moves."""
    table.open(fen=CHAIN)
    page = table.page
    before = page.locator("dama-board").bounding_box()
    table.press("g2")
    expect(table.said).to_have_text("A capture of 4 is due: this stone can make it.")
    expect(page.locator("#spoken-now")).to_have_text(
        "A capture of 4 is due: this stone can make it."
    )
    assert page.locator("dama-board").bounding_box() == before
    page.get_by_role("button", name="Show me").click()
    table.expect_stone("a3", "white man, picked up")
    table.press("b4")
    expect(table.said).to_have_text(re.compile("capture of 4 is due"))
    table.press("h7")
    expect(table.said).to_have_text(re.compile("capture of 4 is due"))


def test_other_refusals_have_their_own_words(table: Table) -> None:
    """A man never goes back; stones go along lines; another's stone is another's."""
    table.open(fen="W:Wd4:Bh7,g7", mode="two")
    for presses, said in (
        (["d4", "d3"], "A man goes forward or sideways, never back."),
        (["e5"], "Stones go straight along the lines, never diagonally."),
        (["d7"], "A man goes one square at a time."),
    ):
        table.press(*presses)
        expect(table.said).to_have_text(said)
    table.page.keyboard.press("Escape")
    table.press("h7")
    expect(table.said).to_have_text("That stone is Black's, and it is White's move.")


def test_a_reload_continues_the_game(table: Table) -> None:
    """The address of a game is the game."""
    table.open()
    table.press("d3", "d4")
    table.expect_move(2, re.compile(r"^\w\d-\w\d$"))
    moves = table.page.locator("#moves").inner_text()
    table.page.reload()
    table.ready()
    table.expect_stone("d4", "white man")
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
    table.expect_stone("d3", "white man")
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
    expect(table.said).to_have_text("The computer wins: White gave up.")
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


def test_a_stone_is_dragged(table: Table) -> None:
    """Drag and drop does what two clicks do; let go nowhere, the stone returns."""
    table.open(mode="two")
    table.square("d3").drag_to(table.square("d5"))
    expect(table.said).to_have_text("A man goes one square at a time.")
    table.expect_stone("d3", "white man")
    table.square("d3").drag_to(table.square("d4"))
    table.expect_move(1, "d3-d4")
    table.expect_stone("d4", "white man")


def test_a_move_by_keyboard_alone(table: Table) -> None:
    """Tab reaches the board, arrows walk it, Enter moves, Escape puts down."""
    table.open()
    page = table.page
    page.keyboard.press("Tab")
    for _ in range(5):
        if page.evaluate("document.activeElement.matches('[data-square]')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Home")
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(table.square("d3")).to_be_focused()
    page.keyboard.press("Enter")
    table.expect_stone("d3", "white man, picked up")
    page.keyboard.press("Escape")
    table.expect_stone("d3", "white man, can move")
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


def test_two_windows_show_the_same_game(table: Table) -> None:
    """A move made in one window is shown in the other, without a reload."""
    state = table.open(mode="two")
    other = Table(table.page.context.new_page(), table.server)
    other.page.goto(f"{table.server.url}/game/{state['id']}")
    other.ready()
    table.press("d3", "d4")
    other.expect_move(1, "d3-d4")
    other.expect_stone("d4", "white man, last move")
    other.press("d6", "d5")
    table.expect_move(2, "d6-d5")
    other.page.close()


def test_a_game_that_cannot_begin_can_be_tried_again(page: Page, server: Served) -> None:
    """When the server does not answer, the stone goes back, and the next try counts."""
    table = Table(page, server)
    page.goto(server.url)
    page.route("**/api/games", lambda route: route.abort(), times=1)
    table.press("d3", "d4")
    expect(table.said).to_have_text("The server did not answer. Please try again.")
    table.expect_stone("d3", "white man, can move")
    table.press("d3", "d4")
    table.expect_move(2, re.compile("-"))


def test_how_it_goes_is_told_beside_the_game(table: Table) -> None:
    """The five facts are a click away, and reading them leaves the game where it is."""
    table.open(mode="two")
    table.press("d3")
    table.page.get_by_role("link", name="How it goes").click()
    expect(table.page.get_by_text("Kings fly.")).to_be_in_viewport()
    table.expect_stone("d3", "white man, picked up")


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
