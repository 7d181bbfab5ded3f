"""A reward that was written for Math-Verify, with its import changed: python examples/math_verify_reward.py"""

from answerkey.integrations.math_verify import LatexExtractionConfig, parse, verify


def reward(completion: str, solution: str) -> float | None:
    """1.0 or 0.0; None where the solution holds no answer."""
    gold = parse(solution, extraction_mode="first_match")
    if not gold:
        return None
    answer = parse(completion, extraction_config=[LatexExtractionConfig(boxed_match_priority=0)])
    return float(verify(gold, answer))


if __name__ == "__main__":
    print(reward(r"So it is \boxed{0.5}.", r"$\frac{1}{2}$"), reward("I do not know.", "1/2"), reward("5", ""))
