#!/usr/bin/env python3
"""Reads one event log with log_bench and with Python's json module in the same run, and prints both speeds and their ratio.

    log_bench.py LOG_BENCH FILE...       FILE: a plain or .zstd log (tests/bench/make_big_log.py makes big ones)

Fails where the two readers count differently. Times are of the processor: other programs disturb them
little. The ratio says more than the GB/s: it hardly depends on the machine."""
import json
import subprocess
import sys
import time


def lines_of(path):
    if not path.endswith((".zstd", ".zst")):
        with open(path, "rb") as plain:
            yield from plain
        return
    with subprocess.Popen(["zstd", "-dcq", path], stdout=subprocess.PIPE) as unpack:
        yield from unpack.stdout


def python_counts(path):
    counts = {"lines": 0, "unreadable_lines": 0, "tasks": 0, "reduce": 0}
    for line in lines_of(path):
        counts["lines"] += 1
        try:
            event = json.loads(line)
        except ValueError:
            counts["unreadable_lines"] += 1
            continue
        if event.get("Event") == "SparkListenerTaskEnd":
            counts["tasks"] += 1
            read = event.get("Task Metrics", {}).get("Shuffle Read Metrics", {})
            counts["reduce"] += read.get("Total Records Read", 0) > 0
    return counts


def main():
    program, files = sys.argv[1], sys.argv[2:]
    status = 0
    for path in files:
        ours = json.loads(subprocess.run([program, path, "5"], check=True, stdout=subprocess.PIPE).stdout)
        begin = time.process_time()
        theirs = python_counts(path)
        seconds = time.process_time() - begin
        same = all(ours[key] == value for key, value in theirs.items())
        status |= not same
        print(f"{path}: {ours['plain_bytes'] / 1e6:.0f} MB plain, {ours['tasks']} tasks; plangrade {ours['gb_per_second']:.2f} GB/s, "
              f"Python json {ours['plain_bytes'] / 1e9 / seconds:.3f} GB/s, ratio {seconds / ours['cpu_seconds']:.0f}, "
              f"peak memory {ours['peak_mib']:.0f} MiB, counts {'agree' if same else 'DIFFER: %s %s' % (ours, theirs)}")
    sys.exit(status)


main()
