"""A task for Inspect, with recorded answers, so that it needs no model and no network:

inspect eval examples/inspect_task.py --model mockllm/model
inspect eval examples/inspect_task.py -T live=true --model …
"""

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from answerkey.integrations.inspect_ai import answerkey

SAMPLES = [
    Sample(input="What is half of one?", target="1/2", metadata={"said": "It is 0.5."}),
    Sample(input="Solve x^2 = 4.", target="x = 2, x = -2", metadata={"said": r"\boxed{\pm 2}"}),
    Sample(input="Who is it?", target="Evelyn", metadata={"said": "It is Briana."}),
]


@solver
def recorded() -> Solver:
    """Says what was said before."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content("recorded", state.metadata["said"])
        return state

    return solve


@task
def halves(live: bool = False) -> Task:
    """Questions whose answers have many faces; the last is left unscored."""
    return Task(dataset=SAMPLES, solver=generate() if live else recorded(), scorer=answerkey())
