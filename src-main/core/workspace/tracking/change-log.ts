import { setImmediate as nextTurn } from 'node:timers/promises'
import { diffArrays } from 'diff'
import { splitLines } from '#shared/changes/line-endings.ts'
import type { ChangedBy, OtherSession } from '#shared/events/file.ts'
import type { Draft } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import type { GitObjects } from '../../git/git-objects.ts'
import type { Store } from '../../store/store.ts'
import { decodeText } from '../../text/detect-encoding.ts'
import type { Encoding, RawText } from '../../text/text-encoding.ts'
import type { CallSource, ChangeSource, Written } from '../files/file-changes.ts'
import { toAgentPath } from '../paths/agent-path.ts'
import type { TakenTree, TreeChange } from '../tree/tree-protocol.ts'

/** Above this many bytes compared in one turn, other work gets its turn first. */
const TURN_BYTES = 128 * 1024
/** What reading a content costs besides, as bytes compared: many small files take long, too. */
const FILE_BYTES = 2 * 1024

/** The author of a change: a person, one of several concurrent calls, or another session; unknown if none. */
export interface Author {
  readonly isPerson: boolean
  readonly calls: readonly CallSource[]
  readonly session?: OtherSession | undefined
}

const NOBODY: Author = { isPerson: false, calls: [] }

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

interface LineCounts {
  readonly added: number
  readonly removed: number
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
      compared += FILE_BYTES + (change.before?.size ?? 0) + (change.after?.size ?? 0)
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

const NONE: LineCounts = { added: 0, removed: 0 }
/** Beyond these a comparison could hold the thread: lines are counted without their order. */
const EXACT_CHARACTERS = 256 * 1024
const EXACT_EDITS = 400

const EMPTY: RawText = { raw: '', encoding: 'UTF-8' }

/**
 * Lines a change added and removed, as their file has them: a line with another end, or in another
 * encoding, is another one. What is not text, or not recorded, has none.
 */
export async function countLines(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): Promise<LineCounts> {
  const old = before ? await decodeText(before) : EMPTY
  const now = after ? await decodeText(after) : EMPTY
  if (old === undefined || now === undefined) return NONE
  const [oldLines, newLines] = toComparable({ old, now, before, after })
  if (oldLines.length === 0) return { added: newLines.length, removed: 0 }
  if (newLines.length === 0) return { added: 0, removed: oldLines.length }
  return countExactly(oldLines, newLines) ?? countUnordered(oldLines, newLines)
}

interface Compared {
  readonly old: RawText
  readonly now: RawText
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/** Lines that are equal where their bytes are. */
function toComparable({ old, now, before, after }: Compared) {
  if (old.encoding === now.encoding) return [toLines(old.raw), toLines(now.raw)] as const
  if (!isWide(old.encoding) && !isWide(now.encoding)) {
    return [toLines(toBytes(before)), toLines(toBytes(after))] as const
  }
  const named = ({ raw, encoding }: RawText) => toLines(raw).map((line) => `${encoding}:${line}`)
  return [named(old), named(now)] as const
}

/** A character of ASCII takes more than its byte. */
function isWide(encoding: Encoding): boolean {
  return encoding.startsWith('UTF-16') || encoding.startsWith('UTF-32')
}

function toBytes(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('latin1')
}

function countExactly(old: readonly string[], now: readonly string[]): LineCounts | undefined {
  const characters = [...old, ...now].reduce((sum, line) => sum + line.length, 0)
  if (characters > EXACT_CHARACTERS) return undefined
  const parts = diffArrays([...old], [...now], { maxEditLength: EXACT_EDITS })
  if (!parts) return undefined
  const sum = (side: 'added' | 'removed') =>
    parts.reduce((lines, part) => lines + (part[side] ? part.count : 0), 0)
  return { added: sum('added'), removed: sum('removed') }
}

function countUnordered(old: readonly string[], now: readonly string[]): LineCounts {
  const left = new Map<string, number>()
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1)
  let kept = 0
  for (const line of now) {
    const count = left.get(line) ?? 0
    if (count === 0) continue
    left.set(line, count - 1)
    kept += 1
  }
  return { added: now.length - kept, removed: old.length - kept }
}

function toLines(text: string): readonly string[] {
  const lines = splitLines(text).map((line) => line.text + line.end)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
