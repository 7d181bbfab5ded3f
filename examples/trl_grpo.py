"""GRPO with TRL on a CPU in seconds: a tiny model of random weights learns to box the right number.

    pip install 'answerkey[trl]'
    python examples/trl_grpo.py

Replace the model, the tokenizer and the data by your own; the rewards stay.
"""

from __future__ import annotations

from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
from trl import GRPOConfig, GRPOTrainer

from answerkey.integrations.trl import accuracy_reward, partial_credit_reward, strict_accuracy_reward

WORDS = ["<pad>", "<eos>", "<unk>", "?", r"\boxed{1}", r"\boxed{2}", r"\boxed{1,2}", "so", "it", "is"]


def main(steps: int = 20) -> GRPOTrainer:
    """Train for `steps` steps and return the trainer."""
    words = Tokenizer(WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>", padding_side="left"
    )
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
    model = Qwen2ForCausalLM(
        Qwen2Config(vocab_size=len(WORDS), num_key_value_heads=2, pad_token_id=0, eos_token_id=1, **sizes)
    )
    settings = GRPOConfig(
        output_dir="trained",
        max_steps=steps,
        per_device_train_batch_size=16,
        num_generations=8,
        max_completion_length=4,
        learning_rate=1e-2,
        use_cpu=True,
        bf16=False,
        report_to=[],
        save_strategy="no",
        logging_steps=1,
    )
    trainer = GRPOTrainer(
        model,
        reward_funcs=[accuracy_reward, strict_accuracy_reward, partial_credit_reward],
        args=settings,
        train_dataset=Dataset.from_list([{"prompt": "?", "solution": key} for key in ("2", "1, 2")]),
        processing_class=tokenizer,
    )
    trainer.train()
    return trainer


if __name__ == "__main__":
    main()
