import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangedBy } from '#shared/events/file.ts'
import type { Draft } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/ids.ts'
import type { Store } from '../log/store.ts'
import { toAgentPath } from './agent-path.ts'
import type { CallSource, ChangeSource, Written } from './define.ts'
import type { GitObjects } from './git.ts'
import { countLines, type LineCounts } from './line-counts.ts'
import type { TakenTree, TreeChange } from './tree-protocol.ts'

/** Above this many bytes compared in one turn, other work gets its turn first. */
const TURN_BYTES = 128 * 1024

/** Who made a change, as the log says it; the ids are those of the one call, where it was one. */
export interface Author {
  readonly by: ChangedBy
  readonly call?: CallSource
}

export const NOBODY: Author = { by: { type: 'unknown', spanIds: [] } }

export function toAuthor(source: ChangeSource): Author {
  if (source.type === 'person') return { by: { type: 'person', spanIds: [] } }
  return { by: { type: 'call', spanIds: [source.spanId] }, call: source }
}

/** Several calls that ran at once: any of them may have made it. */
export function toSharedAuthor(calls: readonly CallSource[]): Author {
  const [first, ...others] = calls
  if (!first) return NOBODY
  if (others.length === 0) return toAuthor(first)
  return { by: { type: 'call', spanIds: calls.map(({ spanId }) => spanId) } }
}

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
    if (changes.length === 0) return []
    const written = await this.#count(changes)
    const drafts = written.map((change) => toDraft(change, author))
    await Promise.all([alongside(), this.#store.events.append(this.#sessionId, drafts)])
    return written
  }

  /** Paths of the changes are below the project's root. */
  appendOnDisk(changes: readonly TreeChange[], author: Author): Promise<readonly Written[]> {
    return this.append(
      changes.map((change) => ({ ...change, path: toAgentPath(change.path) })),
      author,
    )
  }

  async appendTree({ hash, bytes, files, notRecorded }: TakenTree): Promise<void> {
    const data = { tree: { ref: hash, bytes }, files, notRecorded }
    await this.#store.events.append(this.#sessionId, [{ kind: 'snapshot.taken', data }])
  }

  async #count(changes: readonly TreeChange[]): Promise<readonly Written[]> {
    const written: Written[] = []
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
    return countLines(old ?? undefined, now ?? undefined)
  }
}

function toDraft({ path, before, after, added, removed }: Written, { by, call }: Author): Draft {
  return {
    kind: 'file.changed',
    ...(call && { spanId: call.spanId }),
    ...(call?.runId && { runId: call.runId }),
    ...(call?.agentId && { agentId: call.agentId }),
    data: { path, before, after, added, removed, by },
  }
}
