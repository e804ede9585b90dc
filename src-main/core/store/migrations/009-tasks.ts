/**
 * What is to be done on a project, whichever session does it. Without `data` a task was removed: its
 * number is not given again.
 */
export const tasks = `
  CREATE TABLE task (
    project_id TEXT NOT NULL,
    id         INTEGER NOT NULL,
    data       TEXT,
    PRIMARY KEY (project_id, id)
  ) STRICT, WITHOUT ROWID;
`
