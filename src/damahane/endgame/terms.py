"""What solving and proving ask of a rule set."""

from __future__ import annotations

from dataclasses import dataclass

from damahane.errors import RulesError
from damahane.kernel.position import DIAGONAL, HALF_TURN, ONE_EACH_SHIFT, flags_of
from damahane.rules import RuleSet, rule_set
from damahane.squares import ORTHOGONAL8


@dataclass(frozen=True, slots=True)
class Terms:
    """What is asked of a rule set of the orthogonal board.

    Attributes:
        half_turn: whether a king may turn by 180 degrees within a chain.
        one_each: 0 where one piece each is played on, 1 where two kings are a draw, 2 for any two.
        clock_limit: plies without progress that make a draw; 0 for no such draw.
        sideways_resets: whether a man's sideways move is progress.
    """

    half_turn: bool
    one_each: int
    clock_limit: int
    sideways_resets: bool


def terms_of(rules: RuleSet | str) -> Terms:
    """The terms of a rule set.

    Raises:
        RulesError: it is not played on the orthogonal board, or the kernel does not play it.
    """
    rules = rule_set(rules)
    flags = flags_of(rules)
    if flags.game & DIAGONAL or flags.endings:
        raise RulesError(
            f"no endgames are solved of {rules.id!r} on {rules.shape.name}; "
            f"expected a rule set on {ORTHOGONAL8.name}"
        )
    return Terms(
        half_turn=bool(flags.game & HALF_TURN),
        one_each=flags.game >> ONE_EACH_SHIFT,
        clock_limit=flags.clock_limit,
        sideways_resets=flags.sideways_resets,
    )
