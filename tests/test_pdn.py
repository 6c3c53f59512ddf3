"""Game files: what is read and what is written."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from damahane import RULE_SETS, Color, DamahaneError, PdnError, RulesError
from damahane.pdn import GameRecord, Node, ResultStyle, read_game, read_games, write, write_games

DATA = Path(__file__).parent / "data"


def texts(moves: list[Node]) -> list[str]:
    """The moves of a line as they are usually written."""
    return [node.text for node in moves]


def shape(moves: list[Node]) -> list[object]:
    """A line with everything noted in it, in nested lists for comparison."""
    return [
        [
            node.text,
            node.nags,
            node.comment,
            [(variation.comment, shape(variation.moves)) for variation in node.variations],
        ]
        for node in moves
    ]


# Reading files written by hand


def test_file_in_chess_points_is_read_with_all_that_is_in_it() -> None:
    """Tags, comments of three kinds, marks, nested variations, several games, long captures."""
    first, second, third = read_games(DATA / "dama.pdn")

    assert list(first.tags.items()) == [
        ("Event", 'Kahvehane "Çınar"'),
        ("Site", "C:\\dama"),
        ("Date", "2024.05.??"),
        ("White", "Ayşe"),
        ("Black", "Bülent"),
        ("Result", "1-0"),
        ("GameType", "30"),
        ("Weather", "rain"),
    ]
    assert first.comment == "The first game, with a trap"
    assert shape(first.moves) == [
        [
            "d3-d4",
            [5],
            "",
            [
                (
                    "or, more quietly,",
                    [
                        ["c3-c4", [], "", []],
                        [
                            "c6-c5",
                            [5],
                            "",
                            [("", [["a6-a5", [], "a waste {of} time", []], ["b3-b4", [], "", []]])],
                        ],
                        ["c4xc8", [6], "[%clk 0:10:00] tense", []],
                    ],
                ),
                ("", [["h3-h4", [], "", []]]),
            ],
        ],
        ["d6-d5", [4], "falls into it", []],
        ["d4xd8", [1, 18], "", []],
        ["a6-a5", [], "Black resigned", []],
    ]
    assert (second.rules.id, texts(second.moves)) == (
        "federation",
        ["a7-a8", "h7-h6", "a8-h8", "h6-h5", "h8xh4"],
    )
    assert third.tags == {}
    assert shape(third.moves)[2:] == [["d4-d5", [1], "", []], ["e5xc5", [], "", []]]
    assert third.result == "*"


def test_file_in_international_points_is_read() -> None:
    """Numbers and names, leading zeros, a forced move's star, and results that look like moves."""
    records = list(read_games(DATA / "international.pdn"))

    assert [(r.rules.id, r.result, len(r.moves)) for r in records] == [
        ("international", "1-1", 9),
        ("international", "0-2", 11),
        ("brazilian", "2-0", 4),
        ("brazilian", "0-0", 3),
        ("damas100", "1-1", 5),
    ]
    assert texts(records[1].moves)[7:10] == ["5-10", "46-41", "14-19"]
    assert records[1].moves[9].nags == [7]
    assert texts(records[3].moves) == ["22-18", "5-9", "32-27"]
    assert records[0].moves[0].comment == "[%clk 1:59:50]"


@pytest.mark.parametrize("name", ["dama.pdn", "international.pdn"])
def test_rewriting_a_file_keeps_all_and_changes_nothing_more_the_second_time(name: str) -> None:
    """What is written reads as the same games and is written again as it stands."""
    records = list(read_games(DATA / name))
    text = write_games(records)
    again = list(read_games(text))

    assert [shape(r.moves) for r in again] == [shape(r.moves) for r in records]
    assert [(r.rules, r.comment, r.result) for r in again] == [
        (r.rules, r.comment, r.result) for r in records
    ]
    assert write_games(again) == text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b'\xef\xbb\xbf[White "Ay\xc5\x9fe"] *', "Ayşe"),
        (b'[White "Joaqu\xedn"] *', "Joaquín"),
        ('\ufeff[White "Ayşe"] *', "Ayşe"),
        (io.StringIO('[White "Ayşe"] *'), "Ayşe"),
        (io.BytesIO('[White "Ayşe"] *'.encode()), "Ayşe"),
    ],
)
def test_utf8_with_or_without_mark_and_latin1_are_read(
    source: str | bytes | io.StringIO | io.BytesIO, expected: str
) -> None:
    """Bytes are UTF-8, or Latin-1 where that fails; open files serve too."""
    assert read_game(source).tags["White"] == expected


def test_path_of_a_latin1_file_is_read(tmp_path: Path) -> None:
    """A path is opened as bytes, with old line ends and all."""
    path = tmp_path / "old.pdn"
    path.write_bytes(b'[White "Joaqu\xedn"]\r\n\r\n1. d3-d4 {\xa1qu\xe9!}\r\n1-0\r\n')
    record = read_game(path)
    assert (record.tags["White"], record.moves[0].comment) == ("Joaquín", "¡qué!")


@pytest.mark.parametrize(
    "movetext",
    [
        "1. d3-d4 d6-d5 2. d4xd8 *",
        "1.d3-d4 d6-d5 2.d4xd8",
        "1. d3-d4 1... d6-d5 2. d4xd6xd8 *",
        "1. d3-d4 1. ... d6-d5 2. d4:d8 *",
        "d3d4 d6d5 d4xd8 *",
        "D3-D4 D6-D5 D4XD8 *",
        "7. d3-d4\td6-d5\n\n7. d4×d8 *",
        "1. d3-d4 (1. c3-c4) (1. e3-e4 e6-e5) () ({}) d6-d5 2. d4xd8 *",
        "1. d3-d4\n%1. c3-c4\nd6-d5 ; 2. c4-c5\n2. d4xd8",
    ],
)
def test_move_numbers_separators_and_length_of_captures_are_read_kindly(movetext: str) -> None:
    """However it is set, the same game comes out, in the usual notation."""
    assert texts(read_game(movetext).moves) == ["d3-d4", "d6-d5", "d4xd8"]


@pytest.mark.parametrize(
    ("marks", "nags"),
    [
        ("!", [1]), ("?", [2]), ("!!", [3]), ("??", [4]), ("!?", [5]), ("?!", [6]), (" !", [1]),
        ("(?)", [2]), ("!!!", [3]), ("?!?", [6]), (" $0 $255", [0, 255]), ("! $14 $1", [1, 14, 1]),
        ("* d6-d5", [7]), ("*", []), ("!*\n1... d6-d5", [1, 7]),
    ],
)  # fmt: skip
def test_marks_become_numbers(marks: str, nags: list[int]) -> None:
    """Suffixes, also in parentheses, and a star that touches a move unless the game ends there."""
    assert read_game(f"1. d3-d4{marks}").moves[0].nags == nags


def test_comment_before_a_variation_and_after_it_are_of_the_same_move() -> None:
    """Comments follow their move wherever they stand; parentheses without moves are a comment."""
    record = read_game("{a} {b} 1. {c} d3-d4 {d} (1. c3-c4) {e} ({f}) 1... {g} d6-d5 *")
    assert record.comment == "a b c"
    assert shape(record.moves) == [
        ["d3-d4", [], "d e f g", [("", [["c3-c4", [], "", []]])]],
        ["d6-d5", [], "", []],
    ]


def test_comments_after_the_result_belong_to_the_game_on_the_same_line() -> None:
    """Later ones belong to the next game, be it only a remark."""
    records = list(
        read_games("d3-d4 1-0 {a} ; b\n{c} [White x]".replace("x", '"x"') + " * {d}\n{e}")
    )
    assert [record.comment for record in records] == ["", "c d", "e"]
    assert records[0].moves[0].comment == "a b"


def test_games_without_a_result_end_at_the_next_tag() -> None:
    """After moves, or where a tag comes again behind an empty line."""
    text = '[White "a"]\n1. d3-d4\n[White "b"]\n\n[White "c"]\n[Black "d"]\n\n1. c3-c4'
    games = list(read_games(text))
    assert [game.tags for game in games] == [
        {"White": "a"},
        {"White": "b"},
        {"White": "c", "Black": "d"},
    ]


@pytest.mark.parametrize("text", ["", "\n \ufeff", "*", "% nothing\n * * ", "{}"])
def test_no_game_is_found_where_there_is_none(text: str) -> None:
    """Nothing is yielded, and `read_game` says so."""
    assert list(read_games(text)) == []
    with pytest.raises(PdnError, match="no game"):
        read_game(text)


# Results, which look like moves


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"])
@pytest.mark.parametrize("rules", ["international", "brazilian", "dama"])
def test_each_result_ends_a_game_on_every_board(rules: str, result: str) -> None:
    """Also directly after a move number, and where two games share a line."""
    first, second = read_games(f"1. {result} 1. {result}", rules)
    assert (first.result, first.moves) == (result, [])
    assert second.tags == {"Result": result}


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("B:W50:B1", "1-6"),
        ("B:W50:B1", "1-7"),
        ("B:W50:BK1", "1-18"),
        ("B:W50:BK1", "1-12"),
        ("B:W50:BK2", "2-24"),
        ("W:WK6:B20", "6-1"),
    ],
)
def test_moves_that_begin_like_results_are_moves(fen: str, move: str) -> None:
    """A result stands alone: 1-18 is a move, not 1-1 and an 8."""
    record = read_game(f'[GameType "20"] [FEN "{fen}"] {move} 1-1')
    assert (texts(record.moves), record.result) == ([move], "1-1")


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (None, ["1-0", "0-2", "1/2-1/2", "0-0", "*"]),
        ("1-0", ["1-0", "0-1", "1/2-1/2", "0-0", "*"]),
        ("2-0", ["2-0", "0-2", "1-1", "0-0", "*"]),
    ],
)
def test_results_are_written_in_the_style_asked_for_or_as_they_were_read(
    style: ResultStyle | None, expected: list[str]
) -> None:
    """The tag and the end of the moves agree."""
    records = read_games("1. 1-0\n1. 0-2\n1. 1/2-1/2\n0-0\n{unfinished} *")
    written = [write(record, style=style) for record in records]
    assert [text.split()[-1] for text in written] == expected
    assert [re.findall(r'\[Result "(.*)"\]', text) for text in written] == [
        [result] if result != "*" else [] for result in expected
    ]


@pytest.mark.parametrize(
    ("tag", "end", "result"),
    [
        ("1-0", "2-0", "1-0"),
        ("0-2", "*", "0-2"),
        ("?", "1-1", "1-1"),
        ("*", "0-1", "0-1"),
        ("", "0-1", "0-1"),
        ("1+ - 1-", "1-1", "*"),
        ("1+ - 1-", "*", "*"),
    ],
)
def test_result_tag_is_believed_before_the_end_of_the_moves(
    tag: str, end: str, result: str
) -> None:
    """PDN 3.0 ends games with a star; results of other formats are kept as they are."""
    record = read_game(f'[Result "{tag}"] d3-d4 {end}')
    assert record.result == result
    if tag.startswith("1+"):
        assert read_game(write(record)).tags["Result"] == tag


# Which game it is


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ('[GameType "30"]', "dama"),
        ('[GameType "30,W,8,8,A0,0"]', "dama"),
        ('[GameType "20"]', "international"),
        ('[GameType "20,W,10,10,N2"]', "international"),
        ('[GameType " 26, W, 8, 8, A0, 0"]', "brazilian"),
        ('[GameType "26,W,8,8,N2,0"][RuleSet "damas64"]', "damas64"),
        ('[GameType "20"][RuleSet "damas100"]', "damas100"),
        ('[GameType "30"][RuleSet "ludoteka"]', "ludoteka"),
        ('[RuleSet "federation"]', "federation"),
        ('[GameType "?"]', "damas100"),
        ('[RuleSet "?"]', "damas100"),
        ("{nothing}", "damas100"),
    ],
)
def test_tags_tell_the_rule_set_or_else_the_caller(tags: str, expected: str) -> None:
    """GameType has a default each, our own tag is more precise, and neither leaves the caller's."""
    assert read_game(tags, "damas100").rules == RULE_SETS[expected]


@pytest.mark.parametrize(
    ("identifier", "tags"),
    [
        ("dama", {"GameType": "30,W,8,8,A0,0"}),
        ("ludoteka", {"GameType": "30,W,8,8,A0,0", "RuleSet": "ludoteka"}),
        ("federation", {"GameType": "30,W,8,8,A0,0", "RuleSet": "federation"}),
        ("international", {"GameType": "20,W,10,10,N2,0"}),
        ("damas100", {"GameType": "20,W,10,10,N2,0", "RuleSet": "damas100"}),
        ("brazilian", {"GameType": "26,W,8,8,N2,0"}),
        ("damas64", {"GameType": "26,W,8,8,N2,0", "RuleSet": "damas64"}),
    ],
)
def test_written_header_tells_the_game_and_the_notation_truly(
    identifier: str, tags: dict[str, str]
) -> None:
    """Numbers from the top left on diagonal boards, names from the bottom left on others."""
    assert read_game(write(GameRecord(rules=RULE_SETS[identifier]))).tags == tags


def test_header_that_spoke_of_names_is_set_right_when_numbers_are_written() -> None:
    """The tag stays in its place; the FEN follows the notation of the moves."""
    text = '[White "a"]\n[GameType "26,W,8,8,A0,0"]\n[FEN "W:Wc3,Kg1:Ba7:H3:F9"]\n\nc3-d4 1-0'
    assert write(read_game(text)) == (
        '[White "a"]\n[GameType "26,W,8,8,N2,0"]\n[FEN "W:W22,K32:B5:H3:F9"]\n[Result "1-0"]\n\n'
        "9. 22-18 1-0\n"
    )


def test_rule_set_that_does_not_exist_is_refused_at_once() -> None:
    """The caller's mistake is not a damage of the file."""
    with pytest.raises(RulesError, match="chess"):
        read_games("", "chess")


# Huffing


def test_huff_is_read_from_its_command_and_written_back() -> None:
    """The piece is named by the square where it stood before the move, in number or name."""
    text = (
        '[GameType "20,W,10,10,N2,0"]\n[RuleSet "damas100"]\n[Huffing "1"]\n[Result "*"]\n\n'
        "1. 33-29 20-24 2. 34-30 {[%huff 29] forgot} 2... 24-29 *\n"
    )
    record = read_game(text.replace("29] forgot", "g5] forgot"))
    huffed = record.moves[2]
    assert record.rules == RULE_SETS["damas100"].with_huffing()
    assert (huffed.text, huffed.huff, huffed.comment) == ("34-30", 28, "forgot")
    assert record.game().board.piece_at(28) is not None  # the black man that went to 29
    assert sum(piece.color is Color.WHITE for piece in record.game().board.pieces().values()) == 19
    assert write(record) == text


def test_variation_of_a_missed_capture_starts_before_the_huff() -> None:
    """What stood before the move stands there again."""
    record = read_game(
        '[RuleSet "damas100"][Huffing "1"] 33-29 20-24 34-30 {[%huff 29]} (29x20 14x25) 24-29'
    )
    assert texts(record.moves[2].variations[0].moves) == ["29x20", "14x25"]


def test_huff_command_means_nothing_without_huffing() -> None:
    """It stays a part of the comment, whoever wrote it."""
    assert read_game("d3-d4 {[%huff 29]}").moves[0].comment == "[%huff 29]"


def test_comment_that_looks_like_a_huff_is_made_harmless() -> None:
    """Only `Node.huff` huffs."""
    record = read_game('[RuleSet "damas100"][Huffing "1"] 33-29 *')
    record.moves[0].comment = "[%huff 29]"
    again = read_game(write(record))
    assert (again.moves[0].huff, again.moves[0].comment) == (None, "[% huff 29]")


# Writing


def test_comments_with_braces_and_line_ends_survive() -> None:
    """A closing brace goes into a semicolon comment, and line ends become blanks."""
    record = read_game("1. d3-d4 d6-d5 *")
    record.comment = "a {b\n\tc"
    record.moves[0].comment = "} d;\r\ne {f} % " + "word " * 30
    record.moves[1].comment = "g"
    text = write(record)
    again = read_game(text)
    assert again.comment == "a {b c"
    assert again.moves[0].comment == ("} d; e {f} % " + "word " * 30).strip()
    assert again.moves[1].comment == "g"
    assert max(map(len, text.splitlines())) <= 80


def test_no_line_begins_as_a_tag_or_an_escape() -> None:
    """Simple readers would take ``[`` and ``%`` at the start of a line for something else."""
    record = read_game("1. d3-d4 *")
    for length in range(60, 80):
        record.moves[0].comment = "x" * length + " [%clk 0:10] % y [z]"
        movetext = write(record).split("\n\n", 1)[1]
        assert not re.search(r"^[\[%]", movetext, re.MULTILINE)
        assert read_game(movetext).moves[0].comment == record.moves[0].comment


@pytest.mark.parametrize("value", ['"', "\\", '\\"', 'a "b" \\ c\\', "ş[x]{y}", "", "%"])
def test_tag_values_are_escaped(value: str) -> None:
    """Quotes and backslashes come back as they were."""
    assert read_game(write(GameRecord({"White": value}))).tags["White"] == value


def test_line_ends_in_tag_values_become_blanks() -> None:
    """A tag stays on its line."""
    assert read_game(write(GameRecord({"White": "a\r\nb"}))).tags["White"] == "a b"


@pytest.mark.parametrize("name", ["", "Two words", 'a"', "[x", "Ş"])
def test_tag_that_cannot_be_written_is_refused(name: str) -> None:
    """A name is letters and digits; the error quotes it."""
    with pytest.raises(DamahaneError, match="name of a tag"):
        write(GameRecord({name: "x"}))


def test_moves_of_black_are_numbered_after_an_interruption() -> None:
    """After a comment or a variation, and where Black begins."""
    record = read_game('[FEN "B:Wa2,b2:Bg7,h7:F12"] g7-g6 {a} a2-a3 (b2-b3 $9) g6-g5 a3-a4')
    assert write(record).split("\n\n")[1] == (
        "12... g7-g6 {a} 13. a2-a3 ( 13. b2-b3 $9 ) 13... g6-g5 14. a3-a4 *\n"
    )
