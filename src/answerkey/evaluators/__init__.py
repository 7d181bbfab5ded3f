"""Face 1: evaluators with `score(original, processed) -> {name: float}`."""
