"""Tools of an MCP server that the user named, for the agent: those that are allowed, without the network."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from pydantic import ConfigDict

from curate.evals.prove.apart import apart
from curate.formalize.lean.process import child_environment
from curate.formalize.models.tools import Tool
from curate.schemas.base import Record
from curate.schemas.distribution import install_advice
from curate.schemas.errors import Failed, Missing, Refused

T = TypeVar("T")
TIMEOUT_S = 120.0
"""Of one call."""


class Arguments(Record):
    """The arguments of a server's tool, which the server reads itself."""

    model_config = ConfigDict(frozen=True, extra="allow")
    schema_of_server: ClassVar[dict[str, Any]] = {}

    @classmethod
    def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
        """What the server says that it takes."""
        return cls.schema_of_server


@contextmanager
def serving_tools(command: Sequence[str], allowed: Sequence[str], folder: Path) -> Iterator[list[Tool]]:
    """The tools of `command`, an MCP server that speaks on stdin and stdout, as far as they are `allowed`.

    Args:
        folder: where the server runs.

    Raises:
        Missing: the SDK is not installed.
        Refused: a tool that is allowed is not offered.
        Failed: the server did not start, or ended.
    """
    try:
        from anyio.from_thread import start_blocking_portal
        from mcp import ClientSession, MCPError, StdioServerParameters
        from mcp.client.stdio import stdio_client
    except ImportError as error:
        raise Missing(f"tools of a server need the MCP SDK; run: {install_advice('mcp')}") from error
    program, *arguments = apart(command, network=False)
    started = StdioServerParameters(
        command=program,
        args=arguments,
        env=child_environment({}, ("HOME", "PYTHONPATH", "CURATE_RUN")),
        cwd=folder,
    )
    try:
        with (
            Path(os.devnull).open("w", encoding="utf-8") as nowhere,
            start_blocking_portal() as portal,
            _apart(portal.wrap_async_context_manager(stdio_client(started, errlog=nowhere))) as streams,
            _apart(
                portal.wrap_async_context_manager(ClientSession(*streams, read_timeout_seconds=TIMEOUT_S))
            ) as session,
        ):
            portal.call(session.initialize)
            offered = {one.name: one for one in portal.call(session.list_tools).tools}
            missing = [name for name in allowed if name not in offered]
            if missing:
                raise Refused(f"{command[0]} offers no tool {', '.join(missing)}; it offers {', '.join(offered)}")

            def use(name: str, arguments: Arguments) -> str:
                try:
                    return render_answer(portal.call(session.call_tool, name, arguments.model_dump()))
                except MCPError as error:
                    return f"error: {error}"

            yield [_tool(offered[name], use) for name in allowed]
    except (MCPError, OSError) as error:
        raise Failed(f"the MCP server {command[0]} did not answer: {error}") from error


@contextmanager
def _apart(manager: AbstractContextManager[T]) -> Iterator[T]:
    """The manager, told of no exception: the SDK would hand it on in a group."""
    entered = manager.__enter__()
    try:
        yield entered
    finally:
        manager.__exit__(None, None, None)


def _tool(offered: Any, use: Callable[[str, Arguments], str]) -> Tool:
    """A server's tool; `offered`: as the SDK gives it."""
    arguments = type("ServerArguments", (Arguments,), {"schema_of_server": offered.input_schema})
    return Tool(offered.name, offered.description or "", arguments, lambda given: use(offered.name, given))


def render_answer(answer: Any) -> str:
    """A tool's answer as text; of what is no text, its kind."""
    said = [getattr(part, "text", None) or f"({part.type})" for part in answer.content]
    if not said and answer.structured_content is not None:
        said = [json.dumps(answer.structured_content, ensure_ascii=False)]
    return ("error: " if answer.is_error else "") + ("\n".join(said) or "(nothing)")
