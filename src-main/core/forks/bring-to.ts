import { AppError } from '#shared/error.ts'
import type { Hash } from '#shared/ids.ts'
import { Confinement } from '../workspace/confinement.ts'
import type { PutBack } from '../workspace/define.ts'
import { filesOf } from '../workspace/known-tree.ts'
import { restoreFile } from '../workspace/restore-file.ts'
import { TreeClient } from '../workspace/tree-client.ts'
import type { KnownTree, TreeChange } from '../workspace/tree-protocol.ts'

/** Finds a content by its name. */
export type FindContent = (hash: Hash) => Promise<Uint8Array | undefined>

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
