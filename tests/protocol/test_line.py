"""Lines of the Hub protocol, taken apart and put together."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damahane.protocol import ProtocolError
from damahane.protocol.line import format_line, parse_line


@pytest.mark.parametrize(
    ("text", "command", "arguments"),
    [
        ("hub", "hub", {}),
        ("  ping \r", "ping", {}),
        ("go think", "go", {"think": ""}),
        (
            'pos pos=Web moves="38-15 5-41 48-26"',
            "pos",
            {"pos": "Web", "moves": "38-15 5-41 48-26"},
        ),
        ('param name=book-file value=""', "param", {"name": "book-file", "value": ""}),
        ('id name = Scan version= "3.1"', "id", {"name": "Scan", "version": "3.1"}),
        ("level moves=9 time=291.587", "level", {"moves": "9", "time": "291.587"}),
    ],
)
def test_a_line_is_a_command_and_its_arguments(
    text: str, command: str, arguments: dict[str, str]
) -> None:
    """Values may stand in double quotes; an argument without a value is a flag."""
    line = parse_line(text)
    assert line is not None
    assert (line.command, dict(line.arguments)) == (command, arguments)


@pytest.mark.parametrize("text", ["", "   ", "\t\r"])
def test_a_blank_line_is_none(text: str) -> None:
    """It asks for nothing."""
    assert parse_line(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("=", "does not begin with a command"),
        ("ça va", "does not begin with a command"),
        ("pos=Web", "does not begin with a command"),
        ('pos pos="Web', "'pos=\"Web'"),
        ("pos pos=", "'pos='"),
        ('pos pos="a"b', "expected name=value"),
        ("pos =Web", "'=Web'"),
        ("level depth=3 depth=4", "'depth' stands twice"),
    ],
)
def test_a_malformed_line_is_told_where(text: str, told: str) -> None:
    """The error quotes what is wrong."""
    with pytest.raises(ProtocolError) as caught:
        parse_line(text)
    assert told in str(caught.value)


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,8}", fullmatch=True),
        st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters='"')),
        max_size=4,
    )
)
def test_what_is_written_can_be_read(arguments: dict[str, str]) -> None:
    """A line comes back as it was, but for quotes and line ends, which it cannot hold."""
    line = parse_line(format_line("info", **arguments))
    assert line is not None
    assert dict(line.arguments) == arguments


def test_what_a_line_cannot_hold_is_replaced() -> None:
    """An error that quotes Python's double quotes still makes one line of one message."""
    assert format_line("error", message='no "x"\nhere') == "error message=\"no 'x' here\""


@given(st.text(max_size=200))
def test_no_text_does_anything_but_fail_politely(text: str) -> None:
    """Any text is a line, a blank, or a ProtocolError; and it is fast."""
    with contextlib.suppress(ProtocolError):
        parse_line(text)
