import type { StoreSizes } from '#shared/contract/store.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Db } from '../database.ts'

interface Bytes {
  readonly owner: SessionId
  readonly bytes: number
}

/** What each session takes of the store: what it alone holds, and what it shares with others. */
export function measureStore(db: Db): StoreSizes {
  const logs = sumOf(db, 'SELECT session_id AS owner, sum(octet_length(data)) AS bytes FROM event')
  const checkpoints = sumOf(
    db,
    `SELECT thread_id AS owner, sum(octet_length(checkpoint) + octet_length(metadata)) AS bytes
     FROM checkpoint`,
  )
  const writes = sumOf(
    db,
    'SELECT thread_id AS owner, sum(octet_length(value)) AS bytes FROM checkpoint_write',
  )
  const documents = sumOf(
    db,
    'SELECT scope AS owner, sum(octet_length(text)) AS bytes FROM document',
  )
  const own = contentsOf(db, '= 1')
  const shared = contentsOf(db, '> 1')
  const ids = db.prepare<[], SessionId>('SELECT id FROM session WHERE is_deleted = 0').pluck().all()
  return {
    ...fileOf(db),
    sessions: ids.map((id) => ({
      id,
      logBytes: logs.get(id) ?? 0,
      checkpointBytes: (checkpoints.get(id) ?? 0) + (writes.get(id) ?? 0),
      contentBytes: (own.get(id) ?? 0) + (documents.get(id) ?? 0),
      sharedBytes: shared.get(id) ?? 0,
    })),
  }
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
