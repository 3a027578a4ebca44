"""Content-defined chunks of a file, as the Hub's Xet storage cuts them: 64 KiB on average, 8 to 128 KiB.

The rule is Xet's (a gear hash over the last 64 bytes, a cut where its top 16 bits are zero); the table of the gear
hash is our own, so the cuts lie elsewhere but are as many. That serves to measure what an upload would cost.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

SMALLEST = 8 << 10
LARGEST = 128 << 10
_WINDOW = 64
_BLOCK = 1 << 22
_TOP = 0xFFFF << 48


def chunk_sizes(data: bytes) -> dict[bytes, int]:
    """The chunks of `data` by their hash, with their size in bytes. Equal chunks count once."""
    chunks: dict[bytes, int] = {}
    start = 0
    for end in _cuts(data):
        chunks[hashlib.blake2b(data[start:end], digest_size=16).digest()] = end - start
        start = end
    return chunks


def _cuts(data: bytes) -> Iterator[int]:
    start = 0
    for candidate in _candidates(data):
        while candidate - start > LARGEST:
            start += LARGEST
            yield start
        if candidate - start >= SMALLEST:
            start = candidate
            yield start
    while len(data) - start > LARGEST:
        start += LARGEST
        yield start
    if start < len(data):
        yield len(data)


def _candidates(data: bytes) -> Iterator[int]:
    """Ends of possible chunks. The hash of 64 bytes is summed up in six doublings, for a block at a time."""
    import numpy as np

    table = _gear_table()
    raw = np.frombuffer(data, dtype=np.uint8)
    for first in range(0, len(raw), _BLOCK):
        lead = max(0, first - _WINDOW + 1)
        sums = table[raw[lead : first + _BLOCK]]
        width = 1
        while width < _WINDOW:
            older = sums[:-width] << np.uint64(width)
            sums = sums.copy()
            sums[width:] += older
            width *= 2
        for place in np.flatnonzero((sums & np.uint64(_TOP)) == 0):
            if lead + int(place) >= first:
                yield lead + int(place) + 1


def _gear_table() -> Any:
    import numpy as np

    seeds = (hashlib.sha256(b"curate gear %d" % byte).digest()[:8] for byte in range(256))
    return np.array([int.from_bytes(seed, "big") for seed in seeds], dtype=np.uint64)
