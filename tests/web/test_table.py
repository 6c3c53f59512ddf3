"""The table in a browser: ways to play, looks, help, clocks, huffing, positions set up by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

CHAIN = "W:Wa3,g2,h3:Bb3,c4,b5,a6,h7"
#: The king takes three in either of two ways that end on a1.
WAYS = "W:WKh1:Bf6,f4,a2,f8,h4"
#: 32 and 33 can take 28; with huffing they need not.
MISSED = "W:W32,33,47:B28,10,9"
#: 33 takes two, by 24 to 15.
DIAGONAL_CHAIN = "W:W33,47:B29,20,1"
SQUARES = {
    "Dama (Turkish draughts)": 64,
    "Damas turcas (Ludoteka)": 64,
    "Türk daması (tournament)": 64,
    "Damas 10×10": 50,
    "Damas 8×8": 32,
    "International draughts": 50,
    "Brazilian draughts": 32,
}


class Served(Protocol):
    """What these tests ask of a server."""

    url: str

    def new_game(self, **settings: object) -> dict[str, Any]:
        """Begin a game."""
        ...

    def game(self, game_id: str) -> dict[str, Any]:
        """A game as it stands."""
        ...


class Table:
    """A page with a board, for somebody with certain likings."""

    def __init__(self, page: Page, server: Served) -> None:
        self.page = page
        self.server = server
        self.said = page.locator("#said")
        self.id = ""

    def likes(self, **looks: str) -> None:
        """Have likings remembered before the page is opened."""
        self.page.goto(f"{self.server.url}/healthz")
        self.page.evaluate(
            "(looks) => localStorage.setItem('damahane.looks', JSON.stringify(looks))", looks
        )

    def open(self, **settings: object) -> None:
        """Begin a game by the API and open its page."""
        self.id = str(self.server.new_game(**settings)["id"])
        self.page.goto(f"{self.server.url}/game/{self.id}")
        expect(self.page.locator("dama-board .square").first).to_be_visible()

    def square(self, name: str) -> Locator:
        """A square, by its algebraic name."""
        return self.page.locator(f'[data-square="{name}"]')

    def called(self, label: str) -> Locator:
        """A square, by how it is spoken of."""
        return self.page.get_by_role("gridcell", name=re.compile(f"^{label}(,|$)"))

    def press(self, *names: str) -> None:
        """Press squares one after another, each once the last has had its effect."""
        for name in names:
            self.square(name).click()
            self.page.wait_for_timeout(330)

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def state(self) -> dict[str, Any]:
        """The game as the server knows it."""
        return self.server.game(self.page.url.split("/")[-1].split("?")[0])


@pytest.fixture
def table(page: Page, server: Served, complaints: list[str]) -> Iterator[Table]:
    """A page whose console must stay silent, but for requests that the server has to refuse.

    An icon that was still on its way when the page was left is no fault either.
    """
    yield Table(page, server)
    harmless = ("422", "favicon")
    assert [text for text in complaints if not any(word in text for word in harmless)] == []


# Ways to play


def test_every_rule_set_can_be_chosen(table: Table) -> None:
    """The board before the game is that of the rules chosen, and the game begins on it."""
    page = table.page
    page.goto(table.server.url)
    page.get_by_role("radio", name="A friend").check(force=True)
    page.locator(".other-rules summary").click()
    for name, count in SQUARES.items():
        page.locator(".rules label", has=page.get_by_text(name, exact=True)).click()
        expect(page.locator("dama-board .square")).to_have_count(count)
        expect(table.said).to_have_text("Move a piece to begin.")
    table.press("a3", "b4")
    expect(page).to_have_url(re.compile("/game/"))
    expect(page.locator("#moves .move").first).to_have_text("21-17")
    assert table.state["rules"] == "brazilian"


def test_two_people_play_by_the_clock(table: Table) -> None:
    """The clock waits for the first move, runs on through a reload, and can be stopped."""
    page = table.page
    page.goto(table.server.url)
    page.get_by_role("radio", name="A friend").check(force=True)
    page.get_by_label("Clock").select_option(label="3 min and 2 s a move")
    table.button("Play").click()
    expect(table.said).to_have_text("The clock starts with White’s first move.")
    white, black = page.locator('[data-time="white"]'), page.locator('[data-time="black"]')
    expect(white).to_have_text("3:00")
    table.press("d3", "d4")
    expect(black).to_have_text(re.compile("2:5[0-9]"))
    page.reload()
    expect(black).to_have_text(re.compile("2:5[0-8]"))
    expect(white).to_have_text("3:00")
    table.button("Stop clock").click()
    expect(table.said).to_have_text("The clock is stopped.")
    shown = black.inner_text()
    page.wait_for_timeout(1300)
    assert black.inner_text() == shown
    table.button("Go on").click()
    expect(table.said).to_have_text("Black to move.")
    expect(black).not_to_have_text(shown)


def test_a_clock_of_ones_own_and_that_of_tournaments(table: Table) -> None:
    """Minutes and seconds as one likes; 45 minutes as in the championship of 2021."""
    page = table.page
    page.goto(table.server.url)
    page.get_by_role("radio", name="A friend").check(force=True)
    page.get_by_label("Clock").select_option("own")
    page.get_by_label("Minutes each").fill("7")
    page.get_by_label("Seconds a move").fill("3")
    table.button("Play").click()
    expect(page.locator('[data-time="white"]')).to_have_text("7:00")
    assert table.state["times"]["increment"] == 3
    page.goto(table.server.url)
    page.get_by_label("Clock").select_option(label="Tournament: 45 min")
    table.button("Play").click()
    expect(page.locator('[data-time="black"]')).to_have_text("45:00")
    table.button("Start White’s clock").click()
    expect(page.locator('[data-time="white"]')).to_have_text("44:59")


def test_time_that_is_up_loses(table: Table) -> None:
    """The page says so without being asked, and the board is shut."""
    table.open(mode="two", clock={"seconds": 2, "increment": 0})
    table.press("d3", "d4")
    expect(table.said).to_have_text(re.compile("^White wins: Black's time is up"))
    expect(table.page.locator('[data-time="black"]')).to_have_text("0:00.0")
    expect(table.page.locator("dama-board.open")).to_have_count(0)


def test_a_rematch_keeps_what_was_chosen_and_changes_colours(table: Table) -> None:
    """Rules, strength and the rest stay; only the sides are exchanged."""
    table.open(rules="federation", level="medium", teaching=True)
    table.button("Resign").click()
    table.button("Give up").click()
    table.button("Rematch").click()
    expect(table.page.locator('dama-board[data-below="black"]')).to_be_visible()
    state = table.state
    assert (state["rules"], state["level"], state["you"]) == ("federation", "medium", "black")
    assert state["options"]["teaching"]


# Setting up a position


def test_a_position_is_set_up_and_played_from(table: Table) -> None:
    """Pieces are put, carried and taken off; what is wrong is said; then the game begins there."""
    page = table.page
    page.goto(f"{table.server.url}/setup")
    expect(table.said).to_have_text("You can play on from here.")
    table.button("Clear").click()
    expect(table.said).to_have_text("White has no piece on the board.")
    page.get_by_role("radio", name="white man").check(force=True)
    table.press("a3", "g2", "c5")
    page.get_by_role("radio", name="black man").check(force=True)
    table.press("b3", "h7", "e1")
    expect(table.said).to_have_text("The man on e1 would have been crowned there: make it a king.")
    expect(page.locator(".signs .mark.bad")).to_have_count(1)
    table.press("e1")
    page.get_by_role("radio", name="Move pieces").check(force=True)
    table.square("c5").drag_to(table.square("d5"))
    expect(page.locator("#fen")).to_have_value("W:Wg2,a3,d5:Bb3,h7")
    expect(table.said).to_have_text("You can play on from here.")
    page.get_by_role("radio", name="A friend").check(force=True)
    table.button("Play").click()
    expect(page).to_have_url(re.compile("/game/"))
    expect(table.said).to_have_text("White to move: a capture of 1 is due.")
    table.press("a3", "c3")
    expect(page.locator("#moves .move").first).to_have_text("a3xc3")


def test_a_position_is_pasted(table: Table) -> None:
    """A text is read, or what is wrong with it is said in plain words."""
    page = table.page
    page.goto(f"{table.server.url}/setup?rules=damas100&fen=B:WK50,31:B1,2")
    fen = page.locator("#fen")
    expect(fen).to_have_value("B:W31,K50:B1,2")
    expect(page.locator("[name=turn][value=black]")).to_be_checked()
    page.goto(f"{table.server.url}/setup?fen=W:Wa8:Bh7")
    expect(table.said).to_have_text("The man on a8 would have been crowned there: make it a king.")
    expect(fen).to_have_value("W:Wa8:Bh7")
    expect(table.square("a3")).to_have_attribute("aria-label", "a3, white man")
    page.goto(f"{table.server.url}/setup?rules=damas100")
    expect(table.said).to_have_text("You can play on from here.")
    fen.fill("W:W31:B99")
    fen.press("Enter")
    expect(table.said).to_have_text("“99” is no square of this board.")
    expect(page.locator("#setup button[type=submit]")).to_have_attribute("aria-disabled", "true")
    table.button("Play").click(force=True)
    expect(page).to_have_url(re.compile("/setup"))
    fen.fill("W:W31:B19,K3")
    fen.press("Enter")
    expect(table.said).to_have_text("You can play on from here.")
    expect(table.called("3, black king")).to_be_visible()


def test_a_position_is_set_up_by_keyboard(table: Table) -> None:
    """Digits put pieces on the square where the keyboard stands; Delete takes them off."""
    page = table.page
    page.goto(f"{table.server.url}/setup")
    table.button("Clear").click()
    table.square("d4").focus()
    page.keyboard.press("2")
    expect(table.square("d4")).to_have_attribute("aria-label", "d4, white king")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("3")
    expect(page.locator("#fen")).to_have_value("W:WKd4:Bd5")
    page.keyboard.press("Delete")
    expect(page.locator("#fen")).to_have_value("W:WKd4:B")


# Looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("look", "pieces"), [("wood", "ivory"), ("chequer", "enamel"), ("contrast", "plain")]
)
def test_boards_and_pieces_are_chosen_and_remembered(
    table: Table, look: str, pieces: str, scheme: str
) -> None:
    """A choice holds at once and after a reload, and nobody is shut out by it."""
    page = table.page
    table.open(mode="two", fen="W:Wa3,Kd1:Bb6,Kh7")
    table.button("Board and sounds").click()
    panel = page.locator("#preferences")
    panel.locator(f'[name=look][value="{look}"]').check(force=True)
    panel.locator(f'[name=set][value="{pieces}"]').check(force=True)
    theme = "dark" if scheme == "dark" else "light"
    panel.locator(f'[name=theme][value="{theme}"]').check(force=True)
    assert Axe().run(page).response["violations"] == []
    page.reload()
    expect(page.locator(f'html[data-look="{look}"][data-theme="{theme}"]')).to_have_count(1)
    expect(page.locator(f'#dama-symbols[data-set="{pieces}"]')).to_have_count(1)
    page.wait_for_timeout(300)
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("pieces", ["ivory", "enamel", "plain"])
def test_pieces_are_told_apart_without_colour(table: Table, pieces: str) -> None:
    """With every colour taken away, men and kings of both sides are drawn in different shapes."""
    table.likes(set=pieces)
    table.open()
    drawn = table.page.evaluate(
        """() => ['wm', 'wk', 'bm', 'bk'].map((stone) =>
          [...document.querySelectorAll(`#dama-${stone} :is(path, circle, rect)`)]
            .map((e) => e.tagName + [...e.attributes]
              .filter(({ name }) => !['class', 'fill'].includes(name))
              .map(({ name, value }) => name + value).join()).join('|'))"""
    )
    assert len(set(drawn)) == 4


def test_squares_are_named_as_one_likes(table: Table) -> None:
    """Numbers or letters on diagonal boards, at the edge or on each square; speech follows."""
    page = table.page
    table.open(mode="two", rules="international")
    expect(page.locator(".inlay text")).to_have_count(50)
    expect(page.locator(".inlay text").first).to_have_text("1")
    expect(table.called("32, white man, can move")).to_be_visible()
    table.button("Board and sounds").click()
    page.locator("[name=numbering][value=names]").check(force=True)
    expect(table.called("b4, white man, can move")).to_be_visible()
    expect(page.locator(".files span").first).to_be_visible()
    page.locator("[name=labels][value=none]").check(force=True)
    expect(page.locator(".files span").first).to_be_hidden()
    expect(page.locator(".inlay text")).to_have_count(0)


def test_sentences_and_moves_name_squares_as_one_likes(table: Table) -> None:
    """Whoever chose letters reads them in refusals and in the list of moves; numbers come back."""
    page = table.page
    table.likes(numbering="names", speed="off")
    table.open(mode="two", rules="damas100", fen=DIAGONAL_CHAIN)
    table.press("f4", "h6", "g7")
    expect(table.said).to_have_text("The capture is not done: from h6 it goes on to j8.")
    table.press("j8")
    latest = page.locator("#moves .latest")
    expect(latest).to_have_text("f4xj8")
    table.button("Board and sounds").click()
    page.locator("[name=numbering][value=numbers]").check(force=True)
    expect(latest).to_have_text("33x15")
    table.open(mode="two", rules="damas100", fen=DIAGONAL_CHAIN)
    table.press("f4", "h6", "g7")
    expect(table.said).to_have_text("The capture is not done: from 24 it goes on to 15.")


def test_both_orientations_of_a_diagonal_board(table: Table) -> None:
    """Square 1 is at White's top left; turned round, 50 is; a keyboard walks the dark squares."""
    page = table.page
    table.open(mode="two", rules="damas100")
    first = table.page.locator("dama-board .square").first
    expect(first).to_have_attribute("aria-label", re.compile("^1,"))
    table.button("Turn board").click()
    expect(first).to_have_attribute("aria-label", re.compile("^50,"))
    table.button("Turn board").click()
    table.called("33, white man, can move").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "28, empty, can go here")
    page.keyboard.press("Enter")
    expect(page.locator("#moves .move").first).to_have_text("33-28")


def test_moves_need_not_be_animated(table: Table) -> None:
    """With motion off a move stands at once, however little anybody asked the system for."""
    table.likes(speed="off")
    table.open(mode="two", fen=CHAIN)
    table.page.evaluate(
        "() => { window.slides = 0; const run = Element.prototype.animate;"
        " Element.prototype.animate = function (...a) { window.slides += 1;"
        " return run.apply(this, a); }; }"
    )
    table.press("a3", "a7")
    expect(table.page.locator("#moves .move").first).to_have_text("a3xa7")
    assert table.page.evaluate("window.slides") == 0


def test_chains_go_stop_by_stop_if_one_likes(table: Table) -> None:
    """Then the last square alone does not play the whole; it says that the capture goes on."""
    table.likes(chains="stops")
    table.open(mode="two", fen=CHAIN)
    table.press("a3", "a7")
    expect(table.said).to_have_text("Go stop by stop: the filled number comes next.")
    assert table.state["ply"] == 0
    table.press("c3", "c5", "a5", "a7")
    expect(table.page.locator("#moves .move").first).to_have_text("a3xa7")


def test_moves_are_typed(table: Table) -> None:
    """Squares by name or number; a move that may not be played is explained as on the board."""
    table.likes(typed="on")
    table.open(mode="two", fen=CHAIN)
    field = table.page.get_by_label("Type a move")
    for text, said in (
        ("hello", "This is no move. One looks like d3-d4, d4xd6."),
        ("g2-g3", re.compile("A capture of 4 is due")),
    ):
        field.fill(text)
        field.press("Enter")
        expect(table.said).to_have_text(said)
    field.fill("A3xA7")
    field.press("Enter")
    expect(table.page.locator("#moves .move").first).to_have_text("a3xa7")
    expect(field).to_have_value("")
    table.open(mode="two", rules="international")
    field.fill("32-28")
    field.press("Enter")
    expect(table.page.locator("#moves .move").first).to_have_text("32-28")


def test_a_finger_drags_a_piece_and_not_the_page(
    browser: Browser, server: Served, browser_context_args: dict[str, Any]
) -> None:
    """On a phone a drag on a piece moves it, and the page stays where it is."""
    phone = {"viewport": {"width": 390, "height": 700}, "has_touch": True}
    context = browser.new_context(**{**browser_context_args, **phone})
    page = context.new_page()
    table = Table(page, server)
    table.open(mode="two")
    start, goal = table.square("d3").bounding_box(), table.square("d4").bounding_box()
    assert start
    assert goal
    x, y = start["x"] + 20, start["y"] + 20
    touch = context.new_cdp_session(page)
    for step, kind in enumerate(["touchStart", *["touchMove"] * 5, "touchEnd"]):
        at = {"x": x, "y": y + (goal["y"] - start["y"]) * min(step, 5) / 5}
        points = [] if kind == "touchEnd" else [at]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator("#moves .move").first).to_have_text("d3-d4")
    assert page.evaluate("scrollY") == 0
    context.close()


# Help


def test_the_master_gives_a_hint(table: Table) -> None:
    """A move, the reason for it, arrows on the board, and a button that plays it."""
    table.open(mode="two", fen="W:Wd4,c5,a2:Bd5,h7")
    table.button("Hint").click()
    expect(table.said).to_have_text(re.compile(r"^The master would play d4xd6\. .+\.$"))
    expect(table.page.locator(".signs .arrow.hint.head.shaft")).to_have_count(1)
    table.button("Play it").click()
    expect(table.page.locator("#moves .move").first).to_have_text("d4xd6")
    expect(table.page.locator(".signs .arrow")).to_have_count(0)


def test_a_lost_game_is_taken_back_and_played_again(table: Table) -> None:
    """After the last capture too: back to one's own decision, and forward once more."""
    page = table.page
    table.open(mode="two", fen="W:Wa3:Bb3")
    table.press("a3", "c3")
    expect(table.said).to_have_text("White wins: Black has no piece left.")
    table.button("Take back").click()
    expect(page.locator("dama-board.open")).to_be_visible()
    expect(page.locator("#moves")).to_have_text("No moves yet.")
    table.button("Redo").click()
    expect(table.said).to_have_text("Played again.")
    expect(page.locator("#moves .move").first).to_have_text("a3xc3")
    expect(table.button("Redo")).to_have_attribute("aria-disabled", "true")


def test_a_game_for_teaching_has_no_help(table: Table) -> None:
    """Neither taking back nor hints; what is due is still shown and explained."""
    table.open(mode="two", teaching=True, fen=CHAIN)
    for name in ("Take back", "Redo", "Hint"):
        expect(table.button(name)).to_have_count(0)
    table.press("g2")
    expect(table.said).to_have_text(re.compile("capture of 4 is due"))


def test_between_two_ways_the_player_picks(table: Table) -> None:
    """Both are drawn, with a letter on what only one of them takes; the letter plays it."""
    page = table.page
    table.open(mode="two", fen=WAYS)
    table.press("h1", "a1")
    expect(table.said).to_have_text("Several ways lead there. Which pieces do you take?")
    expect(page.locator(".signs .arrow.head.shaft")).to_have_count(2)
    choices = page.locator("#choices button")
    expect(choices).to_have_text(["A", "B"])
    wanted = (choices.nth(1).get_attribute("title") or "").removeprefix("B: takes ").split(", ")
    choices.nth(1).click()
    expect(page.locator("#moves .move").first).not_to_be_empty()
    assert sorted(table.state["moves"][0]["captured"]) == sorted(wanted)


def test_what_was_taken_and_what_draws_is_in_sight(table: Table) -> None:
    """Captured pieces stand beside their captor; quiet moves are counted before they draw."""
    page = table.page
    table.open(mode="two", fen=CHAIN)
    table.press("a3", "a7")
    expect(page.locator(".tray .stone")).to_have_count(4)
    table.open(mode="two", rules="ludoteka", fen="W:WKa1,Kb1:BKh8,Kg8:H4:F20")
    expect(page.locator("#count")).to_have_text("Quiet moves: 2 of 16 to a draw")
    table.open(mode="two", rules="ludoteka", fen="W:WKa1,Kb1:BKh8,Kg8:H30:F20")
    expect(page.locator("#count")).to_have_text("1 more quiet move each makes a draw.")


def test_the_second_half_of_a_double_click_answers_nothing(table: Table) -> None:
    """A question that comes up under the pointer is not answered by the click that raised it."""
    table.open(mode="two")
    table.button("Resign").click()
    give_up = table.button("Give up")
    give_up.dispatch_event("click", {"detail": 2})
    expect(give_up).to_be_visible()
    assert table.state["outcome"] is None


# Diagonal boards and huffing


def test_on_diagonal_boards_pieces_leave_at_the_end(table: Table) -> None:
    """In mid-chain a jumped piece still stands, faint; after the move all of them are gone."""
    page = table.page
    table.open(mode="two", rules="damas100", fen=DIAGONAL_CHAIN)
    expect(table.said).to_have_text("White to move: a capture of 2 is due.")
    table.called("33, white man, must capture 2").click()
    table.called("24, empty, stop 1").click()
    expect(page.locator(".stone.jumped")).to_have_count(1)
    expect(table.called("29, black man")).to_be_visible()
    table.called("15, empty, stop 2").click()
    expect(page.locator("#moves .move").first).to_have_text("33x15")
    expect(table.called("29, empty")).to_be_visible()


def test_a_missed_capture_is_huffed(table: Table) -> None:
    """Nothing betrays it; the claim names a piece, which goes, and the huffer moves."""
    page = table.page
    table.open(mode="two", rules="damas100", huffing=True, fen=MISSED)
    expect(table.said).to_have_text("White to move.")
    expect(page.locator(".square.due")).to_have_count(0)
    huff = table.button("Huff")
    expect(huff).to_have_attribute("aria-disabled", "true")
    table.called("47, white man").click()
    table.called("41, empty").click()
    expect(page.locator("#moves .move").first).to_have_text("47-41")
    huff.click()
    expect(table.said).to_have_text("Which piece should have captured? Tap it.")
    table.called("41, white man").click()
    expect(table.said).to_have_text("A capture was missed, but this piece could not have made it.")
    huff.click()
    table.called("33, white man").click()
    expect(table.said).to_have_text("Black huffs: the piece on 33 is off.")
    expect(table.called("33, empty")).to_be_visible()
    expect(page.locator("dama-board.open")).to_be_visible()
    table.called("9, black man").click()
    table.called("13, empty").click()
    expect(page.locator("#moves .move").nth(1)).to_have_text("huff 33 9-13")
    expect(page.locator('.player [data-count="1"]')).to_have_count(1)


def test_the_computer_huffs(table: Table) -> None:
    """It says which piece it took off and why, and moves."""
    table.open(rules="damas100", huffing=True, level="hard", fen="W:W32,33,47,43:B28,10,9,4")
    table.called("47, white man").click()
    table.called("41, empty").click()
    expect(table.page.locator("#moves .move").nth(1)).to_have_text(
        re.compile(r"^huff 3[23] \d+[-x]\d+$")
    )
    expect(table.said).to_have_text(
        re.compile(r"^Huffed: your piece on 3[23] could have captured, so it is off\.$")
    )
    expect(table.page.locator('.player .took:not([data-count="0"])')).to_have_count(1)


def test_a_claim_can_be_let_go(table: Table) -> None:
    """Changing one's mind costs nothing; a claim without ground is refused in words."""
    table.open(mode="two", rules="damas64", huffing=True)
    table.called("21, white man").click()
    table.called("17, empty").click()
    expect(table.page.locator("#moves .move").first).to_have_text("21-17")
    table.button("Huff").click()
    table.button("Never mind").click()
    expect(table.said).to_have_text("Black to move.")
    table.button("Huff").click()
    table.called("17, white man").click()
    expect(table.said).to_have_text("There is nothing to huff: the last move missed no capture.")


def test_with_huffing_a_chain_can_be_broken_off(table: Table) -> None:
    """After one jump the board asks whether to stop; stopping is a move that can be huffed."""
    table.open(mode="two", rules="damas100", huffing=True, fen=DIAGONAL_CHAIN)
    table.called("33, white man").click()
    table.called("24, empty").click()
    expect(table.said).to_have_text("The capture could go on from here.")
    table.button("Stop here").click()
    expect(table.page.locator("#moves .move").first).to_have_text("33x24")
    expect(table.called("29, empty")).to_be_visible()
    table.button("Huff").click()
    table.called("24, white man").click()
    expect(table.said).to_have_text("Black huffs: the piece on 33 is off.")
    expect(table.called("24, empty")).to_be_visible()


@pytest.mark.parametrize(
    ("scoring", "said"),
    [
        ("points", "White wins: Black gave up. Score: White 2, Black 0."),
        ("pieces", "White wins: Black gave up. Pieces left: White 2, Black 1."),
    ],
)
def test_a_diagonal_game_is_scored(table: Table, scoring: str, said: str) -> None:
    """By points, or by the pieces left, as it was agreed (rules.md: score)."""
    table.open(mode="two", rules="damas100", scoring=scoring, fen="B:W31,32:BK3")
    table.button("Resign").click()
    table.button("Give up").click()
    expect(table.said).to_have_text(said)


# The page as a whole


@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_first_page_is_light(page: Page, server: Served, language: str) -> None:
    """Everything that the first page fetches stays far under 200 kB over the wire."""
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(f"{server.url}/?lang={language}", wait_until="networkidle")
    assert len(sizes) > 10
    assert 20_000 < sum(sizes) < 120_000


def test_the_first_page_can_be_played_on_within_a_second(browser: Browser, server: Served) -> None:
    """A browser that has never been here has a board to move on; the third fastest of five."""
    taken = []
    for _ in range(5):
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(
            """new MutationObserver(() => {
              if (self.playable || !document.querySelector('dama-board .square[aria-label*=can]'))
                return;
              self.playable = performance.now();
            }).observe(document, { subtree: true, childList: true, attributes: true });"""
        )
        page.goto(server.url)
        page.wait_for_function("self.playable")
        page.locator('[data-square="d3"]').click()
        page.locator('[data-square="d4"]').click()
        expect(page.locator('[data-square="d4"]')).to_have_attribute(
            "aria-label", re.compile("^d4, white man")
        )
        taken.append(page.evaluate("self.playable"))
        context.close()
    assert sorted(taken)[2] < 1000


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_everything_fits(table: Table, width: int) -> None:
    """The editor, a clock, huffing and the preferences need no scrolling sideways."""
    page = table.page
    page.set_viewport_size({"width": width, "height": 800})
    clock = {"seconds": 5400, "increment": 3}
    games = [
        table.server.new_game(mode="two", rules="damas100", huffing=True, clock=clock)["id"],
        table.server.new_game(rules="dama")["id"],
    ]
    for path in ("/", "/setup", *(f"/game/{game}" for game in games)):
        page.goto(table.server.url + path)
        expect(page.locator("dama-board .square").first).to_be_visible()
        table.button("Board and sounds").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = page.evaluate(
            "[...document.querySelectorAll('button, input, select, .time')]"
            ".filter((e) => e.checkVisibility() && !e.closest('.spoken'))"
            ".map((e) => [e.textContent || e.name, (e.closest('label') ?? e)])"
            ".map(([name, e]) => [name, e.getBoundingClientRect()])"
            ".filter(([, r]) => r.left < 0 || r.right > innerWidth + 1 || r.height < 20)"
            ".map(([name]) => name)"
        )
        assert cut == []


@pytest.mark.parametrize("path", ["/setup", "diagonal"])
def test_nothing_stands_in_the_way_here_either(table: Table, path: str) -> None:
    """Axe finds no fault with the editor, nor with a diagonal board by the clock."""
    if path == "diagonal":
        clock = {"seconds": 60, "increment": 0}
        table.open(mode="two", rules="damas100", huffing=True, clock=clock)
    else:
        table.page.goto(table.server.url + path)
        expect(table.said).to_have_text("You can play on from here.")
    assert Axe().run(table.page).response["violations"] == []
