"""The pages to study on, in a browser: the analysis board, a game looked back at, the list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from damahane.pdn import read_game, read_games

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

PDN = """\
[White "Ayşe"]
[Black "Mehmet"]

1. d3-d4! {the centre} d6-d5 (1... e6-e5? {asks for it} 2. d4-e4) 2. d4xd8 c7-d7 3. d8xd6 *

[White "Deniz"]
[Black "Ege"]

1. a3-a4 h6-h5 *
"""
BLUNDER = ("d3-d4", "d6-d5", "d4-d6-d8")
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}


class Served(Protocol):
    """What these tests ask of a server."""

    url: str

    def new_game(self, **settings: object) -> dict[str, Any]:
        """Begin a game."""
        ...


class Study:
    """A page to study on."""

    def __init__(self, page: Page, server: Served) -> None:
        self.page = page
        self.server = server
        self.said = page.locator("#said")
        self.here = page.locator(".ply.here .text")

    def open(self, path: str) -> None:
        """Go to a page with a board, and wait until it can be played on."""
        self.page.goto(f"{self.server.url}{path}")
        expect(self.page.locator("dama-board .square").first).to_be_visible()

    def load(self, text: str) -> None:
        """Load a game or position by pasting it."""
        if self.page.locator("#load:not([open])").count():
            self.page.locator("#load summary").click()
        self.page.fill("#text", text)
        self.page.get_by_role("button", name="Load", exact=True).click()
        answer = self.page.locator("#read-answer:not([aria-busy]) p")
        expect(answer.first).to_be_visible(timeout=30_000)

    def ready(self) -> None:
        """Wait until moves can be made."""
        expect(self.page.locator("dama-board.open")).to_be_visible()

    def square(self, name: str) -> Locator:
        """A square of the board."""
        return self.page.locator(f'[data-square="{name}"]')

    def move(self, *names: str) -> None:
        """Make a move on the board."""
        for name in names:
            self.square(name).click()
            self.page.wait_for_timeout(60)

    def expect_piece(self, square: str, piece: str) -> None:
        """Wait until a square says that a piece stands there."""
        said = re.compile(f"^{square}, {piece}")
        expect(self.square(square)).to_have_attribute("aria-label", said)

    def moves(self) -> list[str]:
        """The moves of the tree, as they stand below each other."""
        return self.page.locator("#moves .ply .text").all_inner_texts()

    def saved(self, selector: str) -> bytes:
        """What a button saves."""
        with self.page.expect_download() as waiting:
            self.page.locator(selector).click()
        path: Path = waiting.value.path()
        return path.read_bytes()

    def play(self, *moves: str, **settings: object) -> str:
        """Play a game of two through the API and give it up; gives its id."""
        state = self.server.new_game(mode="two", **settings)
        path = f"{self.server.url}/api/games/{state['id']}"
        for move in moves:
            body = {"version": state["version"], "stops": move.split("-")}
            state = self.page.request.post(f"{path}/moves", data=body).json()
        self.page.request.post(f"{path}/resign", data={"version": state["version"]})
        game_id: str = state["id"]
        return game_id


@pytest.fixture
def study(page: Page, server: Served, complaints: list[str]) -> Iterator[Study]:
    """A page whose console must stay silent, and whose pieces don't slide."""
    page.emulate_media(reduced_motion="reduce")
    yield Study(page, server)
    assert complaints == []


# The analysis board


def test_a_game_is_pasted_walked_by_keyboard_and_saved(study: Study) -> None:
    """Its variations and comments are there; arrows walk the tree; it is saved as it was."""
    study.open("/analysis")
    study.load(PDN)
    page = study.page
    expect(page.locator("#read-answer")).to_contain_text("2 games were read.")
    assert study.moves() == ["d3-d4", "d6-d5", "e6-e5", "d4-e4", "d4xd8", "c7-d7", "d8xd6"]
    expect(page.locator("#moves .comment").first).to_have_text("the centre")
    page.locator("#moves .ply").first.focus()
    for key, move in [
        ("ArrowRight", "d3-d4"),
        ("ArrowRight", "d6-d5"),
        ("ArrowDown", "e6-e5"),
        ("ArrowRight", "d4-e4"),
        ("ArrowLeft", "e6-e5"),
        ("ArrowUp", "d6-d5"),
        ("End", "d8xd6"),
    ]:
        page.keyboard.press(key)
        expect(study.here).to_have_text(move)
    study.expect_piece("d6", "white king")
    expect(page.locator(".ply.here")).to_be_focused()
    page.keyboard.press("Home")
    expect(study.here).to_have_count(0)
    page.locator(".take-along summary").click()
    assert read_game(study.saved("#save-pdn").decode()).moves == read_game(PDN).moves


def test_another_game_of_the_text_is_chosen(study: Study) -> None:
    """A text with several games offers them by their players."""
    study.open("/analysis")
    study.load(PDN)
    study.page.locator("#which").select_option(label="2. Deniz – Ege")
    expect(study.page.locator("#moves .ply")).to_have_count(2)
    assert study.moves() == ["a3-a4", "h6-h5"]


def test_a_damaged_text_says_where_and_what(study: Study) -> None:
    """The place is shown, and the games before it are on the board."""
    study.open("/analysis")
    study.load(PDN + "\n1. d3-d5 *")
    answer = study.page.locator("#read-answer")
    expect(answer).to_contain_text("Line 11, column 4: 'd3-d5' is not legal here")
    expect(answer.locator("code")).to_have_text("1. d3-d5 *")
    expect(answer).to_contain_text("The 2 games before it were read.")
    expect(study.page.locator("#moves .ply")).to_have_count(7)
    study.load("[White")
    expect(answer).to_contain_text("Line 1, column 1")


def test_a_file_is_chosen_and_read(study: Study, tmp_path: Path) -> None:
    """A file in an older encoding is read as it was meant."""
    path = tmp_path / "old.pdn"
    path.write_bytes('[White "Peña"]\n\n1. d3-d4 *'.encode("cp1252"))
    study.open("/analysis")
    study.page.locator("#load summary").click()
    study.page.set_input_files("#file", path)
    expect(study.page.locator("#about")).to_contain_text("Peña")


def test_moves_on_the_board_make_variations_that_can_be_noted_and_reordered(study: Study) -> None:
    """A second move in a position is a variation; it takes marks and comments, and can lead."""
    study.open("/analysis")
    study.ready()
    page = study.page
    study.move("d3", "d4")
    expect(study.here).to_have_text("d3-d4")
    study.ready()
    study.move("d6", "d5")
    expect(study.here).to_have_text("d6-d5")
    page.get_by_role("button", name="One move back").click()
    study.ready()
    study.move("e6", "e5")
    expect(study.here).to_have_text("e6-e5")
    assert study.moves() == ["d3-d4", "d6-d5", "e6-e5"]
    expect(page.get_by_role("group", name="Variation")).to_have_count(1)
    page.get_by_role("button", name="Interesting move").click()
    page.get_by_label("Comment on the move").fill("Wide {open}")
    page.get_by_role("button", name="Make it the main line").click()
    assert study.moves() == ["d3-d4", "e6-e5", "d6-d5"]
    page.locator(".take-along summary").click()
    record = read_game(study.saved("#save-pdn").decode())
    assert [node.text for node in record.moves] == ["d3-d4", "e6-e5"]
    assert (record.moves[1].nags, record.moves[1].comment) == ([5], "Wide {open}")
    assert record.moves[1].variations[0].moves[0].text == "d6-d5"
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator("#moves .ply")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves .ply")).to_have_count(3)


def test_what_is_on_the_board_is_there_after_a_reload(study: Study) -> None:
    """Nothing that was noted is lost."""
    study.open("/analysis")
    study.load(PDN)
    study.page.wait_for_timeout(600)
    study.page.reload()
    expect(study.page.locator("#moves .ply")).to_have_count(7)
    study.page.locator("#load summary").click()
    study.page.get_by_role("button", name="Start position").click()
    expect(study.page.locator("#moves .ply")).to_have_count(0)
    study.page.get_by_role("button", name="Undo").click()
    expect(study.page.locator("#moves .ply")).to_have_count(7)


def test_the_engine_thinks_live_with_lines_and_arrows_and_stops_at_once(study: Study) -> None:
    """Three lines with depth, score and speed; their moves go into the tree; a stop is a stop."""
    study.open("/analysis")
    study.ready()
    page = study.page
    page.get_by_label("Lines").select_option("3")
    page.get_by_role("button", name="Start the engine").click()
    expect(page.locator(".expected")).to_have_count(3, timeout=30_000)
    expect(page.locator("dama-board .arrow.shaft.head")).to_have_count(3)
    expect(page.locator("#engine-line")).to_have_text(
        re.compile(r"^Depth \d+, [\d.]+.? positions a second$")
    )
    expect(page.locator(".score").first).to_have_text(re.compile(r"^[+−]?\d+\.\d\d$"))
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuetext", re.compile("level|ahead"))
    page.get_by_role("button", name="Stop the engine").click()
    expect(page.locator("#engine-line")).to_have_text(re.compile(r"^Done at depth \d+\.$"))
    before = page.locator(".engine").inner_text()
    page.wait_for_timeout(1000)
    assert page.locator(".engine").inner_text() == before
    page.locator(".expected").nth(1).locator("button").nth(2).click()
    expect(page.locator("#moves .ply")).to_have_count(3)
    expect(page.locator("#engine-line")).to_have_text("The engine rests.")


def test_the_engine_follows_to_where_one_goes(study: Study) -> None:
    """A step is a new thought; at an end it says that there is nothing to think about."""
    study.open("/analysis?rules=dama&fen=B:Wd4:Bd5,a8")
    study.ready()
    page = study.page
    page.get_by_role("button", name="Start the engine").click()
    expect(page.locator(".score")).to_have_text("−#1", timeout=30_000)
    expect(page.locator(".score")).to_have_attribute("title", "Black wins in 1")
    study.move("d5", "d3")
    expect(study.said).to_have_text("Black wins: White has no piece left.")
    expect(page.locator("#engine-line")).to_have_text(
        "Nothing to think about: the game is over here."
    )


def test_a_position_is_set_up_and_studied(study: Study) -> None:
    """Pieces are put on a cleared board; what can't be is not taken; the rest is studied."""
    study.open("/analysis?rules=international")
    study.ready()
    page = study.page
    page.locator("#load summary").click()
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Clear").click()
    study.move("d4")
    expect(study.said).to_have_text("Black has no piece on the board.")
    page.get_by_role("button", name="Study this position").dispatch_event("click")
    expect(page.locator("#editor")).to_be_visible()
    page.get_by_role("radio", name="black king").check(force=True)
    study.move("g7")
    expect(page.locator("#fen")).to_have_value("W:W32:BK19")
    expect(page.locator("#set-up-done")).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="Study this position").click()
    expect(page.locator("#editor")).to_be_hidden()
    study.ready()
    expect(study.square("g7")).to_have_attribute("aria-label", re.compile("^19, black king"))
    study.move("d4", "c5")
    expect(study.here).to_have_text("32-27")


def test_a_refused_click_is_explained_here_too(study: Study) -> None:
    """As in a game, in words."""
    study.open("/analysis?fen=W:Wa3,g2,h3:Bb3,c4,b5,a6,h7")
    study.ready()
    study.move("g2")
    expect(study.said).to_have_text("A capture of 4 is due: this piece can make it.")
    study.page.get_by_role("button", name="Show me").click()
    study.expect_piece("a3", "white man, picked up")


def test_positions_and_pictures_are_taken_along(study: Study) -> None:
    """As FEN, as a link that leads to the same position, and as pictures."""
    page = study.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    study.open("/analysis?fen=W:WKa1,b2:Bh7")
    study.ready()
    page.locator(".take-along summary").click()
    page.get_by_role("button", name="Copy position (FEN)").click()
    expect(study.said).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "W:WKa1,b2:Bh7"
    page.get_by_role("button", name="Copy link").click()
    expect(study.said).to_contain_text("The link is copied")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    study.expect_piece("b2", "white man")
    study.ready()
    page.locator(".take-along summary").click()
    assert study.saved("#save-svg").startswith(b"<svg ")
    picture = study.saved("#save-png")
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) == 1024


def test_captures_can_be_missed_where_the_rules_know_huffing(study: Study) -> None:
    """The switch holds at once, and without it a missed capture has no place."""
    study.open("/analysis?rules=damas64&fen=W:Wc3,a1:Bd4,h8")
    page, switch = study.page, study.page.get_by_label("Huffing")
    study.ready()
    page.locator("#load summary").click()
    study.move("a1", "b2")
    expect(study.said).to_contain_text("A capture of 1 is due")
    switch.check()
    study.ready()
    study.move("a1", "b2")
    expect(page.locator("#moves .ply .text")).to_have_text(["29-25"])
    study.move("h8", "g7")
    expect(page.locator("#moves .ply")).to_have_count(2)
    page.locator(".take-along summary").click()
    assert b'[Huffing "1"]' in study.saved("#save-pdn")
    switch.uncheck()
    expect(page.locator("#moves .ply")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves .ply")).to_have_count(2)
    expect(switch).to_be_checked()
    page.locator("#rules").select_option("international")
    expect(switch).to_be_hidden()
    study.open("/analysis?rules=damas64&fen=W:Wc3,a1:Bd4,h8&huffing=1")
    study.ready()
    study.move("a1", "b2")
    expect(page.locator("#moves .ply")).to_have_count(1)


# A game looked back at


def test_a_game_is_looked_back_at_and_the_better_line_played(study: Study) -> None:
    """The mistake is marked on graph, table and move; the better line is walked on the board."""
    page = study.page
    study.open(f"/game/{study.play(*BLUNDER)}/review")
    expect(page.get_by_role("img", name=re.compile("How the game went"))).to_be_visible(
        timeout=60_000
    )
    expect(page.locator("#tally")).to_have_text(
        "White: mistakes 0, blunders 0. Black: mistakes 0, blunders 1."
    )
    expect(page.locator(".sign.blunder")).to_have_text("??")
    page.get_by_role("button", name="Previous mistake").click()
    expect(study.here).to_have_text("d6-d5")
    expect(page.locator("#verdict")).to_have_text("1… d6-d5: Blunder.")
    expect(page.locator("#because")).to_contain_text("Better was")
    page.get_by_text("The graph as a table").click()
    row = page.get_by_role("row", name=re.compile("1. d6-d5"))
    expect(row).to_contain_text("Blunder")
    row.get_by_role("button").click()
    expect(study.here).to_have_text("d6-d5")
    page.get_by_role("button", name="Show the better line").click()
    expect(page.get_by_role("group", name="Variation")).to_have_count(1)
    better = page.locator(".variation .ply .text").first.inner_text()
    expect(study.here).to_have_text(better)
    study.ready()
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".variation .ply.here")).to_have_count(1)
    expect(page.locator("#graph .here")).to_have_class(re.compile("away"))


def test_a_review_is_there_at_once_the_second_time(study: Study) -> None:
    """It is kept with the game, and goes along to the analysis board and into the file."""
    page = study.page
    game = study.play(*BLUNDER)
    study.open(f"/game/{game}/review")
    expect(page.locator("#reviewed")).to_be_visible(timeout=60_000)
    page.reload()
    expect(page.locator("#reviewed")).to_be_visible(timeout=2000)
    page.locator(".take-along summary").click()
    assert read_game(study.saved("#save-pdn").decode()).moves[1].nags == [4]
    page.get_by_role("link", name="Open on the analysis board").click()
    expect(page.locator("#moves .ply.main .nag")).to_have_text("??")


def test_a_link_leads_others_to_the_review_and_can_be_taken_back(
    study: Study, browser: Browser
) -> None:
    """Somebody else looks on by the link that was copied; afterwards it opens nothing."""
    page = study.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    study.open(f"/game/{study.play(*BLUNDER)}/review")
    expect(page.locator("#reviewed")).to_be_visible(timeout=60_000)
    page.locator(".take-along summary").click()
    page.get_by_role("button", name="Copy link").click()
    expect(study.said).to_contain_text("The link is copied")
    link = page.evaluate("navigator.clipboard.readText()")
    other = browser.new_context().new_page()
    other.goto(link)
    expect(other.locator("#reviewed")).to_be_visible(timeout=30_000)
    other.get_by_role("link", name="Open on the analysis board").click()
    expect(other.locator("#moves .ply.main .nag")).to_have_text("??")
    page.get_by_role("button", name="Stop sharing").click()
    expect(study.said).to_have_text("Only you can look at this game now.")
    assert other.goto(link).status == 403  # type: ignore[union-attr] # there is an answer
    other.context.close()


def test_a_game_that_goes_on_says_that_it_is_too_early(study: Study) -> None:
    """The moves can be walked through; the review comes later."""
    state = study.server.new_game(mode="two")
    study.open(f"/game/{state['id']}/review")
    expect(study.page.locator("#progress-line")).to_contain_text("when it is over")


# My games


def test_games_are_found_deleted_and_had_back(study: Study) -> None:
    """The list is searched as one types; a deleted game comes back by one press."""
    page = study.page
    study.play("b3-b4", "a6-a5", "c3-c4")
    study.play("g3-g4", "g6-g5", rules="federation")
    page.goto(f"{study.server.url}/games")
    page.get_by_label("First moves").fill("b3-b4 a6-a5")
    expect(page.locator(".game-card")).to_have_count(1)
    expect(page.locator("#found")).to_have_text("1 game")
    card = page.locator(".game-card")
    expect(card).to_contain_text("White won")
    expect(card).to_contain_text("Black gave up.")
    assert card.locator("img").evaluate("(image) => image.decode().then(() => image.naturalWidth)")
    assert page.url.endswith("?opening=b3-b4+a6-a5")
    page.reload()
    expect(page.locator(".game-card")).to_have_count(1)
    page.get_by_role("button", name=re.compile("Delete the game")).click()
    expect(page.locator(".game-card")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".game-card")).to_have_count(1)
    page.get_by_label("First moves").fill("g3-g4 g6-g5")
    page.get_by_label("Rules").select_option("federation")
    expect(page.locator(".game-card")).to_contain_text("Türk daması")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save all as PDN").click()
    records = list(read_games(Path(waiting.value.path()).read_text()))
    assert [record.rules.id for record in records] == ["federation"]
    page.get_by_role("link", name=re.compile("^Review")).click()
    expect(page).to_have_url(re.compile("/review$"))


# Every page


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_on_any_page(
    study: Study, size: ViewportSize, scheme: Any
) -> None:
    """Axe finds nothing serious; nothing reaches out of the screen."""
    page = study.page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size(size)
    game = study.play(*BLUNDER)
    for path in ("/analysis", f"/game/{game}/review", "/games"):
        page.goto(f"{study.server.url}{path}")
        if path == "/analysis":
            study.load(PDN)
            page.locator(".take-along summary").click()
            page.get_by_role("button", name="One move on").click()
        elif path == "/games":
            expect(page.locator(".game-card").first).to_be_visible()
        else:
            expect(page.locator("#reviewed")).to_be_visible(timeout=60_000)
            page.get_by_role("button", name="Previous mistake").click()
            page.get_by_text("The graph as a table").click()
        found = Axe().run(page)
        serious = [
            (violation["id"], [node["html"] for node in violation["nodes"]])
            for violation in found.response["violations"]
            if violation["impact"] in ("serious", "critical")
        ]
        assert serious == []
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"]
