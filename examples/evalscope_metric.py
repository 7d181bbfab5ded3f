"""Our metric in EvalScope's registry, as `metric_list: [answer_match]` finds it: python examples/evalscope_metric.py"""

from evalscope.api.registry import get_metric

import answerkey.integrations.evalscope  # noqa: F401 - registers the metric

if __name__ == "__main__":
    metric = get_metric("answer_match")(policy="default")
    print(metric.apply(["So it is 0.5.", "It is 7."], ["1/2", "8"]))
