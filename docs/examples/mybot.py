#!/usr/bin/env python3
"""A bot of its own for any game of senet: one JSON line in, one JSON line out."""
import json
import sys


def choose(question):
    """Pig: hold at 20, or where that wins. Any other game: the first legal command."""
    view, legal = question["view"], question["legal"]
    if question["game"] != "pig":
        return legal[0]
    total = view["totals"][question["seat"]]
    target = view["config"]["target"]
    hold = {"type": "hold"}
    if hold in legal and (view["points"] >= 20 or total + view["points"] >= target):
        return hold
    return {"type": "roll"}


for line in sys.stdin:
    print(json.dumps({"command": choose(json.loads(line))}), flush=True)
