"""The rules of each rule set as short lessons, and what else there is to learn."""

from __future__ import annotations

from damahane import RULE_SETS

from . import diagonal, orthogonal
from .answers import BASICS, FACTS, MISTAKES, QUESTIONS, TIPS
from .step import Step

__all__ = ["BASICS", "MISTAKES", "QUESTIONS", "TIPS", "Step", "facts", "steps"]


def steps(rules: str) -> list[Step]:
    """The lessons of a rule set, in order."""
    board = diagonal if RULE_SETS[rules].shape.diagonal else orthogonal
    return [step for step in board.STEPS if not step.only or rules in step.only]


def facts(rules: str) -> list[str]:
    """What its rules say beside the lessons, in the language to speak now."""
    return [str(text) for text, only in FACTS if rules in only]
