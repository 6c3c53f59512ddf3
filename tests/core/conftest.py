"""The tests here are of the reference generator; tests/kernel holds the kernel against it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from damahane import backing


@pytest.fixture(autouse=True, scope="module")
def reference() -> Iterator[None]:
    """Boards are backed by the reference generator, however many positions the tests list."""
    decided, kernel = backing._choice.decided, backing._choice.kernel
    backing.use_kernel(False)
    yield
    if kernel:
        backing.use_kernel()
    backing._choice.decided = decided
