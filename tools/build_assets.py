"""Make src/answerkey/reporting/assets/ from KaTeX's npm package: script, style with the fonts inlined, licence.

    python tools/build_assets.py            # takes the version below with `npm pack`; needs node's npm
    python tools/build_assets.py katex.tgz  # or a package that is here already

Only the WOFF2 fonts go in: every browser that can unpack the page's data reads them.
"""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "0.19.1"
ASSETS = Path(__file__).resolve().parents[1] / "src" / "answerkey" / "reporting" / "assets"
_SOURCES = re.compile(r"src:(url\([^)]*\.woff2\) format\(\"woff2\"\))[^;}]*")
_FONT = re.compile(r"url\((fonts/[\w-]+\.woff2)\)")


def main(arguments: list[str]) -> None:
    """Write the assets from the package named in `arguments`, or from the one that npm gives."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(arguments[0]) if arguments else _fetched(Path(folder))
        with tarfile.open(package) as archive:
            files = {
                member.name.removeprefix("package/"): archive.extractfile(member).read()  # type: ignore[union-attr]
                for member in archive.getmembers()
                if member.isfile()
            }
    ASSETS.mkdir(parents=True, exist_ok=True)
    _write("katex.min.js", files["dist/katex.min.js"])
    _write("katex.min.css", _inlined(files["dist/katex.min.css"].decode(), files).encode())
    _write("KATEX-LICENSE.txt", files["LICENSE"])
    _write("KATEX-VERSION.txt", f"{VERSION}\n".encode())


def _fetched(folder: Path) -> Path:
    command = ["npm", "pack", f"katex@{VERSION}", "--silent", "--pack-destination", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return folder / done.stdout.split()[-1]


def _inlined(style: str, files: dict[str, bytes]) -> str:
    """The style with its WOFF2 fonts as data and without the other formats."""

    def data(match: re.Match[str]) -> str:
        return f"url(data:font/woff2;base64,{base64.b64encode(files[f'dist/{match[1]}']).decode()})"

    return _FONT.sub(data, _SOURCES.sub(r"src:\1", style))


def _write(name: str, content: bytes) -> None:
    (ASSETS / name).write_bytes(content)
    print(f"{name}: {len(content):,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
