"""The contract with what is put to the test: a name, and one output a row, whatever happens.

An output is a dict with `response`, and where they are known `reasoning`, `truncated`, `input_tokens`,
`output_tokens`, `seconds` and `cached`. A call that failed has `failure` (why, as a word) and `error` (what was said)
instead of a response: it is no answer, so it is never a wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from answerkey.datasets.benchmark import Example

Output: TypeAlias = dict[str, Any]
Tick: TypeAlias = Callable[[Output], None]


@runtime_checkable
class System(Protocol):
    """Whatever has a name and makes an output of an example."""

    @property
    def name(self) -> str:
        """What the system is called in results."""
        ...

    def process(self, example: Example) -> Output:
        """The output for one example, which has `prompt` beside what its data set says."""
        ...


@runtime_checkable
class BatchSystem(Protocol):
    """A system that takes all examples at once."""

    def process_all(
        self, examples: Sequence[Example], samples: int = 1, on_output: Tick | None = None
    ) -> list[list[Output]]:
        """`samples` outputs (or as many as there are) an example, in order; `on_output` is told of each."""
        ...


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the caller's as a system: it is given the example and returns a text, or an output.

    >>> Function("parrot", lambda example: example["question"]).process({"question": "why?"})
    {'response': 'why?'}
    """

    name: str
    function: Callable[[Example], Any]

    def process(self, example: Example) -> Output:
        """The function's output."""
        given = self.function(example)
        return dict(given) if isinstance(given, Mapping) else {"response": given}


def as_system(given: Any) -> System:
    """`given` as a system: it is one, or a function. `TypeError` for anything else."""
    if isinstance(given, System):
        return given
    if callable(given):
        return Function(getattr(given, "__name__", type(given).__name__), given)
    raise TypeError(f"a system is a function, or has a name and process(example); this is {type(given).__name__}")


def outputs_of(
    system: System, examples: Sequence[Example], samples: int = 1, on_output: Tick | None = None
) -> list[list[Output]]:
    """The outputs of each example. What a system raises on a row is that row's failure and stops nothing."""
    if isinstance(system, BatchSystem):
        return system.process_all(examples, samples, on_output)
    outputs = []
    for example in examples:
        outputs.append([_output(system, example) for _ in range(samples)])
        if on_output is not None:
            for output in outputs[-1]:
                on_output(output)
    return outputs


def _output(system: System, example: Example) -> Output:
    try:
        return system.process(example)
    except Exception as error:  # the caller's code
        return {"failure": "raised", "error": f"{type(error).__name__}: {error}"}
