"""The app that can be installed: its manifest and icons, what it does offline, and its updates."""

from __future__ import annotations

import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from damahane.web import installing
from damahane.web.app import create_app
from damahane.web.settings import Settings

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

STATIC = Path(installing.__file__).parent / "static"


def test_the_manifest_is_in_the_language_of_the_visitor(client: TestClient) -> None:
    """Its name, texts, colours and icons; an installed app needs a start and a scope."""
    manifest = client.get("/manifest.webmanifest", headers={"Accept-Language": "tr"}).json()
    assert (manifest["name"], manifest["lang"], manifest["start_url"]) == ("damahane", "tr", "/")
    assert manifest["display"] == "standalone"
    assert manifest["description"].startswith("Tarayıcıda dama oyna")
    assert '<link rel="manifest" href="/manifest.webmanifest"' in client.get("/").text


def test_icons_are_what_the_manifest_says(client: TestClient) -> None:
    """Each is there, in its size, and one of at least 512 pixels can be cut to any shape."""
    icons = client.get("/manifest.webmanifest").json()["icons"]
    for icon in icons:
        answer = client.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert ("512x512", "maskable") in {(icon["sizes"], icon["purpose"]) for icon in icons}


def test_the_worker_keeps_what_there_is(client: TestClient) -> None:
    """Browsers ask for it anew each time, and all that it keeps can be had."""
    answer = client.get("/worker.js")
    assert answer.headers["cache-control"] in ("no-cache", "no-store")
    assert answer.text.startswith(f'self.VERSION = "{installing.version()}"')
    for path in (*installing.PAGES, *installing.shell()):
        assert client.get(path).status_code == 200, path
    kept = sum(
        (STATIC / path.removeprefix("/static/")).stat().st_size for path in installing.shell()
    )
    assert kept < 1_000_000


class Light:
    """A server in this process, without an engine, which can be stopped and started again."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, on the same port as before."""
        config = uvicorn.Config(self.app, port=self.port, log_level="error", ws="websockets-sansio")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + 20
        while not self.server.started:
            assert time.monotonic() < until
            time.sleep(0.02)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Stop it."""
        self.server.should_exit = self.server.force_exit = True
        self.thread.join(20)


@pytest.fixture
def light(database: Path, thinker: Any) -> Iterator[Light]:
    """A server that can be stopped and started again."""
    server = Light(create_app(Settings(database=database, workers=1), thinker))
    yield server
    server.stop()


@pytest.fixture
def app_page(
    browser: Browser, browser_context_args: dict[str, Any], light: Light
) -> Iterator[Page]:
    """The first page, with its worker at work."""
    wishes = {"locale": "en", "reduced_motion": "reduce", "service_workers": "allow"}
    context = browser.new_context(**{**browser_context_args, **wishes})
    page = context.new_page()
    page.goto(light.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    yield page
    context.close()


def test_offline_it_says_so_and_comes_back_by_itself(app_page: Page, light: Light) -> None:
    """The page that was asked for appears as soon as the server is there again."""
    game = app_page.request.post(f"{light.url}/api/games", data={"mode": "two"}).json()
    light.stop()
    app_page.goto(f"{light.url}/game/{game['id']}")
    expect(app_page.get_by_role("heading")).to_have_text("No connection just now")
    assert Axe().run(app_page).response["violations"] == []
    light.start()
    expect(app_page.locator("#said")).to_have_text("White to move.", timeout=20_000)
    assert app_page.url.endswith(game["id"])


def test_lessons_work_offline(app_page: Page, light: Light) -> None:
    """The first rule set is there from the beginning, others once they were opened."""
    app_page.goto(f"{light.url}/learn/brazilian")
    expect(app_page.locator("dama-board .square").first).to_be_visible()
    light.stop()
    for rules in ("brazilian", "dama"):
        app_page.goto(f"{light.url}/learn/{rules}")
        lesson = app_page.locator("section#win-pieces")
        lesson.scroll_into_view_if_needed()
        lesson.locator("[data-square=d4]").click()
        lesson.locator(f"[data-square={'f6' if rules == 'brazilian' else 'd6'}]").click()
        expect(lesson.locator(".answer")).to_have_text("The game is won.")
    app_page.goto(f"{light.url}/learn/ludoteka")
    expect(app_page.get_by_role("heading")).to_have_text("No connection just now")
    light.start()


def test_offline_it_speaks_the_language_that_was_chosen(app_page: Page, light: Light) -> None:
    """What was kept in one language is kept anew when another is chosen."""
    app_page.goto(f"{light.url}/?lang=tr")
    spoken = "caches.match('/offline').then((page) => page.headers.get('Content-Language'))"
    until = time.monotonic() + 10
    while app_page.evaluate(spoken) != "tr":
        assert time.monotonic() < until
        app_page.wait_for_timeout(50)
    light.stop()
    app_page.goto(light.url)
    expect(app_page.get_by_role("heading")).to_have_text("Şu anda bağlantı yok")
    light.start()


def test_a_newer_version_waits_until_it_is_asked_for(
    app_page: Page, light: Light, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line says that it is there; loaded, the old shell is gone."""
    old = installing.version()
    app_page.get_by_role("radio", name="A friend").check()
    app_page.get_by_role("button", name="Play", exact=True).click()
    app_page.wait_for_url("**/game/*")
    monkeypatch.setattr(installing, "version", lambda: "0123456789abcdef")
    app_page.evaluate(
        "navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true)"
    )
    update = app_page.locator("#update")
    expect(update).to_contain_text("A newer version is ready.")
    assert Axe().run(app_page).response["violations"] == []
    update.get_by_role("button", name="Later").click()
    expect(update).to_have_count(0)
    assert set(app_page.evaluate("caches.keys()")) == {
        f"damahane-{old}",
        "damahane-0123456789abcdef",
    }
    app_page.reload()
    with app_page.expect_navigation():
        update.get_by_role("button", name="Load it").click()
    expect(app_page.locator("#said")).to_have_text("White to move.")
    assert app_page.evaluate("caches.keys()") == ["damahane-0123456789abcdef"]
