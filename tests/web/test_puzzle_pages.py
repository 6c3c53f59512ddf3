"""The pages of puzzles and endgames when presses and answers come while something else goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect

from damahane.puzzles.bank import Puzzle
from damahane.puzzles.calendar import by_name, puzzle_of
from tests.web.puzzle_seats import EVE, Days, Seat, stops, wrong

if TYPE_CHECKING:
    from tests.web.conftest import Server

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

PUZZLE = puzzle_of(EVE)
PRACTISED = by_name()["waymdad3"]  # White: b2, f6 and a king on h2; three moves
FEN = "document.querySelector('dama-board').position.fen"
#: Presses something as soon as a stone slides: one's own, or one that is shown to one.
PRESS = """([own, target]) => {
  const board = document.querySelector('dama-board');
  window.pressed = new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (!board.querySelector('.moving') || board.classList.contains('open') !== own) return;
      watch.disconnect();
      document.querySelector(target).click();
      done();
    });
    watch.observe(board, { subtree: true, attributes: true, attributeFilter: ['class'] });
  });
}"""


def press_during_own_slide(page: Page, target: str) -> None:
    """Have something pressed while the next stone of one's own slides."""
    page.evaluate(PRESS, [True, target])


def press_during_reply(page: Page, target: str) -> None:
    """Have something pressed while the next stone slides that is not one's own."""
    page.evaluate(PRESS, [False, target])


class Held:
    """A request of a page that is kept back until a test lets it go, or the answer to it."""

    def __init__(self, page: Page, path: str, *, answered: bool = False) -> None:
        self.page, self.answered = page, answered
        self.route: Route | None = None
        self.answer: APIResponse | None = None
        page.route(re.compile(path), self._keep, times=1)

    def _keep(self, route: Route) -> None:
        if self.answered:
            self.answer = route.fetch()
        self.route = route

    def wait(self) -> Route:
        """Wait until there is one."""
        for _ in range(1000):
            if self.route is not None:
                return self.route
            self.page.wait_for_timeout(10)
        raise AssertionError("nothing was asked for")

    def release(self) -> None:
        """Let it go, and wait until the page has its answer."""
        route = self.wait()
        with self.page.expect_response(lambda answer: answer.request == route.request) as found:
            if self.answer is None:
                route.continue_()
            else:
                route.fulfill(response=self.answer)
        found.value.finished()
        self.page.wait_for_timeout(50)

    def fail(self) -> None:
        """Let it come to nothing, as without a connection."""
        self.wait().abort()


@pytest.fixture
def lively(days: Days, visitor: Callable[..., BrowserContext]) -> Seat:
    """A visitor whose stones slide."""
    return Seat(days, visitor(reduced_motion="no-preference").new_page())


def practised(seat: Seat) -> Puzzle:
    """The puzzle that is practised on now."""
    seat.page.wait_for_url(re.compile(r"puzzle="))
    seat.ready()
    return by_name()[re.findall(r"puzzle=(\w+)", seat.page.url)[0]]


def practise(seat: Seat) -> Puzzle:
    """Open a puzzle that takes several moves."""
    seat.open(f"/practice?grade=3&puzzle={PRACTISED.id}")
    assert practised(seat) == PRACTISED
    return PRACTISED


# Presses while stones slide


def test_a_press_while_the_reply_slides_leaves_the_line_as_it_is(lively: Seat) -> None:
    """After a right move the puzzle goes on from the reply."""
    puzzle = practise(lively)
    press_during_reply(lively.page, "[data-square=a1]")
    lively.move(puzzle.key)
    lively.page.evaluate("window.pressed")
    expect(lively.said).to_have_text(re.compile("^Right! Black plays"))
    lively.ready()
    board = puzzle.board()
    board.push(puzzle.key)
    assert lively.reply(board)


def test_a_press_while_the_defence_slides_hides_no_verdict(lively: Seat) -> None:
    """A wrong try is told, and marked as one."""
    lively.open()
    press_during_reply(lively.page, "[data-square=a1]")
    lively.move(wrong(PUZZLE))
    lively.page.evaluate("window.pressed")
    expect(lively.page.get_by_role("button", name="Try again")).to_be_visible()
    expect(lively.said).to_have_text(re.compile("^Black (has a defence|answers)"))
    assert lively.marks() == ["✕", "◌", "○"]


def test_started_over_while_the_reply_slides_it_begins_anew(lively: Seat) -> None:
    """The reply is not played into the first position."""
    puzzle = practise(lively)
    press_during_reply(lively.page, "#restart")
    lively.move(puzzle.key)
    lively.page.evaluate("window.pressed")
    lively.page.wait_for_timeout(700)  # longer than any slide
    assert lively.page.evaluate(FEN) == puzzle.fen
    lively.page.emulate_media(reduced_motion="reduce")
    lively.solve(puzzle)
    expect(lively.said).to_have_text("That wins!")
    assert lively.complaints == []


def test_a_move_whose_puzzle_is_gone_when_it_arrives_is_not_made(lively: Seat) -> None:
    """The next puzzle came while the stone slid."""
    puzzle = practise(lively)
    page = lively.page
    # As slow as a slide can be on a busy machine.
    page.evaluate("""() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        return animate.call(this, frames, { ...options, duration: 3000 });
      };
      const wait = window.setTimeout;
      window.setTimeout = (act, time, ...more) => wait(act, time > 120 ? 3000 : time, ...more);
    }""")
    press_during_own_slide(page, "#skip")
    lively.move(puzzle.key)
    page.evaluate("window.pressed")
    page.wait_for_url(lambda address: puzzle.id not in address)
    expect(page.locator(".moving")).to_have_count(0)
    another = practised(lively)
    assert page.evaluate(FEN) == another.fen
    stones = page.evaluate("document.querySelectorAll('dama-board .stones > *').length")
    assert stones == len(another.board().pieces())
    assert lively.complaints == []


def test_walking_back_while_a_move_slides_ends_where_one_went(lively: Seat) -> None:
    """A solution is gone through on and back, faster than its stones slide."""
    puzzle = practise(lively)
    lively.press("Show the solution")
    page = lively.page
    expect(page.locator("#solution .ply").first).to_be_visible()
    press_during_reply(page, "#back")
    page.locator("#next").click()
    page.evaluate("window.pressed")
    page.wait_for_timeout(700)  # longer than any slide
    shown = page.evaluate("Object.keys(document.querySelector('dama-board').position.pieces)")
    names = puzzle.board().shape.names
    assert sorted(shown) == sorted(names[square] for square in puzzle.board().pieces())


# Answers that come late


def test_an_answer_to_a_line_that_was_given_up_is_not_part_of_the_next(seat: Seat) -> None:
    """Started over while the judge looked at the first move, the puzzle can still be solved."""
    puzzle = practise(seat)
    held = Held(seat.page, "/moves$")
    seat.move(puzzle.key)
    held.wait()
    seat.press("Start over")
    held.release()
    seat.solve(puzzle)
    expect(seat.said).to_have_text("That wins!")


def test_the_grade_chosen_last_is_the_one_that_comes(seat: Seat) -> None:
    """Whichever answer comes first."""
    practise(seat)
    held = Held(seat.page, "/next.*grade=4")
    seat.page.get_by_role("radio", name=re.compile("^Hard")).check()
    held.wait()
    seat.page.get_by_role("radio", name=re.compile("^Easy")).check()
    seat.page.wait_for_url(re.compile(r"grade=(?!3)"))
    chosen = practised(seat)
    held.release()
    assert practised(seat) == chosen
    assert seat.page.evaluate(FEN) == chosen.fen
    assert seat.page.get_by_role("radio", name=re.compile("^Easy")).is_checked()


def test_a_solution_that_comes_after_the_next_puzzle_is_not_shown(seat: Seat) -> None:
    """The puzzle that is on the board by then can be solved."""
    puzzle = practise(seat)
    held = Held(seat.page, "/solution$")
    seat.press("Show the solution")
    held.wait()
    seat.press("Next puzzle")
    seat.page.wait_for_url(lambda address: puzzle.id not in address)
    held.release()
    expect(seat.page.locator("#solution")).to_be_hidden()
    seat.solve(practised(seat))
    expect(seat.said).to_have_text("That wins!")


def test_a_puzzle_that_comes_after_the_solution_was_asked_for_is_not_shown(seat: Seat) -> None:
    """The solution is walked through as if the next puzzle had not been asked for."""
    puzzle = practise(seat)
    held = Held(seat.page, "/next")
    seat.press("Next puzzle")
    held.wait()
    seat.press("Show the solution")
    expect(seat.page.locator("#solution .ply").first).to_be_visible()
    held.release()
    assert puzzle.id in seat.page.url
    seat.page.locator("#next").click()
    expect(seat.page.locator("#solution .ply.here")).to_have_count(1)


def test_a_late_answer_to_the_beginning_does_not_take_back_a_move(seat: Seat) -> None:
    """The page begins a challenge as it opens, and again before the first move if need be."""
    held = Held(seat.page, "/begin$", answered=True)
    seat.open()
    held.wait()
    seat.move(PUZZLE.key)
    expect(seat.said).to_have_text(re.compile("^Right!"))
    held.release()
    (second,) = PUZZLE.solution.replies.values()  # there is one reply
    seat.move(second.move)
    expect(seat.said).to_have_text(re.compile("^Right!.* 1 move left"))


def test_no_move_is_made_while_it_is_given_up(seat: Seat) -> None:
    """And it can be played on where giving up did not work."""
    seat.open()
    seat.ready()
    for reached in (False, True):
        held = Held(seat.page, "/give-up$")
        seat.press("Give up")
        seat.page.locator("#choices").get_by_role("button", name="Give up").click()
        held.wait()
        for name in stops(PUZZLE.key):
            seat.square(name).click()
        assert seat.page.evaluate(FEN) == PUZZLE.fen
        if reached:
            held.release()
            expect(seat.said).to_contain_text("Given up. Here is how it goes.")
        else:
            held.fail()
            expect(seat.said).to_contain_text("did not answer")
            seat.ready()
    seat.complaints[:] = [text for text in seat.complaints if "ERR_FAILED" not in text]


@pytest.mark.parametrize("path", ["/challenge", f"/practice?puzzle={PRACTISED.id}"])
def test_what_is_no_move_leads_to_the_rule(seat: Seat, path: str) -> None:
    """As on every board: a man goes one square at a time, and the lesson on men says so."""
    seat.open(path)
    seat.ready()
    start, target = ("a3", "a5") if path == "/challenge" else ("f6", "f8")
    seat.square(start).click()
    seat.square(target).click()
    rule = seat.said.get_by_role("link", name="The rule")
    expect(rule).to_have_attribute("href", "/learn/dama#man-moves")


# Endgames


@pytest.fixture
def endgames(page: Page, server: Server, complaints: list[str]) -> Page:
    """A browser for the page of endgames, whose stones slide."""
    page.emulate_media(reduced_motion="no-preference")
    return page


def open_endgame(page: Page, server: Server, fen: str) -> None:
    """Go to a position, and wait for its result."""
    page.goto(f"{server.url}/endgame?rules=dama&fen={fen}")
    expect(page.locator("#worth:not([aria-busy])")).to_be_visible(timeout=30_000)
    expect(page.locator(".move-button").first).to_be_visible()


THREE_KINGS = "W:WKc2,Kc3,Ke3:BKh3"
TWO_KINGS = "W:WKa1,Kb1:BKb8"
PIECES = "Object.keys(document.querySelector('dama-board').position.pieces).sort().join()"


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
def test_a_move_of_the_list_pressed_twice_is_played_once(
    endgames: Page, server: Server, keys: bool
) -> None:
    """Whether the list has changed by the second press or not."""
    open_endgame(endgames, server, TWO_KINGS)
    held = Held(endgames, "/endgame/look")
    first = endgames.locator(".move-button").first
    if keys:
        first.focus()
        endgames.keyboard.press("Enter")
        endgames.keyboard.press("Enter")
    else:
        first.dblclick()
    held.release()
    expect(endgames.locator("#verdict")).to_have_text("White wins in 2 moves. 4 plies")
    expect(endgames.locator("#moves .ply")).to_have_count(1)
    expect(endgames.locator("#say[data-kind=refusal]")).to_have_count(0)


def test_the_second_half_of_a_double_click_plays_nothing_of_the_next_list(
    endgames: Page, server: Server
) -> None:
    """It was meant for what stood there before."""
    open_endgame(endgames, server, TWO_KINGS)
    box = endgames.locator(".move-button").first.bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    endgames.mouse.click(*place)
    expect(endgames.locator("#verdict")).to_have_text("White wins in 2 moves. 4 plies")
    endgames.locator(".move-button").first.evaluate(
        "button => button.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 2}))"
    )
    endgames.wait_for_timeout(100)
    expect(endgames.locator("#moves .ply")).to_have_count(1)


def test_the_example_chosen_last_is_the_one_that_comes(endgames: Page, server: Server) -> None:
    """Whichever answer comes first."""
    open_endgame(endgames, server, THREE_KINGS)
    examples = endgames.locator("[data-fen]")
    held = Held(endgames, "/api/position")
    examples.nth(2).click()
    held.wait()
    examples.nth(5).click()
    fen = examples.nth(5).get_attribute("data-fen")
    expect(endgames).to_have_url(f"{server.url}/endgame?rules=dama&fen={fen}")
    held.release()
    expect(endgames).to_have_url(f"{server.url}/endgame?rules=dama&fen={fen}")


def test_a_move_taken_back_while_it_slides_is_taken_back(endgames: Page, server: Server) -> None:
    """The board shows the position that the page speaks of."""
    open_endgame(endgames, server, TWO_KINGS)
    press_during_reply(endgames, "#back")
    endgames.locator(".move-button").first.click()
    endgames.evaluate("window.pressed")
    endgames.wait_for_timeout(700)  # longer than any slide
    expect(endgames).to_have_url(f"{server.url}/endgame?rules=dama&fen={TWO_KINGS}")
    assert endgames.evaluate(PIECES) == "a1,b1,b8"


def test_what_was_set_up_stays_when_it_cannot_be_looked_at(endgames: Page, server: Server) -> None:
    """Done, or a move of the list, without a connection: it goes on once there is one."""
    open_endgame(endgames, server, TWO_KINGS)
    endgames.get_by_role("button", name="Set up a position").click()
    expect(endgames.locator("#editor")).to_be_visible()
    endgames.locator("#fen").fill(THREE_KINGS)
    endgames.locator("#fen").press("Enter")
    expect(endgames.locator("#verdict")).to_have_text("White wins in 8 moves. 15 plies")
    for press in (
        endgames.get_by_role("button", name="Done"),
        endgames.locator(".move-button").first,
    ):
        held = Held(endgames, "/api/position")
        press.click()
        held.fail()
        expect(endgames.locator("#say[data-kind=refusal]")).to_be_visible()
        expect(endgames.locator("#editor")).to_be_visible()
        assert endgames.locator("#fen").input_value() == THREE_KINGS
    endgames.get_by_role("button", name="Done").click()
    expect(endgames).to_have_url(f"{server.url}/endgame?rules=dama&fen={THREE_KINGS}")
    expect(endgames.locator("#editor")).to_be_hidden()
