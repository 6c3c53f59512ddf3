"""The lessons: positions that show what they teach, and pages on which they can be tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from starlette.testclient import TestClient

from damahane import RULE_SETS, Board, Move, RuleSet
from damahane.rules import Removal
from damahane.web.explain import explain
from damahane.web.lessons import Step, steps

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

ALL = [(rules, step) for rules in RULE_SETS for step in steps(rules)]
NAMES = [f"{rules}-{step.id}" for rules, step in ALL]
#: The rows of rules.md, as lessons.
TAKING = ["must", "chain", "most", "king-counts-one", "free-choice", "king-takes", "landing"]
ORTHOGONAL = [
    *("board", "man-moves", "king-moves", "man-takes", "not-back", "pair"),
    *TAKING,
    *("at-once", "half-turn", "crown", "crown-at-end", "win-pieces", "win-moves"),
    *("one-each", "three-times"),
]
DIAGONAL = [
    *("board", "man-moves", "king-moves", "man-takes", "must", "most", "king-counts-one"),
    *("free-choice", "king-takes", "landing", "after-move", "twice", "crown", "crown-at-end"),
    *("win-pieces", "win-moves", "three-times", "lone-king"),
]


class Served(Protocol):
    """What these tests ask of a server."""

    url: str


@pytest.mark.parametrize(
    ("rules", "taught"),
    [
        ("dama", [*ORTHOGONAL, "count"]),
        ("ludoteka", [*ORTHOGONAL, "count"]),
        ("federation", ORTHOGONAL),
        ("damas100", [*DIAGONAL, "huff"]),
        ("damas64", [*DIAGONAL, "huff"]),
        ("international", [*DIAGONAL, "count"]),
        ("brazilian", [*DIAGONAL, "count"]),
    ],
)
def test_every_rule_has_a_lesson(rules: str, taught: list[str]) -> None:
    """Each row of the rule tables that a position can show, in the order of the pages."""
    assert [step.id for step in steps(rules)] == taught


@pytest.mark.parametrize(("rules", "step"), ALL, ids=NAMES)
def test_what_is_asked_can_be_done(rules: str, step: Step) -> None:
    """The moves asked for are legal by the reference generator, and end only what they should."""
    if step.huff is not None:
        game = step.game(rules)
        assert [game.board.shape.names[square] for square in game.huffable] == [step.huff]
        return
    asked = step.asked(rules)
    assert asked
    for route in asked:
        after = step.board(rules)
        after.push(route)
        outcome = after.outcome()
        assert (None if outcome is None else outcome.termination) is step.ends


@pytest.mark.parametrize(("rules", "step"), ALL, ids=NAMES)
def test_wrong_tries_are_explained(rules: str, step: Step) -> None:
    """What can be tried in vain is refused for the reason that the lesson is about."""
    board = step.board(rules)
    for tried, code in step.tries:
        refusal = explain(board, [board.shape.square(name) for name in tried.split()])
        assert refusal.code == code, tried


def moves(step: Step, rules: RuleSet) -> set[Move]:
    """The legal moves of a lesson's position by some rules."""
    return set(Board.from_fen(step.fen or "", rules).legal_moves)


@pytest.mark.parametrize(
    ("rules", "name", "change"),
    [
        ("dama", "at-once", {"removal": Removal.AFTER_MOVE}),
        ("dama", "half-turn", {"half_turn": True}),
        ("ludoteka", "half-turn", {"half_turn": False}),
        ("international", "after-move", {"removal": Removal.AT_ONCE}),
        ("damas100", "twice", {"revisit": True}),
        ("brazilian", "twice", {"revisit": False}),
        ("damas64", "man-takes", {"man_captures": (0, 3)}),
        ("dama", "man-takes", {"man_captures": (0,)}),
    ],
)
def test_a_lesson_shows_its_rule(rules: str, name: str, change: dict[str, Any]) -> None:
    """With the rule changed other moves would be legal in its position."""
    step = next(step for step in steps(rules) if step.id == name)
    usual = RULE_SETS[rules]
    assert moves(step, usual) != moves(step, replace(usual, **change))


def test_pages_that_are_not_there(client: TestClient) -> None:
    """Unknown rules and pictures are not found, kindly."""
    answer = client.get("/learn/chess")
    assert answer.status_code == 404
    assert "There are no such rules." in answer.text
    assert client.get("/learn/dama/none.svg").status_code == 404
    assert client.get("/learn/chess/board.svg").status_code == 404


def test_there_are_pictures_for_those_without_scripts(client: TestClient) -> None:
    """Each lesson's position is a picture of its own, and the page names it."""
    text = client.get("/learn/dama").text
    for step in steps("dama"):
        assert f"/learn/dama/{step.id}.svg" in text
    answer = client.get("/learn/dama/pair.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg ")


# In the browser


@pytest.fixture
def learner(page: Page, complaints: list[str]) -> Iterator[Page]:
    """A page without animations, whose console must stay silent."""
    page.emulate_media(reduced_motion="reduce")
    yield page
    assert complaints == []


def lesson(page: Page, name: str) -> Locator:
    """A lesson with its board laid out."""
    section = page.locator(f"section#{name}")
    section.scroll_into_view_if_needed()
    expect(section.locator(".square").first).to_be_visible()
    return section


def press(section: Locator, *names: str) -> None:
    """Press squares of a lesson's board one after another."""
    for name in names:
        section.locator(f'[data-square="{name}"]').click()
        section.page.wait_for_timeout(60)


@pytest.mark.parametrize("rules", ["dama", "damas100"])
def test_all_lessons_are_done(learner: Page, server: Served, rules: str) -> None:
    """Every wrong try is answered with its reason, every right move with what it shows."""
    learner.goto(f"{server.url}/learn/{rules}")
    all_steps = steps(rules)
    for number, step in enumerate(all_steps, 1):
        section = lesson(learner, step.id)
        answer = section.locator(".answer")
        board = step.board(rules)
        for tried, _code in step.tries:
            squares = [board.shape.square(name) for name in tried.split()]
            if any(route.stops == tuple(squares[:-1]) for route in board.routes()):
                continue  # the board takes the move before the last square can be pressed
            if not any(route.start == squares[0] for route in board.routes()):
                squares = squares[:1]  # it can't be picked up
            press(section, *(board.shape.names[square] for square in squares))
            expect(answer).to_have_text(explain(board, squares).text)
            learner.keyboard.press("Escape")
            learner.keyboard.press("Escape")
        if step.huff:
            press(section, "g3")
            expect(answer).to_have_text("That piece had nothing to take. Look again.")
            press(section, step.huff)
        else:
            press(section, *(board.shape.names[square] for square in step.asked(rules)[0].stops))
        expect(answer).to_have_text(str(step.done))
        expect(learner.locator("#progress")).to_have_text(f"{number} of {len(all_steps)} done")
    learner.reload()
    expect(learner.locator("#progress")).to_have_text(f"{len(all_steps)} of {len(all_steps)} done")


def test_a_lesson_leads_on(learner: Page, server: Served) -> None:
    """A legal move that is not asked for is taken back; then again, show me, and the next one."""
    learner.goto(f"{server.url}/learn/dama")
    kings = lesson(learner, "king-moves")
    press(kings, "d4", "d5")
    expect(kings.locator(".answer")).to_have_text("That is allowed, but not what is asked here.")
    expect(kings.locator('[data-square="d4"]')).to_have_attribute(
        "aria-label", "d4, white king, can move"
    )
    must = lesson(learner, "must")
    press(must, "a2")
    must.get_by_role("button", name="Show me").click()
    expect(must.locator('[data-square="d4"]')).to_have_attribute("aria-selected", "true")
    press(must, "d6")
    must.get_by_role("button", name="Again").click()
    expect(must.locator('[data-square="d4"]')).to_have_class("square movable due")
    press(must, "d4", "d6")
    must.get_by_role("button", name="Next").click()
    expect(learner.locator("section#chain")).to_be_in_viewport()
    expect(learner.locator('#chain [data-square="a3"]')).to_be_focused()


def test_a_man_is_crowned_in_its_lesson(learner: Page, server: Served) -> None:
    """The piece that ends on the far row is shown as a king."""
    learner.goto(f"{server.url}/learn/dama")
    crown = lesson(learner, "crown")
    press(crown, "d7", "d8")
    expect(crown.locator('[data-square="d8"]')).to_have_attribute(
        "aria-label", "d8, white king, last move"
    )


def test_the_lessons_are_printed(learner: Page, server: Served) -> None:
    """On paper every board is there, and no button; answers of the questions are open."""
    learner.goto(f"{server.url}/learn/dama")
    learner.evaluate("dispatchEvent(new Event('beforeprint'))")
    learner.emulate_media(media="print")
    expect(learner.locator(".lesson dama-board")).to_have_count(len(steps("dama")))
    expect(learner.locator("button:visible:not(.square)")).to_have_count(0)
    learner.goto(f"{server.url}/learn")
    box = learner.locator(".question p").first.bounding_box()
    assert box
    assert box["height"] > 0


@pytest.mark.parametrize("path", ["/learn", "/learn/dama", "/learn/damas100"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_nobody_is_kept_from_learning(
    learner: Page, server: Served, path: str, size: tuple[int, int]
) -> None:
    """Axe finds no fault, and nothing needs scrolling sideways."""
    learner.set_viewport_size({"width": size[0], "height": size[1]})
    learner.goto(server.url + path)
    if path != "/learn":
        expect(learner.locator("dama-board .square").first).to_be_visible()
    assert learner.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert Axe().run(learner).response["violations"] == []
