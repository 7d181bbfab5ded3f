"""Our reward by verl's own loader, from the settings of a training run: python examples/verl_reward.py"""

from omegaconf import OmegaConf
from verl.trainer.ppo.reward import get_custom_reward_fn

SETTINGS = """
reward:
  custom_reward_function:
    path: pkg://answerkey.integrations.verl
    name: compute_score
    reward_kwargs: {policy: strict, extractor: strict}
"""

if __name__ == "__main__":
    compute_score = get_custom_reward_fn(OmegaConf.create(SETTINGS))
    print(compute_score("math", r"So it is \boxed{0.5}.", "1/2")["score"], compute_score("math", "0.5", "1/2")["score"])
