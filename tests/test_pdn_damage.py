"""Game files: what a damaged file is told, and that no text does harm."""

from __future__ import annotations

import copy
import pickle
import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damahane import PdnError
from damahane.pdn import GameRecord, Node, Variation, read_game, read_games, write, write_games
from damahane.pdn.record import MAX_DEPTH


def read_as_far_as_possible(source: str | bytes) -> tuple[list[GameRecord], PdnError | None]:
    """The games before the damage, and the damage, if there is one."""
    games: list[GameRecord] = []
    try:
        for record in read_games(source):
            games.append(record)  # noqa: PERF402 - extend() would lose those before the damage
    except PdnError as damage:
        return games, damage
    return games, None


def read_until_damage(source: str) -> tuple[list[GameRecord], PdnError]:
    """The games before the damage, and the damage, which must be there."""
    games, damage = read_as_far_as_possible(source)
    assert damage is not None
    return games, damage


GOOD = '[White "a"]\n\n1. d3-d4 d6-d5 1-0\n\n'
DAMAGES = [
    # (text after two good games, line and column in it, message)
    ("[Event", 1, 1, "tag that begins here"),
    ('[Event "x', 1, 1, "tag that begins here"),
    ('[Event "x"', 1, 1, "tag that begins here"),
    ('[Event "x\n[Site "y"]', 1, 1, "tag that begins here"),
    ("[Event x]", 1, 1, "tag that begins here"),
    ('1. d3-d4 [Event "x', 1, 10, "tag that begins here"),
    ("1. d3-d4 {never", 1, 10, "comment that begins here is not closed"),
    ("1. d3-d4\n  {never\nclosed", 2, 3, "comment that begins here is not closed"),
    ("1. d3-d4 d6-d5 (1... a6-a5", 1, 16, "variation that begins here is not closed"),
    ("1. d3-d4 (1. c3-c4 (1. b3-b4) c6-c5 1-0", 1, 10, "variation that begins here"),
    ("1. d3-d4 (1. c3-c4\n(1. b3-b4", 2, 1, "variation that begins here"),
    ('1. d3-d4 (1. c3-c4 [White "b"]', 1, 10, "variation that begins here"),
    ("1. d3-d4 ) d6-d5", 1, 10, "closes no variation"),
    ("1. d3-d5", 1, 4, "'d3-d5' is not legal"),
    ("\n1. d3-d4 d6-d5\r\n2. d4xd6 *", 3, 4, "a capture of 2 is due"),
    ("1. d3-d4 (1. c3-c5)", 1, 14, "'c3-c5' is not legal"),
    ("1. d3-j9", 1, 4, "not a move"),
    ("1. 32-28", 1, 4, "not a move"),
    ("1. 1-18", 1, 4, "not a move"),
    ("1. 1-0-1", 1, 4, "not a move"),
    ("1. 1-1:6", 1, 4, "not a move"),
    ("1. d3 -d4", 1, 4, "'d3' cannot be read"),
    ("1. d3-d4xyz", 1, 4, "'d3-d4xyz' cannot be read"),
    ("1. d3-d4 }", 1, 10, "cannot be read"),
    ("1. d3-d4 ]", 1, 10, "cannot be read"),
    ("1. - -", 1, 4, "'-' cannot be read"),
    ('1. d3-d4 /FEN "B:Wa2:Ba7"/', 1, 10, "middle of a game"),
    ("1. d3-d4 $256", 1, 10, "no mark"),
    ("1. d3-d4 $99999999999999999999", 1, 10, "no mark"),
    ("! 1. d3-d4", 1, 1, "without a move"),
    ("(1. d3-d4)", 1, 1, "without a move"),
    ("1. d3-d4 ($5 1. c3-c4)", 1, 11, "without a move"),
    ('[Result "1-0"]\n1. d3-d4 0-1', 2, 10, "Result tag says 1-0"),
    ('[Result "1-0"]\n1. d3-d4 1-1', 2, 10, "Result tag says 1-0"),
    ('[GameType "21"]\n1. d3-d4', 1, 1, "GameType '21' is not played here"),
    ('[White "b"] [GameType "43"] *', 1, 13, "not played here"),
    ('[GameType "x"]', 1, 1, "not played here"),
    ('[GameType "20,W,10,10,N0,0"] *', 1, 1, "expected 20,W,10,10,N2,0"),
    ('[GameType "20,W,8,8,N2,0"] *', 1, 1, "expected 20,W,10,10,N2,0"),
    ('[GameType "30,W,8,8,N2,0"] *', 1, 1, "expected 30,W,8,8,A0,0"),
    ('[GameType "26,W,8,8,N2,0,1"] *', 1, 1, "expected 26,W,8,8,N2,0"),
    ('[GameType "20"] [RuleSet "dama"] *', 1, 17, "does not go with GameType 20"),
    ('[RuleSet "damma"] *', 1, 1, "no rule set 'damma'"),
    ('[Huffing "1"] *', 1, 1, "no huffing in 'dama'"),
    ('[Huffing "yes"] *', 1, 1, 'expected "0" or "1"'),
    ('[GameType "30"] [GameType "20"]', 1, 17, "given twice"),
    ('[White "b"]\n[FEN "W:Wa8:Bh7"]\n*', 2, 1, "crowning row"),
    ('[FEN "W:Wz9:Bh7"] 1. d3-d4', 1, 1, "z9"),
    ('[RuleSet "damas100"][Huffing "1"] {[%huff 3]} *', 1, 36, "huff without a move"),
    ('[RuleSet "damas100"][Huffing "1"] 33-29 {and [%huff 3]} *', 1, 46, "nothing to huff"),
    ('[RuleSet "damas100"][Huffing "1"] 33-29 20-24 34-30 {[%huff 60]}', 1, 54, "60"),
    ('[RuleSet "damas100"][Huffing "1"] 33-29 20-24 34-30 {[%huff 31]}', 1, 54, "31"),
    ('[RuleSet "damas100"][Huffing "1"] 33-29 20-24 34-30 {[%huff 29][%huff 29]}', 1, 64, "second"),
    ('[FEN "B:Wb3,e3,c4,d4,f4,f7:BKc1,Kd2,Kg7"] g7xf5', 1, 43, "could be any of"),
    ("\x00", 1, 1, "cannot be read"),
    ("hello", 1, 1, "'hello' cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "message"), DAMAGES)
def test_damaged_file_yields_the_games_before_and_tells_the_place(
    text: str, line: int, column: int, message: str
) -> None:
    """The line and column are those of the wrong word, or of what is not closed."""
    games, damage = read_until_damage(GOOD + GOOD + text)
    assert [[node.text for node in game.moves] for game in games] == [["d3-d4", "d6-d5"]] * 2
    assert (damage.line, damage.column) == (line + 8, column)
    assert message in damage.message


def test_games_are_yielded_before_the_rest_is_looked_at() -> None:
    """A damage far behind does not keep the first game from being read."""
    games = read_games(GOOD + "nonsense")
    assert next(games).tags["White"] == "a"
    with pytest.raises(PdnError):
        next(games)


def test_line_ends_of_every_system_are_counted() -> None:
    """Line feed, carriage return, or both, also in comments."""
    _, damage = read_until_damage("{a\nb\r\nc\rd}\r\r\n d3-d5")
    assert (damage.line, damage.column) == (6, 2)
    _, damage = read_until_damage("\ufeffhello")
    assert (damage.line, damage.column) == (1, 1)  # editors do not show the mark


def test_error_shows_only_the_beginning_of_what_is_wrong() -> None:
    """A megabyte of nonsense is not repeated."""
    _, damage = read_until_damage("1x2" + "x3" * 100_000)
    assert len(str(damage)) < 200


# Whatever the input

PIECES = st.sampled_from(
    [
        *'[]"{}();%*!?x-09\\ \n\r\0',
        *("$1", "1.", "...", "1-0", "1-1", "d3-d4", "d6-d5", "d4xd8", "32-28", "19-23", "\r\n"),
        *('[GameType "20"]', '[RuleSet "damas100"]', '[Huffing "1"]', "[%huff 28]", '[White "'),
        *('[FEN "W:Wa2:Bh7"]', "1. d3-d4 d6-d5 ", "{a comment} ", "(1. c3-c4 "),
    ]
)


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(), st.lists(PIECES).map("".join), st.lists(PIECES).map(" ".join)))
def test_any_text_is_read_or_refused_with_its_own_error(text: str) -> None:
    """Nothing but `PdnError` comes out, its place lies in the text, and what is read is written."""
    games, damage = read_as_far_as_possible(text)
    if damage is not None:
        lines = re.split("\r\n?|\n", text)
        assert 1 <= damage.line <= len(lines)
        assert 1 <= damage.column <= len(lines[damage.line - 1]) + 1
    written = write_games(games)
    assert write_games(read_games(written)) == written


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_are_read_or_refused_with_their_own_error(data: bytes) -> None:
    """Latin-1 reads all bytes, so only `PdnError` is left."""
    games, damage = read_as_far_as_possible(data)
    assert damage is None or damage.line >= 1
    assert len(list(read_games(write_games(games)))) == len(games)


def nested(depth: int) -> str:
    """Variations within variations."""
    return "d3-d4 " + "(c3-c4 (d3-d4 " * (depth // 2) + "))" * (depth // 2)


def test_deep_nesting_is_read_to_a_limit_that_is_safe_for_every_use() -> None:
    """At the limit a record can be compared, copied, shown, pickled and written."""
    record = read_game(nested(MAX_DEPTH))
    assert read_game(write(record)) == with_game_type(record)
    assert copy.deepcopy(record) == record
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - our own bytes
    assert len(repr(record)) > MAX_DEPTH


def with_game_type(record: GameRecord) -> GameRecord:
    """The record with the tag that writing adds."""
    return GameRecord(
        record.tags | {"GameType": "30,W,8,8,A0,0"}, record.rules, record.moves, record.comment
    )


def test_deeper_nesting_is_refused_where_it_begins() -> None:
    """A hundred thousand brackets are a damage, not a crash."""
    _, damage = read_until_damage(nested(100_000))
    assert (damage.line, damage.column) == (
        1,
        len("d3-d4 " + "(c3-c4 (d3-d4 " * (MAX_DEPTH // 2)) + 1,
    )
    assert "nested" in damage.message


def test_record_nested_deeper_by_hand_is_written_without_recursion() -> None:
    """Writing walks any depth."""
    record = read_game("d3-d4")
    node = record.moves[0]
    for _ in range(5_000):
        inner = Node(node.route, node.text)
        node.variations.append(Variation([inner]))
        node = inner
    assert write(record).count("(") == 5_000


LONG: dict[str, Callable[[int], str]] = {
    "games": lambda n: '[White "a"]\n1. d3-d4 d6-d5 2. d4xd8 1-0\n' * (n // 100),
    "variations": lambda n: "d3-d4 " + "(c3-c4) " * (n // 100),
    "comments": lambda n: "d3-d4 " + "{a} " * n,
    "remarks": lambda n: "d3-d4 " + "({a}) " * (n // 5),
    "marks": lambda n: "d3-d4 " + "$1 " * n,
    "stars": lambda n: "d3-d4" + "*" * n + " d6-d5",
    "one comment": lambda n: "d3-d4 {" + "a } { b\n" * n + "}",
    "no tag": lambda n: "[A" + " " * n,
    "no quote": lambda n: '[A "' + "\\ " * n,
    "no brace": lambda n: "d3-d4 {" + " " * n,
    "no huff": lambda n: '[RuleSet "damas64"][Huffing "1"] 22-18 {[%huff' + " " * n + "}",
    "one word": lambda n: "1" * n,
    "lines": lambda n: "\n" * n + "?",
}


@pytest.mark.parametrize("name", LONG)
def test_time_grows_with_the_length_and_no_faster(name: str) -> None:
    """Four times the text takes about four times as long, read and written."""

    def seconds(length: int) -> float:
        text = LONG[name](length)
        begin = time.process_time()
        write_games(read_as_far_as_possible(text)[0])
        return time.process_time() - begin

    seconds(100)
    small, large = seconds(10_000), seconds(40_000)
    assert large < 10 * small + 0.5
