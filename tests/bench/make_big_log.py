#!/usr/bin/env python3
"""Makes a really big event log out of a small real one: make_big_log.py SMALL BIG MEGABYTES [TASKS]

SMALL is a plain log of one application. Its jobs and SQL executions are repeated, with ids of their own each time, until MEGABYTES are
reached; each task stands TASKS times (100), as the tasks of real big logs do: nine tenths of the bytes are TaskEnd events.
"""
import re
import sys

IDS = [(re.compile(rb'"(Stage ID|Job ID|executionId|rootExecutionId)":(\d+)'), rb'"%s":%d'),
       (re.compile(rb'"(spark\.sql\.execution\.id)":"(\d+)"'), rb'"%s":"%d"')]
LIST = re.compile(rb'"Stage IDs":\[([\d,]*)\]')
TASK = (b'{"Event":"SparkListenerTaskStart"', b'{"Event":"SparkListenerTaskEnd"')


def shifted(line, by):
    for pattern, form in IDS:
        line = pattern.sub(lambda m: form % (m[1], int(m[2]) + by), line)
    return LIST.sub(lambda m: b'"Stage IDs":[%s]' % b",".join(b"%d" % (int(n) + by) for n in m[1].split(b",") if n), line)


def main():
    small, big, megabytes = sys.argv[1], sys.argv[2], int(sys.argv[3])
    tasks = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    lines = open(small, "rb").read().splitlines(keepends=True)
    start = next(i for i, line in enumerate(lines) if b'SparkListenerApplicationStart"' in line[:60]) + 1
    head, body, end = lines[:start], lines[start:-1], lines[-1]
    with open(big, "wb") as out:
        out.writelines(head)
        written, round_ = 0, 0
        while written < megabytes * 1000000:
            for line in body:
                text = shifted(line, 100 * round_) * (tasks if line.startswith(TASK) else 1)
                out.write(text)
                written += len(text)
            round_ += 1
        out.write(end)


main()
