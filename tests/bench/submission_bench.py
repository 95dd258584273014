#!/usr/bin/env python3
"""How long one whole submission of the Spark lab takes, beside Python reading the same files in the same run.

  submission_bench.py PLANGRADE SOURCE_FOLDER [SUBMISSION [GIVEN_ORDERS]]

The peer only reads the event logs' JSON (plain, gzip or zstd by the command), the answers and the CSV with Python's json and csv modules:
much less than a grading does. Prints the medians of whole processes and their ratio.
"""
import os
import subprocess
import sys

from whole_process import median_seconds

PEER = r"""
import csv, gzip, json, os, subprocess, sys
for top, _, names in os.walk(sys.argv[1]):
    for name in names:
        path = os.path.join(top, name)
        if 'eventlog' in path and not name.startswith('.') and not name.startswith('appstatus'):
            data = open(path, 'rb').read()
            if data[:4] == b'\x28\xb5\x2f\xfd': data = subprocess.run(['zstd', '-dc', path], stdout=subprocess.PIPE).stdout
            elif data[:2] == b'\x1f\x8b': data = gzip.decompress(data)
            for line in data.splitlines(): json.loads(line)
        elif name.endswith('.json'): json.load(open(path, encoding='utf-8'))
rows = list(csv.reader(gzip.open(sys.argv[2], 'rt', encoding='utf-8', newline=''), escapechar='\\'))
"""


def main():
    plangrade, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    submission = sys.argv[3] if len(sys.argv) > 3 else os.path.join(source, "fixtures/spark-parquet-explain/right/submission")
    given = sys.argv[4] if len(sys.argv) > 4 else os.path.join(source, "rubrics/spark-parquet-explain/given/orders.csv.gz")
    ours = median_seconds([plangrade, "grade", "--lab", "spark-parquet-explain", "--format", "json", "--rubrics", os.path.join(source, "rubrics"),
                   "--given", "orders=" + given, submission])
    peer = median_seconds([sys.executable, "-c", PEER, submission, given])
    print(f"plangrade grades the submission in {ours * 1000:.1f} ms; Python reads its JSON and CSV in {peer * 1000:.1f} ms: {peer / ours:.1f} times as long")


main()
