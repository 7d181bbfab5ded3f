"""Run where verl is installed: our reward, found by verl's own loader and called by its own reward manager."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from omegaconf import OmegaConf
from tensordict import TensorDict
from verl import DataProto
from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
from verl.trainer.ppo.reward import get_custom_reward_fn

from answerkey.integrations.verl import compute_score

KEYS = {"score", "acc", "undecided", "pred", "reason"}


class Decoder:
    """A tokenizer whose tokens are characters."""

    def decode(self, tokens: Any, skip_special_tokens: bool = True) -> str:
        return "".join(chr(int(token)) for token in tokens)


def loaded(**arguments: Any) -> Any:
    chosen = {"path": "pkg://answerkey.integrations.verl", "name": "compute_score", "reward_kwargs": arguments}
    return get_custom_reward_fn(OmegaConf.create({"reward": {"custom_reward_function": chosen}}))


def batch(rows: list[dict[str, str]]) -> DataProto:
    longest = max(len(row["response"]) for row in rows)
    responses = torch.tensor([[ord(c) for c in row["response"].ljust(longest)] for row in rows])
    mask = torch.tensor([[1] * (1 + len(row["response"])) + [0] * (longest - len(row["response"])) for row in rows])
    tensors = {"responses": responses, "prompts": torch.full((len(rows), 1), 63), "attention_mask": mask}
    others = {
        "data_source": np.array(["math"] * len(rows), dtype=object),
        "reward_model": np.array([{"ground_truth": row["gold"]} for row in rows], dtype=object),
        "extra_info": np.array([{} for _ in rows], dtype=object),
    }
    return DataProto(batch=TensorDict(tensors, batch_size=len(rows)), non_tensor_batch=others)


async def managed(rows: list[dict[str, str]], compute_score: Any) -> list[dict[str, Any]]:
    manager = NaiveRewardManager(OmegaConf.create({}), Decoder(), compute_score)
    data = batch(rows)
    return list(await asyncio.gather(*(manager.run_single(data[place : place + 1]) for place in range(len(rows)))))


async def main() -> None:
    rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
    results = await managed(rows, loaded())
    assert all(set(result["reward_extra_info"]) == KEYS for result in results)
    assert all(result["reward_score"] == result["reward_extra_info"]["score"] for result in results)
    scores = [[result["reward_score"], result["reward_extra_info"]["reason"]] for result in results]
    Path("scores.json").write_text(json.dumps(scores), encoding="utf-8")

    strict = loaded(policy="strict", extractor="strict")
    (loose,) = await managed([{"gold": "4", "response": "So it is 4."}], strict)
    assert (loose["reward_score"], loose["reward_extra_info"]["reason"]) == (0.0, "no_answer")

    some = rows[:20]
    with ProcessPoolExecutor(1) as pool:  # as its PRIME manager calls a reward: without names, in another process
        waiting = [
            asyncio.get_running_loop().run_in_executor(pool, compute_score, "math", row["response"], row["gold"], None)
            for row in some
        ]
        assert [result["score"] for result in await asyncio.gather(*waiting)] == [
            r["reward_score"] for r in results[:20]
        ]


if __name__ == "__main__":
    asyncio.run(main())
    print("all of it holds")
