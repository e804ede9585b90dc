import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangedBy, OtherSession } from '#shared/events/file.ts'
import type { Draft } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/ids.ts'
import type { GitObjects } from '../git/git-objects.ts'
import type { Store } from '../log/store.ts'
import { toAgentPath } from './agent-path.ts'
import type { CallSource, ChangeSource, Written } from './define.ts'
import { countLines, type LineCounts } from './line-counts.ts'
import type { TakenTree, TreeChange } from './tree-protocol.ts'

/** Above this many bytes compared in one turn, other work gets its turn first. */
const TURN_BYTES = 128 * 1024

/** The author of a change: a person, one of several concurrent calls, or another session; unknown if none. */
export interface Author {
  readonly isPerson: boolean
  readonly calls: readonly CallSource[]
  readonly session?: OtherSession | undefined
}

export const NOBODY: Author = { isPerson: false, calls: [] }

export function toAuthor(source: ChangeSource): Author {
  const calls = source.type === 'call' ? [source] : []
  return { isPerson: source.type === 'person', calls }
}

export function toOtherAuthor(session: OtherSession): Author {
  return { ...NOBODY, session }
}

export function toSharedAuthor(calls: readonly CallSource[]): Author {
  return { isPerson: false, calls }
}

type CountedChange = TreeChange & LineCounts

/** Writes `file.changed` and `snapshot.taken`: nothing else does. */
export class ChangeLog {
  readonly #store: Store
  readonly #sessionId: SessionId
  readonly #objects: GitObjects

  constructor(options: { store: Store; sessionId: SessionId; objects: GitObjects }) {
    this.#store = options.store
    this.#sessionId = options.sessionId
    this.#objects = options.objects
  }

  /** A content the log refers to. */
  async content(hash: Hash): Promise<Uint8Array | undefined> {
    return hash.startsWith('git:') ? this.#objects.read(hash) : this.#store.blobs.get(hash)
  }

  /**
   * Paths of the changes are as agents see them. Resolves once they are durable, together with what
   * `alongside` asks the store to write.
   */
  async append(
    changes: readonly TreeChange[],
    author: Author,
    alongside: () => Promise<unknown> = async () => {},
  ): Promise<readonly Written[]> {
    return this.#append(changes, () => author, alongside)
  }

  /** Takes paths relative to the project's root, and one author per change. */
  appendOnDisk(
    changes: readonly TreeChange[],
    authors: readonly Author[],
  ): Promise<readonly Written[]> {
    const onDisk = changes.map((change) => ({ ...change, path: toAgentPath(change.path) }))
    return this.#append(onDisk, (index) => authors[index] ?? NOBODY)
  }

  async appendTree({ hash, bytes, files, notRecorded, head }: TakenTree): Promise<void> {
    const data = { tree: { ref: hash, bytes }, files, notRecorded, ...(head && { head }) }
    await this.#store.events.append(this.#sessionId, [{ kind: 'snapshot.taken', data }])
  }

  async #append(
    changes: readonly TreeChange[],
    authorOf: (index: number) => Author,
    alongside: () => Promise<unknown> = async () => {},
  ): Promise<readonly Written[]> {
    if (changes.length === 0) return []
    const written = await this.#count(changes)
    const drafts = written.map((change, index) => toDraft(change, authorOf(index)))
    await Promise.all([alongside(), this.#store.events.append(this.#sessionId, drafts)])
    return written
  }

  async #count(changes: readonly TreeChange[]): Promise<readonly CountedChange[]> {
    const written: CountedChange[] = []
    let compared = 0
    for (const change of changes) {
      written.push({ ...change, ...(await this.#countOne(change)) })
      compared += (change.before?.size ?? 0) + (change.after?.size ?? 0)
      if (compared > TURN_BYTES) await nextTurn()
      if (compared > TURN_BYTES) compared = 0
    }
    return written
  }

  async #countOne({ before, after }: TreeChange): Promise<LineCounts> {
    const isRecorded = (!before || before.hash) && (!after || after.hash)
    if (!isRecorded) return { added: 0, removed: 0 }
    const old = before?.hash && (await this.content(before.hash))
    const now = after?.hash && (await this.content(after.hash))
    return await countLines(old ?? undefined, now ?? undefined)
  }
}

/** The ids are those of the call, where it can only have been one. */
function toDraft(written: CountedChange, author: Author): Draft {
  const { path, before, after, added, removed, isCommitted } = written
  const isOutside = author.calls.length === 0 && !author.isPerson
  const calls = author.calls.filter(({ isOver }) => !isOver?.())
  const [call] = calls.length === 1 ? calls : []
  return {
    kind: 'file.changed',
    ...(call && { spanId: call.spanId }),
    ...(call?.runId && { runId: call.runId }),
    ...(call?.agentId && { agentId: call.agentId }),
    data: {
      path,
      before,
      after,
      added,
      removed,
      by: toChangedBy(author, calls),
      ...(isOutside && isCommitted && { isCommitted }),
    },
  }
}

function toChangedBy({ isPerson, session }: Author, calls: readonly CallSource[]): ChangedBy {
  if (isPerson) return { type: 'person', spanIds: [] }
  if (session) return { type: 'session', spanIds: [], session }
  return { type: calls.length > 0 ? 'call' : 'unknown', spanIds: calls.map(({ spanId }) => spanId) }
}
