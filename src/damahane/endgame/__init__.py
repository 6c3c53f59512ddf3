"""Endgame tables."""
