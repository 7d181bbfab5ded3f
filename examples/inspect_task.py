"""A task for Inspect: `inspect eval examples/inspect_task.py --model …` (`--model mockllm/model` needs none)."""

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.solver import generate

from answerkey.integrations.inspect_ai import answerkey


@task
def halves() -> Task:
    """Two questions whose answers have many faces."""
    samples = [
        Sample(input="What is half of one?", target="1/2"),
        Sample(input="Solve x^2 = 4.", target="x = 2, x = -2"),
    ]
    return Task(dataset=samples, solver=generate(), scorer=answerkey())
