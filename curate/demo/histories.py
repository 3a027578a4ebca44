"""The demo's pull requests: those told by hand, and as many generated ones as a benchmark asks for."""

import random
from datetime import timedelta

from curate.demo.heads import branches, checks_apart
from curate.demo.landed import landed
from curate.demo.story import (
    Checks,
    Expected,
    History,
    Outcome,
    Push,
    Said,
    Step,
    Turned,
    at,
)
from curate.demo.telling import (
    bors_lands,
    golf,
    lemma,
    push,
    summary,
)
from curate.demo.unlanded import unlanded

FIRST_GENERATED = 40_001
_FIRST_DAY = at("2024-07-01T00:00")
_DAYS = 640
_PULLS_PER_MODULE = 16
_FAN_OUT = 12


def make_histories(extra: int = 0, seed: int = 0) -> tuple[History, ...]:
    """Every hand-told history by number, then `extra` generated ones numbered from 40001."""
    told = sorted(landed() + checks_apart() + branches() + unlanded(), key=lambda history: history.number)
    chance = random.Random(seed)  # noqa: S311  # not for secrets
    modules = extra // _PULLS_PER_MODULE + 1
    return (*told, *(_generated(FIRST_GENERATED + n, modules, chance) for n in range(extra)))


def _generated(number: int, modules: int, chance: random.Random) -> History:
    """A PR of one to four versions, landed or not, with the usual share of red and cancelled builds."""
    opened = _FIRST_DAY + timedelta(minutes=chance.randrange(_DAYS * 24 * 60))
    module = chance.randrange(modules)
    path = f"Generated/D{module // _FAN_OUT**2}/E{module // _FAN_OUT}/M{module}"
    landing = chance.random() < 0.88
    builds = chance.choices(("SUCCESS", "FAILURE", "CANCELLED"), (60, 30, 10), k=chance.randrange(4))
    builds.append("SUCCESS" if landing or chance.random() < 0.6 else "FAILURE")
    name = f"generated_{number}"
    steps: list[Step] = [summary(number)]
    pushes = []
    hour = 0.0
    for n, build in enumerate(builds):
        last = n == len(builds) - 1
        checks = Checks((build,), bors="SUCCESS" if landing and last else None)
        edit = (
            golf(path, f"{name}_{n - 1} ", f"{name}_{n} ")
            if n
            else lemma(path, f"{name}_0", f": {number} = {number}", "rfl")
        )
        pushes.append(push(hour, f"version {n}", edit, checks=checks))
        hour += chance.uniform(2, 60)
        if not last:
            pushes_said = Said(hour - 1, "emmy", "Please revise this.")
            steps.append(pushes_said)
    steps += pushes
    steps += bors_lands(hour) if landing else [Turned(hour, "closed", "ada")]
    steps.sort(key=lambda step: (step.hour, not isinstance(step, Push)))
    return History(
        number, "generated", opened, f"feat({path}): add `{name}`", tuple(steps), _expected(builds, landing),
        body=f"Adds `{name}`.", fork="grace" if opened >= at("2025-06-10T00:00") else None,
    )  # fmt: skip


def _expected(builds: list[str], landing: bool) -> Expected:
    """The outcome of versions that all differ: the first that passes and the last one count."""
    failed: dict[str, Outcome] = {"FAILURE": "build-failed", "CANCELLED": "build-unknown"}
    heads: list[Outcome] = []
    chosen = False
    for n, build in enumerate(builds):
        last = n == len(builds) - 1
        if build != "SUCCESS":
            heads.append(failed[build])
        elif last:
            heads.append("accepted" if landing else "unmerged")
        else:
            heads.append("not-selected" if chosen else "revised" if landing else "unmerged")
            chosen = True
    return Expected(tuple(heads), landed=landing, unmerged=None if landing else "unknown")
