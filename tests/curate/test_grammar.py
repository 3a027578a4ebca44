"""What all commands share: options from three places, contradictions refused in a sentence, JSON, quiet and verbose."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command_line import Place, Said

from curate import exits
from curate.cli import cli
from curate.grammar import Command, Group, flag_name


def every_command(
    group: click.Group = cli, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from every_command(command, (*path, name))


ROOT = Path(__file__).parents[2]
COMMANDS = dict(every_command())
PAIRS = [
    (path, kind, rule)
    for path, command in COMMANDS.items()
    for kind in ("needs", "excludes")
    for rule in getattr(getattr(command.callback, "rules", None), kind, ())
]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_no_line_of_any_help_is_cut_and_every_command_has_one(path: tuple[str, ...], place: Place) -> None:
    said = place.curate(*path, "--help")
    assert said.code == exits.DONE
    assert "..." not in re.sub(r"[A-Z\]]\.\.\.", "", said.out)
    assert COMMANDS[path].get_short_help_str(1000)


def given(path: tuple[str, ...], flag: str) -> list[str]:
    """`--flag` with some value that its type takes."""
    option = next(one for one in COMMANDS[path].params if isinstance(one, click.Option) and flag_name(one) == flag)
    if option.is_flag:
        return [f"--{flag}"]
    kind = option.type
    if isinstance(kind, click.Choice):
        return [f"--{flag}", str(kind.choices[0])]
    if isinstance(kind, click.Path) and kind.exists:
        return [f"--{flag}", "."]
    return [f"--{flag}", "2026-01-01" if flag in ("since", "until", "date", "cutoff", "on") else "1"]


def called(place: Place, path: tuple[str, ...], *flags: str) -> Said:
    """The command with what it requires and `flags`."""
    words = [word for flag in flags for word in given(path, flag)]
    for parameter in COMMANDS[path].params:
        if isinstance(parameter, click.Argument) and parameter.required:
            words.append(str(place.folder))
        elif parameter.required and isinstance(parameter, click.Option) and flag_name(parameter) not in flags:
            words += given(path, flag_name(parameter))
    return place.curate(*path, *words)


@pytest.mark.parametrize(
    ("path", "kind", "rule"), PAIRS, ids=lambda one: " ".join(one) if isinstance(one, tuple) else one
)
def test_options_that_contradict_each_other_or_do_nothing_are_refused(
    place: Place, path: tuple[str, ...], kind: str, rule: str | tuple[str, str]
) -> None:
    flags = (rule,) if isinstance(rule, str) else rule
    said = called(place, path, *flags)
    assert said.code == exits.USAGE
    words = "does nothing without" if kind == "needs" else "contradict each other"
    assert words in said.last
    assert all(f"--{flag}" in said.last for flag in flags)


def test_a_list_of_builds_that_no_evidence_reads_is_refused(place: Place) -> None:
    said = place.prs("--evidence", "local_build")
    assert (said.code, "do nothing without each other" in said.last) == (exits.USAGE, True)


def test_what_is_typed_wins_over_the_environment_and_that_over_the_folder_and_that_over_the_own_settings(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place.folder)
    own = place.folder / "settings" / "curate"
    own.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(own.parent))

    def asked(*arguments: str) -> str:
        return place.curate("funnel", *arguments).last.partition(" is not")[0].removeprefix("curate: ")

    (own / "curate.toml").write_text('[funnel]\ndataset = "theirs"\n')
    assert asked() == "theirs"
    (place.folder / "curate.toml").write_text('[funnel]\ndataset = "folders"\n')
    assert asked() == "folders"
    monkeypatch.setenv("CURATE_FUNNEL_DATASET", "environments")
    assert asked() == "environments"
    assert asked("--dataset", "typed") == "typed"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[funnel]\ndatset = 'x'\n", "curate funnel has no option datset; did you mean dataset?"),
        ("[funel]\n", "curate has no command funel; did you mean funnel?"),
        ("[funnel\n", "is not TOML"),
        ("funnel = 3\n", "[funnel] must be a table"),
        ("[prs]\ngithub-url = 'https://evil.example'\n", "sets prs.github-url, which only your own"),
        ("[prs]\ngithub_url = 'https://evil.example'\n", "sets prs.github-url, which only your own"),
        ("[release.push]\nendpoint = 'https://evil.example'\n", "sets release.push.endpoint, which only your own"),
    ],
)
def test_a_settings_file_with_a_slip_or_a_trap_is_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    monkeypatch.chdir(place.folder)
    (place.folder / "curate.toml").write_text(text)
    said = place.curate("funnel")
    assert said.code in (exits.USAGE, exits.REFUSED)
    assert words in said.err


def test_a_setting_gives_way_to_an_option_that_contradicts_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CURATE_PRS_LIVE", "1")
    said = place.prs("--gathered", "--queueboard", str(place.folder))
    assert "contradict" not in said.err


def test_each_command_and_group_is_of_the_kind_that_has_all_this() -> None:
    wrong = [" ".join(path) for path, one in COMMANDS.items() if not isinstance(one, Command | Group)]
    assert wrong == []


def test_every_reading_command_writes_json(place: Place, built: Path) -> None:
    for words in (["funnel"], ["explain", "16560"]):
        said = place.curate(*words, "--dataset", str(built), "--json")
        assert (said.code, len(said.out.splitlines())) == (exits.DONE, 1)
        assert said.out.isascii()
        assert json.loads(said.out)
    assert json.loads(place.curate("doctor", "--json").out)["checks"][0]["name"] == "git"


def test_quiet_leaves_results_and_errors_alone(place: Place, built: Path) -> None:
    loud, quiet = (place.curate("funnel", "--dataset", str(built), *more) for more in ((), ("--quiet",)))
    assert (loud.out, loud.err != "", quiet.err) == (quiet.out, True, "")
    assert place.curate("funnel", "--dataset", str(place.folder), "-q").last.startswith("curate: ")


@pytest.mark.parametrize(("typed", "hint"), [("funel", "funnel"), ("prss", "prs"), ("doctr", "doctor")])
def test_a_misspelt_command_gets_a_suggestion(place: Place, typed: str, hint: str) -> None:
    said = place.curate(typed)
    assert (said.code, f"Did you mean '{hint}'?" in said.last) == (exits.USAGE, True)


@pytest.mark.parametrize("day", ["20260405", "2026-W14-7", "2026-4-5", "２０２６-04-05", "2026-04-31", " 2026-04-05"])
def test_a_day_has_one_form(place: Place, day: str) -> None:
    said = place.curate("prs", "--until", day)
    assert (said.code, "write it as 2026-04-05" in said.last) == (exits.USAGE, True)


def test_the_man_page_names_every_command_and_option() -> None:
    done = subprocess.run([sys.executable, "docs/man.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    page = done.stdout.replace("\\-", "-")
    for path, command in COMMANDS.items():
        assert f".SS curate {' '.join(path)}\n" in page
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert f".B {', '.join(parameter.opts)}\n" in page


def test_a_shell_completes_commands_and_options() -> None:
    asked = {"_CURATE_COMPLETE": "bash_complete", "COMP_WORDS": "curate prs --gath", "COMP_CWORD": "2"}
    environment = {**os.environ, **asked}
    done = subprocess.run(
        [sys.executable, "-m", "curate"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["plain,--gathered"]
