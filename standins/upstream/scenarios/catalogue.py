"""The demo's pull requests: those told by hand, and as many generated ones as a benchmark asks for."""

import random
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

from curate.standins.upstream.scenarios.heads import branches, checks_apart
from curate.standins.upstream.scenarios.landed import landed
from curate.standins.upstream.scenarios.unlanded import unlanded
from curate.standins.upstream.steps import bors_lands, golf, lemma, push, summary
from curate.standins.upstream.story import UNTIL, Checks, Edit, Expected, History, Outcome, Said, Step, Turned, at

FIRST_GENERATED = 40_001
_FIRST_DAY = at("2024-07-01T00:00")
_DAYS = 640
_PULLS_PER_MODULE = 16
_FAN_OUT = 12
_Move: TypeAlias = Literal["normal", "force", "merge"]
_MOVES: tuple[_Move, ...] = ("normal", "force", "merge")


def make_histories(extra: int = 0, seed: int = 0) -> tuple[History, ...]:
    """Every hand-told history by number, then `extra` generated ones numbered from 40001."""
    told = sorted(landed() + checks_apart() + branches() + unlanded(), key=lambda history: history.number)
    chance = random.Random(seed)  # noqa: S311  # not for secrets
    modules = extra // _PULLS_PER_MODULE + 1
    return (*told, *(_generated(FIRST_GENERATED + n, modules, chance) for n in range(extra)))


class _Version(NamedTuple):
    """One push of a generated PR: how it moved the branch, what `Build` said, and which text it left."""

    kind: _Move
    build: str
    text: int


def _generated(number: int, modules: int, chance: random.Random) -> History:
    """A PR of one to four pushes, landed or not, with the usual share of red and cancelled builds."""
    opened = _FIRST_DAY + timedelta(minutes=chance.randrange(_DAYS * 24 * 60))
    ending = chance.choices(("landed", "closed", "open"), (86, 11, 3))[0]
    versions = _versions(ending, chance)
    module = chance.randrange(modules)
    if any(version.kind == "merge" for version in versions):
        module = modules + number - FIRST_GENERATED  # to itself: a neighbour's lemma would change its patch-id
    folders = "/".join(f"D{module // _FAN_OUT**level}" for level in (3, 2, 1))
    path = f"Generated/{folders}/M{module}"
    steps: list[Step] = []
    hour = 0.0
    for place, version in enumerate(versions):
        edits = _edits(path, number, version)
        last = place == len(versions) - 1
        checks = Checks((version.build,), bors="SUCCESS" if last and ending == "landed" else None)
        steps.append(push(hour, f"version {place}", *edits, checks=checks, kind=version.kind))
        steps.append(Said(hour + 1.75, "emmy", "I had a look.") if place else summary(number))
        hour += chance.randrange(8, 240) / 4
    if ending != "open":
        steps += bors_lands(hour) if ending == "landed" else [Turned(hour, "closed", "ada")]
    return History(
        number,
        "generated",
        opened,
        f"feat({path}): add `generated_{number}`",
        tuple(steps),
        _expected(versions, ending, opened + timedelta(hours=steps[-1].hour)),
        body=f"Adds `generated_{number}`.",
        fork="grace" if opened >= at("2025-06-10T00:00") else None,
    )


def _versions(ending: str, chance: random.Random) -> list[_Version]:
    """The first push is new, the last of a landed PR passes; a merge of master leaves the text as it was."""
    kinds: list[_Move] = ["normal", *chance.choices(_MOVES, (80, 10, 10), k=chance.randrange(4))]
    builds = chance.choices(("SUCCESS", "FAILURE", "CANCELLED"), (60, 30, 10), k=len(kinds))
    if ending == "landed":
        builds[-1] = "SUCCESS"
    versions: list[_Version] = []
    for kind, build in zip(kinds, builds, strict=True):
        text = versions[-1].text + (kind != "merge") if versions else 0
        versions.append(_Version(kind, build, text))
    return versions


def _edits(path: str, number: int, version: _Version) -> tuple[Edit, ...]:
    name = f"generated_{number}"
    if version.kind == "merge":
        return ()
    if version.kind == "force" or version.text == 0:
        return (lemma(path, f"{name}_{version.text}", f": {number} = {number}", "rfl"),)
    return (golf(path, f"{name}_{version.text - 1} ", f"{name}_{version.text} "),)


def _expected(versions: list[_Version], ending: str, closed_at: datetime) -> Expected:
    """The outcome of each push: the first version that passes and the last head count."""
    if ending == "open":
        return Expected(drop="open")
    if closed_at >= UNTIL:
        return Expected(drop="closed-after-until")
    landed, last = ending == "landed", len(versions) - 1
    failed: dict[str, Outcome] = {"FAILURE": "build-failed", "CANCELLED": "build-unknown"}
    seen = {versions[last].text} if landed else set()
    heads: list[Outcome] = []
    for place, (_, build, text) in enumerate(versions):
        if build != "SUCCESS":
            heads.append(failed[build])
        elif landed and place == last:
            heads.append("accepted")
        elif text in seen:
            heads.append("same-version")
        elif {"revised", "unmerged"} & set(heads) and (landed or place != last):
            heads.append("not-selected")
        else:
            heads.append("revised" if landed else "unmerged")
        if build == "SUCCESS":
            seen.add(text)
    forced = max((place for place, version in enumerate(versions) if version.kind == "force"), default=0)
    shown = (None,) * forced + tuple(heads[forced:])
    return Expected(tuple(heads), landed, unmerged=None if landed else "unknown", archive=shown if forced else None)
