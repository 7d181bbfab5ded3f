"""`answerkey serve`: the engine over HTTP."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from answerkey.cli import judging
from answerkey.running.errors import InputError

if TYPE_CHECKING:
    from answerkey.judging import Judge


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

    judge = _judge(judge_url, judge_model, key_env=judge_key_env, concurrency=judge_concurrency)
    settings = Settings(token_env=token_env, judge=judge)
    try:
        settings.token()
        listening = listen(host, port)
    except ValueError as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise InputError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None
    print(f"answerkey: serving at {address(listening)}", file=sys.stderr, flush=True)
    serve(settings, listening, workers)


def _judge(url: str | None, model: str | None, **named: Any) -> Callable[[], Judge] | None:
    """What makes the judge in each worker process; None where no judge is named."""
    if url is None or model is None:
        if url or model:
            raise InputError("a judge takes both --judge-url and --judge-model")
        return None
    try:
        from answerkey.judging import Judge

        make = partial(Judge, url, model, cache=judging.cache_path(), **named)
        make().close()  # what cannot work is said before serving
    except (ValueError, ImportError, OSError) as error:
        raise InputError(str(error)) from None
    return make
