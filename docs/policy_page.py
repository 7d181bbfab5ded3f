"""Makes `policy.md` from the comments of the `Policy` switches: `python docs/policy_page.py > docs/policy.md`."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields

from answerkey.policy import PRESETS, Policy

_HEADING = re.compile(r"    # -- (.+)")
_COMMENT = re.compile(r"    # (.+)")
_SWITCH = re.compile(r"    (\w+): (.+?) = (.+)")

INTRODUCTION = """# Policy: what counts as the same answer

The default policy is a careful human marker with the answer key in hand: another presentation of the key's answer is
accepted, another value never is. `strict` is for rewards in training; `lenient` forgives rounding and wording. Graders
disagree about most of what follows (percent, tuples against sets, rounding, units, a missing `+C`, names before an
equals sign), so each convention is a switch of its own. A reward wants the extractor `strict` beside the policy
(`Grader("strict", "strict")`): without it a response need not box its answer.

```python
from dataclasses import replace
from answerkey import Policy, compare

compare("50%", "50")  # CORRECT
compare("50%", "50", policy="strict")  # INCORRECT
compare("50%", "50", policy=replace(Policy(), percent_accepts_bare_number=False))  # INCORRECT
```

**Which way round.** The key is on the left, and some conventions let only an answer be looser: it may add an option's
own words (`B` accepts "B) 14"), a chain of equalities before the value (`7` accepts `3+4=7`) or names, and may leave
out the half of the day. An answer must be solved where the key is (`x>2` does not accept `2x+3>7`) and written in the
key's base. The other way round such pairs are undecided, never wrong. Two things are directional and decided:
roundings (`3.14` accepts 3.14159, not the reverse) and what a switch below asks of an answer (its unit, its form).

This page is made from the source by `docs/policy_page.py`; a test keeps the two in step.
"""


def switches() -> dict[str, tuple[str, str]]:
    """Of each switch its section and its comment, as they stand in the source."""
    found: dict[str, tuple[str, str]] = {}
    section, comment = "", []
    for line in inspect.getsource(Policy).splitlines():
        if heading := _HEADING.fullmatch(line):
            section, comment = heading[1], []
        elif text := _COMMENT.fullmatch(line):
            comment.append(text[1])
        elif switch := _SWITCH.fullmatch(line):
            found[switch[1]] = section, " ".join(comment)
            comment = []
    return found


def page() -> str:
    """The page as Markdown."""
    described = switches()
    lines, section = [INTRODUCTION], ""
    for field in fields(Policy):
        if field.name == "name":
            continue
        heading, text = described[field.name]
        if heading != section:
            section = heading
            lines.append(f"## {section}\n\n| switch | what it does | {' | '.join(f'`{name}`' for name in PRESETS)} |")
            lines.append("|---" * (len(PRESETS) + 2) + "|")
        values = " | ".join(f"`{getattr(preset, field.name)!r}`" for preset in PRESETS.values())
        lines.append(f"| `{field.name}` | {text.replace('|', chr(92) + '|')} | {values} |")
        if field is fields(Policy)[-1] or _section_ends(field.name, described):
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _section_ends(name: str, described: dict[str, tuple[str, str]]) -> bool:
    order = list(described)
    after = order.index(name) + 1
    return after < len(order) and described[order[after]][0] != described[name][0]


if __name__ == "__main__":
    print(page(), end="")
