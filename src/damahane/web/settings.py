"""What the web app can be told, by argument or by environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


def default_database() -> Path:
    """Where games live unless told otherwise: in the user's data directory."""
    from platformdirs import user_data_path

    return user_data_path("damahane", appauthor=False) / "games.db"


def default_workers() -> int:
    """How many processes think: two at least, so that a dropped thought holds nobody up."""
    return min(4, max(2, os.cpu_count() or 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the web app.

    Attributes:
        database: the file that holds the games.
        workers: how many processes think.
    """

    database: Path
    workers: int

    @classmethod
    def of(
        cls,
        *,
        database: Path | None = None,
        workers: int | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> Settings:
        """Settings from arguments, else from ``DAMAHANE_DATABASE`` and ``DAMAHANE_WORKERS``.

        Raises:
            ValueError: the number of workers is not a number from 1.
        """
        if database is None:
            named = environment.get("DAMAHANE_DATABASE")
            database = Path(named).expanduser() if named else default_database()
        if workers is None:
            workers = int(environment.get("DAMAHANE_WORKERS") or default_workers())
        if workers < 1:
            raise ValueError(f"workers={workers}: expected 1 or more")
        return cls(database=database, workers=workers)
