"""The conventions of a request: presets by name, or the fields of a `Policy` and an `Extractor` as JSON objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeVar, get_args

from answerkey.extraction.chain import DEFAULT as DEFAULT_EXTRACTOR
from answerkey.extraction.chain import PRESETS as EXTRACTORS
from answerkey.extraction.chain import RULES, Extractor
from answerkey.kinds.table import TABLE as KINDS
from answerkey.policy import DEFAULT, Form, Policy
from answerkey.policy import PRESETS as POLICIES
from answerkey.serving.refused import Refused

Schema = dict[str, Any]
Chosen = TypeVar("Chosen")
OPTIONS = ("policy", "extractor")
NAME_CHARS = 100  # of a policy's name, which every verdict repeats
PATTERN_CHARS = 1_000
_LARGEST = 1.7976931348623157e308
_TYPES: dict[str, Schema] = {  # a field's annotation: what it may be in JSON
    "bool": {"type": "boolean"},
    "str": {"type": "string", "maxLength": NAME_CHARS},
    "float": {"type": "number", "minimum": 0, "maximum": _LARGEST},
    "int | None": {"type": ["integer", "null"], "minimum": 1, "maximum": 1000},
    "Form | None": {"enum": [*get_args(Form), None]},
}
_ANNOTATIONS = {field.name: str(field.type) for field in fields(Policy)}
POLICY: dict[str, Schema] = {name: {**_TYPES[annotation]} for name, annotation in _ANNOTATIONS.items()}
POLICY["relative_tolerance"] = {"type": "number", "minimum": 0, "exclusiveMaximum": 1}
EXTRACTOR: dict[str, Schema] = {
    "rules": {"type": "array", "items": {"enum": list(RULES)}, "uniqueItems": True},
    "pattern": {
        "type": ["string", "null"],
        "maxLength": PATTERN_CHARS,
        "description": "A regular expression; refused where it could take too long.",
    },
    "choose": {"enum": ["last", "first"]},
    "one_box": {"type": "boolean"},
    "kind": {"enum": [*(kind.name for kind in KINDS), None]},
}


class Conventions(NamedTuple):
    """What the rows of a request are graded by."""

    policy: Policy = DEFAULT
    extractor: Extractor = DEFAULT_EXTRACTOR


def conventions(value: Mapping[str, Any]) -> Conventions:
    """The conventions that `value` names or spells out under `policy` and `extractor`; `Refused` for others."""
    policy = _chosen(value, "policy", POLICIES, POLICY, _policy)
    return Conventions(policy, _chosen(value, "extractor", EXTRACTORS, EXTRACTOR, _extractor))


def _chosen(
    value: Mapping[str, Any],
    option: str,
    presets: Mapping[str, Chosen],
    known: Mapping[str, Schema],
    make: Callable[[dict[str, Any]], Chosen],
) -> Chosen:
    chosen = value.get(option, "default")
    if isinstance(chosen, str) and chosen in presets:
        return presets[chosen]
    if not isinstance(chosen, dict):
        said = repr(chosen[:60]) if isinstance(chosen, str) else type(chosen).__name__
        raise Refused(422, f"{option} is one of {', '.join(presets)}, or an object with fields of its own, not {said}")
    for name in chosen:
        if name not in known:
            raise Refused(422, f"{option} has no field {name[:60]!r}; the fields are {', '.join(known)}")
    try:
        return make(chosen)
    except (ValueError, TypeError, OverflowError) as error:
        raise Refused(422, f"{option}: {str(error)[:300]}") from None


def _policy(chosen: dict[str, Any]) -> Policy:
    name = chosen.get("name", "custom")
    if isinstance(name, str) and len(name) > NAME_CHARS:
        raise ValueError(f"a name has at most {NAME_CHARS} characters")
    return replace(DEFAULT, **{field: _number(field, one) for field, one in {**chosen, "name": name}.items()})


def _number(field: str, value: Any) -> Any:
    """`value` as the field has it: JSON writes 3 for 3.0, and 3.0 for 3."""
    if type(value) is int and _ANNOTATIONS[field] == "float":
        return float(value)
    if type(value) is float and value.is_integer() and _ANNOTATIONS[field].startswith("int"):
        return int(value)
    return value


def _extractor(chosen: dict[str, Any]) -> Extractor:
    rules, pattern = chosen.get("rules", DEFAULT_EXTRACTOR.rules), chosen.get("pattern")
    if not isinstance(rules, list | tuple) or not all(isinstance(rule, str) for rule in rules):
        raise ValueError("rules is a list of names")
    if len(set(rules)) < len(rules):
        raise ValueError("a rule stands twice in rules")
    if not isinstance(pattern, str | None) or len(pattern or "") > PATTERN_CHARS:
        raise ValueError(f"pattern is a text of at most {PATTERN_CHARS} characters")
    if type(chosen.get("one_box", False)) is not bool:
        raise ValueError("one_box is true or false")
    if "kind" in chosen and chosen["kind"] not in EXTRACTOR["kind"]["enum"]:
        raise ValueError(f"kind is one of {', '.join(kind.name for kind in KINDS)}, or null")
    return Extractor(**{**chosen, "rules": tuple(rules)})
