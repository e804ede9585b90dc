import { type FileChange, FileChangeLog } from '#shared/changes/file-changes.ts'
import type { SessionStore } from '../store/session-store.ts'

/** What was looked through of each session's log is not looked through again. */
const logs = new WeakMap<SessionStore, FileChangeLog>()

/** The changes of a file up to a seq that the session's history has come to, in order. */
export function changesOf(
  store: SessionStore,
  path: string,
  through: number,
): readonly FileChange[] {
  const log = logs.get(store) ?? new FileChangeLog()
  logs.set(store, log)
  if (log.seq < through) log.tell(store.eventsBetween(log.seq, through))
  return log.changesOf(path, through)
}
