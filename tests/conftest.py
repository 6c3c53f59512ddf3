"""What the tests of several parts share."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import settings

from damahane import RULE_SETS

# Machines differ in speed: a slow example is no failure.
settings.register_profile("damahane", deadline=None)
settings.load_profile("damahane")

_SQUARE = re.compile(r"([a-j])([0-9]{1,2})")
_COLOURS = str.maketrans("WB", "BW")


@pytest.fixture(scope="session")
def turned() -> Callable[[str, str], str]:
    """Turns a FEN, move or square (in names) round: the other colour sees what the one saw."""

    def turn(text: str, rules: str) -> str:
        size = RULE_SETS[rules].shape.files

        def other_end(square: re.Match[str]) -> str:
            file, rank = ord(square[1]) - ord("a"), int(square[2]) - 1
            return f"{chr(ord('a') + size - 1 - file)}{size - rank}"

        return _SQUARE.sub(other_end, text.translate(_COLOURS))

    return turn
