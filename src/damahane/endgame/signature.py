"""Which positions there are tables of, and in what order they are solved.

The positions of one signature have the same pieces; the side to move comes first. A move leads to
the exchanged signature, so a signature and its exchange are solved together. With men on the
board they fall into layers by how far the men have come, both sides' together: a move of a king
or a man's step aside keeps the layer, a step forward raises it, crowning and captures lead
to signatures with fewer men or pieces. One layer of a signature and its exchange is a `Slice`,
what is solved at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from damahane.errors import DamahaneError, quoted

MOST_PIECES: Final = 5
"""Pieces on the board for which tables can be built."""
STEPS: Final = 5
"""Steps forward of a man from its first square to the rank before its crown."""
_NAME: Final = re.compile(r"(K*)(M*)v(K*)(M*)")


class Signature(NamedTuple):
    """The pieces of the side to move and those of the other side.

    >>> Signature.of("KKMvK")
    Signature(own_men=1, own_kings=2, their_men=0, their_kings=1)
    """

    own_men: int
    own_kings: int
    their_men: int
    their_kings: int

    @classmethod
    def of(cls, name: str) -> Signature:
        """The signature of a name such as ``KKMvK``, kings first.

        Raises:
            DamahaneError: it is none.
        """
        found = _NAME.fullmatch(name)
        signature = None if found is None else cls(*(len(found[i]) for i in (2, 1, 4, 3)))
        if signature is None or not signature.own or not signature.theirs:
            raise DamahaneError(f"signature {quoted(name)}; expected something like KKMvK")
        return signature

    def __str__(self) -> str:
        own, theirs = "K" * self.own_kings, "K" * self.their_kings
        return f"{own}{'M' * self.own_men}v{theirs}{'M' * self.their_men}"

    @property
    def own(self) -> int:
        """The pieces of the side to move."""
        return self.own_men + self.own_kings

    @property
    def theirs(self) -> int:
        """The pieces of the other side."""
        return self.their_men + self.their_kings

    @property
    def pieces(self) -> int:
        """All pieces."""
        return self.own + self.theirs

    @property
    def men(self) -> int:
        """All men."""
        return self.own_men + self.their_men

    @property
    def layers(self) -> int:
        """How many layers there are."""
        return STEPS * self.men + 1

    @property
    def exchanged(self) -> Signature:
        """The same pieces with the other side to move."""
        return Signature(self.their_men, self.their_kings, self.own_men, self.own_kings)

    @property
    def leader(self) -> Signature:
        """Which of the two, the signature or its exchange, the slice is named after."""
        return max(self, self.exchanged, key=lambda s: (s.own, s.own_kings, s.own_men))

    def crowned(self) -> Iterator[Signature]:
        """The signatures with a man of either side crowned."""
        a, b, c, d = self
        if a:
            yield Signature(a - 1, b + 1, c, d)
        if c:
            yield Signature(a, b, c - 1, d + 1)


class Slice(NamedTuple):
    """What is solved at a time: a layer of a signature and its exchange.

    Attributes:
        leader: one of the two signatures.
        layer: 0 where every man stands on its side's second rank.
    """

    leader: Signature
    layer: int

    def __str__(self) -> str:
        return f"{self.leader}-{self.layer:02d}"

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The signature and its exchange; one only where they are the same."""
        other = self.leader.exchanged
        return (self.leader,) if other == self.leader else (self.leader, other)

    def needs(self) -> tuple[Slice, ...]:
        """The slices of as many pieces that moves lead to.

        Captures lead to all those of fewer pieces.
        """
        found = []
        if self.layer + 1 < self.leader.layers:
            found.append(Slice(self.leader, self.layer + 1))
        if self.layer >= STEPS:
            crowned = dict.fromkeys(s.leader for s in self.leader.crowned())
            found += [Slice(leader, self.layer - STEPS) for leader in crowned]
        return tuple(found)


def signatures(pieces: int) -> tuple[Signature, ...]:
    """Every signature of so many pieces, those of fewer men first."""
    found = [
        Signature(a, own - a, c, pieces - own - c)
        for own in range(1, pieces)
        for a in range(own + 1)
        for c in range(pieces - own + 1)
    ]
    return tuple(sorted(found, key=lambda s: (s.men, s.leader, s != s.leader)))


def slices(pieces: int) -> tuple[Slice, ...]:
    """Every slice of so many pieces, in an order in which they can be solved."""
    return tuple(
        Slice(signature, layer)
        for signature in signatures(pieces)
        if signature == signature.leader
        for layer in reversed(range(signature.layers))
    )
