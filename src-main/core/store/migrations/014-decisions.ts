/** By which client a person decided what no session's log records. */
export const decisions = `
  CREATE TABLE decision (
    at        REAL NOT NULL,
    procedure TEXT NOT NULL,
    subject   TEXT NOT NULL,
    client    TEXT NOT NULL
  ) STRICT;
  CREATE INDEX decision_by_subject ON decision (procedure, subject);
`
