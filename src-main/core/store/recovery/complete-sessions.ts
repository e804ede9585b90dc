import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { Db } from '../database/database.ts'

interface Completed {
  readonly sessions: number
  readonly incompleteSessions: number
  readonly events: number
  readonly lostEvents: number
}

interface CompleteOptions {
  /** The store's file. */
  readonly file: string
  /** The number of events that the file can hold. A larger gap is damage: the events after it are deleted. */
  readonly maxEvents: number
}

/**
 * Makes rescued sessions consistent. Each gap in a log is filled with `event.lost` events, so that the
 * events after it are kept. A missing session row is restored from the first event, and vice versa.
 * Events missing at the end of a log can't be detected.
 */
export function completeSessions(db: Db, options: CompleteOptions): Completed {
  const incomplete = new Set<string>()
  deleteStrayEvents(db)
  for (const id of findSessionsWithout(db, 'seq = 1')) {
    incomplete.add(id)
    insertFirstEvent(db, id, options.file)
  }
  const lostEvents = fillGaps(db, options.maxEvents, incomplete)
  for (const created of findCreated(db)) insertMissingRows(db, created)
  insertMissingProjects(db)
  db.exec(`
    DELETE FROM session WHERE is_deleted = 0 AND id NOT IN (SELECT session_id FROM event);
    DELETE FROM blob_use WHERE session_id NOT IN (SELECT id FROM session);
  `)
  deleteUnloggedCheckpoints(db)
  const sessions = count(db, 'session WHERE is_deleted = 0')
  return {
    sessions,
    incompleteSessions: incomplete.size,
    events: count(db, 'event') - lostEvents,
    lostEvents,
  }
}

/** Deletes single events of otherwise unknown sessions: their session ids may be damaged. */
function deleteStrayEvents(db: Db): void {
  db.exec(`
    DELETE FROM event WHERE session_id IN
      (SELECT session_id FROM event
       WHERE session_id NOT IN (SELECT id FROM session)
       GROUP BY session_id HAVING count(*) = 1 AND min(seq) > 1)
  `)
}

/** Finds sessions, except deleted ones, that have events but none that meets an SQL condition. */
function findSessionsWithout(db: Db, condition: string): readonly string[] {
  return db
    .prepare<[], string>(
      `SELECT session_id FROM event
       WHERE session_id NOT IN (SELECT id FROM session WHERE is_deleted = 1)
       GROUP BY session_id HAVING total(${condition}) = 0`,
    )
    .pluck()
    .all()
}

interface Origin {
  readonly projectId: string
  readonly projectName: string | null
  readonly root: string
  readonly at: number
}

/** For sessions whose project is unknown. */
const RECOVERED_PROJECT = { projectId: 'prj_recovered', projectName: 'Recovered sessions' }

function insertFirstEvent(db: Db, id: string, file: string): void {
  const stored = db
    .prepare<[string], Origin>(
      `SELECT project_id AS projectId, project.name AS projectName, root, created_at AS at
       FROM session LEFT JOIN project ON project.id = project_id WHERE session.id = ?`,
    )
    .get(id)
  const first = db.prepare<[string], number>('SELECT min(at) FROM event WHERE session_id = ?')
  const origin = stored ?? {
    ...RECOVERED_PROJECT,
    root: join(dirname(file), 'recovered'),
    at: first.pluck().get(id) ?? 0,
  }
  const { projectId, root, at } = origin
  const data = { projectId, projectName: origin.projectName ?? basename(root), root }
  db.prepare(
    `INSERT INTO event (session_id, seq, at, kind, version, data)
     VALUES (?, 1, ?, 'session.created', 1, ?)`,
  ).run(id, at, JSON.stringify(data))
}

interface Gap {
  readonly id: string
  /** The `seq` of the last event before the gap. */
  readonly before: number
  /** The `seq` of the first event after the gap. */
  readonly after: number
  readonly at: number
}

/** Returns the number of lost events. */
function fillGaps(db: Db, maxEvents: number, incomplete: Set<string>): number {
  const cut = db.prepare<Gap>('DELETE FROM event WHERE session_id = @id AND seq >= @after')
  const fill = db.prepare<Gap>(
    `WITH RECURSIVE missing (seq) AS
       (SELECT @before + 1 UNION ALL SELECT seq + 1 FROM missing WHERE seq + 1 < @after)
     INSERT INTO event (session_id, seq, at, kind, version, data)
       SELECT @id, seq, @at, 'event.lost', 1, '{}' FROM missing`,
  )
  let lost = 0
  for (const gap of findGaps(db)) {
    incomplete.add(gap.id)
    const size = gap.after - gap.before - 1
    const isPossible = lost + size <= maxEvents
    if (isPossible) lost += fill.run(gap).changes
    else cut.run(gap)
  }
  return lost
}

function findGaps(db: Db): readonly Gap[] {
  return db
    .prepare<[], Gap>(
      `SELECT * FROM
         (SELECT session_id AS id, seq AS after,
            lag(seq) OVER log AS before, lag(at) OVER log AS at
          FROM event WINDOW log AS (PARTITION BY session_id ORDER BY seq))
       WHERE after > before + 1
         AND id NOT IN (SELECT id FROM session WHERE is_deleted = 1)`,
    )
    .all()
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

function insertMissingRows(db: Db, created: Created): void {
  db.prepare(
    `INSERT OR IGNORE INTO session (id, project_id, root, created_at)
     VALUES (@id, @projectId, @root, @at)`,
  ).run(created)
  db.prepare(
    `INSERT OR IGNORE INTO project (id, path, name, opened_at)
     VALUES (@projectId, @root, @projectName, @at)`,
  ).run(created)
}

/** Inserts projects that `insertMissingRows` couldn't, because another project has their path. */
function insertMissingProjects(db: Db): void {
  db.exec(`
    INSERT OR IGNORE INTO project (id, path, name, opened_at)
      SELECT project_id, root || ' (' || project_id || ')', project_id, min(created_at)
      FROM session WHERE project_id NOT IN (SELECT id FROM project)
      GROUP BY project_id
  `)
}

/** The end of a log may be missing, and an agent must not remember more than its log contains. */
function deleteUnloggedCheckpoints(db: Db): void {
  db.exec(`
    DELETE FROM checkpoint WHERE (thread_id, id) NOT IN
      (SELECT session_id, data ->> 'checkpointId' FROM event
       WHERE kind = 'checkpoint.saved' AND data ->> 'checkpointId' IS NOT NULL);
    DELETE FROM checkpoint_write WHERE (thread_id, checkpoint_id) NOT IN
      (SELECT thread_id, id FROM checkpoint);
  `)
}

function count(db: Db, rows: string): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${rows}`).pluck().get() ?? 0
}
