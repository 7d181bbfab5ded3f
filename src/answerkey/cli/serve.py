"""`answerkey serve`: the engine over HTTP."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from answerkey.cli import judging
from answerkey.running.errors import InputError


def command(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port (0: any free one, which is printed).")] = 8080,
    workers: Annotated[int, typer.Option(min=1, help="Processes; one a core is most.")] = 1,
    token_env: Annotated[
        str | None, typer.Option(metavar="NAME", help="The environment variable with the bearer token to ask for.")
    ] = None,
    judge_url: judging.Url = None,
    judge_model: judging.Model = None,
    judge_key_env: judging.KeyEnv = None,
    judge_concurrency: judging.Concurrency = 32,
) -> None:
    """Serve grading over HTTP: POST /grade and others; GET /docs describes them."""
    try:
        from answerkey.serving.server import address, listen, serve
        from answerkey.serving.settings import Settings
    except ImportError as error:
        raise InputError(f"serving takes pip install 'answerkey[serve]' (there is no {error.name})") from None

    options = judging.JudgeOptions(judge_url, judge_model, key_env=judge_key_env, concurrency=judge_concurrency)
    if (judge := options.judge()) is not None:
        judge.close()  # each process makes its own; what cannot work is said before serving
    settings = Settings(token_env=token_env, judge=None if judge is None else options.required_judge)
    try:
        settings.token()
        listening = listen(host, port)
    except ValueError as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise InputError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None
    print(f"answerkey: serving at {address(listening)}", file=sys.stderr, flush=True)
    serve(settings, listening, workers)
