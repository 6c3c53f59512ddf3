"""Settings, and the address that the server takes."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from damahane.web import server
from damahane.web.settings import Settings


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is set where the tests run is none of theirs."""
    for name in os.environ:
        if name.startswith("DAMAHANE_"):
            monkeypatch.delenv(name)


def test_arguments_come_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database and the number of workers are taken from arguments, then the environment."""
    monkeypatch.setenv("DAMAHANE_DATABASE", "/games/there.db")
    monkeypatch.setenv("DAMAHANE_WORKERS", "3")
    settings = Settings.of()
    assert (settings.database, settings.workers) == (Path("/games/there.db"), 3)
    settings = Settings.of(database=Path("here.db"), workers=1)
    assert (settings.database, settings.workers) == (Path("here.db"), 1)


def test_without_either_games_live_in_the_users_data() -> None:
    """The default is the user's data directory, and at least two workers."""
    settings = Settings.of()
    assert isinstance(settings.database, Path)
    assert settings.database.parts[-2:] == ("damahane", "games.db")
    assert settings.workers >= 2


def test_a_database_can_be_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PostgreSQL address stays an address, a file gets its home; names of hosts are a list."""
    monkeypatch.setenv("DAMAHANE_DATABASE", "postgresql://dama@db/games")
    monkeypatch.setenv("DAMAHANE_HOSTS", "Dama.example, play.example")
    settings = Settings.of()
    assert settings.database == "postgresql://dama@db/games"
    assert settings.hosts == ("dama.example", "play.example")
    assert Settings.of(database="~/games.db").database == Path.home() / "games.db"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("WORKERS", "0", "greater than or equal to 1"),
        ("WORKERS", "many", "integer"),
        ("DATABASE", "mysql://db/games", "postgresql://"),
        ("LOG", "loud", "'plain' or 'json'"),
        ("SECRET", "short", "at least 16"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, expected: str
) -> None:
    """The message names the variable, quotes it and tells what was expected; never a secret."""
    monkeypatch.setenv(f"DAMAHANE_{name}", value)
    with pytest.raises(ValueError, match=f"DAMAHANE_{name}=") as refused:
        Settings.of()
    assert expected in str(refused.value)
    assert (value in str(refused.value)) is (name != "SECRET")


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
