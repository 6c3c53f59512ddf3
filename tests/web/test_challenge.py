"""The day's challenge and practice in a browser, on a server whose clock the tests set."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, expect

from damahane.puzzles.bank import Puzzle
from damahane.puzzles.calendar import by_name, calendar, puzzle_of
from tests.web.puzzle_seats import DAY, DESK, EVE, PHONE, Days, Seat, stops, wrong

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

PUZZLE = puzzle_of(EVE)
SOLVED = ["Solved at the first try!", "Solved at the second try!", "Solved at the third try!"]


# The three tries


@pytest.mark.parametrize(("errors", "size"), [(0, PHONE), (1, DESK), (2, PHONE)])
def test_it_is_solved_at_each_try(
    days: Days, visitor: Callable[..., BrowserContext], size: tuple[int, int], errors: int
) -> None:
    """After each wrong one the defence is shown, and the board is set up anew."""
    seat = Seat(days, visitor(size).new_page()).open()
    expect(seat.said).to_have_text(f"White to move wins in {PUZZLE.moves} moves.")
    for _ in range(errors):
        seat.err(PUZZLE)
        expect(seat.said).not_to_have_text("")
        seat.press("Try again")
    seat.solve(PUZZLE)
    expect(seat.said).to_have_text(SOLVED[errors])
    assert seat.marks() == [*"✕" * errors, "●"]
    expect(seat.page.locator("#streak")).to_have_text("1 day in a row · the most: 1")
    expect(seat.page.locator(".day.today .mark")).to_have_text("●" * (errors + 1))
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    seat.page.reload()
    expect(seat.said).to_contain_text(SOLVED[errors])
    assert seat.complaints == []


def test_failed_the_solution_is_shown_and_played_through(seat: Seat) -> None:
    """By buttons, by keys and by the list of moves; before the end there is nothing of it."""
    seat.open()
    for number in range(3):
        expect(seat.page.locator("#solution")).to_be_hidden()
        seat.err(PUZZLE)
        if number < 2:
            seat.press("Try again")
    assert seat.marks() == ["✕", "✕", "✕"]
    seat.press("Show the solution")
    expect(seat.said).to_contain_text("Not this time. Here is how it goes.")
    expect(seat.page.locator("#solution .ply.main").first).to_contain_text("1.")
    position = "document.querySelector('dama-board').position.pieces"
    first = seat.page.evaluate(position)
    expect(seat.page.locator("#next")).to_be_focused()
    seat.page.keyboard.press("ArrowRight")
    board = PUZZLE.board()
    board.push(PUZZLE.key)
    seat.page.wait_for_function(
        "names => names.every(name => document.querySelector('dama-board').position.pieces[name])",
        arg=[board.shape.names[square] for square in board.pieces()],
    )
    seat.page.keyboard.press("ArrowLeft")
    seat.page.wait_for_function(
        "first => JSON.stringify(document.querySelector('dama-board').position.pieces) === first",
        arg=seat.page.evaluate("pieces => JSON.stringify(pieces)", first),
    )
    seat.page.get_by_role("button", name="To the end of the line").click()
    expect(seat.page.locator(".ply.here")).to_have_count(1)
    seat.page.locator("#solution .ply").first.click()
    expect(seat.page.locator("#solution .ply").first).to_have_class(re.compile(r"\bhere\b"))
    expect(seat.page.locator("#streak")).to_have_text("")
    expect(seat.page.locator(".day.today .mark")).to_have_text("✕")


def test_giving_up_takes_a_second_press(seat: Seat) -> None:
    """The first one asks; keeping on changes nothing."""
    seat.open()
    seat.ready()
    seat.press("Give up")
    expect(seat.said).to_have_text("Give up? It counts as not solved.")
    seat.press("Keep trying")
    seat.ready()
    seat.press("Give up")
    seat.page.locator("#choices").get_by_role("button", name="Give up").click()
    expect(seat.said).to_contain_text("Given up. Here is how it goes.")
    expect(seat.page.locator("#solution")).to_be_visible()
    expect(seat.page.locator("#give-up")).to_be_hidden()


def test_what_is_no_move_is_explained_and_costs_nothing(seat: Seat) -> None:
    """As on every board."""
    seat.open()
    seat.ready()
    black = next(
        PUZZLE.board().shape.names[square]
        for square, piece in PUZZLE.board().pieces().items()
        if piece.color.name == "BLACK"
    )
    seat.square(black).click()
    expect(seat.page.locator('#say[data-kind="refusal"]')).to_be_visible()
    assert seat.marks() == ["◌", "○", "○"]


def test_a_try_goes_on_after_the_page_is_loaded_again(seat: Seat) -> None:
    """The board stands where it stood, and the moves are there."""
    seat.open()
    seat.move(PUZZLE.key)
    seat.ready()
    moves = seat.page.locator(".try-moves").first.inner_text()
    fen = seat.page.evaluate("document.querySelector('dama-board').position.fen")
    seat.page.reload()
    seat.ready()
    assert seat.page.evaluate("document.querySelector('dama-board').position.fen") == fen
    expect(seat.page.locator(".try-moves").first).to_have_text(moves)
    expect(seat.said).to_contain_text("left.")


def test_played_again_the_result_stays(seat: Seat) -> None:
    """As often as one likes, right or wrong."""
    seat.open()
    seat.err(PUZZLE)
    seat.press("Try again")
    seat.solve(PUZZLE)
    seat.page.get_by_role("link", name="Play it again").click()
    seat.err(PUZZLE)
    seat.press("Try again")
    seat.solve(PUZZLE)
    expect(seat.said).to_have_text("Solved! The result of the day stays as it was.")
    seat.press("Back to the solution")
    expect(seat.said).to_contain_text("Solved at the second try!")
    assert seat.marks() == ["✕", "●"]


def test_it_can_be_shown_to_friends(days: Days, visitor: Callable[..., BrowserContext]) -> None:
    """As text that gives nothing away, with a link to the day."""
    context = visitor()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    seat = Seat(days, context.new_page()).open()
    seat.err(PUZZLE)
    seat.press("Try again")
    seat.solve(PUZZLE)
    seat.press("Share")
    expect(seat.said).to_have_text("Copied. It gives nothing away.")
    text = seat.page.evaluate("navigator.clipboard.readText()")
    assert text == f"damahane #25 — 2/3 ✕●\n{days.url}/challenge/2026-12-24"


def test_on_a_phone_the_share_sheet_is_used(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """Where there is one."""
    page = visitor(PHONE, has_touch=True, is_mobile=True).new_page()
    page.add_init_script("navigator.share = async (what) => { window.shared = what.text; }")
    seat = Seat(days, page).open()
    seat.solve(PUZZLE)
    seat.press("Share")
    page.wait_for_function("window.shared")
    assert page.evaluate("window.shared").startswith("damahane #25 — 1/3 ●\n")


# Days, zones, browsers


def test_a_streak_grows_over_days_and_breaks(days: Days, seat: Seat) -> None:
    """Three days, one that is missed, and one more; the missed one, solved later, is no day."""
    first = date(2026, 12, 7)
    streak = seat.page.locator("#streak strong")
    for number in range(3):
        days.set(first + number * DAY)
        seat.open().solve(puzzle_of(first + number * DAY))
        expect(streak).to_have_text(f"{number + 1} {'days' if number else 'day'} in a row")
    days.set(first + 4 * DAY)
    seat.open()
    expect(streak).to_have_text("0 days in a row")
    seat.open("/challenge/2026-12-10").solve(puzzle_of(date(2026, 12, 10)))
    expect(seat.page.locator("a.day[href='/challenge/2026-12-10'] .mark")).to_have_text("○")
    expect(streak).to_have_text("0 days in a row")
    seat.open().solve(puzzle_of(first + 4 * DAY))
    expect(streak).to_have_text("1 day in a row")
    expect(seat.page.locator("#streak")).to_contain_text("the most: 3")


def test_past_days_are_found_in_the_calendar(days: Days, seat: Seat) -> None:
    """Month by month back to the first day; those to come are no links."""
    seat.open()
    calendar_ = seat.page.locator("#calendar")
    expect(seat.page.locator("#month")).to_have_text("December 2026")
    expect(calendar_.locator("a")).to_have_count(24)
    expect(calendar_.get_by_role("link", name="December 24, today: begun")).to_be_visible()
    seat.press("The month before")
    expect(seat.page.locator("#month")).to_have_text("November 2026")
    expect(calendar_.locator("a")).to_have_count(1)
    expect(seat.page.locator("#earlier")).to_have_attribute("aria-disabled", "true")
    calendar_.get_by_role("link", name="November 30: not tried").click()
    seat.ready()
    expect(seat.page.locator("h1")).to_have_text("Challenge #1")
    seat.solve(puzzle_of(calendar().first))
    link = calendar_.get_by_role("link", name="November 30: solved later, at the first try")
    expect(link).to_be_visible()
    assert seat.page.request.get(f"{days.url}/challenge/2026-12-25").status == 403


@pytest.mark.parametrize(
    ("zone", "next_time"),
    [
        ("Pacific/Kiritimati", "Friday 02:00 PM"),
        ("America/Los_Angeles", "Thursday 04:00 PM"),
        ("Europe/Istanbul", "Friday 03:00 AM"),
    ],
)
def test_everywhere_it_is_the_same_day(
    days: Days, visitor: Callable[..., BrowserContext], zone: str, next_time: str
) -> None:
    """One is told when the next day begins by one's own clock."""
    page = visitor(timezone_id=zone).new_page()
    seat = Seat(days, page).open()
    expect(page.locator("h1")).to_have_text("Challenge #25")
    expect(page.locator("#next-day")).to_contain_text("00:00 UTC")
    expect(page.locator("#next-day")).to_contain_text(next_time)
    assert page.evaluate("document.querySelector('dama-board').position.fen") == PUZZLE.fen
    seat.solve(PUZZLE)
    expect(page.locator("#streak strong")).to_have_text("1 day in a row")


@pytest.mark.parametrize("wrong_time", ["2019-01-01T10:00:00Z", "2031-06-01T10:00:00Z"])
def test_a_wrong_clock_in_the_browser_changes_nothing(
    days: Days, visitor: Callable[..., BrowserContext], wrong_time: str
) -> None:
    """The day, the calendar and the streak are the server's."""
    page = visitor().new_page()
    page.clock.set_fixed_time(wrong_time)
    seat = Seat(days, page).open()
    expect(page.locator("h1")).to_have_text("Challenge #25")
    expect(page.locator("#month")).to_have_text("December 2026")
    seat.solve(PUZZLE)
    expect(page.locator("#streak strong")).to_have_text("1 day in a row")
    expect(page.locator(".day.today")).to_have_attribute("href", "/challenge")


def test_a_page_that_stays_open_tells_of_the_new_day(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """When as many seconds have gone by as the server said there were."""
    page = visitor().new_page()
    page.clock.install()
    Seat(days, page).open()
    page.clock.fast_forward("11:59:00")
    expect(page.locator("#next-day")).to_contain_text("00:00 UTC")
    page.clock.fast_forward("00:02:00")
    expect(page.locator("#next-day")).to_contain_text("A new day has begun.")
    days.set(EVE + DAY, 0.1)
    page.get_by_role("link", name="To today’s challenge").click()
    expect(page.locator("h1")).to_have_text("Challenge #26")


def test_begun_before_midnight_it_is_ended_after_it(days: Days, seat: Seat) -> None:
    """The page that was open goes on, and the day counts."""
    days.set(EVE, 23.99)
    seat.open()
    expect(seat.page.locator("#give-up")).to_be_visible()  # it is begun
    days.set(EVE + DAY, 0.2)
    seat.solve(PUZZLE)
    expect(seat.said).to_have_text(SOLVED[0])
    expect(seat.page.locator("#streak strong")).to_have_text("1 day in a row")
    seat.open()
    expect(seat.page.locator("h1")).to_have_text("Challenge #26")


def test_another_browser_has_the_same_puzzle_and_tries_of_its_own(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """What one does is not seen in the other."""
    one, other = Seat(days, visitor().new_page()), Seat(days, visitor().new_page())
    one.open().err(PUZZLE)
    other.open()
    fen = "document.querySelector('dama-board').position.fen"
    assert other.page.evaluate(fen) == PUZZLE.fen
    assert other.marks()[-2:] == ["○", "○"]
    other.solve(PUZZLE)
    expect(other.said).to_have_text(SOLVED[0])
    one.press("Try again")
    one.solve(PUZZLE)
    expect(one.said).to_have_text(SOLVED[1])


def test_two_windows_of_one_visitor_agree(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """A move on what was seen before is not made; the window shows how it stands instead."""
    first = visitor()
    one = Seat(days, first.new_page()).open()
    expect(one.page.locator("#give-up")).to_be_visible()  # it is begun
    other = Seat(days, visitor(storage_state=first.storage_state()).new_page()).open()
    expect(other.page.locator("#give-up")).to_be_visible()
    other.err(PUZZLE)
    one.move(PUZZLE.key)
    expect(one.said).to_contain_text("gone on meanwhile")
    assert one.marks() == ["✕", "◌", "○"]
    one.solve(PUZZLE)
    expect(one.said).to_have_text(SOLVED[1])
    other.press("Try again")
    other.move(wrong(PUZZLE))
    expect(other.said).to_contain_text("Solved at the second try!")


def test_without_a_connection_nothing_is_lost(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """It is said, the move is taken back, and it can be made once there is one again."""
    context = visitor()
    seat = Seat(days, context.new_page()).open()
    seat.ready()
    expect(seat.page.locator("#give-up")).to_be_visible()
    context.set_offline(True)
    seat.move(PUZZLE.key)
    expect(seat.said).to_contain_text("No connection just now.")
    context.set_offline(False)
    seat.solve(PUZZLE)
    expect(seat.said).to_have_text(SOLVED[0])


# For everyone


LANGUAGES = {
    "en": ("Challenge #25", "White to move wins in {} moves.", "Try again", "Solved at the second"),
    "es": ("Reto #25", "Juegan las blancas y ganan en {} jugadas.", "Intentar otra vez",
           "¡Resuelto al segundo intento!"),
    "pt": ("Desafio #25", "As brancas jogam e vencem em {} lances.", "Tentar de novo",
           "Resolvido na segunda tentativa!"),
    "tr": ("Günün bulmacası #25", "Sıra beyazda: {} hamlede kazanır.", "Yeniden dene",
           "İkinci denemede çözüldü!"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_played_in_four_languages(
    days: Days, visitor: Callable[..., BrowserContext], language: str
) -> None:
    """From the task to the result; and nothing of it stands in anybody's way."""
    name, task, again, solved = LANGUAGES[language]
    seat = Seat(days, visitor(PHONE, locale=language).new_page()).open()
    expect(seat.page.locator("h1")).to_have_text(name)
    expect(seat.said).to_have_text(task.format(PUZZLE.moves))
    seat.err(PUZZLE)
    seat.press(again)
    seat.solve(PUZZLE)
    expect(seat.said).to_contain_text(solved)
    assert [fault["id"] for fault in Axe().run(seat.page).response["violations"]] == []
    seat.page.reload()
    expect(seat.page.locator("#solution")).to_be_visible()
    assert [fault["id"] for fault in Axe().run(seat.page).response["violations"]] == []
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert seat.complaints == []


def test_keys_alone_are_enough(seat: Seat) -> None:
    """A wrong try, another that solves it, and the solution walked through."""
    seat.open()
    seat.ready()
    page = seat.page

    def walk(text: str) -> None:
        seat.ready()
        for name in stops(text):
            here = page.evaluate("document.activeElement.dataset.square")
            across, up = ord(name[0]) - ord(here[0]), int(name[1]) - int(here[1])
            for key, count in (
                ("ArrowRight", across), ("ArrowLeft", -across), ("ArrowUp", up), ("ArrowDown", -up),
            ):  # fmt: skip
                for _ in range(count):
                    page.keyboard.press(key)
            page.keyboard.press("Enter")

    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.square ?? null"):
            break
    walk(wrong(PUZZLE))
    expect(page.locator('#say[data-kind="end"]')).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    seat.solve(PUZZLE, walk)
    expect(seat.said).to_have_text(SOLVED[1])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#solution .ply.here")).to_have_count(1)


def test_moves_can_be_typed(days: Days, visitor: Callable[..., BrowserContext]) -> None:
    """Where the field for it is switched on."""
    context = visitor()
    context.add_init_script("""localStorage.setItem('damahane.looks', '{"typed": "on"}')""")
    seat = Seat(days, context.new_page()).open()

    def enter(text: str) -> None:
        seat.ready()
        seat.page.fill("#typed", text)
        seat.page.press("#typed", "Enter")

    seat.solve(PUZZLE, enter)
    expect(seat.said).to_have_text(SOLVED[0])


def test_the_first_page_leads_to_it(days: Days, seat: Seat) -> None:
    """Small, beside the board, with how far one is."""
    seat.page.goto(days.url)
    card = seat.page.locator("#challenge")
    expect(card).to_contain_text("Challenge #25")
    expect(card).to_contain_text(f"White wins in {PUZZLE.moves}. How?")
    card.click()
    seat.solve(PUZZLE)
    seat.page.goto(days.url)
    expect(card).to_contain_text("Solved at the first try!")


# Practice


def named(seat: Seat) -> Puzzle:
    """The puzzle that is practised on now."""
    seat.page.wait_for_url(re.compile(r"puzzle="))
    return by_name()[re.findall(r"puzzle=(\w+)", seat.page.url)[0]]


def test_practice_goes_on_and_on(seat: Seat) -> None:
    """Wrong as often as one likes; solved, the next one comes, and the count goes up."""
    seat.open("/practice")
    seat.ready()
    puzzle = named(seat)
    for _ in range(4):
        seat.err(puzzle)
        seat.press("Try again")
    seat.solve(puzzle)
    expect(seat.said).to_have_text("That wins!")
    expect(seat.page.locator('[data-grade="1"]')).to_contain_text("1 of")
    seat.page.locator("#choices").get_by_role("button", name="Next puzzle").click()
    seat.page.wait_for_url(lambda address: puzzle.id not in address)
    seat.ready()
    seat.page.get_by_role("radio", name=re.compile("^Hard")).check()
    seat.page.wait_for_url(re.compile("grade=4"))
    another = named(seat)
    assert (another.grade, another.id) != (1, puzzle.id)
    seat.page.reload()
    seat.ready()
    assert named(seat) == another
    assert seat.page.get_by_role("radio", name=re.compile("^Hard")).is_checked()


def test_practice_shows_solutions(seat: Seat) -> None:
    """To walk through; then on to the next puzzle."""
    seat.open("/practice?grade=3")
    seat.ready()
    puzzle = named(seat)
    seat.press("Show the solution")
    expect(seat.page.locator("#solution .ply").first).to_be_visible()
    seat.page.keyboard.press("ArrowRight")
    expect(seat.page.locator("#solution .ply.here")).to_have_count(1)
    seat.press("Next puzzle")
    seat.page.wait_for_url(lambda address: "puzzle=" in address and puzzle.id not in address)
    seat.ready()
    expect(seat.page.locator("#solution")).to_be_hidden()


def test_practice_on_what_is_no_puzzle_leads_to_one_that_is(
    days: Days, visitor: Callable[..., BrowserContext]
) -> None:
    """A link to a puzzle that is a challenge to come, or to none."""
    seat = Seat(days, visitor().new_page())
    seat.page.goto(f"{days.url}/practice?puzzle={calendar().puzzle_id(EVE + DAY)}")
    expect(seat.said).to_have_text("There is no such puzzle to practise on.")
    seat.page.locator("#choices").get_by_role("button", name="Next puzzle").click()
    seat.ready()
