#!/usr/bin/env python3
"""How fast Flink's artifacts are read and graded, beside Python on the same bytes in the same run.

  flink_bench.py FLINK_BENCH PLANGRADE SOURCE_FOLDER

Plan texts and JSON graphs of growing size are read by flink_bench and by Python, which does the main part of the same work: graphs by its json
module, each node's attributes by counting brackets, edges by a dictionary. Both readers must count the same nodes and attributes. Then a hand-in of each lab is graded as a whole process, beside
Python starting up and reading the same files.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from whole_process import median_seconds

BENCH, PLANGRADE, SOURCE = (os.path.abspath(path) for path in sys.argv[1:4])
NODE = re.compile(r"^(?:(?:   |:  )*[+:]- )?(\w+)\((.*)\)$")
PEER = """
import json, os, sys
for top, _, names in os.walk(sys.argv[1]):
    for name in names:
        text = open(os.path.join(top, name), encoding='utf-8', errors='replace').read()
        if name.endswith('.json'): json.loads(text)
        else: text.splitlines()
"""


def plan_text(nodes):
    """A statement set: chains of six operators under one Union, in one section."""
    lines = ["== Optimized Execution Plan ==", "Union(all=[true])"]
    for chain in range(nodes // 5):
        last = chain == nodes // 5 - 1
        lines.append(("+- " if last else ":- ") + f"Calc(select=[page, cnt{chain}])")
        column = "   " if last else ":  "
        for depth, operator in enumerate((f"GroupAggregate(groupBy=[page], select=[page, COUNT(*) AS cnt{chain}])", "Exchange(distribution=[hash[page]])",
                                          f"Calc(select=[page], where=[(amount > {chain})])",
                                          f"TableSourceScan(table=[[default_catalog, default_database, t{chain}, filter=[>(amount, {chain})]]], fields=[page, amount])")):
            lines.append(column + "   " * depth + "+- " + operator)
    return "\n".join(lines) + "\n"


def graph_text(nodes):
    out = []
    for i in range(nodes):
        node = {"id": i + 1, "type": f"Calc[{i + 1}]", "pact": "Operator", "contents": f"[{i + 1}]:Calc(select=[page, amount], where=[(amount > {i})])", "parallelism": 1 + i % 2}
        if i == 0:
            node.update({"type": "Source: clicks[1]", "pact": "Data Source", "contents": "[1]:TableSourceScan(table=[[default_catalog, default_database, clicks]], fields=[page, amount])"})
        else:
            node["predecessors"] = [{"id": i, "ship_strategy": "HASH" if i % 3 else "FORWARD", "side": "second"}]
        out.append(node)
    return json.dumps({"nodes": out})


def attributes(text):
    """Splits `a=[b, c(d)], e=[f]` at commas outside of brackets and literals."""
    out, depth, quoted, begin = [], 0, False, 0
    for i, c in enumerate(text):
        if c == "'":
            quoted = not quoted
        elif quoted:
            continue
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            out.append(text[begin:i].strip().partition("="))
            begin = i + 1
    out.append(text[begin:].strip().partition("="))
    return out


def python_plan(text):
    nodes = [(match[1], attributes(match[2])) for match in map(NODE.match, text.splitlines()) if match]
    return len(nodes), sum(len(found) for _, found in nodes)


def python_graph(text):
    nodes = json.loads(text)["nodes"]
    by_id = {node["id"]: node for node in nodes}
    assert all(edge["id"] in by_id for node in nodes for edge in node.get("predecessors", []))
    return len(nodes), sum(len(attributes(node["contents"][node["contents"].index("(") + 1:-1])) for node in nodes)


def beside(kind, text, peer, folder):
    path = os.path.join(folder, kind)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    ours = json.loads(subprocess.run([BENCH, kind, path, "5"], check=True, stdout=subprocess.PIPE).stdout)
    begin = time.process_time()
    count = peer(text)
    seconds = time.process_time() - begin
    print(f"{kind} of {ours['bytes'] / 1e6:.1f} MB, {ours['nodes']} nodes: plangrade {ours['cpu_seconds'] * 1000:.0f} ms, Python {seconds * 1000:.0f} ms, "
          f"ratio {seconds / ours['cpu_seconds']:.1f}, peak memory {ours['peak_mib']:.0f} MiB, counts {'agree' if (ours['nodes'], ours['attributes']) == count else f'DIFFER: {ours} {count}'}")
    return (ours["nodes"], ours["attributes"]) == count


def whole_hand_in(lab, case):
    folder = os.path.join(SOURCE, "fixtures", lab, case)
    submission = os.path.join(folder, "submission")
    params = os.path.join(folder, "lab.json")
    ours = median_seconds([PLANGRADE, "grade", "--lab", lab, "--format", "json", "--rubrics", os.path.join(SOURCE, "rubrics"),
                   *(["--params", params] if os.path.exists(params) else []), submission])
    peer = median_seconds([sys.executable, "-c", PEER, submission])
    print(f"{lab}: a whole hand-in ({case}) in {ours * 1000:.1f} ms; Python starts and reads its files in {peer * 1000:.1f} ms: {peer / ours:.1f} times as long")


def main():
    same = True
    with tempfile.TemporaryDirectory() as folder:
        for nodes in (12_500, 25_000, 50_000, 100_000):
            same &= beside("plan", plan_text(nodes // 2), python_plan, folder)
            same &= beside("graph", graph_text(nodes // 2), python_graph, folder)
    for lab, case in (("flink-explain", "rides-23"), ("flink-tuning", "parcels-23"), ("flink-diagnosis", "hotline-23")):
        whole_hand_in(lab, case)
    sys.exit(not same)


main()
