"""Run in the environment that has promptfoo: our assertion in `promptfoo eval`, on the example and on rows.

Argument: the folder of the example.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from answerkey.integrations import promptfoo as ours

PLACE = Path(sys.executable).parent.parent
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{PLACE / 'bin'}{os.pathsep}{os.environ['PATH']}",  # its Node.js
    "PROMPTFOO_PYTHON": sys.executable,
    "PROMPTFOO_CONFIG_DIR": str(Path("state").resolve()),
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
}


def evaluated(config: Path) -> list[dict[str, Any]]:
    """The results of `promptfoo eval`, in the order of the tests."""
    out = Path("out.json")
    out.unlink(missing_ok=True)
    command = [str(PLACE / "node_modules" / ".bin" / "promptfoo"), "eval", "--no-cache", "--no-table"]
    done = subprocess.run(
        [*command, "-c", str(config), "-o", str(out)], env=ENVIRONMENT, capture_output=True, text=True
    )
    assert out.exists(), done.stdout + done.stderr
    results: list[dict[str, Any]] = json.loads(out.read_text(encoding="utf-8"))["results"]["results"]
    return sorted(results, key=lambda result: result["testIdx"])


shutil.copytree(sys.argv[1], "example")
assert [result["success"] for result in evaluated(Path("example/promptfooconfig.yaml"))] == [True, True]

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
answer = {"type": "python", "value": f"file://{ours.__file__}", "config": {"key": "key"}}
# A provider of Python, as promptfoo fills templates in what stands in variables, and a response may look like one.
Path("recorded.py").write_text(
    "import json\nROWS = json.load(open('rows.json', encoding='utf-8'))\n"
    "def call_api(prompt, options, context):\n    return {'output': ROWS[int(prompt)]['response']}\n"
)
config = {
    "prompts": ["{{at}}"],
    "providers": ["file://recorded.py"],
    "tests": [{"vars": {"at": str(at), "key": row["gold"]}, "assert": [answer]} for at, row in enumerate(rows)],
}
Path("config.json").write_text(json.dumps(config), encoding="utf-8")
results = evaluated(Path("config.json"))
Path("scores.json").write_text(json.dumps([result["success"] for result in results]), encoding="utf-8")
print("all of it holds")
