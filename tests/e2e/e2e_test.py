#!/usr/bin/env python3
"""The daemon from outside: a real process, real sockets. Usage: e2e_test.py SERVER [unittest arguments]"""

import gzip
import hashlib
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest
import zipfile

SERVER = sys.argv.pop(1)
TOKEN = "correct-horse-battery-staple"


def tar(files, mode="w:gz"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w" if mode == "w:gz" else mode) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return gzip.compress(out.getvalue(), mtime=0) if mode == "w:gz" else out.getvalue()


class Answer:
    def __init__(self, raw):
        head, _, self.body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split(" ")[1])
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers[name.lower()] = value.strip()

    def json(self):
        return json.loads(self.body)


class Daemon:
    def __init__(self, folder, **settings):
        self.folder = folder
        self.port_file = os.path.join(folder, "port")
        if os.path.exists(self.port_file):
            os.remove(self.port_file)
        for lab in ("lab", "broken"):
            os.makedirs(os.path.join(folder, "rubrics", lab), exist_ok=True)
            with open(os.path.join(folder, "rubrics", lab, "rubric.yaml"), "w") as out:
                out.write("lab: x\n")
        values = {
            "listen": "127.0.0.1:0", "port_file": "port", "data_dir": "data", "rubrics": "rubrics", "workers": 2, "queue": 8,
            "min_free_disk": 0, "teacher_token_sha256": hashlib.sha256(TOKEN.encode()).hexdigest(),
            "log": "{file: log}", "timeouts": "{header: 1, idle: 2, grade: 2, shutdown: 5}",
        }
        values.update(settings)
        self.config = os.path.join(folder, "plangrade.yaml")
        with open(self.config, "w") as out:
            out.writelines(f"{key}: {value}\n" for key, value in values.items())
        self.process = subprocess.Popen([SERVER, "serve", self.config], stderr=subprocess.PIPE)
        deadline = time.time() + 20
        while not os.path.exists(self.port_file):
            if self.process.poll() is not None or time.time() > deadline:
                self.process.kill()
                raise RuntimeError("the daemon did not start: " + self.process.communicate()[1].decode(errors="replace"))
            time.sleep(0.01)
        with open(self.port_file) as file:
            self.port = int(file.read())

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=15)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def raw(self, data):
        """Sends bytes, returns everything that comes until the server ends the connection."""
        with self.connect() as connection:
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return read_all(connection)

    def request(self, method, path, body=None, headers=None):
        fields = {"Host": "localhost", "Connection": "close"}
        if body is not None:
            fields["Content-Length"] = str(len(body))
        fields.update(headers or {})
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items() if v is not None) + "\r\n"
        return Answer(self.raw(head.encode() + (body or b"")))

    def submit(self, files, **options):
        return self.request("POST", "/api/v1/labs/lab/submissions", tar(files), **options)

    def stop(self, kind=signal.SIGTERM):
        self.process.send_signal(kind)
        status = self.process.wait(timeout=30)
        self.process.stderr.close()
        return status

    def end(self):
        """Whatever a failed test left running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def log(self):
        with open(os.path.join(self.folder, "log")) as file:
            return file.read()

    def spool(self):
        return os.listdir(os.path.join(self.folder, "data", "spool"))


def read_all(connection):
    out = b""
    while True:
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            return out
        if not piece:
            return out
        out += piece


def read_one(connection):
    """One answer with Content-Length from a connection that stays open."""
    out = b""
    while b"\r\n\r\n" not in out:
        piece = connection.recv(1)
        if not piece:
            return None
        out += piece
    length = int(Answer(out).headers.get("content-length", 0))
    body = b""
    while len(body) < length:
        body += connection.recv(length - len(body))
    return Answer(out + body)


class Shared(unittest.TestCase):
    """Tests that share one daemon; none leaves anything behind that another would see."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="plangrade-e2e-")
        cls.daemon = Daemon(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        status = cls.daemon.stop()
        cls.folder.cleanup()
        assert status == 0, status

    def problem(self, answer, status):
        self.assertEqual(answer.status, status, answer.body)
        self.assertEqual(answer.headers["content-type"], "application/problem+json")
        body = answer.json()
        self.assertEqual(body["status"], status)
        self.assertTrue(body["title"])
        self.assertNotIn(self.folder.name, answer.body.decode())
        return body

    # ---- what it is for

    def test_submit_and_show(self):
        answer = self.daemon.submit({"top/out/a.csv": b"1", "top/report.md": b"# r"})
        self.assertEqual(answer.status, 201, answer.body)
        body = answer.json()
        self.assertRegex(body["id"], "^[0-9a-f]{32}$")
        self.assertRegex(body["received"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual((body["lab"], body["state"], body["flaws"]), ("lab", "graded", []))
        self.assertEqual(body["verdict"]["steps"][0]["checks"][0]["actual"]["value"], 2)
        self.assertNotIn("only for teachers", answer.body.decode())
        again = self.daemon.request("GET", answer.headers["location"])
        self.assertEqual(again.status, 200)
        self.assertEqual(again.json(), body)
        self.assertEqual(self.daemon.spool(), [])

    def test_every_archive_has_the_same_digest(self):
        files = {"a": b"x" * 1000, "d/b": b"y"}
        zipped = io.BytesIO()
        with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        digests = set()
        for body in (tar(files, "w"), tar(files), tar(files, "w:xz"), tar(files, "w:bz2"), zipped.getvalue()):
            answer = self.daemon.request("POST", "/api/v1/labs/lab/grade", body)
            self.assertEqual(answer.status, 200, answer.body)
            digests.add(answer.json()["submission"])
        self.assertEqual(len(digests), 1)
        self.assertEqual(self.daemon.spool(), [])

    def test_what_unpacking_notes_is_kept(self):
        cut = tar({"a": b"x" * 512}, "w")[:1024]
        answer = self.daemon.request("POST", "/api/v1/labs/lab/submissions", cut)
        self.assertEqual(answer.status, 201)
        self.assertEqual(answer.json()["flaws"][0]["code"], "no-end-mark")
        self.assertEqual(self.daemon.request("GET", answer.headers["location"]).json(), answer.json())

    def test_chunked_body(self):
        body = tar({"a": os.urandom(300_000)})
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(body[i:i + 70_000]), body[i:i + 70_000]) for i in range(0, len(body), 70_000))
        raw = self.daemon.raw(b"POST /api/v1/labs/lab/grade HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                              b"Connection: close\r\n\r\n" + chunks + b"0\r\n\r\n")
        self.assertEqual(Answer(raw).status, 200, raw)

    def test_teacher_token(self):
        answer = self.daemon.submit({"a": b"1"}, headers={"Authorization": "Bearer " + TOKEN})
        self.assertIn("only for teachers", answer.body.decode())
        wrong = self.daemon.request("GET", answer.headers["location"], headers={"Authorization": "Bearer guess"})
        self.problem(wrong, 401)
        self.assertEqual(wrong.headers["www-authenticate"], "Bearer")
        self.assertNotIn("only for teachers", self.daemon.request("GET", answer.headers["location"]).body.decode())

    def test_idempotency_key(self):
        key = {"Idempotency-Key": "3f2a"}
        body = tar({"a": b"1"})
        path = "/api/v1/labs/lab/submissions"
        first = self.daemon.request("POST", path, body, headers=key)
        second = self.daemon.request("POST", path, body, headers=key)
        self.assertEqual((first.status, second.status), (201, 200))
        self.assertEqual(first.json(), second.json())
        self.problem(self.daemon.request("POST", path, tar({"a": b"2"}), headers=key), 409)
        self.problem(self.daemon.request("POST", path, body, headers={"Idempotency-Key": "x" * 201}), 400)

    def test_labs_and_health(self):
        self.assertEqual(self.daemon.request("GET", "/api/v1/labs").json(), {"labs": [{"lab": "broken"}, {"lab": "lab"}]})
        health = self.daemon.request("GET", "/healthz")
        self.assertEqual((health.status, health.json()["status"]), (200, "ok"))

    # ---- what goes wrong

    def test_unknown_paths_methods_and_labs(self):
        self.problem(self.daemon.request("GET", "/nothing"), 404)
        self.problem(self.daemon.request("GET", "/api/v1/submissions/" + "0" * 32), 404)
        self.problem(self.daemon.request("POST", "/api/v1/labs/none/submissions", b"x"), 404)
        answer = self.daemon.request("DELETE", "/api/v1/labs")
        self.problem(answer, 405)
        self.assertEqual(answer.headers["allow"], "GET, HEAD, OPTIONS")
        options = self.daemon.request("OPTIONS", "/api/v1/labs/lab/grade")
        self.assertEqual((options.status, options.headers["allow"]), (204, "POST, OPTIONS"))
        head = self.daemon.request("HEAD", "/healthz")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertGreater(int(head.headers["content-length"]), 10)

    def test_paths_that_leave_their_segment(self):
        for path in ("/api/v1/labs/..%2f..%2fetc/grade", "/api/v1/labs/%2e%2e/grade", "/api/v1/labs/a%00b/grade",
                     "/api/v1/labs/a%5cb/grade", "/api//v1/labs", "/api/v1/labs/../labs", "/%zz", "http://localhost/healthz"):
            with self.subTest(path):
                self.problem(self.daemon.request("POST", path, b"x"), 400)
        self.problem(self.daemon.request("POST", "/api/v1/labs/.hidden/grade", b"x"), 404)

    def test_archives_that_are_none(self):
        for body, code in ((b"{}", "not-an-archive"), (b"", "not-an-archive"), (tar({"../x": b"1"}), "parent-name"),
                           (tar({"a": os.urandom(900_000)})[:500_000], "damaged-archive"), (tar({"a": b"1", "A": b"2"}), "ambiguous-name")):
            with self.subTest(code):
                body = self.problem(self.daemon.request("POST", "/api/v1/labs/lab/submissions", body), 422)
                self.assertEqual(body["flaws"][0]["code"], code)
        self.assertEqual(self.daemon.spool(), [])

    def test_bodies_that_are_refused_by_their_head(self):
        path = "/api/v1/labs/lab/submissions"
        self.problem(self.daemon.request("POST", path), 411)
        self.problem(self.daemon.request("POST", path, b"", headers={"Content-Length": str(1 << 40)}), 413)
        form = self.daemon.request("POST", path, b"x", headers={"Content-Type": "multipart/form-data; boundary=x"})
        self.problem(form, 415)
        self.assertIn("application/zip", form.headers["accept-post"])
        self.problem(self.daemon.request("POST", path, b"x", headers={"Content-Encoding": "gzip"}), 415)
        self.problem(self.daemon.request("POST", path, b"x", headers={"Expect": "the-moon"}), 417)

    def test_expect_continue(self):
        body = tar({"a": b"1"})
        head = "POST /api/v1/labs/%s/grade HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
        with self.daemon.connect() as connection:
            connection.sendall((head % ("lab", len(body))).encode())
            self.assertEqual(connection.recv(25), b"HTTP/1.1 100 Continue\r\n\r\n")
            connection.sendall(body)
            self.assertEqual(read_one(connection).status, 200)
        with self.daemon.connect() as connection:  # refused unsent
            connection.sendall((head % ("none", len(body))).encode())
            self.assertEqual(read_one(connection).status, 404)

    def test_worker_faults_are_one_submission_s(self):
        for name, word in (("crash", "crashed"), ("hang", "longer than 2 s")):
            answer = self.daemon.submit({name: b""})
            self.assertEqual(answer.status, 201, answer.body)
            self.assertEqual(answer.json()["state"], "failed")
            self.assertFalse(answer.json()["verdict"]["gradable"])
            self.assertIn(word, answer.json()["verdict"]["problem"])
        self.assertEqual(self.daemon.submit({"exec": b""}).json()["state"], "graded")

    def test_a_rubric_that_is_broken(self):
        body = tar({"a": b"1"})
        student = self.daemon.request("POST", "/api/v1/labs/broken/grade", body)
        self.assertEqual(student.status, 200)
        self.assertFalse(student.json()["gradable"])
        self.assertNotIn("secret detail", student.body.decode())
        teacher = self.daemon.request("POST", "/api/v1/labs/broken/grade", body, headers={"Authorization": "Bearer " + TOKEN})
        self.assertIn("secret detail", teacher.body.decode())

    # ---- the protocol

    def test_smuggling_shapes(self):
        post = b"POST /api/v1/labs/lab/grade HTTP/1.1\r\nHost: x\r\n"
        smuggled = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        for status, raw in (
                (400, post + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
                (400, post + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                (400, post + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello"),
                (400, post + b"Content-Length: +5\r\n\r\nhello"),
                (400, post + b"Content-Length: 18446744073709551616\r\n\r\nhello"),
                (501, post + b"Transfer-Encoding: gzip\r\n\r\n"),
                (501, post + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n"),
                (501, post + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
                (501, post + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
                (400, post + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"),
                (400, post + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
                (400, post.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                (400, post + b"X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                (400, post + b"X: a\x00b\r\n\r\n"),
                (400, b"GET /healthz HTTP/1.1\r\n\r\n"),
                (400, b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
                (400, b"GET  /healthz HTTP/1.1\r\nHost: a\r\n\r\n"),
                (505, b"GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n"),
                (431, b"GET /healthz HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 100 + b"\r\n"),
                (431, b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 17_000 + b"\r\n\r\n")):
            with self.subTest(raw[:120]):
                answer = self.daemon.raw(raw + smuggled)
                self.assertEqual(Answer(answer).status, status, answer)
                self.assertEqual(len(re.findall(rb"HTTP/1\.1 \d", answer)), 1, answer)

    def test_chunks_that_are_bombs_or_broken(self):
        head = b"POST /api/v1/labs/lab/grade HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        for body in (b"5;" + b"e" * 300_000 + b"\r\nhello\r\n0\r\n\r\n", b"0\r\n" + b"T: x\r\n" * 60_000 + b"\r\n", b"zz\r\nhello\r\n",
                     b"5\r\nhelloX\r\n0\r\n\r\n", b"ffffffffffffffffff\r\nhello"):
            with self.subTest(body[:20]):
                self.assertEqual(Answer(self.daemon.raw(head + body)).status, 400)

    def test_keep_alive_and_pipelining(self):
        get = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        body = tar({"a": b"1"})
        post = b"POST /api/v1/labs/lab/grade HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        with self.daemon.connect() as connection:
            connection.sendall(get + post + b"\r\n" + get)
            self.assertEqual([read_one(connection).status for _ in range(3)], [200, 200, 200])
            connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
            last = read_all(connection)
            self.assertEqual(Answer(last).status, 200)

    def test_a_client_that_leaves(self):
        with self.daemon.connect() as connection:
            connection.sendall(b"POST /api/v1/labs/lab/submissions HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nhalf")
        deadline = time.time() + 5
        while self.daemon.spool() and time.time() < deadline:
            time.sleep(0.02)
        self.assertEqual(self.daemon.spool(), [])

    def test_slow_clients(self):
        def slow_head():
            start = time.time()
            with self.daemon.connect() as connection:
                connection.sendall(b"GET /healthz HTTP/1.1\r\n")
                for _ in range(50):
                    time.sleep(0.1)
                    try:
                        connection.sendall(b"X: y\r\n")
                    except OSError:
                        break
                    connection.setblocking(False)
                    try:
                        got = connection.recv(100)
                        results["head"] = (got[:12], time.time() - start)
                        return
                    except BlockingIOError:
                        pass
                    finally:
                        connection.setblocking(True)

        def slow_body():
            start = time.time()
            with self.daemon.connect() as connection:
                connection.sendall(b"POST /api/v1/labs/lab/grade HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
                results["body"] = (read_all(connection)[:12], time.time() - start)

        def silent():
            start = time.time()
            with self.daemon.connect() as connection:
                results["idle"] = (read_all(connection), time.time() - start)

        results = {}
        threads = [threading.Thread(target=what) for what in (slow_head, slow_body, silent)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results["head"][0], b"HTTP/1.1 408")
        self.assertLess(results["head"][1], 4)
        self.assertEqual(results["body"][0], b"HTTP/1.1 408")
        self.assertLess(results["body"][1], 6)
        self.assertEqual(results["idle"][0], b"")
        self.assertLess(results["idle"][1], 6)

    def test_log_lines_can_not_be_forged(self):
        self.daemon.raw(b"GET /x\x1b[31m\xff\" HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.1)
        log = self.daemon.log()
        self.assertNotIn("\x1b", log)
        self.assertIn("\\x1b", log)


class Own(unittest.TestCase):
    """Tests that need a daemon of their own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="plangrade-e2e-")
        self.addCleanup(self.folder.cleanup)

    def start(self, **settings):
        daemon = Daemon(self.folder.name, **settings)
        self.addCleanup(daemon.end)
        return daemon

    def test_busy(self):
        daemon = self.start(workers=1, queue=1)
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(daemon.submit({"slow": b""}))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        statuses = sorted(answer.status for answer in answers)
        self.assertEqual(statuses, [201, 201, 503, 503])
        for answer in answers:
            if answer.status == 503:
                self.assertGreater(int(answer.headers["retry-after"]), 0)
        self.assertEqual(daemon.stop(), 0)

    def test_sigterm_lets_running_requests_end(self):
        daemon = self.start()
        idle = daemon.connect()
        answers = []
        thread = threading.Thread(target=lambda: answers.append(daemon.submit({"slow": b""})))
        thread.start()
        time.sleep(0.7)
        self.assertEqual(daemon.stop(), 0)
        thread.join()
        self.assertEqual(answers[0].status, 201)
        self.assertEqual(read_all(idle), b"")
        idle.close()
        with self.assertRaises(ConnectionRefusedError):
            daemon.connect()

    def test_the_stop_has_an_end(self):
        daemon = self.start(workers=1, timeouts="{shutdown: 1, grade: 60}")
        threads = [threading.Thread(target=self.try_to, args=(daemon, {"hang": b""})) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(0.7)
        begin = time.time()
        self.assertEqual(daemon.stop(), 0)
        self.assertLess(time.time() - begin, 5)
        for thread in threads:
            thread.join()
        # what was stored is graded once a daemon is there again
        daemon = self.start(workers=1, timeouts="{shutdown: 1, grade: 60}")
        time.sleep(0.3)
        self.assertIn("it is graded again", daemon.log())
        daemon.process.send_signal(signal.SIGTERM)
        time.sleep(0.1)
        self.assertEqual(daemon.stop(), 0)

    @staticmethod
    def try_to(daemon, files, **options):
        try:
            daemon.submit(files, **options)
        except (OSError, IndexError):
            pass  # the daemon went away

    def test_restart_keeps_what_was_stored(self):
        daemon = self.start()
        stored = daemon.submit({"a": b"1"})
        self.assertEqual(daemon.stop(), 0)
        with open(os.path.join(self.folder.name, "data", "spool", "left.body"), "w") as out:
            out.write("half")
        daemon = self.start()
        again = daemon.request("GET", stored.headers["location"])
        self.assertEqual(again.json(), stored.json())
        self.assertEqual(daemon.spool(), [])
        self.assertEqual(daemon.stop(), 0)

    def test_killed_while_grading(self):
        daemon = self.start()
        key = {"Idempotency-Key": "again"}

        thread = threading.Thread(target=self.try_to, args=(daemon, {"slow": b""}), kwargs={"headers": key})
        thread.start()
        time.sleep(0.9)
        self.assertEqual(daemon.stop(signal.SIGKILL), -signal.SIGKILL)
        thread.join()
        daemon = self.start()
        answer = daemon.submit({"slow": b""}, headers=key)
        self.assertEqual(answer.status, 200)
        deadline = time.time() + 10
        while answer.json()["state"] != "graded" and time.time() < deadline:
            time.sleep(0.1)
            answer = daemon.request("GET", answer.headers.get("location", "/api/v1/submissions/" + answer.json()["id"]))
        self.assertEqual(answer.json()["state"], "graded")
        self.assertEqual(daemon.stop(), 0)

    def test_disk_floor_and_connection_cap(self):
        daemon = self.start(min_free_disk=2**62, connections=1)
        self.assertEqual(daemon.submit({"a": b"1"}).status, 507)
        self.assertEqual(os.listdir(os.path.join(self.folder.name, "data", "blobs")), [])
        holder = daemon.connect()
        holder.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual(read_one(holder).status, 200)
        self.assertEqual(daemon.request("GET", "/healthz").status, 503)
        holder.close()
        time.sleep(0.1)
        self.assertEqual(daemon.request("GET", "/healthz").status, 200)
        self.assertEqual(daemon.stop(), 0)

    def test_what_can_not_start_says_why(self):
        daemon = self.start()
        other = tempfile.TemporaryDirectory(prefix="plangrade-e2e-")
        self.addCleanup(other.cleanup)
        for settings, word in (({"listen": f"127.0.0.1:{daemon.port}"}, "taken by another program"),
                               ({"data_dir": os.path.join(self.folder.name, "data")}, "another plangrade is using"),
                               ({"rubrics": "nowhere"}, "no such folder"), ({"worker": "3"}, r"line \d+: there is no key 'worker'")):
            with self.subTest(word):
                with self.assertRaisesRegex(RuntimeError, word):
                    Daemon(other.name, **settings)
        self.assertEqual(daemon.stop(), 0)


if __name__ == "__main__":
    unittest.main()
