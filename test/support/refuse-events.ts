import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Kind } from '#shared/events/index.ts'

/** Until disposed, the store in this folder refuses events of a kind, as on a disk that fails. */
export function refuseEvents(dataDir: string, kind: Kind): Disposable {
  const db = new Database(join(dataDir, 'orrery.db'))
  db.exec(`CREATE TRIGGER refuse_events BEFORE INSERT ON event WHEN NEW.kind = '${kind}'
    BEGIN SELECT RAISE(ABORT, 'refused by a test'); END`)
  return {
    [Symbol.dispose]: () => {
      db.exec('DROP TRIGGER refuse_events')
      db.close()
    },
  }
}
