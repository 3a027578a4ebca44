"""What every command has: --quiet and --verbose, its options from the environment and from curate.toml, whole help."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from curate.console import Screen, Verbosity

R = TypeVar("R")
T = TypeVar("T")
VERBOSITY, AS_JSON = "curate.verbosity", "curate.json"
"""Where a command's context keeps them, among click's own."""


class Command(click.Command):
    """A command. An option comes from the command line, from CURATE_<COMMAND>_<OPTION> or from curate.toml."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.params += [
            click.Option(["-q", "--quiet"], is_flag=True, expose_value=False, envvar="CURATE_QUIET",
                         callback=_note(VERBOSITY, Verbosity.QUIET), help="Write results and errors only."),
            click.Option(["-v", "--verbose"], is_flag=True, expose_value=False, envvar="CURATE_VERBOSE",
                         callback=_note(VERBOSITY, Verbosity.VERBOSE), help="Say more of what is done."),
        ]  # fmt: skip

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        flags = {flag_name(option): option for option in self.params if isinstance(option, click.Option)}
        for flag, option in flags.items():
            _name_variable(option, f"{ctx.auto_envvar_prefix}_{flag.upper().replace('-', '_')}")
        ctx.default_map = _by_parameter(ctx, flags)
        return super().parse_args(ctx, args)


class Group(click.Group):
    """A group of commands; no line of its help is cut."""

    command_class = Command
    group_class = type  # a group in a group is a `Group` too

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        read_settings(ctx, "command", [*self.commands])
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.describe(ctx, name)) for name in self.list_commands(ctx)])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def describe(self, ctx: click.Context, name: str) -> str:
        """The line of command `name` in this group's help."""
        command = self.get_command(ctx, name)
        return command.get_short_help_str(1000) if command else ""


class Rules(NamedTuple):
    """Which options of a command belong together."""

    needs: Mapping[str, tuple[str, ...]]
    """An option that does nothing without one of the others."""
    excludes: Sequence[tuple[str, str]]
    """Options that contradict each other."""


def request(
    make: Callable[..., R],
    needs: Mapping[str, tuple[str, ...]] | None = None,
    excludes: Sequence[tuple[str, str]] = (),
) -> Callable[[Callable[[R, Screen], T]], Callable[..., T]]:
    """Makes a click callback of a function that takes a request, made by `make` of the options, and a screen.

    `needs` and `excludes` name options by flag, such as `{"since": ("live",)}`; see `check_rules`.
    """
    rules = Rules(needs or {}, excludes)

    def decorate(function: Callable[[R, Screen], T]) -> Callable[..., T]:
        @wraps(function)
        def called(**values: Any) -> T:
            context = click.get_current_context()
            values = check_rules(context, values, rules)
            return function(make(**values), open_screen(context))

        called.rules = rules  # type: ignore[attr-defined]  # for the test that goes over all commands
        return called

    return decorate


def reads(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --json to a command that shows what it reads; see `Screen.show`."""
    return click.option(
        "--json", is_flag=True, expose_value=False, callback=_note(AS_JSON, True), help="Write one JSON value."
    )(command)


def open_screen(context: click.Context) -> Screen:
    """The screen that the command line asks for."""
    screen = Screen(context.meta.get(VERBOSITY, Verbosity.NORMAL), context.meta.get(AS_JSON, False))
    if screen.verbosity == Verbosity.VERBOSE:
        from curate.details import show_details  # here, for few runs log anything

        context.find_root().call_on_close(show_details(screen))
    return screen


def check_rules(context: click.Context, values: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """`values`; of two that contradict each other, the one that was typed wins over one that is a setting.

    Raises:
        click.UsageError: both were typed, or one was that does nothing.
    """
    options = {flag_name(option): option for option in context.command.params if isinstance(option, click.Option)}
    names = {flag: str(option.name) for flag, option in options.items()}
    typed = {flag for flag, name in names.items() if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    for first, second in rules.excludes:
        if values[names[first]] and values[names[second]]:
            if {first, second} <= typed:
                raise click.UsageError(f"--{first} and --{second} contradict each other; choose one", context)
            loser = second if first in typed else first
            values = {**values, names[loser]: options[loser].get_default(context)}
    for flag, others in rules.needs.items():
        if flag in typed and not any(values[names[other]] for other in others):
            wanted = " or ".join(f"--{other}" for other in others)
            raise click.UsageError(f"--{flag} does nothing without {wanted}", context)
    return values


def flag_name(option: click.Option) -> str:
    """The long name of an option, such as `max-wait`."""
    return max(option.opts, key=len).lstrip("-")


def _note(key: str, value: object) -> Callable[[click.Context, click.Parameter, bool], None]:
    def note(context: click.Context, _: click.Parameter, given: bool) -> None:
        if given:
            context.meta[key] = value

    return note


def _name_variable(option: click.Option, name: str) -> None:
    known = [option.envvar] if isinstance(option.envvar, str) else [*(option.envvar or ())]
    if name not in known:
        option.envvar = [name, *known]


def _by_parameter(ctx: click.Context, flags: Mapping[str, click.Option]) -> dict[str, Any]:
    return {str(flags[name].name): value for name, value in read_settings(ctx, "option", [*flags]).items()}


def read_settings(ctx: click.Context, kind: str, known: Sequence[str]) -> Mapping[str, object]:
    """What the settings files say of a command: its options, or, of a group, its commands.

    Raises:
        click.UsageError: they name one that is not `known`.
    """
    settings = ctx.default_map or {}
    if not isinstance(settings, Mapping):
        raise click.UsageError(f"curate.toml: [{ctx.info_name}] must be a table", ctx)
    for name in settings:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"curate.toml: {ctx.command_path} has no {kind} {name}{hint}", ctx)
    return settings
