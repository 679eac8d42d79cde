"""Packs everything that a machine without a network needs to train, in pieces of a size that can be carried there.

    send.py --weights FILE.gguf --data FILE... --out FOLDER [--piece-mib 40]

The pieces, joined in order, are a tar archive: the weights, the examples, these programs, and the one package that a usual
machine for training does not have. FOLDER/receive.sh joins and unpacks them there, and refuses what is not what was packed.
"""

import argparse
import hashlib
import importlib.metadata
import io
import lzma
import tarfile
from pathlib import Path

RECEIVE = """#!/bin/sh
# Joins the pieces in the folder that is named, checks them, and unpacks them beside.
set -e
cd "$1"
cat piece-* > all.tar
echo "{sha256}  all.tar" | sha256sum -c -
tar xf all.tar
rm all.tar
"""


def programs():
    """These programs, by their place in the archive."""
    here = Path(__file__).parent
    return {f"training/{path.name}": path for path in sorted(here.glob("*.py"))}


def package():
    """The files of the package that reads GGUF, with what the framework wants to know of it."""
    found = importlib.metadata.distribution("gguf")
    wanted = [path for path in found.files if path.suffix in {".py", ""} or path.parent.name.endswith(".dist-info")]
    kept = [path for path in wanted if path.parts[0].startswith("gguf") and "__pycache__" not in path.parts]
    return {f"packages/{path}": found.locate_file(path) for path in kept}


def packed(weights, data):
    """The archive. The same files give the same bytes."""
    files = {"weights.gguf": Path(weights), **programs(), **package()}
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        add = lambda name, content: archive.addfile(described(name, content), io.BytesIO(content))
        for name, path in files.items():
            add(name, Path(path).read_bytes())
        for path in map(Path, data):
            content = path.read_bytes()
            if path.suffix == ".xz":
                add(f"data/{path.name}", content)
            else:
                add(f"data/{path.name}.xz", lzma.compress(content, preset=6))
    return whole.getvalue()


def described(name, content):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), 0o644
    return entry


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--piece-mib", type=int, default=40)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for old in asked.out.glob("piece-*"):
        old.unlink()
    whole, size = packed(asked.weights, asked.data), asked.piece_mib << 20
    for number, start in enumerate(range(0, len(whole), size), 1):
        (asked.out / f"piece-{number:02}").write_bytes(whole[start : start + size])
    receive = asked.out / "receive.sh"
    receive.write_text(RECEIVE.format(sha256=hashlib.sha256(whole).hexdigest()), encoding="utf-8")
    print(f"{len(whole)} bytes in {number} pieces in {asked.out}")


if __name__ == "__main__":
    main()
