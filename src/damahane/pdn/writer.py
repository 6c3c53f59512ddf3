"""Writing games as PDN."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from damahane.board import Board
from damahane.errors import DamahaneError
from damahane.rules import RuleSet

from .lexer import plain
from .record import GameRecord, Node, Variation, described, written_fen
from .tags import ResultStyle, huff_command, start_fen, styled

_WIDTH: Final = 80
_SUFFIXES: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
_TAG_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*")
_LINE_ENDS: Final = re.compile(r"[\r\n]+")
_FOREIGN_HUFF: Final = re.compile(r"\[%huff(?=\s)")


class _WholeLine(str):
    """A word that must have a line to itself."""

    __slots__ = ()


#: The words of a line of moves; where one is an iterator, its words are meant.
_Words: TypeAlias = "Iterator[str | _Words]"


def write(record: GameRecord, *, style: ResultStyle | None = None) -> str:
    """A game as PDN, in lines of at most 80 characters where words and tags allow.

    The tags are written in their order; those that say which game it is are set right, or added
    at their end. A comment with a closing brace is written as ``;`` comments, since braces
    cannot hold it.

    Args:
        record: the game.
        style: write its result as ``"1-0"`` or as ``"2-0"``; None keeps it as it is.

    Raises:
        FenError: the ``FEN`` tag does not describe a position.
        DamahaneError: a tag's name cannot be written.
    """
    board = record.board()
    head = [_tag(name, value) for name, value in _tags(record, board, style).items()]
    result = styled(record.result, style) if style else record.result
    return "\n".join([*head, "", *_wrapped(_words(record, board.ply, result)), ""])


def write_games(records: Iterable[GameRecord], *, style: ResultStyle | None = None) -> str:
    """Several games as the text of one file; see `write`."""
    return "\n".join(write(record, style=style) for record in records)


def _tags(record: GameRecord, board: Board, style: ResultStyle | None) -> dict[str, str]:
    tags = described(record.tags, record.rules)
    if start_fen(tags) is not None:
        tags["FEN"] = written_fen(board)
    if style and "Result" in tags:
        tags["Result"] = styled(tags["Result"].strip(), style)
    return tags


def _tag(name: str, value: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise DamahaneError(f"{name!r} cannot be the name of a tag; expected something like White")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{_LINE_ENDS.sub(" ", escaped)}"]'


def _words(record: GameRecord, ply: int, result: str) -> Iterator[str]:
    """The words of all that follows the tags. Variations are walked without recursion."""
    stack = [_line(record, ply, record.rules)]
    while stack:
        word = next(stack[-1], None)
        if word is None:
            stack.pop()
        elif isinstance(word, str):
            yield word
        else:
            stack.append(word)
    yield result


def _line(line: GameRecord | Variation, ply: int, rules: RuleSet) -> _Words:
    yield from _comment(line.comment, rules)
    interrupted = True
    for number, node in enumerate(line.moves, ply):
        shown = f"{number // 2 + 1}." + ".." * (number % 2) + " "
        yield from _move(node, shown if interrupted or number % 2 == 0 else "")
        notes = [*_comment(node.comment, rules, node.huff)]
        yield from notes
        for variation in node.variations:
            yield "("
            yield _line(variation, number, rules)
            yield ")"
        interrupted = bool(notes or node.variations)


def _move(node: Node, number: str) -> Iterator[str]:
    suffix = _SUFFIXES.get(node.nags[0], "") if node.nags else ""
    yield number + node.text + suffix
    yield from (f"${nag}" for nag in node.nags[bool(suffix) :])


def _comment(text: str, rules: RuleSet, huff: int | None = None) -> Iterator[str]:
    """A comment, and the command of a huff in it."""
    text = plain(text)
    if rules.huffing:
        text = _FOREIGN_HUFF.sub("[% huff", text)
    command = "" if huff is None else huff_command(rules.shape.usual(huff))
    if "}" not in text:
        text = f"{command} {text}".strip(" ")
        yield from _units(f"{{{text}}}" if text else "")
        return
    if command:
        yield f"{{{command}}}"
    yield from (_WholeLine(line) for line in _filled(_units(text), "; "))


def _units(text: str) -> list[str]:
    """The words of a comment, none of which would mislead a reader at the start of a line.

    Some readers take a line that begins with ``[`` for a tag and skip one that begins with ``%``.
    """
    return re.split(r" (?![\[%])", text) if text else []


def _filled(words: Iterable[str], prefix: str = "") -> Iterator[str]:
    """Words in lines, each line with a prefix."""
    held: list[str] = []
    width = len(prefix) - 1
    for word in words:
        if held and width + 1 + len(word) > _WIDTH:
            yield prefix + " ".join(held)
            held, width = [], len(prefix) - 1
        held.append(word)
        width += 1 + len(word)
    if held:
        yield prefix + " ".join(held)


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines, but each `_WholeLine` alone in its own."""
    held: list[str] = []
    for word in words:
        if isinstance(word, _WholeLine):
            yield from _filled(held)
            held = []
            yield word
        else:
            held.append(word)
    yield from _filled(held)
