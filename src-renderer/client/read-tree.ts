import { z } from 'zod'
import { TreeEntry } from '#shared/events/snapshot.ts'
import type { FileContent } from '#shared/events/value.ts'

export interface ProjectFile extends FileContent {
  /** As agents see it: `/workspace/…`, `/docs/…`. */
  readonly path: string
}

/** Each entry is looked at in its turn. */
const Anything = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null,
)

/** How long the window is held before it may draw. */
const HELD_MS = 8

/** The files of a snapshot's tree, given as JSON, sorted by path. Of a large one it takes turns with what is drawn. */
export async function readTree(json: string): Promise<readonly ProjectFile[]> {
  let since = performance.now()
  const takeTurns = async () => {
    if (performance.now() - since < HELD_MS) return
    await nextTask()
    since = performance.now()
  }
  const tree = Anything.parse(JSON.parse(json))
  const files: ProjectFile[] = []
  for (const path of Object.keys(tree)) {
    await takeTurns()
    const { hash, size } = TreeEntry.parse(tree[path])
    files.push({ path: `/workspace/${path}`, hash, size })
  }
  await takeTurns()
  return files.sort(byPath)
}

/** A snapshot's files, sorted by path, with later changes laid over them. */
export function layOver(
  files: readonly ProjectFile[],
  changes: Readonly<Record<string, FileContent | null>>,
): readonly ProjectFile[] {
  const changed = Object.entries(changes)
  if (changed.length === 0) return files
  const present = changed.flatMap(([path, content]) => (content ? { path, ...content } : []))
  return [...files.filter(({ path }) => !(path in changes)), ...present].sort(byPath)
}

function byPath(a: ProjectFile, b: ProjectFile): number {
  return a.path < b.path ? -1 : 1
}

/** Not a timer: those of a hidden window come once a second. */
function nextTask(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(undefined)
  return promise
}
