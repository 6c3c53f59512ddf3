"""Game files: from games to files and back, in every rule set."""

from __future__ import annotations

import copy
import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from damahane import (
    RULE_SETS,
    Color,
    DamahaneError,
    FenError,
    Game,
    GameError,
    Huff,
    Move,
    MoveError,
    Played,
    RuleSet,
    Termination,
)
from damahane.pdn import GameRecord, Node, ResultStyle, Variation, read_game, write


def random_game(rules: RuleSet, rng: random.Random, plies: int, fen: str | None = None) -> Game:
    """A game of random moves, huffs among them where that is played."""
    game = Game(rules, fen)
    for _ in range(plies):
        if game.huffable and rng.random() < 0.5:
            game.huff(rng.choice(game.huffable))
        if game.outcome is not None:
            break
        game.play(rng.choice(game.board.playable_routes()))
    return game


EVERY_RULE_SET = [
    *RULE_SETS.values(),
    RULE_SETS["damas100"].with_huffing(),
    RULE_SETS["damas64"].with_huffing(),
]


def actions(game: Game) -> list[Move | Huff]:
    """What has been done in a game; of several routes of one move, a file keeps any."""
    return [a.route.move if isinstance(a, Played) else a for a in game.actions]


def rules_name(rules: RuleSet) -> str:
    """A name for a test."""
    return rules.id + " with huffing" * rules.huffing


@pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=rules_name)
@pytest.mark.parametrize("ending", ["resign", "agree", "go on"])
def test_game_comes_back_from_a_file_as_it_was(rules: RuleSet, ending: str) -> None:
    """Moves, huffs, position and result."""
    rng = random.Random(f"{rules.id} {ending}")
    game = random_game(rules, rng, 45)
    if game.outcome is None and ending == "resign":
        game.resign(Color.WHITE)
    if game.outcome is None and ending == "agree":
        game.offer_draw(Color.BLACK)
        game.accept_draw(Color.WHITE)
    again = read_game(write(GameRecord.from_game(game))).game()
    assert actions(again) == actions(game)
    assert again.board == game.board
    assert again.outcome == game.outcome


@pytest.mark.parametrize(
    ("rules", "style", "expected"),
    [
        ("dama", None, "1-0"),
        ("brazilian", None, "1-0"),
        ("international", None, "2-0"),
        ("damas100", None, "2-0"),
        ("dama", "2-0", "2-0"),
        ("international", "1-0", "1-0"),
    ],
)
def test_result_of_a_game_is_written_as_is_usual_or_as_asked(
    rules: str, style: ResultStyle | None, expected: str
) -> None:
    """PDN 3.0 has international points for international draughts only."""
    game = Game(rules)
    game.resign(Color.BLACK)
    record = GameRecord.from_game(game, {"Event": "e"}, style=style)
    assert (list(record.tags)[:2], record.result) == (["Event", "Result"], expected)


def test_game_from_a_position_keeps_it_with_its_clocks() -> None:
    """The tags FEN and SetUp are there only where they are needed."""
    game = Game("dama", "W:WKa1,b2:BKh8:H49:F70")
    game.play("a1-a2")
    record = GameRecord.from_game(game, {"FEN": "nonsense"})
    assert record.tags["SetUp"] == "1"
    assert record.tags["FEN"] == "W:WKa1,b2:BKh8:H49:F70"
    again = read_game(write(record)).game()
    assert again.outcome == game.outcome
    assert again.outcome is not None
    assert again.outcome.termination is Termination.NO_PROGRESS
    assert "FEN" not in GameRecord.from_game(Game("dama")).tags
    fresh = GameRecord.from_game(Game("dama", "B:WKa1,b2:BKh8"))
    assert fresh.tags["FEN"] == "B:WKa1,b2:BKh8"


@pytest.mark.parametrize(
    ("result", "termination", "winner"),
    [
        ("1-0", Termination.RESIGNATION, Color.WHITE),
        ("0-2", Termination.RESIGNATION, Color.BLACK),
        ("1-1", Termination.AGREEMENT, None),
        ("1/2-1/2", Termination.AGREEMENT, None),
    ],
)
def test_game_undecided_on_the_board_ends_as_its_result_says(
    result: str, termination: Termination, winner: Color | None
) -> None:
    """By resignation or agreement."""
    assert read_game(f"d3-d4 {result}").game().outcome == (termination, winner)


@pytest.mark.parametrize("result", ["*", "0-0"])
def test_game_without_a_winner_or_a_draw_goes_on(result: str) -> None:
    """A double forfeit has no outcome on the board."""
    assert read_game(f"d3-d4 {result}").game().outcome is None


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('[FEN "W:WKa2:BKh8"] a2-a3 h8-h7 *', GameError),  # over before the first move
        ('[FEN "W:WKa2:Ba3"] a2xa4 0-1', GameError),  # White has taken the last piece
        ('[RuleSet "federation"] d3-d4 1/2-1/2', GameError),  # no draw may be offered so early
    ],
)
def test_record_that_is_no_game_by_the_rules_is_refused(
    text: str, error: type[DamahaneError]
) -> None:
    """The file can be read, since its moves are legal; it cannot be replayed."""
    record = read_game(text)
    with pytest.raises(error):
        record.game()


def test_record_made_by_hand_with_an_illegal_move_is_refused() -> None:
    """Replaying checks again."""
    record = read_game("d3-d4")
    record.moves *= 2
    with pytest.raises(MoveError):
        record.game()
    with pytest.raises(FenError):
        GameRecord({"FEN": "x"}).board()


# Round trips

COMMENTS = st.text(
    st.one_of(st.characters(), st.sampled_from('{}[]();%\n\r\t"\\ $!*1-')), max_size=40
)
TAG_NAMES = st.from_regex(r"[A-Z][a-zA-Z0-9_]{0,8}", fullmatch=True)
STARTS = {  # from the vectors: positions with circular and ambiguous captures
    "orthogonal8": "B:Wb3,e3,c4,d4,f4,f7:BKc1,Kd2,Kg7",
    "diagonal10": "B:WKd2,a3,Kg3,c5,g5,h8,Ki9:BKg1,Ki1",
    "diagonal8": "W:Wd4,b6,a7,Ke7,Kg7:BKe1,Ka3,e3,g3,b4,e5,Kg5,Kc7",
}


def blanks_as_written(text: str) -> str:
    """Each run of blanks and line ends as one blank, none at the ends."""
    return re.sub("[ \t\r\n\f\v]+", " ", text).strip(" ")


@st.composite
def records(draw: st.DrawFn, rules: RuleSet) -> GameRecord:
    """A record of a random game, with variations and comments."""
    rng = draw(st.randoms(use_true_random=False))
    tags = draw(st.dictionaries(TAG_NAMES, st.text(max_size=20), max_size=3))
    for name in ("GameType", "RuleSet", "Huffing", "FEN", "SetUp", "Result"):
        tags.pop(name, None)
    fen = draw(st.sampled_from([None, STARTS[rules.shape.name]]))
    game = random_game(rules, rng, draw(st.integers(0, 12)), fen)
    record = GameRecord.from_game(game, tags)
    record.tags["Result"] = draw(st.sampled_from(["*", "1-0", "2-0", "1-1", "0-1", "0-0"]))
    record.comment = draw(COMMENTS)
    lines = [(record.board(), record.moves)]
    while lines:
        board, moves = lines.pop()
        for node in moves:
            if draw(st.booleans()):
                node.comment = draw(COMMENTS)
            if draw(st.integers(0, 5)) == 0:
                node.nags = draw(st.lists(st.integers(0, 255), max_size=3))
            if draw(st.integers(0, 5)) == 0:
                variation = Variation(comment=draw(COMMENTS))
                line = board.copy()
                for _ in range(rng.randint(1, 3)):
                    if not line.playable_routes():
                        break
                    route = rng.choice(line.playable_routes())
                    variation.moves.append(Node(route, line.text(route)))
                    line.push(route)
                node.variations.append(variation)
                lines.append((board.copy(), variation.moves))
            board.push(node.route)
            if node.huff is not None:
                board.remove(node.huff if board.piece_at(node.huff) else node.route.end)
    return record


def with_plain_comments(record: GameRecord) -> GameRecord:
    """The record as it must come back."""
    expected = copy.deepcopy(record)
    lines: list[GameRecord | Variation] = [expected]
    while lines:
        line = lines.pop()
        line.comment = blanks_as_written(line.comment)
        for node in line.moves:
            node.comment = blanks_as_written(node.comment)
            lines += node.variations
    return expected


@pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=rules_name)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_record_comes_back_as_it_was_written(rules: RuleSet, data: st.DataObject) -> None:
    """Tags, moves, routes, marks, comments, huffs and variations, in every rule set."""
    record = data.draw(records(rules))
    text = write(record)
    again = read_game(text)
    expected = with_plain_comments(record)
    expected.tags = {n: re.sub("[\r\n]+", " ", value) for n, value in expected.tags.items()}
    assert moves_played(again) == moves_played(expected)
    for one, other in zip(nodes(again), nodes(expected), strict=True):
        one.route = other.route  # of several routes of one move, any may come back
    assert again == expected
    assert write(again) == text


def nodes(record: GameRecord) -> list[Node]:
    """Every node of a record, variations after their line."""
    found: list[Node] = []
    lines: list[GameRecord | Variation] = [record]
    while lines:
        line = lines.pop()
        found += line.moves
        lines += [variation for node in line.moves for variation in node.variations]
    return found


def moves_played(record: GameRecord) -> list[Move]:
    """Every move of a record as what makes it the move it is."""
    return [node.route.move for node in nodes(record)]
