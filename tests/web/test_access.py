"""For those who see, hear or move differently: every page and language, keys and large text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

CHAIN = "W:Wa3,g2,h3:Bb3,c4,b5,a6,h7"
PATHS = (
    *("/", "/setup", "/game/{id}", "/game/{id}/review", "/game/none", "/analysis", "/games"),
    *("/learn", "/learn/dama", "/learn/brazilian", "/offline", "/challenge", "/practice"),
    *("/endgame", "/endgame?fen=W:Wa1,a2:BKh8", "/endgame/results"),
)
PHONE, DESK = (390, 844), (1280, 800)
#: Text that is cut off, or out of the window.
CLIPPED = """() => [...document.querySelectorAll('body *')].filter((element) => {
  const hidden = !element.checkVisibility() || element.closest('.spoken, dama-board, svg');
  const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (hidden || !text) return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  const { left, right, bottom } = range.getBoundingClientRect();
  if (right > innerWidth + 1 || left < -1) return true;
  for (let box = element; box !== document.body; box = box.parentElement) {
    const edge = box.getBoundingClientRect();
    if (getComputedStyle(box).overflowY !== 'hidden') continue;
    if (right > edge.right + 1 || bottom > edge.bottom + 2) return true;
  }
  return false;
}).map((element) => element.textContent.trim())"""


class Served(Protocol):
    """What these tests ask of a server."""

    url: str

    def new_game(self, **settings: object) -> dict[str, Any]:
        """Begin a game."""
        ...

    def game(self, game_id: str) -> dict[str, Any]:
        """A game as it stands."""
        ...

    def act(self, state: dict[str, Any], action: str, **more: object) -> dict[str, Any]:
        """Do something in a game, as seen in a state."""
        ...


@pytest.fixture
def visit(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Callable[..., Page]]:
    """Opens pages in browsers of their own: language, size, colours."""
    contexts = []

    def open_page(
        language: str = "en",
        size: tuple[int, int] = DESK,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:
        wishes = {
            "locale": language,
            "viewport": {"width": size[0], "height": size[1]},
            "color_scheme": scheme,
            "reduced_motion": "reduce",
        }
        context = browser.new_context(**{**browser_context_args, **wishes})
        contexts.append(context)
        page = context.new_page()
        page.route("**/healthz", lambda route: route.abort())  # or /offline would go on
        return page

    yield open_page
    for context in contexts:
        context.close()


def show(page: Page, server: Served, path: str) -> None:
    """Go to a page, and to a refusal where it is a game."""
    if "{id}" in path:
        path = path.format(id=server.new_game(mode="two", fen=CHAIN)["id"])
    page.goto(server.url + path)
    if page.locator("dama-board, .lesson").count():
        expect(page.locator("dama-board .square").first).to_be_visible()
    if page.locator("#worth").count():
        expect(page.locator("#worth:not([aria-busy])")).to_be_visible(timeout=30_000)
    if path.startswith("/game/") and not path.endswith(("none", "review")):
        page.locator("[data-square=g2]").click()
        expect(page.locator('#say[data-kind="refusal"]')).to_be_visible()


@pytest.mark.parametrize(
    ("language", "size", "scheme"),
    [("en", DESK, "light"), ("es", PHONE, "light"), ("pt", DESK, "dark"), ("tr", PHONE, "dark")],
)
def test_nothing_stands_in_anybodys_way(
    server: Served,
    visit: Callable[..., Page],
    language: str,
    size: tuple[int, int],
    scheme: Literal["light", "dark"],
) -> None:
    """Axe finds no fault with any page in any language."""
    page = visit(language, size, scheme)
    found = {}
    for path in PATHS:
        show(page, server, path)
        found[path] = [fault["id"] for fault in Axe().run(page).response["violations"]]
    assert found == {path: [] for path in PATHS}


@pytest.mark.parametrize("size", [PHONE, DESK, (844, 390)])
def test_text_can_be_twice_as_large(
    server: Served, visit: Callable[..., Page], size: tuple[int, int]
) -> None:
    """Nothing is cut off or scrolls sideways, in a language with long words."""
    page = visit("es", size)
    found = {}
    for path in PATHS:
        show(page, server, path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide = page.evaluate("document.documentElement.scrollWidth") > size[0]
        found[path] = [*page.evaluate(CLIPPED), *(["too wide"] if wide else [])]
    assert found == {path: [] for path in PATHS}


def test_the_page_can_be_enlarged_four_times(server: Served, visit: Callable[..., Page]) -> None:
    """At 320 by 256 pixels, a desk's window at 400 %, nothing scrolls sideways."""
    page = visit("tr", (320, 256))
    for path in PATHS:
        show(page, server, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "a3, white man, must capture 4"),
        ("es", "a3, peón blanco, debe capturar 4"),
        ("pt", "a3, pedra branca, deve capturar 4"),
        ("tr", "a3, beyaz taş, 4 taş almalı"),
    ],
)
def test_squares_speak(
    server: Served, visit: Callable[..., Page], language: str, said: str
) -> None:
    """Where it is, what stands there and what it must do."""
    page = visit(language)
    show(page, server, "/game/{id}")
    expect(page.locator("[data-square=a3]")).to_have_attribute("aria-label", said)


def test_lines_speak_the_language_of_the_page(server: Served, visit: Callable[..., Page]) -> None:
    """Whatever the browser asks for when a line is opened, which may be nothing."""
    page = visit("en")
    game = server.new_game(mode="two", fen="W:Wd4:Bd5")
    with page.expect_websocket() as opened:
        page.goto(f"{server.url}/game/{game['id']}?lang=pt")
    assert "lang=pt" in opened.value.url
    moved = re.compile(r'"events": ?\[\{')
    with opened.value.expect_event(
        "framereceived", lambda said: bool(moved.search(str(said)))
    ) as told:
        server.act(game, "moves", stops=["d4", "d6"])
    assert "As brancas" in str(told.value)


def test_moves_and_ends_are_spoken(server: Served, visit: Callable[..., Page]) -> None:
    """In the visitor's language, to those who don't look: the computer's move, then the end."""
    page = visit("tr")
    page.goto(f"{server.url}/game/{server.new_game(fen='W:Wd4,a3:Bd6,h7')['id']}")
    expect(page.locator("#spoken")).to_have_text("Sıra sende.")
    page.locator("[data-square=a3]").press("Enter")
    page.locator("[data-square=a4]").press("Enter")
    expect(page.locator("#spoken")).to_have_text(re.compile(r"Bilgisayar, Kolay: .+\. Sıra sende"))
    page.goto(f"{server.url}/game/{server.new_game(fen='W:Wd4:Bd5')['id']}")
    page.locator("[data-square=d4]").press("Enter")
    page.locator("[data-square=d6]").press("Enter")
    expect(page.locator("#spoken")).to_have_text("Kazandın: bilgisayarın taşı kalmadı.")


class Keys:
    """Somebody who has a keyboard and no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is there."""
        for _ in range(60):
            if self.page.evaluate(
                "(selector) => document.activeElement.matches(selector)", selector
            ):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} is out of reach")

    def press(self, square: str) -> None:
        """Walk to a square by arrows and press Enter."""
        here = self.page.evaluate("document.activeElement.dataset.square")
        across, up = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
        for key, count in (
            ("ArrowRight", across),
            ("ArrowLeft", -across),
            ("ArrowUp", up),
            ("ArrowDown", -up),
        ):
            for _ in range(count):
                self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")


def test_a_whole_game_by_keyboard_alone(server: Served, visit: Callable[..., Page]) -> None:
    """From the first screen to the end of a game and on to the next, without a mouse."""
    page = visit()
    keys = Keys(page)
    page.goto(server.url)
    expect(page.locator("dama-board .square")).to_have_count(64)
    keys.tab_to("input[name=against]")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="A friend")).to_be_checked()
    keys.tab_to("#setup button[type=submit]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    expect(page.locator("[data-square=a3]")).to_be_focused()
    finished = page.locator('#say[data-kind="end"]')
    for _ in range(250):
        expect(page.locator('dama-board.open, #say[data-kind="end"]')).not_to_have_count(0)
        if finished.count():
            break
        ply = len(server.game(page.url.split("/")[-1])["moves"])
        stops = page.locator("dama-board").evaluate(
            # Prefer what takes, then what goes on, so that the game comes to an end.
            "(board) => [...board.position.routes].sort((a, b) =>"
            " b.captured.length - a.captured.length ||"
            " (b.stops.at(-1)[1] - a.stops.at(-1)[1])"
            " * (board.position.turn === 'white' ? 1 : -1))[0].stops"
        )
        for stop in stops:
            keys.press(stop)
        expect(page.locator("#moves .move").nth(ply)).not_to_be_empty()
    expect(finished).to_be_visible()
    keys.tab_to("#choices button")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("White to move.")
    expect(page.locator("[data-square=a3]")).to_be_focused()
