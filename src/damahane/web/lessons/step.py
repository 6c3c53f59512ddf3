"""What a lesson is made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from damahane import RULE_SETS, Board, Game, Route, RuleSet, Termination
from damahane.web.texts import Text


@dataclass(frozen=True, slots=True)
class Step:
    """One rule, with a position to try it on.

    Attributes:
        id: its name in addresses, the same in every rule set that has it.
        title: the rule in a few words.
        text: the rule.
        task: what to do on the board; nothing where there is only something to know.
        fen: the position; the start if None.
        goals: the moves asked for; if none is named, any legal one or, where the game is to end,
            any that ends it.
        done: what is said when it is done.
        tries: what can be tried in vain, as squares, each with the code of the reason given.
        before: moves made from the position first, with blanks between.
        ends: how the game ends by it, if it does.
        huff: the square of the piece to be huffed after `before`, where that is the task.
        only: the rule sets that it belongs to; all with its board if there is none.
    """

    id: str
    title: Text
    text: Text
    task: Text
    done: Text
    fen: str | None = None
    goals: tuple[str, ...] = ()
    tries: tuple[tuple[str, str], ...] = ()
    before: str = ""
    ends: Termination | None = None
    huff: str | None = None
    only: tuple[str, ...] = field(default=())

    def rules(self, rules: str) -> RuleSet:
        """The rule set it is played by, with huffing where that is what it teaches."""
        found = RULE_SETS[rules]
        return found.with_huffing() if self.huff else found

    def board(self, rules: str) -> Board:
        """The position to try it on."""
        return self.game(rules).board

    def game(self, rules: str) -> Game:
        """A game with the position to try it on."""
        game = Game(self.rules(rules), self.fen)
        for move in self.before.split():
            game.play(move)
        return game

    def asked(self, rules: str) -> list[Route]:
        """Every way to do what is asked."""
        board = self.board(rules)
        if self.goals:
            moves = {board.parse(goal) for goal in self.goals}
            return [route for route in board.routes() if route.move in moves]
        return [
            route
            for route in board.routes()
            if self.ends is None or _ending(board, route) is self.ends
        ]


def _ending(board: Board, route: Route) -> Termination | None:
    after = board.copy()
    after.push(route)
    outcome = after.outcome()
    return None if outcome is None else outcome.termination
