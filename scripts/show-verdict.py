#!/usr/bin/env python3
"""Prints the answer of POST .../submissions or .../grade: every step, every check, both sides and where each came from.

  show-verdict.py FILE
"""
import json
import sys

MARK = {"pass": "✓", "fail": "✗", "error": "?", "skipped": "-"}


def short(value, most=100):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else text[: most // 2] + " ... " + text[-most // 2 :]


def side(name, found):
    if found:
        print(f"          {name:9} {short(found['value'])}   [{found['from']['text']}]")


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        answer = json.load(f)
    verdict = answer.get("verdict", answer)
    if "id" in answer:
        print(f"submission {answer['id']}")
    print(f"{verdict['lab']}: {verdict['score']:g} of {verdict['max_score']:g} points")
    for step in verdict["steps"]:
        print(f"\n  {MARK[step['status']]} {step['id']}  {step['points']:g}/{step['max_points']:g}  {step.get('summary', '')}")
        for check in step["checks"]:
            print(f"      {MARK[check['status']]} {check['id']}  {check['points']:g}/{check['max_points']:g}  {check.get('title', '')}")
            if check["status"] != "pass":
                for line in check["message"].split("\n"):
                    print(f"          {line}")
                if check.get("hint"):
                    print(f"          {check['hint']}")
            side("found", check.get("actual"))
            side("expected", check.get("expected"))
    for flag in verdict["flags"]:
        print(f"\n  ⚑ {flag['message']}")


main()
