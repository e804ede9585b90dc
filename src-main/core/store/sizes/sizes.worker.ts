import { dirname } from 'node:path'
import type { SessionSize, StoreSizes } from '#shared/contract/procedures/host.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { answerCalls } from '../../runtime/worker-entry.ts'
import type { Db } from '../database/database.ts'
import { openReadable, toReadingError } from '../opening/open-database.ts'

/** A row of the log, with what names it, and its place in the index. */
const LOG = `SELECT session_id AS owner, sum(octet_length(data) + octet_length(kind)
    + 2 * octet_length(session_id) + coalesce(octet_length(run_id), 0)
    + coalesce(octet_length(span_id), 0) + coalesce(octet_length(parent_span_id), 0)
    + coalesce(octet_length(agent_id), 0)) AS bytes
  FROM event`

const CHECKPOINTS = `SELECT thread_id AS owner,
    sum(octet_length(checkpoint) + octet_length(metadata)) AS bytes
  FROM checkpoint`

const WRITES = `SELECT thread_id AS owner, sum(octet_length(value)) AS bytes FROM checkpoint_write`

const DOCUMENTS = 'SELECT scope AS owner, sum(octet_length(text)) AS bytes FROM document'

const MEMORIES = `SELECT coalesce(sum(octet_length(text)), 0) FROM document
  WHERE scope NOT IN (SELECT id FROM session)`

const SHARED = `SELECT coalesce(sum(octet_length(content)), 0) FROM blob
  WHERE (SELECT count(*) FROM blob_use WHERE blob_id = id) > 1`

interface Bytes {
  readonly owner: SessionId
  readonly bytes: number
}

/** What each session takes of the store: what it alone holds, and what it shares with others. */
function measureStore(db: Db): StoreSizes {
  const file = fileOf(db)
  const sessions = measureSessions(db)
  const own = sumBy(sessions, (one) => one.logBytes + one.checkpointBytes + one.contentBytes)
  const sharedBytes = count(db, SHARED)
  const memoryBytes = count(db, MEMORIES)
  const told = file.freeBytes + own + sharedBytes + memoryBytes
  const restBytes = Math.max(0, file.fileBytes - told)
  return { ...file, others: { sharedBytes, memoryBytes, restBytes }, sessions }
}

function measureSessions(db: Db): SessionSize[] {
  const [logs, checkpoints, writes] = [sumOf(db, LOG), sumOf(db, CHECKPOINTS), sumOf(db, WRITES)]
  const [own, shared] = [contentsOf(db, '= 1'), contentsOf(db, '> 1')]
  const documents = sumOf(db, DOCUMENTS)
  const ids = db.prepare<[], SessionId>('SELECT id FROM session WHERE is_deleted = 0').pluck().all()
  return ids.map((id) => ({
    id,
    logBytes: logs.get(id) ?? 0,
    checkpointBytes: (checkpoints.get(id) ?? 0) + (writes.get(id) ?? 0),
    contentBytes: (own.get(id) ?? 0) + (documents.get(id) ?? 0),
    sharedBytes: shared.get(id) ?? 0,
  }))
}

function sumBy<T>(all: readonly T[], bytesOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + bytesOf(one), 0)
}

function count(db: Db, select: string): number {
  return db.prepare<[], number>(select).pluck().get() ?? 0
}

function sumOf(db: Db, select: string): ReadonlyMap<SessionId, number> {
  const rows = db.prepare<[], Bytes>(`${select} GROUP BY owner`).all()
  return new Map(rows.map(({ owner, bytes }) => [owner, bytes]))
}

/** Contents by how many sessions use them. */
function contentsOf(db: Db, users: string): ReadonlyMap<SessionId, number> {
  return sumOf(
    db,
    `SELECT own.session_id AS owner, sum(octet_length(content)) AS bytes
     FROM blob_use AS own JOIN blob ON blob.id = own.blob_id
     WHERE (SELECT count(*) FROM blob_use AS any WHERE any.blob_id = own.blob_id) ${users}`,
  )
}

function fileOf(db: Db): Pick<StoreSizes, 'fileBytes' | 'freeBytes'> {
  const read = (name: string) => Number(db.pragma(name, { simple: true }))
  const pageBytes = read('page_size')
  return {
    fileBytes: read('page_count') * pageBytes,
    freeBytes: read('freelist_count') * pageBytes,
  }
}

answerCalls((file: string): StoreSizes => {
  using opened = new DisposableStack()
  try {
    return measureStore(opened.adopt(openReadable(file), (one) => one.close()))
  } catch (error) {
    throw toReadingError(error, dirname(file))
  }
})
