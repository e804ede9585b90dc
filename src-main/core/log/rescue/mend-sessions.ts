import { z } from 'zod'
import type { Db } from '../database.ts'

/**
 * Makes what was salvaged whole again: a log goes as far as it has no gap, its checkpoints no further,
 * and a session or project that is missing is made from the log. Answers how many logs were cut.
 */
export function mendSessions(db: Db): number {
  forgetUnreadable(db)
  const isCut = cutLogs(db)
  for (const created of findCreated(db)) restoreSession(db, created)
  db.exec(`
    DELETE FROM session WHERE id NOT IN (SELECT session_id FROM event);
    DELETE FROM summary;
    DELETE FROM blob_use WHERE blob_id NOT IN (SELECT id FROM blob);
    DELETE FROM blob_use WHERE session_id NOT IN (SELECT id FROM session);
  `)
  for (const id of isCut) forgetCheckpoints(db, id)
  return isCut.length
}

/** Of a row that spans several pages SQLite reads what is left: of a page that is cut off, nothing. */
function forgetUnreadable(db: Db): void {
  db.exec(`
    DELETE FROM event WHERE NOT json_valid(data);
    DELETE FROM setting WHERE NOT json_valid(value);
    DELETE FROM checkpoint WHERE type = 'json' AND NOT json_valid(CAST(checkpoint AS TEXT));
    DELETE FROM checkpoint_write WHERE type = 'json' AND NOT json_valid(CAST(value AS TEXT));
  `)
}

/** Answers the sessions of which something is left and something is missing. */
function cutLogs(db: Db): readonly string[] {
  const holed = db
    .prepare<[], string>(
      `SELECT session_id FROM event GROUP BY session_id
       HAVING min(seq) <> 1 OR max(seq) <> count(*)`,
    )
    .pluck()
    .all()
  const cut = db.prepare(
    `DELETE FROM event WHERE session_id = @id AND seq >
      (SELECT coalesce(min(seq), 0) FROM event AS last WHERE session_id = @id
       AND EXISTS (SELECT 1 FROM event WHERE session_id = @id AND seq = 1)
       AND NOT EXISTS
         (SELECT 1 FROM event AS next WHERE next.session_id = @id AND next.seq = last.seq + 1))`,
  )
  for (const id of holed) cut.run({ id })
  const isLeft = db.prepare<[string], number>('SELECT 1 FROM event WHERE session_id = ?')
  return holed.filter((id) => isLeft.get(id) !== undefined)
}

const Created = z.object({
  id: z.string(),
  at: z.number(),
  projectId: z.string(),
  projectName: z.string(),
  root: z.string(),
})
type Created = z.infer<typeof Created>

function findCreated(db: Db): readonly Created[] {
  return db
    .prepare<[], unknown>(
      `SELECT session_id AS id, at, data ->> 'projectId' AS projectId,
         data ->> 'projectName' AS projectName,
         coalesce(
           (SELECT data ->> 'root' FROM event AS fork
            WHERE fork.session_id = event.session_id AND fork.kind = 'session.forked'
            ORDER BY fork.seq DESC LIMIT 1),
           data ->> 'root') AS root
       FROM event WHERE seq = 1`,
    )
    .all()
    .flatMap((row) => Created.safeParse(row).data ?? [])
}

function restoreSession(db: Db, created: Created): void {
  db.prepare(
    `INSERT OR IGNORE INTO session (id, project_id, root, created_at)
     VALUES (@id, @projectId, @root, @at)`,
  ).run(created)
  db.prepare(
    `INSERT OR IGNORE INTO project (id, path, name, opened_at)
     VALUES (@projectId, @root, @projectName, @at)`,
  ).run(created)
}

/** An agent may not remember what its log does not tell. */
function forgetCheckpoints(db: Db, id: string): void {
  db.prepare(
    `DELETE FROM checkpoint WHERE thread_id = @id AND id NOT IN
      (SELECT data ->> 'checkpointId' FROM event
       WHERE session_id = @id AND kind = 'checkpoint.saved')`,
  ).run({ id })
  db.prepare(
    `DELETE FROM checkpoint_write WHERE thread_id = @id AND checkpoint_id NOT IN
      (SELECT id FROM checkpoint WHERE thread_id = @id)`,
  ).run({ id })
}
