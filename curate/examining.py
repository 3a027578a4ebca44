"""The first half of a run: rules 1 to 4 on every pull request that the sources hold."""

from collections.abc import Iterator, Sequence

from curate.console import Screen
from curate.git_facts import GitFacts, Wanted
from curate.run import Run
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rules.builds import LocalBuild
from curate.schemas.mathlibpr.rules.examine import Examined, examine_pull
from curate.schemas.mathlibpr.rules.universe import left_out
from curate.sources import Source, unite_entries


def examine_sources(
    run: Run,
    sources: Sequence[Source],
    facts: GitFacts,
    local_builds: Sequence[LocalBuild],
    screen: Screen,
) -> None:
    """Rules 1 to 4 for every pull request; what passes is spooled."""
    found = unite_entries([source.entries for source in sources], run.options.repo)
    with (
        run.spool.open("wb") as spool,
        screen.progress("pull requests", sum(source.size for source in sources)) as ticker,
    ):
        for one in found:
            ticker.advance(one.entries)
            run.writer.drop(one.drops)
            run.unreadable += [drop for drop in one.drops if drop.reason != "united"]
            run.funnel.count("read", one.entries, 1 if one.pull else 0, one.drops)
            if one.pull is not None:
                run.see(one.pull)
                if examined := _examine(run, one.pull, facts, local_builds):
                    spool.write(examined.model_dump_json().encode() + b"\n")


def _examine(run: Run, pull: PullRequest, facts: GitFacts, local_builds: Sequence[LocalBuild]) -> Examined | None:
    """Rules 1 to 4 for one pull request."""
    options = run.options
    if why := left_out(pull, options.until, options.base_ref):
        drop = Drop(
            stage="universe", unit="pull_request", repo=pull.repo, pr_number=pull.number, head_sha=None, reason=why,
            detail=None,
        )  # fmt: skip
        run.writer.drop([drop])
        run.funnel.count("universe", 1, 0, [drop])
        return None
    run.funnel.count("universe", 1, 1)
    for kind in pull.cut:
        run.cut.setdefault(kind, []).append(pull.number)
    shas = facts.landed_shas(pull.number)
    seen = examine_pull(pull, shas, options.evidence, options.require_ci, local_builds, options.base_ref)
    run.writer.drop([*seen.migrated, *seen.heads, *seen.builds])
    run.funnel.count("migrated", 1, 1 if seen.examined else 0, seen.migrated)
    if seen.examined:
        _note_examined(run, seen.examined, seen.heads, seen.builds)
    return seen.examined


def _note_examined(run: Run, examined: Examined, unpushed: list[Drop], unbuilt: list[Drop]) -> None:
    run.funnel.count("heads", examined.heads, examined.pushed_heads, unpushed)
    run.funnel.count("builds", examined.pushed_heads, len(examined.passing), unbuilt)
    run.examined += 1
    run.landed += examined.outcome.landed
    if examined.outcome.landed:
        run.reverted |= set(examined.reverts)
    run.shas |= {head.sha for head in examined.asked_heads}


def wanted_heads(run: Run) -> Iterator[Wanted]:
    """The heads whose patch the second half needs."""
    for examined in run.spooled():
        own = tuple(commit.sha for commit in examined.pull.commits)
        for head in examined.asked_heads:
            yield Wanted(examined.pull.number, head.sha, head.at, own)
