"""Pictures of boards."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from damahane import RULE_SETS, Board, Color, SquareError
from damahane.svg import Arrow, Palette, board_svg

NS = {"svg": "http://www.w3.org/2000/svg"}
MIXED = "W:WKd4,a2:Bd5,Kb8"


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314  our own output


def classes(root: ET.Element) -> Counter[str]:
    return Counter(g.get("class", "") for g in root.iter() if g.get("class"))


def first_centre(root: ET.Element, symbol: str) -> tuple[float, float]:
    """The centre of the lowest disc of a piece, its shadow side left out."""
    group = next(g for g in root.iter() if g.get("class") == symbol)
    discs = group.findall("svg:circle", NS)
    return float(discs[1].get("cx", "")), float(discs[1].get("cy", ""))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_start_position_is_drawn_with_all_its_men(rules: str) -> None:
    """The picture is well-formed and holds each side's men, 16, 12 or 20 of them."""
    men = {"orthogonal8": 16, "diagonal8": 12, "diagonal10": 20}[RULE_SETS[rules].shape.name]
    assert classes(parsed(board_svg(Board(rules)))) == {"w": men, "b": men}


def test_a_king_is_two_discs_and_a_golden_crown() -> None:
    """A man has one disc and no crown, a king two and one."""
    root = parsed(board_svg(Board.from_fen(MIXED)))
    for group in root.iter():
        if group.get("class") in {"W", "B"}:
            sides = [c for c in group.findall("svg:circle", NS) if c.get("fill") != "none"]
            assert len(sides) == 4
            crown = group.find("svg:path", NS)
            assert crown is not None
            assert crown.get("fill") == "#f2c230"
        elif group.get("class") in {"w", "b"}:
            assert group.find("svg:path", NS) is None
    assert classes(root) == {"w": 1, "W": 1, "b": 1, "B": 1}


def test_the_board_is_turned_for_black() -> None:
    """a2 lies at the left below for White, and at the right above for Black."""
    board = Board.from_fen("W:Wa2:Bh7")
    assert first_centre(parsed(board_svg(board)), "w") == (90, 690)
    assert first_centre(parsed(board_svg(board, orientation=Color.BLACK)), "w") == (790, 190)


def test_a_diagonal_board_bears_its_numbers() -> None:
    """Square 1 is at the top left: its number stands in the second column of the top row."""
    root = parsed(board_svg(Board("international")))
    one = next(t for t in root.iter() if t.text == "1" and t.get("y") == "60")
    assert one.get("x") == "145"


def test_last_move_arrows_and_marks_are_drawn() -> None:
    """Each stop of the last move has corners, each arrow a head, each marked square a ring."""
    board = Board.from_fen("W:Wa3:Bb3,c4,b5,a6,h7")
    route = board.routes()[0]
    square = board.shape.square
    picture = board_svg(
        board,
        last_move=route,
        arrows=[(square("a3"), square("c3")), Arrow(square("h7"), square("h7"), "red")],
        marked=[square("a3")],
    )
    root = parsed(picture)
    assert len([r for r in root.iter() if r.get("rx") == "18"]) == len(route.stops) == 5
    assert len(list(root.iterfind(".//svg:polygon", NS))) == 1
    rings = [c.get("stroke") for c in root.iterfind("svg:circle", NS)]
    assert rings == ["#2f6f8f", "red"]


def test_the_last_move_made_is_shown_by_itself() -> None:
    """After a push the picture marks its two squares without being told."""
    board = Board()
    assert 'rx="18"' not in board._repr_svg_()
    board.push("d3-d4")
    assert board._repr_svg_().count('rx="18"') == 2


def test_a_square_off_the_board_is_refused() -> None:
    """The error tells the square and the size of the board."""
    with pytest.raises(SquareError, match="square 64 is off a board of 64 squares"):
        board_svg(Board(), marked=[64])


@pytest.mark.parametrize("end", [0, 9])
def test_colours_cannot_break_out_of_the_picture(end: int) -> None:
    """A colour with quotes or tags stays the value of its attribute."""
    color = 'red" onload="x<b>&'
    root = parsed(board_svg(Board(), arrows=[Arrow(0, end, color)], palette=Palette(wood=color)))
    assert color in {element.get("stroke") for element in root.iter()}
    assert color in {element.get("fill") for element in root.iter()}
    assert not any(element.get("onload") for element in root.iter())
