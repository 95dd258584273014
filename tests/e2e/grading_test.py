#!/usr/bin/env python3
"""The real daemon grades real hand-ins over a real socket, and survives a restart with all it stored.

  grading_test.py PLANGRADE SOURCE_FOLDER
"""
import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import urllib.error
import urllib.request

PLANGRADE, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
LAB = "spark-parquet-explain"
TOKEN = "a-teacher-token-of-some-length"


def archive(case):
    """The hand-in of a fixture as a student packs it: one folder in a tar.gz."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        tar.add(os.path.join(SOURCE, "fixtures", LAB, case, "submission"), "lab")
    return buffer.getvalue()


class Daemon:
    def __init__(self, folder):
        self.port_file = os.path.join(folder, "port")
        token = os.path.join(folder, "token")
        with open(token, "w", encoding="ascii") as f:
            f.write(TOKEN)
        if os.path.exists(self.port_file):
            os.remove(self.port_file)
        self.process = subprocess.Popen(
            [PLANGRADE, "serve", "--listen", "127.0.0.1:0", "--port-file", self.port_file, "--data-dir", os.path.join(folder, "data"),
             "--rubrics", os.path.join(SOURCE, "rubrics"), "--teacher-token-file", token, "--log-level", "warn"])
        for _ in range(300):
            if os.path.exists(self.port_file) and os.path.getsize(self.port_file) > 0:
                break
            time.sleep(0.05)
        with open(self.port_file, encoding="ascii") as f:
            self.url = "http://127.0.0.1:" + f.read().strip()

    def ask(self, path, body=None, token=None):
        request = urllib.request.Request(self.url + path, data=body, method="POST" if body is not None else "GET")
        if token:
            request.add_header("Authorization", "Bearer " + token)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, dict(answer.headers), json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), json.load(error)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=40)


class Grading(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.daemon = Daemon(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        assert cls.daemon.stop() == 0
        cls.folder.cleanup()

    def test_a_right_submission_passes_every_step_and_is_kept(self):
        status, headers, answer = self.daemon.ask(f"/api/v1/labs/{LAB}/submissions", archive("right"))
        self.assertEqual(status, 201)
        self.assertEqual(headers["Location"], "/api/v1/submissions/" + answer["id"])
        verdict = answer["verdict"]
        self.assertEqual({s["status"] for s in verdict["steps"]}, {"pass"})
        self.assertEqual(verdict["score"], verdict["max_score"])
        status, _, again = self.daemon.ask(headers["Location"])
        self.assertEqual((status, again["verdict"]), (200, verdict))

    def test_a_wrong_submission_is_told_where_and_what(self):
        status, _, answer = self.daemon.ask(f"/api/v1/labs/{LAB}/submissions", archive("wrong"), TOKEN)
        self.assertEqual(status, 201)
        checks = {(s["id"], c["id"]): c for s in answer["verdict"]["steps"] for c in s["checks"]}
        filters = checks["pushdown", "pushed-filters"]
        self.assertEqual(filters["status"], "fail")
        self.assertIn("out/pushdown.json, /pushed_filters/", filters["message"])
        self.assertEqual(filters["expected"]["from"]["node"], "Scan parquet")
        self.assertEqual(checks["aqe", "is-final"]["status"], "fail")

    def test_students_do_not_see_what_the_given_data_say(self):
        body = archive("wrong")
        _, _, teacher = self.daemon.ask(f"/api/v1/labs/{LAB}/grade", body, TOKEN)
        _, _, student = self.daemon.ask(f"/api/v1/labs/{LAB}/grade", body)
        rows = {name: next(c for s in v["steps"] if s["id"] == "nopush" for c in s["checks"] if c["id"] == "rows")
                for name, v in (("teacher", teacher), ("student", student))}
        self.assertIn("expected", rows["teacher"])
        self.assertNotIn("expected", rows["student"])
        self.assertNotIn("missing_rows", rows["student"]["args"])
        self.assertEqual(rows["student"]["status"], "fail")

    def test_grade_stores_nothing_and_agrees_with_the_command_line(self):
        body = archive("right")
        status, headers, verdict = self.daemon.ask(f"/api/v1/labs/{LAB}/grade", body, TOKEN)
        self.assertEqual(status, 200)
        self.assertNotIn("Location", headers)
        path = os.path.join(self.folder.name, "right.tar.gz")
        with open(path, "wb") as f:
            f.write(body)
        here = subprocess.run([PLANGRADE, "grade", "--lab", LAB, "--format", "json", "--rubrics", os.path.join(SOURCE, "rubrics"), path],
                              capture_output=True, check=True)
        self.assertEqual(json.loads(here.stdout), verdict)

    def test_errors_are_problem_details(self):
        status, headers, problem = self.daemon.ask("/api/v1/labs/no-such-lab/submissions", archive("right"))
        self.assertEqual(status, 404)
        self.assertTrue(headers["Content-Type"].startswith("application/problem+json"))
        self.assertEqual(problem["status"], 404)
        status, _, problem = self.daemon.ask(f"/api/v1/labs/{LAB}/submissions", b"this is no archive")
        self.assertEqual(status, 422)
        self.assertTrue(problem["flaws"])

    def test_what_was_stored_is_there_after_a_restart(self):
        _, headers, answer = self.daemon.ask(f"/api/v1/labs/{LAB}/submissions", archive("right"))
        self.assertEqual(self.daemon.stop(), 0)
        type(self).daemon = Daemon(self.folder.name)
        status, _, again = self.daemon.ask(headers["Location"])
        self.assertEqual((status, again["verdict"]), (200, answer["verdict"]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
