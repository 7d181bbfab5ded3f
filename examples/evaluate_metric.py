"""Our metric in Hugging Face evaluate: python examples/evaluate_metric.py"""

from answerkey.integrations.evaluate import AnswerMatch

predictions = ["So it is 0.5.", r"\boxed{\pm 2}", "It is Briana."]
references = ["1/2", "x = 2, x = -2", "Evelyn"]

if __name__ == "__main__":
    print(AnswerMatch().compute(predictions=predictions, references=references))
