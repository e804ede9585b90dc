import { queryOptions, usePrefetchQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { TreeEntry } from '#shared/events/file.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import type { HostClient } from '../connection/connection.ts'
import { useHost } from '../connection/host-context.tsx'
import type { OpenSession } from './open-session.ts'

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

interface Reading {
  readonly client: HostClient
  readonly sessionId: SessionId
  /** Absent before a snapshot was taken: then there are no files. */
  readonly hash: Hash | undefined
}

/** The files of a snapshot. It never changes, so it is fetched once. */
export function treeQuery(reading: Reading) {
  return queryOptions({
    queryKey: ['content', reading.hash ?? 'none', 'tree'],
    queryFn: ({ signal }) => fetchTree(reading, signal),
    gcTime: 60_000,
  })
}

/** Asks for a session's newest files before anything shows them. */
export function useTreeAhead({ sessionId, store }: OpenSession): void {
  const { tree } = store.live.state('files')
  usePrefetchQuery(treeQuery({ client: useHost(), sessionId, hash: tree?.ref }))
}

async function fetchTree(
  { client, sessionId, hash }: Reading,
  signal: AbortSignal,
): Promise<readonly ProjectFile[]> {
  if (!hash) return []
  let json = ''
  for await (const piece of client['files.tree']({ sessionId, hash }, signal)) json += piece
  return readTree(json)
}
