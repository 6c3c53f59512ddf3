"""Reading games from PDN, one after the other, up to the first damage."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, TypeAlias

from damahane.board import Board
from damahane.errors import FenError, GameError, MoveError, PdnError, SquareError
from damahane.game import Game
from damahane.rules import RuleSet, rule_set

from .lexer import Kind, Lexer, Token, comment_text, plain, tag_parts
from .record import MAX_DEPTH, GameRecord, Node, Variation
from .tags import HUFF_COMMAND, UNKNOWN, TagError, is_result, rules_of, same_result

#: A text, the bytes of one, the path of a file, or an open file.
Source: TypeAlias = "str | bytes | os.PathLike[str] | IO[str] | IO[bytes]"

_NAGS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_FORCED: Final = 7
_LEADING_ZERO: Final = re.compile(r"(?<![0-9a-j])0(?=[1-9])", re.IGNORECASE)
#: Tags that cannot be there twice with different values: they say how to read the game.
_SINGLE: Final = ("GameType", "RuleSet", "Huffing", "FEN", "Result")


def read_games(source: Source, rules: RuleSet | str = "dama") -> Iterator[GameRecord]:
    """Read the games of a text or file, one by one.

    Every move is checked, in the variations too. What a file leaves open is read kindly: move
    numbers may be missing or wrong, captures short or long, and squares on diagonal boards
    numbers or names. Moves come out as they are usually written.

    Args:
        source: the text itself, a path, an open file, or bytes. Bytes and files are read as
            UTF-8, or as Latin-1 where that fails.
        rules: the rule set of games that do not name theirs.

    Yields:
        the games before the damage, if the file is damaged.

    Raises:
        PdnError: the text is damaged, or a move in it is not legal or not clear. Its line and
            column, from 1, are those of the word that is wrong, or of the opening bracket of
            what is not closed.
        RulesError: there is no such rule set.
        OSError: the file cannot be read.
    """
    return _Reader(_text(source), rule_set(rules)).games()


def read_game(source: Source, rules: RuleSet | str = "dama") -> GameRecord:
    """Read the first game of a text or file, as `read_games` does.

    Raises:
        PdnError: there is no game, or the first one is damaged.
        RulesError: there is no such rule set.
        OSError: the file cannot be read.
    """
    for record in read_games(source, rules):
        return record
    raise PdnError("there is no game here", 1, 1)


def _text(source: Source) -> str:
    if isinstance(source, os.PathLike):
        data: str | bytes = Path(source).read_bytes()
    else:
        data = source if isinstance(source, str | bytes) else source.read()
    return (data if isinstance(data, str) else _decoded(data)).removeprefix("\ufeff")


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class _Reader:
    """The games of a text."""

    def __init__(self, text: str, rules: RuleSet) -> None:
        self._lexer = Lexer(text)
        self._rules = rules

    def games(self) -> Iterator[GameRecord]:
        lexer = self._lexer
        game = _GameReader(lexer, self._rules)
        while (token := lexer.next()) is not None:
            if token.kind is Kind.TAG and game.ends_before_tag(token):
                yield game.finish(None)
                game = _GameReader(lexer, self._rules)
            if token.kind is Kind.RESULT or (token.kind is Kind.STAR and not game.forced(token)):
                if game.has_content or token.kind is Kind.RESULT:
                    yield game.finish(token)
                game = _GameReader(lexer, self._rules)
            else:
                game.take(token)
        if game.has_content:
            yield game.finish(None)


class _Line:
    """A line of moves being read.

    Attributes:
        target: what the line goes into.
        opened: where it began.
        board: the position reached.
        before: the position before the last move, from which its variations start.
        notes: the comments since the last move, or since the line began.
    """

    __slots__ = ("before", "board", "notes", "opened", "target")

    def __init__(self, target: GameRecord | Variation, opened: int, board: Board) -> None:
        self.target = target
        self.opened = opened
        self.board = board
        self.before = board
        self.notes: list[str] = []

    def keep_notes(self) -> None:
        """Put the comments where they belong: after the last move, or before the first."""
        place = self.target.moves[-1] if self.target.moves else self.target
        place.comment = " ".join(self.notes)
        self.notes = []


class _GameReader:
    """One game being read."""

    def __init__(self, lexer: Lexer, rules: RuleSet) -> None:
        self._lexer = lexer
        self._record = GameRecord(rules=rules)
        self._tag_places: dict[str, int] = {}
        self._opening: list[Token] = []
        #: The main line, and the variations open in it; empty while the tags are read.
        self._lines: list[_Line] = []
        self._last_end = -1
        self._takers = {
            Kind.TAG: self._tag,
            Kind.COMMENT: self._comment,
            Kind.NUMBER: self._number,
            Kind.MOVE: self._move,
            Kind.STRENGTH: self._strength,
            Kind.NAG: self._nag,
            Kind.STAR: self._star,
            Kind.OPEN: self._open,
            Kind.CLOSE: self._close,
        }

    # Where the game begins and ends

    @property
    def has_content(self) -> bool:
        """Whether anything but move numbers has been read."""
        return bool(self._record.tags or self._opening or self._lines)

    def ends_before_tag(self, token: Token) -> bool:
        """Whether a tag is the first of another game."""
        if self._lines:
            return True
        return self._lexer.after_empty_line and tag_parts(token)[0] in self._record.tags

    def forced(self, star: Token) -> bool:
        """Whether a star marks the move it touches, rather than end the game."""
        return star.start == self._last_end and not self._lexer.game_ends()

    def take(self, token: Token) -> None:
        """Add what a word says.

        Raises:
            PdnError: it cannot stand here.
        """
        self._takers[token.kind](token)

    def finish(self, result: Token | None) -> GameRecord:
        """The game, now that it has ended.

        Args:
            result: the word that ended it, or None at the end of the text or before a tag.

        Raises:
            PdnError: a variation is not closed, or the result is not that of the tag.
        """
        self._begin()
        if len(self._lines) > 1:
            raise self._error("the variation that begins here is not closed", self._line.opened)
        if result is not None:
            self._result(result)
            while (comment := self._lexer.trailing_comment()) is not None:
                self._comment(comment)
        self._line.keep_notes()
        return self._record

    def _result(self, token: Token) -> None:
        if token.kind is Kind.STAR:
            return
        given = self._record.result
        if self._record.tags.get("Result", "").strip() in UNKNOWN:
            self._record.tags["Result"] = token.text
        elif is_result(given) and not same_result(given, token.text):
            raise self._error(
                f"the game ends in {token.text}, but its Result tag says {given}", token.start
            )

    def _begin(self) -> None:
        """Set the board up by the tags, unless that is done."""
        if self._lines:
            return
        record = self._record
        try:
            record.rules = rules_of(record.tags, record.rules)
            self._lines = [_Line(record, 0, record.board())]
        except TagError as error:
            raise self._error(str(error), self._tag_places[error.tag]) from None
        except FenError as error:
            raise self._error(str(error), self._tag_places["FEN"]) from error
        for comment in self._opening:
            self._comment(comment)

    @property
    def _line(self) -> _Line:
        return self._lines[-1]

    def _last_node(self, token: Token) -> Node:
        self._begin()
        if not self._line.target.moves:
            raise self._error(f"{token.text!r} without a move before it", token.start)
        return self._line.target.moves[-1]

    def _error(self, message: str, place: int) -> PdnError:
        return self._lexer.error(message, place)

    # What the words say

    def _tag(self, token: Token) -> None:
        name, value = tag_parts(token)
        known = self._record.tags.get(name, value)
        if name in _SINGLE and known != value:
            raise self._error(f"{name} is given twice: {known!r} and {value!r}", token.start)
        self._record.tags[name] = value
        self._tag_places[name] = token.start

    def _number(self, token: Token) -> None:
        """Move numbers are not looked at: the moves tell their order."""

    def _comment(self, token: Token) -> None:
        text = comment_text(token)
        if not self._lines:
            if plain(text):
                self._opening.append(token)
            return
        if self._record.rules.huffing:
            for command in HUFF_COMMAND.finditer(text):
                self._huff(command[1], token.start + 1 + command.start())
            text = HUFF_COMMAND.sub("", text)
        text = plain(text)
        if text:
            self._line.notes.append(text)

    def _huff(self, square: str, place: int) -> None:
        line = self._line
        if not line.target.moves:
            raise self._error("a huff without a move before it", place)
        node = line.target.moves[-1]
        if node.huff is not None:
            raise self._error("a second huff for one move", place)
        try:
            game = Game(line.before.rules, line.before.fen())
            game.play(node.route)
            node.huff = game.huff(line.board.shape.square(square)).square
        except (GameError, SquareError) as error:
            raise self._error(str(error), place) from error
        line.board = game.board.copy(stack=False)

    def _move(self, token: Token) -> None:
        self._begin()
        line = self._line
        try:
            route = line.board.parse_route(_LEADING_ZERO.sub("", token.text))
        except MoveError as error:
            raise self._error(str(error), token.start) from error
        line.keep_notes()
        line.target.moves.append(Node(route, line.board.text(route)))
        line.before, line.board = line.board, line.board.copy(stack=False)
        line.board.push(route)
        self._last_end = token.end

    def _strength(self, token: Token) -> None:
        marks = token.text.strip("()")
        if marks not in _NAGS:  # longer ones, such as !!! or ?!?: the nearest in use
            marks = marks[0] * 2 if len(set(marks)) == 1 else "!?" if marks[0] == "!" else "?!"
        self._last_node(token).nags.append(_NAGS[marks])
        if token.start == self._last_end:
            self._last_end = token.end

    def _star(self, token: Token) -> None:
        self._last_node(token).nags.append(_FORCED)

    def _nag(self, token: Token) -> None:
        node = self._last_node(token)
        if len(token.text) > 4 or int(token.text[1:]) > 255:
            raise self._error(f"{token.text[:12]} is no mark; expected $0 to $255", token.start)
        node.nags.append(int(token.text[1:]))

    def _open(self, token: Token) -> None:
        node = self._last_node(token)
        if len(self._lines) > MAX_DEPTH:
            raise self._error(f"variations nested more than {MAX_DEPTH} deep", token.start)
        variation = Variation()
        node.variations.append(variation)
        self._lines.append(_Line(variation, token.start, self._line.before))

    def _close(self, token: Token) -> None:
        if len(self._lines) < 2:
            raise self._error("this closes no variation", token.start)
        closed = self._lines.pop()
        if closed.target.moves:
            closed.keep_notes()
        else:  # a remark in parentheses
            self._last_node(token).variations.pop()
            self._line.notes += closed.notes
