"""Run in an empty folder where TRL is installed: two real steps of GRPO for each way to write a completion.

The model is two layers of random weights and its vocabulary a few whole answers, so that some completions are right.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
from trl import GRPOConfig, GRPOTrainer
from trl.rewards import accuracy_reward as theirs

from answerkey.integrations import trl as ours

WORDS = ["<pad>", "<eos>", "<unk>", r"\boxed{2}", r"\boxed{3}", r"\boxed{1,2}", "so", "2", "user", "assistant", "?"]
KEYS = ["2", "1, 2, 3", r"\frac{1}{", "3"]  # the third cannot be read
REWARDS = [ours.accuracy_reward, ours.strict_accuracy_reward, ours.partial_credit_reward]


def tokenizer() -> PreTrainedTokenizerFast:
    plain = Tokenizer(WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="<unk>"))
    plain.pre_tokenizer = WhitespaceSplit()
    made = PreTrainedTokenizerFast(
        tokenizer_object=plain, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>", padding_side="left"
    )
    made.chat_template = (
        "{% for message in messages %}{{ message['role'] }} {{ message['content'] }} {% endfor %}"
        "{% if add_generation_prompt %}assistant {% endif %}"
    )
    return made


def train(prompt: Any) -> None:
    seen: list[tuple[str, list[Any], list[str], list[float | None]]] = []

    def watched(reward: Any) -> Any:
        def call(completions: list[Any], solution: list[str], **columns: Any) -> list[float | None]:
            paid: list[float | None] = reward(completions, solution, **columns)
            seen.append((reward.__name__, completions, solution, paid))
            return paid

        call.__name__ = reward.__name__
        return call

    torch.manual_seed(1)
    config = Qwen2Config(
        vocab_size=len(WORDS), hidden_size=16, intermediate_size=16, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=2, max_position_embeddings=64, pad_token_id=0, eos_token_id=1, bos_token_id=None,
    )  # fmt: skip
    settings = GRPOConfig(
        output_dir="trained", max_steps=2, per_device_train_batch_size=16, num_generations=4, max_completion_length=4,
        use_cpu=True, bf16=False, report_to=[], save_strategy="no", logging_steps=1, disable_tqdm=True, seed=1,
        log_completions=False,
    )  # fmt: skip
    trainer = GRPOTrainer(
        Qwen2ForCausalLM(config),
        reward_funcs=[watched(reward) for reward in REWARDS],
        args=settings,
        train_dataset=Dataset.from_list([{"prompt": prompt, "solution": key} for key in KEYS]),
        processing_class=tokenizer(),
    )
    trainer.train()
    assert trainer.state.global_step == 2
    for reward in REWARDS:
        means = [entry[f"rewards/{reward.__name__}/mean"] for entry in trainer.state.log_history if "reward" in entry]
        assert len(means) == 2, trainer.state.log_history
        calls = [call for call in seen if call[0] == reward.__name__]
        paid = [pair for _, _, keys, row in calls for pair in zip(keys, row, strict=True)]
        assert len(paid) == 32, len(paid)
        assert all((value is None) == (key == KEYS[2]) for key, value in paid), paid
        assert {value for _, value in paid} >= {0.0, 1.0}, (reward.__name__, paid)
        assert all(isinstance(completions[0], type(prompt)) for _, completions, *_ in calls)
    partial = [value for name, _, _, row in seen if name == "partial_credit_reward" for value in row]
    assert any(value is not None and 0 < value < 1 for value in partial), partial


train("so ?")
train([{"role": "user", "content": "?"}])
wanted, got = (list(inspect.signature(reward).parameters) for reward in (theirs, ours.accuracy_reward))
assert got[:3] == wanted[:3], (got, wanted)

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
texts, keys = [row["response"] for row in rows], [row["gold"] for row in rows]
paid = ours.accuracy_reward([[{"role": "assistant", "content": text}] for text in texts], solution=keys)
assert paid == ours.accuracy_reward(texts, solution=keys)
Path("scores.json").write_text(json.dumps(paid), encoding="utf-8")
print("all of it holds")
