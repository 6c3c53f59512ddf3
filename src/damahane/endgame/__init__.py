"""Endgame tables: what every position of few pieces is worth, and in how many plies it ends.

Importing this package imports neither numpy nor Numba; its modules do. `shipped.shipped(rules)`
gives the tables that come with the package, `build.build` makes them.
"""
