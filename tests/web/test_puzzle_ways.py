"""Ways on from the pages of puzzles and back, what stands there, and that it keeps its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from damahane.puzzles.bank import Puzzle
from damahane.puzzles.calendar import by_name, calendar, puzzle_of
from tests.web.puzzle_seats import DAY, DESK, EVE, PHONE, Days, Seat

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

PUZZLE = puzzle_of(EVE)
PAST = "/challenge/2026-12-10"


def give_up(seat: Seat) -> None:
    """Give a challenge up, and wait for its solution."""
    seat.press("Give up")
    seat.page.locator("#choices").get_by_role("button", name="Give up").click()
    expect(seat.page.locator("#solution .ply").first).to_be_visible()


def on_the_board(seat: Seat) -> Puzzle:
    """The puzzle that the board shows."""
    seat.ready()
    fen = seat.page.evaluate("document.querySelector('dama-board').position.fen")
    return next(puzzle for puzzle in by_name().values() if puzzle.fen == fen)


def the_puzzle(puzzle: str) -> re.Pattern[str]:
    """An address that names a puzzle."""
    return re.compile(f"puzzle={puzzle}$")


# The challenge


def test_a_past_day_says_so_and_can_be_given_up_at_once(seat: Seat) -> None:
    """It does not count, today's is one press away, and the first try is as open as today's."""
    seat.open(PAST)
    seat.ready()
    told = seat.page.locator(".past-day")
    expect(told).to_contain_text("A past day: it no longer counts for your streak.")
    expect(seat.page.locator("#tries")).to_contain_text("First try: going on")
    assert seat.marks() == ["◌", "○", "○"]
    give_up(seat)
    expect(seat.said).to_contain_text("Given up. Here is how it goes.")
    told.get_by_role("link", name="Today’s challenge").click()
    expect(seat.page.locator("h1")).to_have_text("Challenge #25")
    expect(seat.page.locator(".past-day")).to_have_count(0)


def test_yesterdays_may_still_count(days: Days, seat: Seat) -> None:
    """Where it was begun on its day; it is told until it is ended."""
    seat.open()
    seat.begun()
    days.set(EVE + DAY)
    seat.open(f"/challenge/{EVE}")
    told = seat.page.locator(".past-day")
    expect(told).to_contain_text("it still counts for your streak if you finish it today")
    seat.solve(PUZZLE)
    seat.page.reload()
    expect(told).to_have_text("Today’s challenge")


def test_given_up_in_another_window_it_is_over_here_too(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """A past day that is open in two windows."""
    context = visitor()
    context.new_page().goto(days.url + PAST)  # so that both are one visitor
    one, other = (Seat(days, context.new_page()).open(PAST) for _ in range(2))
    one.ready()
    other.ready()
    give_up(one)
    give_up(other)
    assert other.marks() == ["✕"]
    assert one.complaints == other.complaints == []


def test_at_the_end_there_are_no_three_tries_any_more(seat: Seat) -> None:
    """Neither at once nor when the page is opened again."""
    seat.open()
    task = seat.page.locator(".asked")
    expect(task).to_contain_text("You play White and win in")
    allowed = task.get_by_text("You have three tries.")
    expect(allowed).to_be_visible()
    seat.solve(PUZZLE)
    expect(allowed).to_be_hidden()
    seat.page.reload()
    expect(seat.page.locator("#solution")).to_be_visible()
    expect(allowed).to_be_hidden()


def test_played_again_the_solution_is_one_press_away(seat: Seat) -> None:
    """Before any move."""
    seat.open(PAST)
    give_up(seat)
    seat.page.get_by_role("link", name="Play it again").click()
    seat.ready()
    expect(seat.page.locator("#solution")).to_be_hidden()
    seat.page.get_by_role("link", name="Back to the solution").click()
    expect(seat.page.locator("#solution .ply").first).to_be_visible()
    expect(seat.page).to_have_url(seat.days.url + PAST)


@pytest.mark.parametrize("day", ["2026-12-25", "2026-11-01", "2026-13-45"])
def test_a_day_without_a_challenge_leads_to_todays(days: Days, page: Page, day: str) -> None:
    """One to come, one before the first, and none at all."""
    page.goto(f"{days.url}/challenge/{day}")
    expect(page.get_by_role("link", name="Start a new one")).to_have_count(0)
    page.locator("main").get_by_role("link", name="Today’s challenge").click()
    expect(page.locator("h1")).to_have_text("Challenge #25")


def test_every_sign_of_the_calendar_is_explained(seat: Seat) -> None:
    """Solved, solved later, not solved, begun, and the plain frame."""
    seat.open()
    expect(seat.page.locator(".legend li")).to_have_text(
        [
            "● solved: a dot for each try",
            "○ solved later",
            "✕ not solved",
            "… begun",
            re.compile("^ *not tried$"),
        ]
    )


def test_practice_and_the_rules_are_found(seat: Seat) -> None:
    """Practice from the first page and from a challenge, before its end and after."""
    seat.page.goto(seat.days.url)
    practise = seat.page.get_by_role("link", name="Practise", exact=True)
    practise.click()
    expect(seat.page.locator("h1")).to_have_text("Practice")
    seat.open(PAST)
    expect(practise).to_be_visible()
    give_up(seat)
    practise.click()
    expect(seat.page.locator("h1")).to_have_text("Practice")
    seat.open()
    seat.page.get_by_role("link", name="The rules").click()
    expect(seat.page).to_have_url(f"{seat.days.url}/learn/dama")


# Practice


def test_the_browser_goes_back_to_a_puzzle_that_was_skipped(seat: Seat) -> None:
    """And on again; also from a solution, and past a grade that was chosen."""
    seat.open("/practice")
    first = on_the_board(seat)
    seat.press("Next puzzle")
    expect(seat.page).not_to_have_url(the_puzzle(first.id))
    second = on_the_board(seat)
    seat.page.get_by_role("radio", name=re.compile("^Hard")).check()
    seat.page.wait_for_url(re.compile("grade=4"))
    assert on_the_board(seat).grade == 4
    seat.page.go_back()
    expect(seat.page).to_have_url(the_puzzle(second.id))
    seat.page.wait_for_function(
        "fen => document.querySelector('dama-board').position?.fen === fen", arg=second.fen
    )
    assert seat.page.get_by_role("radio", name=re.compile("^Very easy")).is_checked()
    seat.press("Show the solution")
    expect(seat.page.locator("#solution .ply").first).to_be_visible()
    seat.page.go_back()
    expect(seat.page.locator("#solution")).to_be_hidden()
    assert on_the_board(seat) == first
    seat.page.go_forward()
    expect(seat.page).to_have_url(the_puzzle(second.id))


def test_without_a_puzzle_there_is_nothing_to_show_or_start(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """A link to a challenge to come; the way on leads to a puzzle, and everything works then."""
    seat = Seat(days, visitor().new_page())
    seat.page.goto(f"{days.url}/practice?puzzle={calendar().puzzle_id(EVE + DAY)}")
    expect(seat.said).to_have_text("There is no such puzzle to practise on.")
    tools = [
        seat.page.get_by_role("button", name=name) for name in ("Show the solution", "Start over")
    ]
    for tool in tools:
        expect(tool).to_be_disabled()
    seat.page.locator("#choices").get_by_role("button", name="Next puzzle").click()
    seat.ready()
    for tool in tools:
        expect(tool).to_be_enabled()


# What keeps its place

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    const moved = sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
    if (!hadRecentInput) window.shifts.push([value, moved.join()]);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""


def moved(page: Page) -> list[Any]:
    """What moved by itself since the page was opened, beyond what can be seen."""
    page.wait_for_timeout(300)
    return [(value, what) for value, what in page.evaluate("window.shifts") if value > 0.005]


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "en"), (PHONE, "es"), (DESK, "pt"), (DESK, "tr")]
)
def test_nothing_moves_when_a_page_is_opened(
    days: Days, visitor: Callable[..., BrowserContext], size: tuple[int, int], language: str
) -> None:
    """Neither when a day begins, nor with a solution, nor when results come."""
    context = visitor(size, locale=language)
    context.add_init_script(SHIFTS)
    seat = Seat(days, context.new_page()).open()
    seat.ready()
    seat.begun()
    assert moved(seat.page) == []
    seat.open(PAST)
    seat.ready()
    assert moved(seat.page) == []
    seat.page.locator("#give-up").click()
    seat.page.locator("#choices button").last.click()
    expect(seat.page.locator("#solution .ply").first).to_be_visible()
    seat.page.reload()
    expect(seat.page.locator("#solution .ply").first).to_be_visible()
    assert moved(seat.page) == []
    seat.open("/practice")
    seat.ready()
    assert moved(seat.page) == []
    for fen in ("W:WKc2,Kc3,Ke3:BKh3", "W:WKa1,Kc1:BKa5"):
        seat.open(f"/endgame?fen={fen}")
        expect(seat.page.locator(".move-button").first).to_be_visible(timeout=30_000)
        assert moved(seat.page) == []


def test_months_of_every_length_keep_their_place(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """Four weeks are shown in February 2027, six in May and August."""
    context = visitor(DESK)
    context.add_init_script(SHIFTS)
    seat = Seat(days, context.new_page())
    for day, weeks in ((date(2027, 2, 1), 4), (date(2027, 5, 31), 6), (date(2027, 8, 15), 6)):
        days.set(day)
        seat.open()
        seat.begun()
        expect(seat.page.locator("#calendar tbody tr")).to_have_count(weeks)
        assert moved(seat.page) == []
