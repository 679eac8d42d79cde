"""Draws what a run logged: the loss, and how often it was right, as one SVG.

    curves.py FOLDER/log.jsonl [MORE...] --out FILE.svg
"""

import argparse
import html
import json
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, GAP = 720, 240, 60, 30, 60
COLOURS = ("#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#bf3989", "#57606a", "#0969da")


def read(path):
    """The loss over steps, and the share that was right of each kind over steps."""
    losses, shares = [], {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        facts = json.loads(line)
        if facts["event"] == "step":
            losses.append((facts["step"], facts["loss"]))
        elif facts["event"] == "score":
            for kind, (right, every) in facts["counts"].items():
                shares.setdefault(kind, []).append((facts["step"], right / every))
    return losses, shares


def plot(title, lines, top, most_y):
    """One diagram: lines by name over steps."""
    most_x = max((x for points in lines.values() for x, _ in points), default=1) or 1
    place = lambda x, y: f"{LEFT + x / most_x * (WIDTH - LEFT - 180):.1f},{top + HEIGHT - y / most_y * HEIGHT:.1f}"
    text = lambda x, y, said, more="": f'<text x="{x}" y="{y}" {more}>{html.escape(said)}</text>'
    parts = [text(LEFT, top - 10, title, 'font-weight="bold"')]
    for at in range(5):
        y = most_y * at / 4
        height = top + HEIGHT - HEIGHT * at / 4
        parts.append(f'<path d="M{LEFT},{height}H{WIDTH - 180}" stroke="#d0d7de" fill="none"/>')
        parts.append(text(LEFT - 8, height + 4, f"{y:.2f}", 'text-anchor="end"'))
    parts.append(text(WIDTH - 180, top + HEIGHT + 16, f"step {most_x}", 'text-anchor="end"'))
    for number, (name, points) in enumerate(sorted(lines.items())):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(place(x, y) for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        last = f"{name} {points[-1][1]:.3f}" if points else name
        parts.append(text(WIDTH - 170, top + 14 + 16 * number, last, f'fill="{colour}"'))
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+")
    parser.add_argument("--out", required=True)
    asked = parser.parse_args()
    losses, shares = {}, {}
    for path in asked.logs:
        name = Path(path).parent.name
        found, kinds = read(path)
        losses[name] = found
        for kind, points in kinds.items():
            shares[f"{name} {kind}" if len(asked.logs) > 1 else kind] = points
    most = max((y for points in losses.values() for _, y in points), default=1.0) or 1.0
    drawn = [plot("loss on the tokens of answers", losses, TOP, most), plot("share that is right", shares, TOP + HEIGHT + GAP, 1.0)]
    height = TOP + 2 * HEIGHT + GAP + 40
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">'
    background = f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>'
    Path(asked.out).write_text("\n".join([head, background, *drawn, "</svg>\n"]), encoding="utf-8")


if __name__ == "__main__":
    main()
