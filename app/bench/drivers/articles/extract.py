"""Main text by trafilatura: reads {"id", "file"} lines on stdin, prints {"id", "text"} lines."""

import gzip
import json
import sys

import trafilatura


def main():
    for line in sys.stdin:
        asked = json.loads(line)
        with gzip.open(asked["file"]) as page:
            text = trafilatura.extract(page.read(), include_comments=False) or ""
        print(json.dumps({"id": asked["id"], "text": text}), flush=True)


if __name__ == "__main__":
    main()
