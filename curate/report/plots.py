"""Plots as SVG, each for a light and a dark page. The same values give the same bytes."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

Line = tuple[Sequence[float], Sequence[float]]
"""Points of a line: x, then y."""
INK = {"": "#1b1f24", "-dark": "#e6edf3"}
"""Colour of text and axes, by the suffix of the file's name."""
COLOURS = ("#0b78d0", "#d9730d", "#2b9a66", "#a855c7", "#c03d5e", "#8a8f98", "#9a8a00", "#00939c")


def write_plot(folder: Path, name: str, size: tuple[float, float], draw: Callable[[Any], None]) -> None:
    """Writes `plots/<name>.svg` and `plots/<name>-dark.svg`; `draw` gets the axes. `size` is in inches."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    (folder / "plots").mkdir(exist_ok=True)
    for suffix, ink in INK.items():
        style: Any = {
            "svg.hashsalt": "curate", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10,
            "text.color": ink, "axes.labelcolor": ink, "axes.edgecolor": ink, "xtick.color": ink, "ytick.color": ink,
            "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False, "legend.labelcolor": ink,
        }  # fmt: skip
        with matplotlib.rc_context(style):
            figure = Figure(figsize=size, layout="constrained")
            figure.patch.set_alpha(0)
            axes = figure.add_subplot()
            axes.patch.set_alpha(0)
            draw(axes)
            canvas: Any = FigureCanvasSVG(figure)
            canvas.print_svg(folder / "plots" / f"{name}{suffix}.svg", metadata={"Date": None})


def write_stacked_months(folder: Path, name: str, months: Sequence[str], parts: Mapping[str, Sequence[int]]) -> None:
    """Counts by month, stacked. `parts`: name -> one count a month."""

    def draw(axes: Any) -> None:
        floor = [0] * len(months)
        for colour, (label, counts) in zip(COLOURS, parts.items(), strict=False):
            axes.bar(range(len(months)), counts, bottom=floor, width=0.9, color=colour, label=label)
            floor = [below + count for below, count in zip(floor, counts, strict=True)]
        step = max(1, len(months) // 12)
        axes.set_xticks(range(0, len(months), step), months[::step], rotation=45, ha="right")
        axes.legend(ncols=5, loc="lower left", bbox_to_anchor=(0, 1))

    write_plot(folder, name, (9.0, 3.2), draw)


def write_flow(folder: Path, name: str, steps: Sequence[tuple[str, int, int]]) -> None:
    """The funnel: for each step (name, what came in, what went out), the share kept as a bar and the rest beside it."""

    def draw(axes: Any) -> None:
        names = [f"{step} ({came_in:,})" for step, came_in, _ in steps]
        kept = [went_out / came_in if came_in else 0.0 for _, came_in, went_out in steps]
        places = range(len(steps))
        axes.barh(places, kept, color=COLOURS[0], label="kept")
        axes.barh(places, [1 - share for share in kept], left=kept, color=COLOURS[1], label="dropped")
        axes.set_yticks(places, names)
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.5, 1], ["0 %", "50 %", "100 %"])
        axes.legend(ncols=2, loc="lower left", bbox_to_anchor=(0, 1))

    write_plot(folder, name, (9.0, 0.5 + 0.42 * len(steps)), draw)


def write_curves(
    folder: Path,
    name: str,
    curves: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    labels: tuple[str, str],
    diagonal: bool = False,
) -> None:
    """Lines: name -> (x, y). `labels` name the axes; `diagonal` draws what chance gives."""

    def draw(axes: Any) -> None:
        if diagonal:
            axes.plot([0, 1], [0, 1], color=COLOURS[5], linestyle=":", label="chance")
        for colour, (label, (across, up)) in zip(COLOURS, curves.items(), strict=False):
            axes.plot(across, up, color=colour, label=label)
        axes.set_xlabel(labels[0])
        axes.set_ylabel(labels[1])
        axes.legend()

    write_plot(folder, name, (5.5, 4.0), draw)


def write_lines(
    folder: Path, name: str, lines: Mapping[str, Line], axes_names: tuple[str, str], diagonal: bool = False
) -> None:
    """Lines by name over the unit square's x; `diagonal`: also that of chance, or of perfect calibration."""

    def draw(axes: Any) -> None:
        if diagonal:
            axes.plot([0, 1], [0, 1], color=COLOURS[5], linestyle=":")
        for place, (label, (xs, ys)) in enumerate(lines.items()):
            axes.plot(xs, ys, color=COLOURS[place % len(COLOURS)], marker="o", markersize=3, label=label)
        axes.set_xlim(0, 1)
        axes.set_ylim(0, None)
        axes.set_xlabel(axes_names[0])
        axes.set_ylabel(axes_names[1])
        axes.legend(ncols=1, loc="lower left", bbox_to_anchor=(0, 1))

    write_plot(folder, name, (6.5, 4.0 + 0.25 * len(lines)), draw)


def write_steps(
    folder: Path, name: str, label: str, costs: Sequence[float], censored: Sequence[float], total: int, unit: str
) -> None:
    """How many of `total` problems were proved within a cost.

    Args:
        costs: of the proved problems.
        censored: of the problems that a limit ended; each is marked on the line, which says too little from there on.
    """

    def draw(axes: Any) -> None:
        ordered = sorted(costs)
        end = 1.1 * max([1.0, *costs, *censored])
        axes.step([0, *ordered, end], [*range(len(ordered) + 1), len(ordered)], where="post", color=COLOURS[0],
                  label=label)  # fmt: skip
        if censored:
            heights = [bisect_right(ordered, cost) for cost in censored]
            axes.plot(censored, heights, linestyle="", marker="+", markersize=9, markeredgewidth=1.5, color=COLOURS[1],
                      label="ended by a limit (censored)", clip_on=False)  # fmt: skip
        axes.set_xlim(0, None)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(unit)
        axes.set_ylabel(f"proved of {total}")
        axes.set_ylim(0, max(1.0, len(ordered) * 1.05))
        axes.legend(ncols=2, loc="lower left", bbox_to_anchor=(0, 1))

    write_plot(folder, name, (6.5, 3.25), draw)
