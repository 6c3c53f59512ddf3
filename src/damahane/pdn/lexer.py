"""The words of a PDN text, and where a damaged one is damaged."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple

from damahane.errors import PdnError


class Kind(Enum):
    """What a word is. The values are the names of the groups of `_TOKEN`."""

    TAG = "tag"
    COMMENT = "comment"
    NUMBER = "number"
    RESULT = "result"
    STAR = "star"
    MOVE = "move"
    STRENGTH = "strength"
    NAG = "nag"
    OPEN = "open"
    CLOSE = "close"


class Token(NamedTuple):
    """A word of a PDN text.

    Attributes:
        kind: what it is.
        text: the word itself.
        start: its place in the whole text, from 0.
    """

    kind: Kind
    text: str
    start: int

    @property
    def end(self) -> int:
        """The place behind it."""
        return self.start + len(self.text)


# A result or a move stands alone: nothing that could belong to a move touches it. So 1-18 is not
# the result 1-1, and 12-17x9z is no move.
_TOKEN: Final = re.compile(
    r"""
      (?P<blank>   (?: [\s\ufeff]++ | %[^\r\n]* )++ )
    | (?P<comment> \{ [^}]* \} | ;[^\r\n]* )
    | (?P<tag>     \[ \s*+ [a-z0-9] [a-z0-9_+\#=:-]*+ \s*+ "(?: [^"\\]++ | \\. )*+" \s*+ \] )
    | (?P<number>  [0-9]++ (?: \.++ | … ) | \.++ | … )
    | (?P<result>  (?: 1-0 | 0-1 | 2-0 | 0-2 | 1-1 | 0-0 | 1/2-1/2 ) (?! [-\w/:×] ) )
    | (?P<move>    (?: [a-j]?[0-9]{1,2} (?: [-x:×] [a-j]?[0-9]{1,2} ){1,60}
                     | (?: [a-j][0-9]{1,2} ){2,60} ) (?! [-\w/:×] ) )
    | (?P<strength> [!?]++ | \( [!?]++ \) )
    | (?P<nag>     \$ [0-9]++ )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<star>    \* )
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_TAG: Final = re.compile(r'\[\s*([^\s"]+)\s*"(.*)"\s*\]', re.DOTALL)
_ESCAPE: Final = re.compile(r'\\(["\\])')
_LINE_END: Final = re.compile(r"\r\n?|\n")
_EMPTY_LINE: Final = re.compile(r"(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)")
_TRAILING: Final = re.compile(r"[^\S\r\n]*(\{[^}]*\}|;[^\r\n]*)")
_GAME_ENDS: Final = re.compile(r"\s*+(?:\[|\Z)")
_WORD: Final = re.compile(r"[^\s{}()\[\];]{1,30}")
_BLANKS: Final = re.compile(r"[ \t\r\n\f\v]+")


class Lexer:
    """A text, taken word by word; `position` is where the next one begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.after_empty_line = False

    def next(self) -> Token | None:
        """The next word, or None at the end. Afterwards `position` is behind it.

        Raises:
            PdnError: there is no telling what comes next.
        """
        begin = self.position
        while self.position < len(self.text):
            match = _TOKEN.match(self.text, self.position)
            if match is None:
                raise self._unreadable()
            self.position = match.end()
            if match.lastgroup != "blank":
                gap = self.text[begin : match.start()]
                self.after_empty_line = _EMPTY_LINE.search(gap) is not None
                return Token(Kind(match.lastgroup), match[0], match.start())
        return None

    def trailing_comment(self) -> Token | None:
        """The comment that follows on the same line, if one does; else `position` stays."""
        match = _TRAILING.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return Token(Kind.COMMENT, match[1], match.start(1))

    def game_ends(self) -> bool:
        """Whether nothing follows but the tags of another game, if that."""
        return _GAME_ENDS.match(self.text, self.position) is not None

    def error(self, message: str, place: int) -> PdnError:
        """A damage at a place of the text, for raising."""
        line, begin = 1, 0
        for match in _LINE_END.finditer(self.text, 0, place):
            line, begin = line + 1, match.end()
        return PdnError(message, line, place - begin + 1)

    def _unreadable(self) -> PdnError:
        first = self.text[self.position]
        if first == "{":
            message = "the comment that begins here is not closed"
        elif first == "[":
            message = 'the tag that begins here is damaged; expected something like [White "Ayşe"]'
        elif first == "/":
            message = "positions set up in the middle of a game are not read"
        else:
            match = _WORD.match(self.text, self.position)
            word = match[0] if match else first
            message = f"{word!r} cannot be read; expected a tag, a move, a comment or a result"
        return self.error(message, self.position)


def tag_parts(token: Token) -> tuple[str, str]:
    """The name and the value of a tag."""
    match = _TAG.fullmatch(token.text)
    if match is None:
        raise ValueError(f"{token.text!r} is not a tag")
    value = re.sub(r"[\r\n]+", " ", match[2])
    return match[1], _ESCAPE.sub(r"\1", value)


def comment_text(token: Token) -> str:
    """What a comment says, without its braces or semicolon."""
    return token.text[1:-1] if token.text.startswith("{") else token.text[1:]


def plain(text: str) -> str:
    """A comment with each run of blanks and line ends made one blank."""
    return _BLANKS.sub(" ", text).strip(" ")
