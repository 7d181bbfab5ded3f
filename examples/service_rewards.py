"""What training frameworks send to a running service, and what comes back: python service_rewards.py [URL]"""

import json
import sys
import urllib.request
from typing import Any


def post(address: str, value: dict[str, Any]) -> dict[str, Any]:
    """The JSON reply to a JSON request."""
    request = urllib.request.Request(address, json.dumps(value).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"

batch = {
    "query": ["What is 1/2? It is \\boxed{0.5}.", "What is 2? It is \\boxed{3}."],
    "prompts": ["What is 1/2?", "What is 2?"],
    "labels": ["1/2", "2"],
}
print("OpenRLHF:", post(f"{url}/get_reward?policy=strict", batch)["rewards"])

rollout = {
    "responses_create_params": {"input": [{"role": "user", "content": "What is 1/2?"}]},
    "response": {"output": [{"type": "message", "content": [{"type": "output_text", "text": "\\boxed{0.5}"}]}]},
    "expected_answer": "1/2",
}
print("NeMo Gym:", post(f"{url}/verify", rollout)["reward"])
