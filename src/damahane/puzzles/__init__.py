"""Puzzles: positions with a proved win, and the proof.

`prover.Prover` answers whether the side to move wins within so many moves of its own.
"""
