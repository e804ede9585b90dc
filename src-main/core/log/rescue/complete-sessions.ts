import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { Db } from '../database.ts'

export interface Completed {
  readonly sessions: number
  readonly incompleteSessions: number
  readonly events: number
  readonly lostEvents: number
}

interface CompleteOptions {
  /** The store's file. */
  readonly file: string
  /** More events can't be missing between two of a session: what lies beyond such a gap is damaged. */
  readonly rowsAtMost: number
}

/**
 * Completes the sessions that were rescued. Every event that is missing between two others becomes an
 * `event.lost`, so that a log has no gaps and keeps what comes after one. A session without its row
 * gets one from its first event, and the other way round; the end of a log may be missing.
 */
export function completeSessions(db: Db, options: CompleteOptions): Completed {
  const incomplete = new Set<string>()
  dropStrays(db)
  for (const id of sessionsWithout(db, 'seq = 1')) {
    incomplete.add(id)
    restoreFirstEvent(db, id, options.file)
  }
  const lostEvents = fillGaps(db, options.rowsAtMost, incomplete)
  for (const created of findCreated(db)) restoreRows(db, created)
  restoreProjects(db)
  db.exec(`
    DELETE FROM session WHERE is_deleted = 0 AND id NOT IN (SELECT session_id FROM event);
    DELETE FROM blob_use WHERE session_id NOT IN (SELECT id FROM session);
  `)
  forgetCheckpoints(db)
  const sessions = count(db, 'session WHERE is_deleted = 0')
  return {
    sessions,
    incompleteSessions: incomplete.size,
    events: count(db, 'event') - lostEvents,
    lostEvents,
  }
}

/** A single event of a session that nothing else names may be one whose session id was damaged. */
function dropStrays(db: Db): void {
  db.exec(`
    DELETE FROM event WHERE session_id IN
      (SELECT session_id FROM event
       WHERE session_id NOT IN (SELECT id FROM session)
       GROUP BY session_id HAVING count(*) = 1 AND min(seq) > 1)
  `)
}

/** Sessions with events, none of which fulfils a condition, and that aren't being deleted. */
function sessionsWithout(db: Db, condition: string): readonly string[] {
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

/** Sessions of which not even the project is known are in this one. */
const RECOVERED = { projectId: 'prj_recovered', projectName: 'Recovered sessions' }

function restoreFirstEvent(db: Db, id: string, file: string): void {
  const known = db
    .prepare<[string], Origin>(
      `SELECT project_id AS projectId, project.name AS projectName, root, created_at AS at
       FROM session LEFT JOIN project ON project.id = project_id WHERE session.id = ?`,
    )
    .get(id)
  const first = db.prepare<[string], number>('SELECT min(at) FROM event WHERE session_id = ?')
  const origin = known ?? {
    ...RECOVERED,
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
  /** The last event before it. */
  readonly before: number
  /** The first event after it. */
  readonly after: number
  readonly at: number
}

/** Returns how many events are lost. */
function fillGaps(db: Db, rowsAtMost: number, incomplete: Set<string>): number {
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
    const isPossible = lost + size <= rowsAtMost
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

function restoreRows(db: Db, created: Created): void {
  db.prepare(
    `INSERT OR IGNORE INTO session (id, project_id, root, created_at)
     VALUES (@id, @projectId, @root, @at)`,
  ).run(created)
  db.prepare(
    `INSERT OR IGNORE INTO project (id, path, name, opened_at)
     VALUES (@projectId, @root, @projectName, @at)`,
  ).run(created)
}

/** A session whose project has the path of another one still needs its own. */
function restoreProjects(db: Db): void {
  db.exec(`
    INSERT OR IGNORE INTO project (id, path, name, opened_at)
      SELECT project_id, root || ' (' || project_id || ')', project_id, min(created_at)
      FROM session WHERE project_id NOT IN (SELECT id FROM project)
      GROUP BY project_id
  `)
}

/** An agent must not remember what its log doesn't say: the end of a log may be missing. */
function forgetCheckpoints(db: Db): void {
  db.exec(`
    DELETE FROM checkpoint WHERE (thread_id, id) NOT IN
      (SELECT session_id, data ->> 'checkpointId' FROM event
       WHERE kind = 'checkpoint.saved' AND data ->> 'checkpointId' IS NOT NULL);
    DELETE FROM checkpoint_write WHERE (thread_id, checkpoint_id) NOT IN
      (SELECT thread_id, id FROM checkpoint);
  `)
}

function count(db: Db, what: string): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${what}`).pluck().get() ?? 0
}
