r"""OpenAI's grader specifications, run here: `string_check`, `text_similarity`, `score_model`, `label_model`, `multi`.

>>> check = {"type": "string_check", "name": "same", "operation": "eq",
...          "input": "{{ sample.output_text }}", "reference": "{{ item.reference_answer }}"}
>>> OpenAIGrader(check).one({"reference_answer": "fuzzy"}, "fuzzy").score
1.0
"""

from answerkey.integrations.openai_graders.grader import OpenAIGrader, Score, sample_of

__all__ = ["OpenAIGrader", "Score", "sample_of"]
