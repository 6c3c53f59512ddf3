"""Puzzles: positions with a proved win, and the proof.

`prover.Prover` answers whether the side to move wins within so many moves of its own; `bank.bank`
has the puzzles that come with the package, and `mine.mine` looks for more.
"""
