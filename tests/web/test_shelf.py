"""The list of a person's games, their reviews and their deletion, in databases of both kinds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from damahane.web.shelf import Filter, Shelf
from damahane.web.store import Event, GameSetup, Store
from tests.web.stores import using as using_store

Result = TypeVar("Result")
MINE = GameSetup("one", "dama", "computer", "easy", "black", owner="me")
TWO = GameSetup("two", "international", "two", owner="me")
ANOTHERS = replace(MINE, id="three", owner="another")
EVERY = Filter()


def using(place: Path | str, use: Callable[[Store, Shelf], Awaitable[Result]]) -> Result:
    """Open a store and its shelf, use them, close."""
    return using_store(place, lambda store: use(store, Shelf(store)))


async def played(store: Store) -> None:
    """Three games of two people: one that White resigned, one that goes on, another's."""
    for setup in (MINE, TWO, ANOTHERS):
        await store.create(setup)
    await store.append("one", Event(1, "move", {"route": "d3-d4"}))
    await store.append("one", Event(2, "resign", {"color": "white"}))
    await store.append("two", Event(1, "move", {"route": "32-28"}))
    await store.append("three", Event(1, "move", {"route": "e3-e4"}))


def test_cards_show_ones_own_games_and_follow_them(place: Path | str) -> None:
    """The last played first, each as its events add up; nobody else's."""

    async def use(store: Store, shelf: Shelf) -> None:
        await played(store)
        found, total = await shelf.games("me", EVERY)
        assert total == 2
        assert [setup for setup, _ in found] == [TWO, MINE]
        international, dama = (card for _, card in found)
        assert (international.opening, international.result, international.plies) == (
            "32-28", "*", 1,
        )  # fmt: skip
        assert (dama.opening, dama.result, dama.termination) == ("d3-d4", "0-1", "resignation")
        assert dama.version == 2
        await store.append("two", Event(2, "move", {"route": "17-22"}))
        found, total = await shelf.games("me", EVERY)
        assert (found[0][1].opening, found[0][1].plies, total) == ("32-28 17-22", 2, 2)

    using(place, use)


def test_cards_are_searched(place: Path | str) -> None:
    """By rules, opponent, result from one's own side, and text; a page at a time."""

    async def use(store: Store, shelf: Shelf) -> list[list[str]]:
        await played(store)
        wanted = [
            Filter(rules="dama"),
            Filter(against="two"),
            Filter(against="easy"),
            Filter(result="won"),
            Filter(result="lost"),
            Filter(result="open"),
            Filter(text="D3-D4"),
            Filter(text="%"),
        ]
        found = [[card.game_id for _, card in (await shelf.games("me", w))[0]] for w in wanted]
        second, total = await shelf.games("me", EVERY, offset=1, limit=1)
        return [*found, [card.game_id for _, card in second], [str(total)]]

    assert using(place, use) == [
        ["one"], ["two"], ["one"], ["one"], [], ["two"], ["one"], [], ["one"], ["2"],
    ]  # fmt: skip


def test_a_review_is_kept_for_its_version(place: Path | str) -> None:
    """A later one takes its place."""

    async def use(store: Store, shelf: Shelf) -> None:
        await played(store)
        assert await shelf.review("one", 2) is None
        await shelf.keep_review("one", 2, {"moves": [1, 2], "said": "İyi"})
        assert await shelf.review("one", 2) == {"moves": [1, 2], "said": "İyi"}
        assert await shelf.review("one", 1) is None
        await shelf.keep_review("one", 3, {"moves": []})
        assert await shelf.review("one", 2) is None
        assert await shelf.review("one", 3) == {"moves": []}

    using(place, use)


def test_a_deleted_game_can_be_had_back_by_its_owner(place: Path | str) -> None:
    """Deleted, it is neither found nor listed; another visitor cannot bring it back."""

    async def use(store: Store, shelf: Shelf) -> None:
        await played(store)
        await shelf.discard("one")
        await shelf.discard("one")
        assert await store.find("one") is None
        assert list(await store.deleted(["one", "two"])) == ["one"]
        assert [card.game_id for _, card in (await shelf.games("me", EVERY))[0]] == ["two"]
        assert not await shelf.restore("one", "another")
        assert await shelf.restore("one", "me")
        assert await store.find("one") == MINE
        assert (await shelf.games("me", EVERY))[1] == 2

    using(place, use)


def test_what_was_deleted_long_ago_is_removed_for_good(place: Path | str) -> None:
    """With its events, card and review; what was deleted just now stays, and the others' games."""

    async def use(store: Store, shelf: Shelf) -> None:
        await played(store)
        await shelf.games("me", EVERY)
        await shelf.keep_review("one", 2, {})
        await shelf.discard("one")
        assert await shelf.purge() == 0
        later = datetime.now(UTC) + timedelta(seconds=1)
        assert await shelf.purge(later) == 1
        assert not await shelf.restore("one", "me")
        assert await store.events("one") == []
        assert await shelf.review("one", 2) is None
        assert len(await store.events("two")) == 1
        await store.create(MINE)  # nothing of the name is left

    using(place, use)
