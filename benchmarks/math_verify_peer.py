"""Math-Verify's verdicts, in whatever interpreter has it: [gold, pred] in, [correct, seconds, CPU seconds] out.

Run by peers.py. Math-Verify looks for an answer in dollars, boxes or sentences; a bare key or answer is given its
dollars here, as its documentation asks, and is tried as it stands if that reads as nothing.
"""

import json
import logging
import sys
import time

from math_verify import parse, verify

_RESPONSE_MARKS = ("$", "\\boxed", "\\[", "\\(", "\n", "nswer", "####")


def _parse(text: str) -> list[object]:
    if len(text) > 200 or any(mark in text for mark in _RESPONSE_MARKS):
        return list(parse(text))
    return list(parse(f"${text}$") or parse(text))


def main() -> None:
    """Answer line by line."""
    logging.disable(logging.CRITICAL)
    keys: dict[str, list[object]] = {}
    for line in sys.stdin:
        gold, pred = json.loads(line)
        started, cpu_started = time.perf_counter(), time.process_time()
        try:
            if gold not in keys:
                keys[gold] = _parse(gold)
            correct = bool(verify(keys[gold], _parse(pred)))
        except Exception as error:
            print(f"{gold!r} {pred!r}: {error!r}", file=sys.stderr)
            correct = False
        taken = time.perf_counter() - started, time.process_time() - cpu_started
        sys.stdout.write(json.dumps([correct, *taken]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
