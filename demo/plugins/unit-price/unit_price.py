#!/usr/bin/env python3
"""Which offer is the cheapest for what is in it? A plugin for Laika; see docs/plugins.md."""
import json
import re
import sys
from decimal import Decimal, InvalidOperation

# Each unit, what it measures, and how many of the base unit it has.
UNITS = {
    "g": ("kg", Decimal("0.001")), "kg": ("kg", Decimal(1)), "lb": ("kg", Decimal("0.45359237")),
    "oz": ("kg", Decimal("0.028349523125")), "ml": ("l", Decimal("0.001")), "cl": ("l", Decimal("0.01")),
    "l": ("l", Decimal(1)), "m": ("m", Decimal(1)), "cm": ("m", Decimal("0.01")), "piece": ("piece", Decimal(1)),
    "pieces": ("piece", Decimal(1)), "sheet": ("sheet", Decimal(1)), "sheets": ("sheet", Decimal(1)),
    "wash": ("wash", Decimal(1)), "washes": ("wash", Decimal(1)),
}
NUMBER = r"(\d{1,9}(?:[.,]\d{1,6})?)"
AMOUNT = re.compile(rf"^(?:(\d{{1,4}})\s*[x×]\s*)?{NUMBER}\s*([a-z]+)$")
PRICE = re.compile(rf"^\D{{0,4}}{NUMBER}\D{{0,4}}$")

DESCRIPTOR = {
    "protocol": 1,
    "name": "unit-price",
    "version": "1.0.0",
    "operations": [
        {
            "name": "compare",
            "description": "Compares offers by their price per kilogram, litre, metre or piece",
            "arguments": {
                "type": "object",
                "properties": {
                    "offers": {
                        "type": "string",
                        "description": "one offer per line: name | price | amount with unit, such as Oats | 1,29 | 500 g",
                        "minLength": 1,
                        "maxLength": 4000,
                    },
                    "currency": {"type": "string", "description": "shown behind prices, such as EUR", "maxLength": 3},
                },
                "required": ["offers"],
            },
            "roles": {"offers": "local_text", "currency": "local_text"},
            "permissions": ["read_only"],
            "action": "local",
        }
    ],
}


class Refusal(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def decimal(text):
    try:
        return Decimal(text.replace(",", "."))
    except InvalidOperation:
        raise Refusal("BAD_NUMBER", f"{text} is no number") from None


def offer(line):
    parts = [part.strip() for part in line.split("|")]
    if len(parts) != 3 or not parts[0]:
        raise Refusal("BAD_OFFER", f"an offer is name | price | amount: {line.strip()[:80]}")
    price, amount = PRICE.match(parts[1]), AMOUNT.match(parts[2].lower())
    if not price or not amount:
        raise Refusal("BAD_OFFER", f"the price or the amount is not understood: {line.strip()[:80]}")
    times, size, unit = amount.groups()
    if unit not in UNITS:
        raise Refusal("UNKNOWN_UNIT", f"the unit {unit} is not known; known are {', '.join(UNITS)}")
    base, factor = UNITS[unit]
    total = decimal(size) * factor * int(times or 1)
    if not total:
        raise Refusal("BAD_OFFER", f"there is nothing in it: {line.strip()[:80]}")
    return {"name": parts[0], "price": decimal(price.group(1)), "base": base, "per_unit": decimal(price.group(1)) / total}


def compare(offers, currency=""):
    found = [offer(line) for line in offers.splitlines() if line.strip()]
    if not found:
        raise Refusal("BAD_OFFER", "there are no offers")
    bases = sorted({one["base"] for one in found})
    if len(bases) > 1:
        raise Refusal("DIFFERENT_UNITS", f"these cannot be compared with each other: {', '.join(bases)}")
    found.sort(key=lambda one: one["per_unit"])
    cheapest, unit = found[0]["per_unit"], " ".join(filter(None, [currency, "per", bases[0]]))
    rows = []
    for one in found:
        more = (one["per_unit"] / cheapest - 1) * 100 if cheapest else Decimal(0)
        rows.append({"name": one["name"], "perUnit": f"{one['per_unit']:.2f}", "morePercent": f"{more:.0f}"})
    text = "\n".join(
        f"{row['name']}: {row['perUnit']} {unit}" + (f" (+{row['morePercent']} %)" if index else "")
        for index, row in enumerate(rows)
    )
    summary = f"{rows[0]['name']} is the cheapest of {len(rows)}: {rows[0]['perUnit']} {unit}"
    return {"unit": unit, "offers": rows}, summary, text


def answer(message):
    if "describe" in message:
        return {"descriptor": DESCRIPTOR}
    call = message["call"]
    try:
        data, summary, text = compare(**call["arguments"])
    except Refusal as refusal:
        return {"error": {"id": call["id"], "code": refusal.code, "message": str(refusal)}}
    return {"result": {"id": call["id"], "success": True, "data": data, "summary": summary, "text": text}}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
