"""Our evaluator in OpenCompass, as `eval_cfg` of a data set names it: python examples/opencompass_evaluator.py"""

from opencompass.registry import ICL_EVALUATORS

from answerkey.integrations.opencompass import AnswerEvaluator

eval_cfg = {"evaluator": {"type": AnswerEvaluator, "policy": "default"}}

if __name__ == "__main__":
    evaluator = ICL_EVALUATORS.build(eval_cfg["evaluator"])
    scores = evaluator.score(["So it is 0.5.", "It is Briana."], ["1/2", "Evelyn"])
    print(scores["accuracy"], scores["undecided"])
