import { type FileDifference, type OutsideEffect, TOLD } from '#shared/contract/procedures/forks.ts'
import type { TreeEntry } from '#shared/events/file.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import type { Store } from '../store/store.ts'
import type { PutBack } from '../workspace/files/file-changes.ts'
import { Confinement } from '../workspace/paths/confinement.ts'
import { restoreFile } from '../workspace/tree/restore-file.ts'
import { TreeClient } from '../workspace/tree/tree-client.ts'
import { filesOf, type KnownTree, type TreeChange } from '../workspace/tree/tree-protocol.ts'

/** Finds a content by its name. */
type FindContent = (hash: Hash) => Promise<Uint8Array | undefined>

/** What differs on disk from a tree that is known: `before` is what is known, `after` what is there. */
export async function compareWith(root: string, known: KnownTree): Promise<readonly TreeChange[]> {
  // What is read is looked at, and not kept.
  await using client = new TreeClient(root, async () => undefined, known.leftOut)
  await client.ask({ type: 'load', ...known })
  const { changes } = await client.ask({ type: 'compare' })
  return changes
}

/**
 * Makes the recorded files of a folder what a log knows, and removes those it does not know. Answers
 * which could not be made so: their content was not recorded, or is no longer to be had.
 */
export async function bringTo(
  root: string,
  known: KnownTree,
  find: FindContent,
): Promise<readonly string[]> {
  // Of a project that was never recorded nothing is known: not even what does not belong to it.
  if (!known.tree) return []
  const inside = new Confinement(root)
  const files = filesOf(known)
  const changes = await compareWith(root, known)
  // What is in the way goes first.
  const removed = changes.filter(({ before }) => before === null)
  for (const { path } of removed) await restoreFile(inside, path, null)
  const notRestored: string[] = []
  for (const { path, before } of changes) {
    if (before === null) continue
    const bytes = before.hash ? await find(before.hash) : undefined
    const content = bytes && { bytes, mode: files.get(path)?.mode ?? 0 }
    if (!content || !(await isRestored(inside, path, content))) notRestored.push(path)
  }
  return notRestored
}

/** One that the disk refuses is told, and keeps nothing else from being restored. */
async function isRestored(inside: Confinement, path: string, content: PutBack): Promise<boolean> {
  try {
    await restoreFile(inside, path, content)
    return true
  } catch (error) {
    if (AppError.is(error)) return false
    throw error
  }
}

interface Change {
  readonly path: string
  /** As it was, and as it is now. */
  readonly before: FileContent | null
  readonly after: FileContent | null
}

/** What going back would make of a file that has changed since. */
export function toDifference({ path, before, after }: Change, isConflict: boolean): FileDifference {
  if (before === null) return { path, change: 'removed', isConflict }
  return { path, change: after === null ? 'added' : 'changed', isConflict }
}

/** What differs between two states of a project's files, by path. */
export function differencesOf(
  then: ReadonlyMap<string, TreeEntry>,
  now: ReadonlyMap<string, TreeEntry>,
): readonly Change[] {
  const changes: Change[] = []
  for (const [path, before] of then) {
    const after = now.get(path) ?? null
    if (after === null || !isSame(before, after)) changes.push({ path, before, after })
  }
  for (const [path, after] of now) if (!then.has(path)) changes.push({ path, before: null, after })
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isSame(one: FileContent, other: FileContent): boolean {
  return one.hash === other.hash && one.size === other.size
}

/** The first of a list, and how many there are in all. */
export function told<T>(all: readonly T[]): { items: T[]; total: number } {
  return { items: all.slice(0, TOLD), total: all.length }
}

/** The calls after an event whose work outside of the project's files can't be undone, oldest first. */
export async function findOutsideEffects(
  store: Store,
  sessionId: SessionId,
  after: number,
): Promise<readonly OutsideEffect[]> {
  const found: OutsideEffect[] = []
  for await (const page of inTurns(store.events.read(sessionId, { after }))) {
    for (const event of page) {
      if (event.kind === 'tool.started') found.push(...toEffects(event))
    }
  }
  return found
}

const OF_A_COMMAND =
  'Whatever it did outside of the project’s recorded files (programs, servers, other folders) stays done.'
const OF_A_REQUEST = 'What it sent over the network stays sent.'

function toEffects({ seq, at, data }: EventFor<'tool.started'>): readonly OutsideEffect[] {
  const { title, effect } = data
  const call = { seq, at, title, effect }
  if (effect === 'execute') return [{ ...call, words: OF_A_COMMAND }]
  if (effect === 'fetch') return [{ ...call, words: OF_A_REQUEST }]
  return []
}
