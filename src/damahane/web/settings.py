"""What the web app can be told, by argument or by environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from damahane.errors import quoted

PREFIX: Final = "DAMAHANE_"
POSTGRESQL: Final = ("postgresql://", "postgres://", "postgresql+asyncpg://")


def default_database() -> Path:
    """Where games live unless told otherwise: in the user's data directory."""
    return data_directory() / "games.db"


def data_directory() -> Path:
    """The user's data directory for damahane."""
    from platformdirs import user_data_path

    return user_data_path("damahane", appauthor=False)


def default_workers() -> int:
    """How many processes think: two at least, so that a dropped thought holds nobody up."""
    return min(4, max(2, os.cpu_count() or 1))


class Settings(BaseSettings):
    """Settings of the web app; each can be given as ``DAMAHANE_`` and its name in capitals.

    Attributes:
        database: the file that holds the games, or the ``postgresql://`` address of a database.
        workers: how many processes think.
        secret: what the cookies of visitors are signed with; kept in a file beside the games, or
            in the user's data directory, if None.
        hosts: the names, beside addresses and this machine's own, that browsers know the server by.
        log: how the log is written: for people, or a JSON object a line with every request.
        log_level: what is worth logging.
        metrics: who may read ``/metrics``: clients on this machine, everybody, nobody.
        thoughts: how many moves of the computer one visitor may ask for in a minute.
        thoughts_at_once: in how many games of one visitor the computer thinks at the same time.
        games: how many games one visitor may begin in a minute.
        questions: how many other requests of one visitor are answered in a minute.
        crowd: how many visitors' worth of all this is left to one network address.
        sockets: how many live lines one visitor may hold.
        patience: seconds after which a thought of the computer is ended and asked for anew.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

    database: Path | str = Field(default_factory=default_database)
    workers: int = Field(default_factory=default_workers, ge=1, le=256)
    secret: SecretStr | None = Field(default=None, min_length=16)
    hosts: Annotated[tuple[str, ...], NoDecode] = ()
    log: Literal["plain", "json"] = "plain"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    metrics: Literal["local", "all", "off"] = "local"
    thoughts: int = Field(default=120, ge=1)
    thoughts_at_once: int = Field(default=4, ge=1)
    games: int = Field(default=60, ge=1)
    questions: int = Field(default=1200, ge=1)
    crowd: int = Field(default=10, ge=1)
    sockets: int = Field(default=40, ge=1)
    patience: float = Field(default=60.0, gt=0)

    @field_validator("database", mode="before")
    @classmethod
    def _place(cls, value: object) -> object:
        if isinstance(value, str) and value.startswith(POSTGRESQL):
            return value
        if isinstance(value, str) and "://" in value:
            raise ValueError("expected a file or an address that begins with postgresql://")
        if isinstance(value, str | Path):
            return Path(value).expanduser()
        return value

    @field_validator("hosts", mode="before")
    @classmethod
    def _names(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(name.strip().lower() for name in value.split(",") if name.strip())
        return value

    @classmethod
    def of(
        cls, *, database: Path | str | None = None, workers: int | None = None, **more: object
    ) -> Settings:
        """Settings from arguments, where they are not None, else from the environment.

        Raises:
            ValueError: a setting cannot be what it is told to be; says which and why.
        """
        given = {"database": database, "workers": workers, **more}
        try:
            return cls(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
        except ValidationError as error:
            raise ValueError(_said(error)) from None


def _shown(found: ErrorDetails) -> str:
    return "…" if found["loc"][0] == "secret" else quoted(str(found["input"]))


def _said(error: ValidationError) -> str:
    """Which settings are wrong, by the names of their variables, and what was expected."""
    return "; ".join(
        f"{PREFIX}{str(found['loc'][0]).upper()}={_shown(found)}: {found['msg']}"
        for found in error.errors()
    )
