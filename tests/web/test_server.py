"""Settings, and the address that the server takes."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from damahane.web import server
from damahane.web.settings import Settings


def test_arguments_come_before_the_environment() -> None:
    """The database and the number of workers are taken from arguments, then the environment."""
    environment = {"DAMAHANE_DATABASE": "/games/there.db", "DAMAHANE_WORKERS": "3"}
    settings = Settings.of(environment=environment)
    assert settings == Settings(database=Path("/games/there.db"), workers=3)
    settings = Settings.of(database=Path("here.db"), workers=1, environment=environment)
    assert settings == Settings(database=Path("here.db"), workers=1)


def test_without_either_games_live_in_the_users_data() -> None:
    """The default is the user's data directory, and at least two workers."""
    settings = Settings.of(environment={})
    assert settings.database.parts[-2:] == ("damahane", "games.db")
    assert settings.workers >= 2


@pytest.mark.parametrize("workers", ["0", "-1", "many"])
def test_a_number_of_workers_that_cannot_be_is_refused(workers: str) -> None:
    """It must be a number from 1."""
    with pytest.raises(ValueError, match=r"workers|invalid literal"):
        Settings.of(environment={"DAMAHANE_WORKERS": workers})


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the usual port is taken, the next one serves."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(server, "FIRST_PORT", port)
        with server._bind("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + server.PORTS_TRIED


def test_a_port_asked_for_is_that_or_an_error() -> None:
    """A port that was named is not swapped for another."""
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="use"):
        server._bind("127.0.0.1", taken.getsockname()[1])
