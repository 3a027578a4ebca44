"""How much to ask for at once: less after GitHub gave up on a query, more again when all goes well."""

from curate.schemas.errors import Stopped

GOOD_IN_A_ROW = 20
"""So many answers at one size before the next larger one is tried."""

SET_ASIDE_IN_A_ROW = 10
"""So many single nodes in a row that GitHub can't give mean that GitHub is unwell, not they."""

Size = tuple[int, int]
"""Nodes in a query, and items in each of their lists (at most 100, GitHub's own cap)."""

PULL_SIZES: tuple[Size, ...] = ((25, 100), (12, 100), (6, 100), (3, 100), (1, 100), (1, 50), (1, 20), (1, 5))
SINGLE_PULL_SIZES: tuple[Size, ...] = tuple(size for size in PULL_SIZES if size[0] == 1)
SHA_SIZES: tuple[Size, ...] = (
    (50, 100),
    (25, 100),
    (12, 100),
    (6, 100),
    (3, 100),
    (1, 100),
    (1, 50),
    (1, 20),
    (1, 5),
)
LIST_SIZES: tuple[Size, ...] = ((1, 100), (1, 50), (1, 20), (1, 5))


class BatchSize:
    """The size in use. A query of 25 pull requests and one of 50 commits cost one point each."""

    def __init__(self, sizes: tuple[Size, ...]) -> None:
        self._sizes, self._step, self._good, self._set_aside = sizes, 0, 0, 0

    @property
    def nodes(self) -> int:
        """Nodes to ask for."""
        return self._sizes[self._step][0]

    @property
    def items(self) -> int:
        """Items to ask for in each list of a node."""
        return self._sizes[self._step][1]

    def shrink(self) -> bool:
        """Takes the next smaller size; False when there is none."""
        self._good = 0
        if self._step + 1 == len(self._sizes):
            return False
        self._step += 1
        return True

    def restore(self) -> None:
        """Goes back to the largest size with a single node: what was too heavy has been set aside.

        Raises:
            Stopped: so many in a row were that it is not they.
        """
        self._set_aside += 1
        if self._set_aside > SET_ASIDE_IN_A_ROW:
            raise Stopped("GitHub can't answer even the smallest query now; run the same command later")
        self._step = next(step for step, (nodes, _) in enumerate(self._sizes) if nodes == 1)
        self._good = 0

    def note_good(self) -> None:
        """One more answer came at this size."""
        self._good += 1
        self._set_aside = 0
        if self._good >= GOOD_IN_A_ROW and self._step > 0:
            self._step, self._good = self._step - 1, 0
