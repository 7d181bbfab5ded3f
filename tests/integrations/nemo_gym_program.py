"""Run where NeMo Gym is installed: its client posts its own verify requests to our service, and its models read the
replies.

Argument: the address of the service.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from nemo_gym.base_resources_server import BaseVerifyRequest, BaseVerifyResponse
from nemo_gym.config_types import BaseServerConfig
from nemo_gym.openai_utils import NeMoGymResponse, NeMoGymResponseCreateParamsNonStreaming
from nemo_gym.server_utils import (
    GlobalAIOHTTPAsyncClientConfig,
    ServerClient,
    get_response_json,
    raise_for_status,
    set_global_aiohttp_client,
)
from omegaconf import OmegaConf

PLACE = urlsplit(sys.argv[1])
NAME = "answerkey"


class VerifyRequest(BaseVerifyRequest):
    """A verify request as NeMo Gym's math servers have it."""

    question: str
    expected_answer: str


class VerifyResponse(BaseVerifyResponse):
    """What comes back, with what ours says besides."""

    question: str
    expected_answer: str
    extracted_answer: str | None
    outcome: str
    reason: str
    mask_sample: bool
    failure_reason: str | None


def request_of(row: dict[str, str]) -> VerifyRequest:
    said = {"type": "output_text", "text": row["response"], "annotations": []}
    thought = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "It is \\boxed{0}."}]}
    message = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [said]}
    response = NeMoGymResponse(
        id="resp_1",
        created_at=0,
        model="recorded",
        object="response",
        output=[thought, message],
        parallel_tool_calls=True,
        tool_choice="auto",
        tools=[],
    )
    params = NeMoGymResponseCreateParamsNonStreaming(input=[{"role": "user", "content": "?"}])
    return VerifyRequest(responses_create_params=params, response=response, question="?", expected_answer=row["gold"])


async def main() -> None:
    rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
    place = {"host": PLACE.hostname, "port": PLACE.port}
    servers = {NAME: {"resources_servers": {"math": {**place, "entrypoint": "app.py", "domain": "math"}}}}
    client = ServerClient(head_server_config=BaseServerConfig(**place), global_config_dict=OmegaConf.create(servers))
    session = set_global_aiohttp_client(GlobalAIOHTTPAsyncClientConfig())
    few = asyncio.Semaphore(16)

    async def verified(row: dict[str, str]) -> list[Any]:
        asked = request_of(row)
        async with few:
            reply = await client.post(server_name=NAME, url_path="/verify", json=asked)
            await raise_for_status(reply)
            read = VerifyResponse.model_validate(await get_response_json(reply))
        assert read.response == asked.response
        assert read.responses_create_params == asked.responses_create_params
        assert read.mask_sample == (read.reason == "unreadable.key")
        return [read.reward, read.reason]

    scores = await asyncio.gather(*map(verified, rows))
    await session.close()
    Path("scores.json").write_text(json.dumps(scores), encoding="utf-8")


asyncio.run(main())
print("all of it holds")
