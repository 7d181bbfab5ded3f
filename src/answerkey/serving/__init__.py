"""The engine over HTTP: `answerkey serve`, and `Client` for those who call it."""
