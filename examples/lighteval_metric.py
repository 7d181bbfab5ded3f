"""Our metric on lighteval's documents; a custom task names it in `metrics=[…]`: python examples/lighteval_metric.py"""

from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc

from answerkey.integrations.lighteval import answer_match

if __name__ == "__main__":
    doc = Doc(query="What is half of one?", choices=["1/2"], gold_index=0)
    print(answer_match.compute_sample(doc=doc, model_response=ModelResponse(text=["So it is 0.5."])))
