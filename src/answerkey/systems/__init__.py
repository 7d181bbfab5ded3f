"""What is put to the test: endpoints, functions and objects of the caller's, answers recorded in a file."""

from answerkey.systems.endpoint import Endpoint
from answerkey.systems.recorded import Recorded
from answerkey.systems.system import Function, Output, System, as_system, outputs_of

__all__ = ["Endpoint", "Function", "Output", "Recorded", "System", "as_system", "outputs_of"]
