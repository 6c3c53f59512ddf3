"""How fast the kernel counts on one thread, against kish 1.1.7, a library in Rust.

Both count every route of `dama` from the start, in turn, one thread each; the time is the
processor's. The peer is a checkout of kish, which is built here for this machine's processor
(`cargo` has to be installed), or any program that prints the count of the depth it is given::

    python benchmarks/native.py path/to/kish
    python benchmarks/native.py path/to/program --rounds 15
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from damahane import Board
from damahane.kernel.perft import perft
from damahane.kernel.position import words

DEPTH = 8
EXPECTED = 123_290_300
"""rules.md: the leaves of `dama` at that depth, every route."""

MANIFEST = """
[package]
name = "count"
version = "0.0.0"
edition = "2021"
[dependencies]
kish = {{ path = {path} }}
[profile.release]
opt-level = 3
lto = true
codegen-units = 1
panic = "abort"
"""
PROGRAM = """
fn main() {
    let depth = std::env::args().nth(1).expect("a depth").parse().expect("a number");
    println!("{}", kish::Board::new_default().perft(depth));
}
"""


def build(checkout: Path, folder: Path) -> Path:
    """Build a program that counts with the kish of a checkout, for this processor."""
    (folder / "src").mkdir()
    path = str(checkout.resolve()).replace("\\", "/")
    (folder / "Cargo.toml").write_text(MANIFEST.format(path=f'"{path}"'), encoding="utf-8")
    (folder / "src" / "main.rs").write_text(PROGRAM, encoding="utf-8")
    env = os.environ | {"RUSTFLAGS": "-C target-cpu=native"}
    done = subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=folder, env=env)
    if done.returncode:
        raise SystemExit(f"{checkout}: kish cannot be built")
    return folder / "target" / "release" / "count"


def peer_seconds(program: Path) -> float:
    """Processor time the peer takes for the count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, str(DEPTH)], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.stdout.strip() != str(EXPECTED):
        raise SystemExit(f"{program} {DEPTH} printed {done.stdout!r}; expected {EXPECTED}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def our_seconds(start: tuple[int, int, int, int]) -> float:
    """Processor time our count takes."""
    begun = time.thread_time()
    count = perft("dama", start, DEPTH)
    seconds = time.thread_time() - begun
    assert count == EXPECTED, count
    return seconds


def report(program: Path, rounds: int) -> None:
    """Count in turn and print both speeds and their ratio."""
    start = words(Board("dama"))
    our_seconds(start)  # what is loaded once is loaded
    peer_seconds(program)
    pairs = [(our_seconds(start), peer_seconds(program)) for _ in range(rounds)]
    for name, seconds in zip(("damahane", "kish"), zip(*pairs, strict=True), strict=True):
        speeds = [EXPECTED / value / 1e6 for value in seconds]
        print(
            f"{name:9} dama perft({DEPTH}): {statistics.median(speeds):.0f} million nodes/s "
            f"(median of {rounds}, best {max(speeds):.0f})"
        )
    ratios = sorted(theirs / ours for ours, theirs in pairs)
    print(
        f"ratio     {statistics.median(ratios):.2f} (median of the rounds; "
        f"{ratios[0]:.2f} to {ratios[-1]:.2f})"
    )


def main() -> None:
    """Find or build the peer, and compare."""
    parser = argparse.ArgumentParser(description="Plain perft against kish.")
    parser.add_argument("peer", type=Path, help="a checkout of kish, or a program")
    parser.add_argument("--rounds", type=int, default=9, help="how often both count")
    options = parser.parse_args()
    if options.peer.is_dir():
        with tempfile.TemporaryDirectory() as folder:
            report(build(options.peer, Path(folder)), options.rounds)
    else:
        report(options.peer.resolve(), options.rounds)


if __name__ == "__main__":
    main()
