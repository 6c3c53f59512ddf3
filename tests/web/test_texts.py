"""The four languages: complete catalogues, the choice between them, and that each is spoken."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest
from babel.messages.catalog import Catalog
from playwright.sync_api import Browser, Page
from starlette.testclient import TestClient

from damahane import Board, Piece
from damahane.engine import Idea, MoveReason
from damahane.engine.advice import _text
from damahane.web import catalogues, texts
from damahane.web.language import LANGUAGES, SOURCE, preferred, speaking
from damahane.web.reasons import reason_text

# pytest-playwright's own fixtures are of a kind that pytest 9 frowns upon.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods"
)

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
STATIC = Path(texts.__file__).parent / "static"


class Served(Protocol):
    """What these tests ask of a server."""

    url: str

    def new_game(self, **settings: object) -> dict[str, Any]:
        """Begin a game."""
        ...


# Catalogues


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("domain", texts.DOMAINS)
def test_every_text_is_translated(language: str, domain: texts.Domain) -> None:
    """None is missing, empty, fuzzy or left over, and each has the places of its source."""
    assert catalogues.faults(language, domain) == []


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("domain", texts.DOMAINS)
def test_catalogues_are_up_to_date(language: str, domain: texts.Domain) -> None:
    """`scripts/texts` would change nothing."""
    file = texts.path(language, domain)
    assert file.read_text(encoding="utf-8") == catalogues.updated(language, domain)


@pytest.mark.parametrize(
    ("source", "translation", "fault"),
    [
        ("Your move.", "", "not translated"),
        ("Your move.", "Te toca", "another end"),
        ("A capture of {due} is due.", "Hay que capturar.", "other places"),
        ("A capture of {due} is due.", "Hay que capturar {deu}.", "other places"),
        ("Your move.", " Te toca.", "blanks"),
    ],
)
def test_a_bad_translation_is_noticed(
    monkeypatch: pytest.MonkeyPatch, source: str, translation: str, fault: str
) -> None:
    """A text left out, a place lost or misspelt, a full stop forgotten."""
    asked, kept = Catalog(), Catalog(locale="es")
    asked.add(source)
    kept.add(source, translation)
    monkeypatch.setattr(catalogues, "wanted", lambda _domain: asked)
    monkeypatch.setattr(catalogues, "kept", lambda _language, _domain: kept)
    found = catalogues.faults("es", "pages")
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize("language", TRANSLATED)
def test_numbers_choose_the_form(language: str) -> None:
    """One takes the first form and all others the second, as the scripts take it for granted."""
    for domain in texts.DOMAINS:
        catalogue = catalogues.kept(language, domain)
        assert (catalogue.num_plurals, catalogue.plural_expr) == (2, "(n != 1)")


def test_no_style_changes_the_case_of_letters() -> None:
    """Turkish has two kinds of i: capitals are written, not made."""
    for style in STATIC.rglob("*.css"):
        assert "text-transform" not in style.read_text(encoding="utf-8"), style.name
    for script in STATIC.rglob("*.js"):
        assert not re.search(r"to(Upper|Lower)Case\(", script.read_text(encoding="utf-8")), (
            script.name
        )


# The choice


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("tr", "tr"),
        ("tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7", "tr"),
        ("fr-FR,fr;q=0.9,es;q=0.8", "es"),
        ("en;q=0.5,pt-BR", "pt"),
        ("es-419", "es"),
        ("*", "en"),
        ("tr;q=0, es;q=0.1", "es"),
        ("tr;q=x", "en"),
        ("ES", "es"),
        (";;,,=q", "en"),
    ],
)
def test_the_browser_is_asked_for_the_language(accepted: str, language: str) -> None:
    """The one that it likes best of those that are spoken; English when it knows none."""
    assert preferred(accepted) == language


def test_a_choice_is_kept(client: TestClient) -> None:
    """Chosen on a page, a language goes before the browser's, and one named in a link before it."""
    turkish = {"Accept-Language": "tr"}
    assert '<html lang="tr">' in client.get("/", headers=turkish).text
    answer = client.post(
        "/language",
        content="language=es",
        headers={"Referer": "http://testserver/game/x?turning&lang=tr"},
        follow_redirects=False,
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/game/x?turning")
    assert '<html lang="es">' in client.get("/", headers=turkish).text
    linked = client.get("/?lang=pt", headers=turkish)
    assert '<html lang="pt">' in linked.text
    assert linked.headers["content-language"] == "pt"
    assert '<html lang="pt">' in client.get("/", headers=turkish).text
    assert '<html lang="pt">' in client.get("/?lang=xx", headers=turkish).text


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/", "/"),
        ("http://testserver//elsewhere.example/x", "/elsewhere.example/x"),
        ("http://elsewhere.example/x", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_a_choice_leads_back_to_this_site_only(client: TestClient, referer: str, back: str) -> None:
    """Whatever the request says where it came from."""
    answer = client.post(
        "/language",
        content="language=xx&language",
        headers={"Referer": referer},
        follow_redirects=False,
    )
    assert answer.headers["location"] == back
    assert "language=" not in answer.headers.get("set-cookie", "")


def test_caches_are_told_what_the_language_depends_on(client: TestClient) -> None:
    """Pages and answers vary with the browser's languages and the cookie; files don't."""
    for path in ("/", "/api/games/none"):
        headers = client.get(path).headers
        assert headers["content-language"] == "en"
        assert {"Accept-Language", "Cookie"} <= set(headers["vary"].split(", "))
    vary = client.get("/static/js/page.js").headers.get("vary", "")
    assert "Cookie" not in vary
    assert "Language" not in vary


# What is said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A man goes forward or sideways, never back."),
        ("es", "El peón va hacia delante o de lado, nunca hacia atrás."),
        ("pt", "A pedra anda para a frente ou para o lado, nunca para trás."),
        ("tr", "Taş öne ya da yana gider, asla geriye gitmez."),
    ],
)
def test_refusals_are_in_the_language_of_the_request(
    client: TestClient, language: str, said: str
) -> None:
    """A program asks for its language as a browser does."""
    query = {"rules": "dama", "fen": "W:Wd4:Bh7", "stops": "d4,d3"}
    answer = client.get("/api/why", params=query, headers={"Accept-Language": language})
    assert answer.json()["text"] == said


def test_everyone_at_a_game_hears_their_own_language(client: TestClient) -> None:
    """Two listen, a third ends the game: each is told the end in the language they came with."""
    state = client.post("/api/games", json={"mode": "two"}).json()
    path = f"/api/games/{state['id']}"
    with (
        client.websocket_connect(f"{path}/live", headers={"Accept-Language": "tr"}) as turkish,
        client.websocket_connect(f"{path}/live", headers={"Accept-Language": "es"}) as spanish,
    ):
        assert turkish.receive_json()["state"]["rules_name"] == "Dama (Türk daması)"
        spanish.receive_json()
        client.post(f"{path}/resign", json={"version": 0})
        assert turkish.receive_json()["state"]["outcome"]["text"] == (
            "Siyah kazandı: beyaz oyunu bıraktı."
        )
        assert spanish.receive_json()["state"]["outcome"]["text"] == (
            "Ganan las negras: las blancas se han rendido."
        )


MEN = (Piece.BLACK_MAN, Piece.BLACK_MAN)
MIXED = (Piece.BLACK_MAN, Piece.BLACK_KING)
KINGS = (Piece.BLACK_KING,)
GIVING = (Idea.LOSES_LEAST, Idea.EXCHANGES, Idea.GIVES_TO_TAKE)


@pytest.mark.parametrize("idea", Idea)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_move_is_told(language: str, idea: Idea) -> None:
    """In English as the engine says it; in the other languages as a sentence without gaps."""
    board = Board()
    for moves, taken, given in itertools.product(
        (1, 2), (MEN[:1], MEN, MIXED, KINGS), ((), MEN[:1], KINGS)
    ):
        squares = tuple(range(27, 27 + len(taken)))
        reason = MoveReason(idea, moves=moves, taken=taken, given=given, squares=squares)
        if idea in GIVING and not given:
            continue
        with speaking(language):
            said = reason_text(reason, board.rules)
        assert re.fullmatch(r"[^{}]+\.", said)
        if language == SOURCE:
            assert _plainly(said) == _plainly(_text(reason, board))


def _plainly(text: str) -> str:
    """A sentence without the differences that don't matter."""
    return text.replace("moves more", "moves").replace("move more", "move").replace(" more.", ".")


# In the browser


@pytest.fixture
def speaking_page(browser: Browser, browser_context_args: dict[str, Any]) -> Callable[[str], Page]:
    """A page in a browser that wants a language."""
    return lambda language: browser.new_context(
        **{**browser_context_args, "locale": language}
    ).new_page()


ALIKE = re.compile(
    r"damahane|\w|[A-Z]{2}|(?=.*\d)[a-jx\d \-]+|\W*|\d+\W?|"  # names, squares, moves, numbers
    + "|".join(re.escape(name) for name in LANGUAGES.values())
)
WRITTEN = """() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    if (node.parentElement.closest('script, style, noscript')) continue;
    found.add(node.textContent.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      found.add(element.getAttribute(name) ?? '');
  found.add(document.title.replace(' · damahane', ''));
  return [...found];
}"""


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/setup", "/game/{id}", "/game/none", "/analysis", "/game/{id}/review", "/games"),
        *("/learn", "/learn/dama", "/learn/brazilian", "/learn/chess", "/offline"),
        *("/challenge", "/challenge/2026-11-29", "/practice"),
        *("/endgame", "/endgame?fen=W:Wa1,a2:BKh8", "/endgame/results"),
    ],
)
def test_no_text_is_left_in_english(
    server: Served, speaking_page: Callable[[str], Page], path: str
) -> None:
    """What reads the same in English and Turkish is no text: squares, moves, numbers, names."""
    game = server.new_game(mode="two", fen="W:Wa3,g2,h3:Bb3,c4,b5,a6,h7")
    read = {}
    for language in ("en", "tr"):
        page = speaking_page(language)
        page.goto(server.url + path.format(id=game["id"]))
        if "dama-board" in page.content():
            page.locator("dama-board .square").first.wait_for()
        if 'id="worth"' in page.content():
            page.locator("#worth:not([aria-busy])").wait_for()
        if "{id}" in path:
            page.locator("[data-square=g2]").click()
        page.wait_for_timeout(200)
        assert page.locator("html").get_attribute("lang") == language
        read[language] = set(page.evaluate(WRITTEN))
        page.context.close()
    same = {text for text in read["en"] & read["tr"] if not ALIKE.fullmatch(text)}
    assert same == set()


def test_the_language_is_changed_on_the_page(
    server: Served, speaking_page: Callable[[str], Page]
) -> None:
    """A game goes on in the new language, at the same address."""
    page = speaking_page("es-AR")
    page.goto(server.url)
    said = page.locator("#said")
    page.get_by_role("radio", name="Un amigo").check()
    page.get_by_text("Girar el tablero hacia quien juega").click()
    page.get_by_role("button", name="Jugar", exact=True).click()
    page.wait_for_url("**/game/*")
    address = page.url
    page.get_by_label("Idioma").click()
    page.get_by_role("button", name="Türkçe").click()
    page.locator("html[lang=tr]").wait_for()
    assert page.url == address
    assert "?turning" in address
    page.get_by_text("Sıra beyazda.").first.wait_for()
    assert said.inner_text() == "Sıra beyazda."
    page.context.close()
