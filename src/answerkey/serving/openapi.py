"""The OpenAPI document: written by hand beside the checks in `requests.py`, and tested against them by fuzzing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from answerkey import __version__
from answerkey.extraction.chain import PRESETS as EXTRACTORS
from answerkey.policy import PRESETS as POLICIES
from answerkey.serving.conventions import EXTRACTOR, POLICY
from answerkey.serving.settings import Limits, Settings
from answerkey.verdict import Outcome, Reason

Schema = dict[str, Any]
_NULL: Schema = {"type": "null"}
_TEXT: Schema = {"type": ["string", "null"]}
_SPAN: Schema = {"type": ["array", "null"], "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_NUMBERS: Schema = {"type": "array", "items": {"type": "number"}}
_ERRORS = {
    "400": "The body is no JSON.",
    "401": "The bearer token is missing or wrong.",
    "408": "The body did not arrive in time.",
    "413": "The body is larger, or holds more values, than what is taken.",
    "422": "The JSON has another shape than described here, more rows, or a longer text.",
    "503": "As much is under way as may be: come back after Retry-After seconds.",
}


def document(settings: Settings) -> Schema:
    """The description of the service with these settings."""
    limits = settings.limits
    batch = f"At most {limits.rows:,} rows and {limits.body_bytes:,} bytes."
    paths = {
        "/grade": _post(
            "Grade one response, or a batch of them",
            f"{batch} Batches are answered while they are graded: as one JSON object, or, where the request accepts "
            "application/x-ndjson, as a line a verdict.",
            {"anyOf": [_ref("Grading"), _ref("Batch")]},
            {"anyOf": [_ref("Verdict"), _ref("Verdicts")]},
            lines=True,
        ),
        "/extract": _post("Find the answer in a response", "", _ref("Response"), _ref("Extraction")),
        "/explain": _post(
            "Grade one response and say all about it",
            "The verdict with its evidence, a diagnosis, and a marker's note.",
            _ref("Grading"),
            _ref("Explanation"),
        ),
        "/get_reward": _post(
            "Rewards for OpenRLHF (its --remote_rm_url)",
            f"{batch} query, prompts and labels have an item a row. The reward is 1 for correct and 0 for all else; "
            "extra_logs says which rows were undecided.",
            _ref("RewardBatch"),
            _ref("Rewards"),
            parameters=True,
        ),
        "/verify": _post(
            "The reward of a NeMo Gym rollout",
            "The request's own fields come back with the reward. A sample is masked where its key cannot be read or "
            "the judge gave no verdict.",
            _ref("Rollout"),
            _ref("RewardedRollout"),
            parameters=True,
        ),
        "/healthz": _get("That the service is up", "application/json", _object({"status": {"const": "ok"}}), []),
        "/metrics": _get("Counts, for Prometheus", "text/plain", {"type": "string"}, None),
        "/openapi.json": _get("This document", "application/json", {"type": "object"}, []),
        "/docs": _get("This document for people", "text/html", {"type": "string"}, []),
    }
    components: Schema = {"schemas": _schemas(limits)}
    described: Schema = {
        "openapi": "3.1.0",
        "info": {
            "title": "answerkey",
            "version": __version__,
            "description": "Is what a model answered the same as the answer key says?",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": components,
    }
    if settings.token_env is not None:
        components["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
        described["security"] = [{"bearer": []}]
    return described


def _schemas(limits: Limits) -> dict[str, Schema]:
    text: Schema = {"type": ["string", "number", "boolean", "null"], "maxLength": limits.text_chars}
    string: Schema = {"type": "string", "maxLength": limits.text_chars}
    key: Schema = {"anyOf": [text, {"type": "array", "items": text, "maxItems": limits.keys}]}
    question: Schema = {"type": ["string", "null"], "maxLength": limits.text_chars}
    row: Schema = {
        "gold": {**key, "description": "The key, or several of which each is right."},
        "response": {**text, "description": "The whole response."},
        "question": {**question, "description": "For the judge: rules do not read it."},
    }
    example = {"gold": "1/2", "response": "So the answer is $\\boxed{0.5}$."}
    verdict: Schema = {
        "outcome": {"enum": [outcome.value for outcome in Outcome]},
        "correct": {"type": "boolean", "description": "True for CORRECT alone."},
        "reason": {"enum": [reason.value for reason in Reason]},
        "gold": {"type": "string", "description": "The key that decided."},
        "answer": {**_TEXT, "description": "What was taken from the response."},
        "span": {**_SPAN, "description": "Where: the first character, and the one after the last."},
        "rule": {**_TEXT, "description": "The extraction rule that found it."},
        "kind": {**_TEXT, "description": "The kind of answer that the key was read as."},
        "score": {"type": ["number", "null"], "description": "Credit in [0, 1], where the policy gives it."},
        "policy": {"type": "string"},
        "notes": {"type": "array", "items": {"type": "string"}, "description": "What reading had to mend."},
    }
    remark = {"remark": {**_TEXT, "description": "What the comparison noticed, or the judge's reason."}}
    explained = {"witness": _TEXT, "diagnosis": _TEXT, "explanation": {"type": "string"}}
    rollout = {
        "expected_answer": text,
        "question": question,
        "responses_create_params": {},
        "response": _object(
            {"output": {"type": "array", "items": {"type": "object"}}},
            ("output",),
            description="A Responses API object: the output_text of its messages is what is graded.",
        ),
    }
    rows: Schema = {"type": "array", "maxItems": limits.rows}
    return {
        "Policy": _object(POLICY, (), closed=True, example={"name": "physics", "significant_digits": 3}),
        "Extractor": _object(EXTRACTOR, (), closed=True, example={"pattern": "Result: (\\d+)", "rules": ["box"]}),
        "Row": _object(row, ("gold", "response"), example=example),
        "Grading": _object({**row, **_own_options()}, ("gold", "response"), closed=True, example=example),
        "Batch": _object(
            {"rows": {**rows, "items": _ref("Row")}, **_own_options()},
            ("rows",),
            closed=True,
            example={"rows": [example], "policy": "strict"},
        ),
        "Verdict": _object({**verdict, **remark}),
        "Verdicts": _object({"verdicts": {"type": "array", "items": _ref("Verdict")}}),
        "Response": _object(
            {**row, "extractor": _own_options()["extractor"]},
            ("response",),
            closed=True,
            example={"response": "It is 5."},
        ),
        "Extraction": _object({"answer": _TEXT, "span": _SPAN, "rule": _TEXT}),
        "Explanation": _object({**verdict, **explained}),
        "RewardBatch": _object(
            {
                "query": {**rows, "items": string, "description": "Prompt and response in one text."},
                "labels": {**rows, "items": text, "description": "The keys."},
                "prompts": {"anyOf": [{**rows, "items": string}, _NULL], "description": "As many, or none."},
            },
            ("query", "labels"),
            example={"query": ["1+1? It is \\boxed{2}."], "prompts": ["1+1? "], "labels": ["2"]},
        ),
        "Rewards": _object(
            {
                "rewards": _NUMBERS,
                "scores": _NUMBERS,
                "extra_logs": _object({"correct": _NUMBERS, "undecided": _NUMBERS, "no_answer": _NUMBERS}),
            }
        ),
        "Rollout": _object(
            rollout,
            ("expected_answer", "response"),
            example={
                "responses_create_params": {"input": [{"role": "user", "content": "1+1?"}]},
                "response": {
                    "output": [{"type": "message", "content": [{"type": "output_text", "text": "\\boxed{2}"}]}]
                },
                "expected_answer": "2",
            },
        ),
        "RewardedRollout": _object(
            {
                "reward": {"type": "number"},
                "extracted_answer": _TEXT,
                "outcome": verdict["outcome"],
                "reason": verdict["reason"],
                "mask_sample": {"type": "boolean"},
                "failure_reason": _TEXT,
            }
        ),
        "Error": _object({"error": {"type": "string"}}, example={"error": "rows[3].response is missing"}),
    }


def _options() -> dict[str, Schema]:
    """Presets by name: what stands in an address."""
    return {
        "policy": {"enum": list(POLICIES), "default": "default", "description": "The conventions."},
        "extractor": {"enum": list(EXTRACTORS), "default": "default", "description": "How answers are found."},
    }


def _own_options() -> dict[str, Schema]:
    """Presets by name, or fields of one's own: what stands in a body."""
    own = {"policy": _ref("Policy"), "extractor": _ref("Extractor")}
    return {
        name: {
            "anyOf": [{"enum": preset["enum"]}, own[name]],
            "default": "default",
            "description": preset["description"],
        }
        for name, preset in _options().items()
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(
    properties: dict[str, Schema], required: Sequence[str] | None = None, *, closed: bool = False, **more: Any
) -> Schema:
    """The schema of an object; `required` None: all of its properties."""
    schema: Schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
        **more,
    }
    return {**schema, "additionalProperties": False} if closed else schema


def _post(
    summary: str, description: str, body: Schema, reply: Schema, *, lines: bool = False, parameters: bool = False
) -> Schema:
    content: Schema = {"application/json": {"schema": reply}}
    if lines:
        content["application/x-ndjson"] = {"schema": {"type": "string"}}
    operation: Schema = {
        "summary": summary,
        "description": description,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"200": {"description": "Done.", "content": content}, **{code: _error(code) for code in _ERRORS}},
    }
    if parameters:
        operation["parameters"] = [
            {"name": name, "in": "query", "required": False, "schema": schema} for name, schema in _options().items()
        ]
    return {"post": operation}


def _get(summary: str, media_type: str, schema: Schema, security: list[Any] | None) -> Schema:
    responses = {"200": {"description": "Done.", "content": {media_type: {"schema": schema}}}}
    operation: Schema = {"summary": summary, "responses": responses}
    if security is None:
        responses["401"] = _error("401")
    else:
        operation["security"] = security
    return {"get": operation}


def _error(status: str) -> Schema:
    described: Schema = {
        "description": _ERRORS[status],
        "content": {"application/json": {"schema": _ref("Error")}},
    }
    if status == "503":
        described["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    return described
