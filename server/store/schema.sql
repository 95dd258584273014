-- Schema 1. Times are milliseconds since 1970 in UTC; digests are lower-case hexadecimal, those of trees and rubrics with "sha256:".

CREATE TABLE submission (
    id                TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 32),
    lab               TEXT NOT NULL,
    received_first_ms INTEGER NOT NULL,          -- first byte of the request: what a deadline is compared with
    received_ms       INTEGER NOT NULL,          -- last byte of its body
    body_sha256       TEXT NOT NULL,
    body_bytes        INTEGER NOT NULL,
    digest            TEXT NOT NULL,             -- of the tree
    flaws             TEXT NOT NULL,             -- JSON: what unpacking noted, though it could go on
    idempotency_key   TEXT,
    state             TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'graded', 'failed')),
    attempts          INTEGER NOT NULL DEFAULT 0 -- gradings begun
) STRICT;
CREATE UNIQUE INDEX submission_idempotency ON submission (lab, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX submission_unfinished ON submission (received_ms) WHERE state IN ('queued', 'running');

CREATE TABLE file (
    submission TEXT NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    size       INTEGER NOT NULL,
    blob       TEXT NOT NULL,                    -- SHA-256 of the content: its name below blobs/
    PRIMARY KEY (submission, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_blob ON file (blob);

-- The last row of a submission counts; earlier ones are the history of its gradings.
CREATE TABLE verdict (
    id         INTEGER PRIMARY KEY,
    submission TEXT NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
    graded_ms  INTEGER NOT NULL,
    grader     TEXT NOT NULL,                    -- version
    rubric     TEXT NOT NULL,                    -- digest; empty where the rubric could not be read
    gradable   INTEGER NOT NULL CHECK (gradable IN (0, 1)),
    student    TEXT NOT NULL,                    -- JSON, each audience's view
    teacher    TEXT NOT NULL
) STRICT;
CREATE INDEX verdict_submission ON verdict (submission, id);
