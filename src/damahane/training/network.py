"""Games against other programs over the network, for the command `dxp`."""

from __future__ import annotations

import contextlib
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from damahane.engine import Limits
from damahane.errors import DamahaneError, quoted
from damahane.game import Game
from damahane.movegen import Move
from damahane.pdn import GameRecord, write
from damahane.protocol.dxp import PORT, GameRequest
from damahane.protocol.dxpgame import (
    OUR_NAME,
    Connection,
    Ended,
    Listener,
    Mover,
    connect,
    follow,
    initiate,
)
from damahane.rules import INTERNATIONAL
from damahane.squares import Color

from .players import Player, parse_player
from .versions import Versions


def play(
    console: Console,
    player: str,
    *,
    connect: str | None,
    host: str,
    port: int,
    games: int,
    nodes: int | None,
    pdn: Path | None,
) -> None:
    """Play games one after another, as initiator where an address is given, else as follower.

    As initiator, a player has White and Black in turn.

    Raises:
        DamahaneError: a player or address is none, or something goes wrong between the programs.
    """
    spec = parse_player(player, Limits(nodes=nodes))
    mine = spec.open(INTERNATIONAL, Versions())
    try:
        if connect is None:
            _listen(console, mine, host, port, games, pdn)
        else:
            _ask(console, mine, *_address(connect), games, pdn)
    except KeyboardInterrupt:
        console.print("Interrupted.")
    finally:
        mine.close()


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon:
        return text, PORT
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536 and host):
        raise DamahaneError(f"address {quoted(text)}; expected HOST or HOST:PORT")
    return host.strip("[]"), int(port)


def _mover(player: Player, number: int) -> Mover:
    player.new_game(number)

    def move(game: Game) -> Move:
        return player.choose(game.board).move

    return move


def _ask(
    console: Console, player: Player, host: str, port: int, games: int, pdn: Path | None
) -> None:
    with connect(host, port) as connection:
        for number in range(1, games + 1):
            follower = Color.BLACK if number % 2 else Color.WHITE
            request = GameRequest(OUR_NAME, follower)
            ended = initiate(connection, request, _mover(player, number))
            _keep(console, ended, number, pdn)
            if ended.goodbye:
                break


def _listen(
    console: Console, player: Player, host: str, port: int, games: int, pdn: Path | None
) -> None:
    with Listener(host, port) as listener:
        console.print(f"Listening on {host}, port {listener.port}")
        number = 0
        while number < games:
            with listener.accept() as connection:
                number = _follow(console, player, connection, number, games, pdn)


def _follow(
    console: Console,
    player: Player,
    connection: Connection,
    number: int,
    games: int,
    pdn: Path | None,
) -> int:
    """Play what one initiator asks for; an error ends its connection, not the listening."""
    try:
        while number < games:
            ended = follow(connection, _mover(player, number + 1))
            number += 1
            _keep(console, ended, number, pdn)
            if ended.goodbye:
                break
    except DamahaneError as error:
        console.print(escape(str(error)))
    return number


def _keep(console: Console, ended: Ended, number: int, pdn: Path | None) -> None:
    names = (OUR_NAME, ended.other)[:: -1 if ended.ours else 1]
    why = ended.outcome.termination.value if ended.outcome else ended.reason.name.lower()
    result = f"{names[0]} v {names[1]}: {ended.result}, {len(ended.game.moves)} moves ({why})"
    console.print(escape(f"Game {number}: {result.replace('_', ' ')}"))
    if pdn is None:
        return
    tags = {"White": names[0], "Black": names[1], "Result": ended.result}
    text = write(GameRecord.from_game(ended.game, tags))
    with contextlib.suppress(FileNotFoundError):
        text = "\n" + text if pdn.stat().st_size else text
    with pdn.open("a", encoding="utf-8") as file:
        file.write(text)
