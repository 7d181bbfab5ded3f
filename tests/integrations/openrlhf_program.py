"""Run where OpenRLHF's own files are: its rollout asks our service for rewards, by its client and with its retries.

Argument: the address of the service. OpenRLHF's package imports DeepSpeed and FlashAttention, which want a GPU, before
anything else, so the module of the rollout is imported past the package's `__init__`. The engine that generates and
the tokenizer are stand-ins: characters are tokens.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

URL = f"{sys.argv[1]}/get_reward"
PROMPT = "What is it? Put it into \\boxed{}. "
FIRST = "<|begin|>"  # what a tokenizer puts in front


def their_executor() -> Any:
    """OpenRLHF's `SingleTurnAgentExecutor`."""
    found = importlib.util.find_spec("openrlhf")
    assert found is not None
    for name, folder in (("openrlhf", "."), ("openrlhf.utils", "utils")):
        package = ModuleType(name)
        package.__path__ = [str(Path(str(found.origin)).parent / folder)]
        sys.modules[name] = package
    from openrlhf.utils.agent import SingleTurnAgentExecutor

    return SingleTurnAgentExecutor


class Tokenizer:
    """Characters as tokens, and a token of its own at the beginning."""

    def __call__(self, text: str, **_: Any) -> dict[str, Any]:
        tokens = [-1, *map(ord, text)]
        return {"input_ids": [SimpleNamespace(tolist=lambda: tokens)]}

    def decode(self, tokens: list[int], **_: Any) -> str:
        return "".join(FIRST if token < 0 else chr(token) for token in tokens)


class Engine:
    """A model that says what was said before."""

    def __init__(self, response: str) -> None:
        self.response = response

    async def generate(self, *_: Any, **__: Any) -> Any:
        said = SimpleNamespace(token_ids=[*map(ord, self.response)], finish_reason="stop", logprobs=None)
        return SimpleNamespace(outputs=[said])


async def main() -> None:
    rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
    executor = their_executor()([URL])
    sampling, few = SimpleNamespace(max_tokens=64, logprobs=None), asyncio.Semaphore(16)

    async def rollout(row: dict[str, str]) -> dict[str, Any]:
        async with few:
            return await executor.execute(PROMPT, row["gold"], sampling, 100_000, Tokenizer(), Engine(row["response"]))

    outputs = await asyncio.gather(*map(rollout, rows))
    told = []
    for output in outputs:
        assert output["reward"] == output["scores"], output["scores"]  # lists of one number, of which it makes tensors
        (reward,) = output["reward"]
        told.append([reward, output["extra_logs"]["undecided"][0]])
    # several rows in one request, as its older versions and other trainers ask
    replies = await executor._fetch_rewards_via_http(
        [f"{FIRST}{PROMPT}{row['response']}" for row in rows], [PROMPT] * len(rows), [row["gold"] for row in rows]
    )
    assert [reward for reply in replies for reward in reply["rewards"]] == [reward for reward, _ in told]
    Path("scores.json").write_text(json.dumps(told), encoding="utf-8")


asyncio.run(main())
print("all of it holds")
