#!/usr/bin/env python3
"""Grades real hand-ins with the built program and compares each verdict with the one it must get.

  fidelity_test.py PLANGRADE SOURCE_FOLDER LAB [CASE ...]

A case is a folder of fixtures/<lab>: case.json says what the student did, what it is based on and what it leaves out;
submission/ has the files; expect.json has the verdicts of all steps and of the checks that matter ("error|fail" allows both), and
"flagged" where a flag must be raised. Each case is graded as a folder, as a tar.gz and as a zip, whose verdicts must be the same bytes.
"""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

PLANGRADE, SOURCE, LAB = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
# folders of further artifacts, where they lie beside the checkout
BESIDE = {"spark-parquet-explain": "spark", "flink-explain": "flink/f1", "flink-tuning": "flink/f2", "flink-diagnosis": "flink/f3"}
RUBRICS = os.path.join(SOURCE, "rubrics")
FIXTURES = os.path.join(SOURCE, "fixtures", LAB)


def read_json(*names):
    with open(os.path.join(*names), encoding="utf-8") as f:
        return json.load(f)


def materialize(case, target):
    """The whole hand-in of a case: its base, without what is removed, and the case's own files over it."""
    about = read_json(FIXTURES, case, "case.json")
    if "base" in about:
        shutil.copytree(os.path.join(FIXTURES, about["base"], "submission"), target)
        for name in about.get("removed", []):
            path = os.path.join(target, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    own = os.path.join(FIXTURES, case, "submission")
    if os.path.isdir(own):
        shutil.copytree(own, target, dirs_exist_ok=True)
    return about


def files_below(folder):
    for top, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(top, name)
            yield path, os.path.relpath(path, folder)


def as_tar(folder, target):
    """As `tar czf lab.tar.gz lab` makes it: all in one top folder."""
    with tarfile.open(target, "w:gz") as tar:
        tar.add(folder, "lab")


def as_zip(folder, target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, name in files_below(folder):
            archive.write(path, name)


def plangrade(*arguments):
    return subprocess.run([PLANGRADE, *arguments], capture_output=True, timeout=120)


def options_of(case, about):
    out = ["--lab", LAB, "--rubrics", RUBRICS, "--format", "json"]
    if "params" in about:
        out += ["--params", os.path.join(FIXTURES, case, about["params"])]
    elif "base" in about and "params" in (base := read_json(FIXTURES, about["base"], "case.json")):
        out += ["--params", os.path.join(FIXTURES, about["base"], base["params"])]
    for name, file in about.get("given", {}).items():
        out += ["--given", f"{name}={os.path.join(FIXTURES, case, file)}"]
    return out


def disagreements(verdict, expect):
    if not verdict["gradable"]:
        yield "the submission was not graded: " + verdict.get("problem", "")
        return
    steps = {step["id"]: step for step in verdict["steps"]}
    if list(steps) != list(expect["steps"]):
        yield f"the verdict has the steps {list(steps)}"
        return
    checks = {f"{s}/{c['id']}": c for s, step in steps.items() for c in step["checks"]}
    for name, want in expect["steps"].items():
        if steps[name]["status"] not in want.split("|"):
            yield f"{name} must {want}, the grader says {steps[name]['status']}"
            for check in steps[name]["checks"]:
                if check["status"] != "pass":
                    yield f"    {check['id']}: {check['status']}: {check['message']}"
    if expect.get("flagged") and not verdict["flags"]:
        yield "no flag is raised"
    for name, want in expect["checks"].items():
        got = checks[name]["status"] if name in checks else "nothing"
        if got not in want.split("|"):
            yield f"{name} must {want}, the grader says {got}: {checks.get(name, {}).get('message')}"


def grade_case(case):
    with tempfile.TemporaryDirectory() as work:
        folder = os.path.join(work, "lab")
        about = materialize(case, folder)
        as_tar(folder, os.path.join(work, "lab.tar.gz"))
        as_zip(folder, os.path.join(work, "lab.zip"))
        expect = read_json(FIXTURES, case, "expect.json")
        told = []
        runs = {name: plangrade("grade", *options_of(case, about), os.path.join(work, name)) for name in ("lab", "lab.tar.gz", "lab.zip")}
        passed = all(status == "pass" for status in expect["steps"].values())
        undecided = any("|" in status for status in expect["steps"].values())
        for name, run in runs.items():
            if run.returncode not in ([0, 1] if undecided else [0 if passed else 1]):
                told.append(f"{name}: exit status {run.returncode} {run.stderr.decode(errors='replace')[:500]}")
            if run.stdout != runs["lab"].stdout:
                told.append(f"{name}: another verdict than the folder's")
        try:
            told += disagreements(json.loads(runs["lab"].stdout), expect)
        except ValueError as error:
            told.append(f"the verdict is no JSON: {error}")
        return told


def refusals():
    """What can not be carried out ends with 2 and says why on standard error, with nothing on standard output."""
    nothing = os.path.join(FIXTURES, "no-such-case")
    for arguments in (["--lab", LAB, "--rubrics", RUBRICS, nothing], ["--lab", "no-such-lab", "--rubrics", RUBRICS, FIXTURES],
                      ["--lab", LAB, "--rubrics", RUBRICS, "--params", nothing, FIXTURES], ["--lab", LAB, "--rubrics", RUBRICS],
                      ["--lab", LAB, "--rubrics", RUBRICS, "--given", f"orders={nothing}", FIXTURES]):
        run = plangrade("grade", *arguments)
        if run.returncode != 2 or run.stdout or not run.stderr:
            yield f"grade {arguments}: exit status {run.returncode}, must be 2 with a reason"


def more_artifacts():
    """Other artifacts of the lab, where a folder of them lies beside the checkout."""
    beside = os.path.join(os.path.dirname(SOURCE), "shared")
    tool, artifacts = os.path.join(beside, "tools", "fidelity.py"), os.path.join(beside, "artifacts", BESIDE[LAB])
    if not (os.path.isfile(tool) and os.path.isdir(artifacts)):
        print(f"no further artifacts beside the checkout (../shared/artifacts/{BESIDE[LAB]}): only the fixtures were graded")
        return 0
    return subprocess.run([sys.executable, "-B", tool, PLANGRADE, RUBRICS, LAB, artifacts]).returncode


def main():
    cases = sys.argv[4:] or sorted(name for name in os.listdir(FIXTURES) if os.path.isfile(os.path.join(FIXTURES, name, "expect.json")))
    if not cases:
        raise SystemExit("there are no cases")
    wrong = list(refusals())
    for line in wrong:
        print(line)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for case, told in zip(cases, pool.map(grade_case, cases)):
            if told:
                wrong.append(case)
                print(f"{case}: {read_json(FIXTURES, case, 'case.json')['title']}")
                print("".join(f"  {line}\n" for line in told), end="")
    print(f"{len(cases)} hand-ins graded in three forms each; {len(wrong)} disagree")
    failed = bool(wrong)
    if len(sys.argv) == 4:
        failed |= more_artifacts() != 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
