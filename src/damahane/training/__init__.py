"""Making the engine stronger, and proving it: openings, matches, statistics, a benchmark."""

from __future__ import annotations
