"""The games of a person as a list: cards to look through, reviews, links to share, deletion."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, delete, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from damahane import Board, Color, Huff, Outcome, Played, Termination

from .models import CardRow, DiscardRow, EventRow, GameRow, ReviewRow, now
from .play import Play
from .store import GameSetup, Store

KEPT_AFTER_DELETION: Final = timedelta(days=1)
OPENING_PLIES: Final = 10
PAGE: Final = 24
MOST_EXPORTED: Final = 2000
_BATCH: Final = 50


@dataclass(frozen=True, slots=True)
class Card:
    """What a list shows of a game.

    Attributes:
        game_id: which game.
        version: the number of its last event.
        plies: how many moves stand.
        result: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``.
        termination: how it ended, if it has.
        opening: the first moves, as they are written.
        fen: the position after them.
        last: the squares of the last of them, with commas between.
        final: the last position.
        played: when it was last played.
    """

    game_id: str
    version: int
    plies: int
    result: str
    termination: str | None
    opening: str
    fen: str
    last: str
    final: str
    played: datetime

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        if self.termination is None:
            return None
        winner = {"1-0": Color.WHITE, "0-1": Color.BLACK}.get(self.result)
        return Outcome(Termination(self.termination), winner)

    @classmethod
    def of(cls, play: Play, played: datetime) -> Card:
        """The card of a game."""
        game, outcome = play.game, play.game.outcome
        opening, board = _opening(play)
        names = board.shape.names
        last = ",".join(names[square] for square in opening[-1].route.stops) if opening else ""
        return cls(
            game_id=play.setup.id,
            version=play.version,
            plies=play.ply,
            result=outcome.result if outcome else "*",
            termination=outcome.termination.value if outcome else None,
            opening=" ".join(move.text for move in opening)[:256],
            fen=board.fen(),
            last=last[:256],
            final=game.board.fen(),
            played=played,
        )


def _opening(play: Play) -> tuple[list[Played], Board]:
    """The first moves of a game, and the position after them."""
    board = play.start_board()
    moves: list[Played] = []
    for action in play.game.actions:
        if isinstance(action, Huff):
            board.remove(action.removed)
        elif len(moves) == OPENING_PLIES:
            break
        else:
            board.push(action.route)
            moves.append(action)
    return moves, board


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games are wanted; None and the empty text want all.

    Attributes:
        rules: of this rule set.
        against: ``"two"`` or a level.
        result: ``"won"``, ``"lost"``, ``"drawn"``, ``"open"``; of two people ``"won"`` is White's.
        text: with this in its first moves.
    """

    rules: str | None = None
    against: str | None = None
    result: str | None = None
    text: str = ""


class Shelf:
    """The games of a store, as their owners look through them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._engine = store.engine

    # Looking through

    async def games(
        self, owner: str, wanted: Filter, offset: int = 0, limit: int = PAGE
    ) -> tuple[list[tuple[GameSetup, Card]], int]:
        """Some of a person's games with a move in them, the last played first, and how many."""
        await self._refresh(owner)
        found = _listed(owner, wanted)
        total = select(func.count()).select_from(found.subquery())
        page = found.order_by(CardRow.played.desc(), CardRow.game_id).offset(offset).limit(limit)
        async with self._engine.connect() as connection:
            count = (await connection.execute(total)).scalar_one()
            rows = (await connection.execute(page)).all()
        width = len(_SETUP)
        return [(GameSetup(*row[:width]), Card(*row[width:])) for row in rows], count

    async def _refresh(self, owner: str) -> None:
        """Make the cards that are missing or out of date."""
        newest = (
            select(
                EventRow.game_id,
                func.max(EventRow.number).label("number"),
                func.max(EventRow.created).label("played"),
            )
            .group_by(EventRow.game_id)
            .subquery()
        )
        query = (
            select(GameRow.id, newest.c.played)
            .join(newest, newest.c.game_id == GameRow.id)
            .outerjoin(CardRow, CardRow.game_id == GameRow.id)
            .where(_kept(owner), or_(CardRow.version.is_(None), CardRow.version < newest.c.number))
        )
        async with self._engine.connect() as connection:
            stale = (await connection.execute(query)).all()
        for at in range(0, len(stale), _BATCH):
            made = [await self._card(*row) for row in stale[at : at + _BATCH]]
            await self._keep([card for card in made if card is not None])

    async def _card(self, game_id: str, played: datetime) -> Card | None:
        setup = await self._store.find(game_id)
        return None if setup is None else Card.of(await self.play(setup), played)

    async def play(self, setup: GameSetup) -> Play:
        """A game as its events add up."""
        return await asyncio.to_thread(Play.replay, setup, await self._store.events(setup.id))

    async def created(self, game_id: str) -> datetime | None:
        """When a game was begun."""
        query = select(GameRow.created).where(GameRow.id == game_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def _keep(self, cards: Sequence[Card]) -> None:
        names = [card.game_id for card in cards]
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(CardRow).where(CardRow.game_id.in_(names)))
                await connection.execute(insert(CardRow), [asdict(card) for card in cards])
        except IntegrityError:
            return  # another process has just made them

    # Reviews

    async def review(self, game_id: str, version: int) -> dict[str, Any] | None:
        """The review of a game as of a version, if there is one."""
        query = select(ReviewRow.data).where(
            ReviewRow.game_id == game_id, ReviewRow.version == version
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def keep_review(self, game_id: str, version: int, data: dict[str, Any]) -> None:
        """Keep a review in place of an older one."""
        values = {"game_id": game_id, "version": version, "data": data}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(ReviewRow).where(ReviewRow.game_id == game_id))
                await connection.execute(insert(ReviewRow).values(values))
        except IntegrityError:
            return  # another process has just made it

    # Deletion

    async def discard(self, game_id: str) -> None:
        """Delete a game; `restore` brings it back within `KEPT_AFTER_DELETION`."""
        await self.purge()
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(DiscardRow).values(game_id=game_id, at=now()))
                await self._store.database.tell_deleted(connection, game_id)
        except IntegrityError:
            return  # it was deleted already

    async def restore(self, game_id: str, owner: str) -> bool:
        """Bring a deleted game back; tells whether there is such a one of a person's."""
        mine = select(GameRow.id).where(GameRow.id == game_id, _owned(owner))
        async with self._engine.begin() as connection:
            if (await connection.execute(mine)).first() is None:
                return False
            await connection.execute(delete(DiscardRow).where(DiscardRow.game_id == game_id))
        return True

    async def purge(self, before: datetime | None = None) -> int:
        """Remove for good what was deleted before a time, or long enough ago; gives how many."""
        before = before or datetime.now(UTC) - KEPT_AFTER_DELETION
        async with self._engine.begin() as connection:
            found = await connection.execute(
                select(DiscardRow.game_id).where(DiscardRow.at < before).limit(_BATCH)
            )
            names = list(found.scalars())
            for table in (DiscardRow, CardRow, ReviewRow, EventRow):
                await connection.execute(delete(table).where(table.game_id.in_(names)))
            await connection.execute(delete(GameRow).where(GameRow.id.in_(names)))
        return len(names)


_SETUP: Final = tuple(GameSetup.__dataclass_fields__)


def _owned(owner: str) -> ColumnElement[bool]:
    """That a game is a person's."""
    return GameRow.owner == owner


def _kept(owner: str) -> ColumnElement[bool]:
    """That a game is a person's and not deleted."""
    return and_(_owned(owner), GameRow.id.not_in(select(DiscardRow.game_id)))


def _listed(owner: str, wanted: Filter) -> Select[*tuple[Any, ...]]:
    columns = [getattr(GameRow, name) for name in _SETUP]
    cards = [getattr(CardRow, name) for name in Card.__dataclass_fields__]
    found = select(*columns, *cards).join(CardRow, CardRow.game_id == GameRow.id)
    return found.where(_kept(owner), CardRow.plies > 0, *_criteria(wanted))


def _criteria(wanted: Filter) -> Iterable[ColumnElement[bool]]:
    if wanted.rules:
        yield GameRow.rules == wanted.rules
    if wanted.against == "two":
        yield GameRow.mode == "two"
    elif wanted.against:
        yield and_(GameRow.mode == "computer", GameRow.level == wanted.against)
    if wanted.result == "open":
        yield CardRow.result == "*"
    elif wanted.result == "drawn":
        yield CardRow.result == "1/2-1/2"
    elif wanted.result in ("won", "lost"):
        won, lost = ("1-0", "0-1") if wanted.result == "won" else ("0-1", "1-0")
        as_black = func.coalesce(GameRow.you, "white") == "black"
        yield or_(and_(as_black, CardRow.result == lost), and_(~as_black, CardRow.result == won))
    text = " ".join(wanted.text.lower().split())
    if text:
        yield CardRow.opening.contains(text, autoescape=True)
