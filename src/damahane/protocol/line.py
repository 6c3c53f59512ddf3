"""Lines of the Hub protocol: a command and its arguments, ``pos pos=W… moves="32-28 19-23"``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from damahane.errors import quoted

from .errors import ProtocolError

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ARGUMENT: Final = re.compile(r'\s*+([^\s="]++)(?:\s*=\s*(?:"([^"]*)"|([^\s="]++)))?(?=\s|$)')
_PLAIN: Final = re.compile(r'[^\s="]+')


class Line(NamedTuple):
    """A line taken apart.

    Attributes:
        command: its first word.
        arguments: the others; one without a value has the value ``""``.
    """

    command: str
    arguments: Mapping[str, str]


def parse_line(text: str) -> Line | None:
    """Take a line apart; None for a blank one.

    >>> parse_line("go =5")
    Traceback (most recent call last):
    damahane.protocol.errors.ProtocolError: '=5' in 'go =5'; expected name=value or name="a value"
    >>> parse_line('done move=32-28 ponder="17-22"').arguments["ponder"]
    '17-22'

    Raises:
        ProtocolError: it has not the form ``command name=value name="a value" flag``.
    """
    text = text.strip()
    if not text:
        return None
    word = _WORD.match(text)
    if word is None or text[word.end() : word.end() + 1].strip():
        raise ProtocolError(f"{quoted(text)} does not begin with a command such as pos or go")
    place, arguments = word.end(), dict[str, str]()
    while place < len(text):
        found = _ARGUMENT.match(text, place)
        if found is None:
            rest = quoted(text[place:].strip())
            raise ProtocolError(f'{rest} in {quoted(text)}; expected name=value or name="a value"')
        name, in_quotes, plain = found.groups()
        if name in arguments:
            raise ProtocolError(f"{quoted(name)} stands twice in {quoted(text)}")
        arguments[name] = in_quotes or plain or ""
        place = found.end()
    return Line(word[0], arguments)


def format_line(command: str, flags: tuple[str, ...] = (), /, **arguments: object) -> str:
    """Write a line; underscores in names become hyphens, and None leaves an argument out.

    >>> format_line("level", ("infinite",))
    'level infinite'
    >>> format_line("info", depth=3, pv="d3-d4 e6-e5")
    'info depth=3 pv="d3-d4 e6-e5"'

    The protocol has no way to write a double quote or a line end: they become a single quote and
    a blank.
    """
    words = [command, *flags]
    for name, value in arguments.items():
        if value is not None:
            text = re.sub(r"\s", " ", str(value)).replace('"', "'")
            shown = text if _PLAIN.fullmatch(text) else f'"{text}"'
            words.append(f"{name.replace('_', '-')}={shown}")
    return " ".join(words)
