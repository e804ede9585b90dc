import { Tree, type TreeEntry } from '#shared/events/snapshot.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { Blobs } from '../log/blobs.ts'
import { isWithin, toPlace } from './agent-path.ts'
import { type KnownTree, modeOf } from './tree-protocol.ts'

/** The project's files as a log knows them; `leftOut`: the data folder, relative to the root. */
export function toKnownTree(
  { tree, sinceTree, touched }: FilesState,
  blobs: Pick<Blobs, 'get'>,
  leftOut?: string,
): KnownTree {
  const json = tree && blobs.get(tree.ref)
  const changes: Record<string, FileContent | null> = {}
  for (const [path, content] of Object.entries(sinceTree)) {
    const place = toPlace(path)
    if (place.type === 'project') changes[place.relative] = content
  }
  const kept = Object.values(touched).flatMap(({ path, after }) => {
    const place = toPlace(path)
    return place.type === 'project' && after ? [place.relative] : []
  })
  return { ...(json && { tree: json }), changes, kept, ...(leftOut !== undefined && { leftOut }) }
}

/** Every file of a known tree, by its path. A mode of 0 is not known. */
export function filesOf({ tree, changes, leftOut }: KnownTree): Map<string, TreeEntry> {
  const json = tree ? Tree.parse(JSON.parse(Buffer.from(tree).toString('utf8'))) : {}
  const files = new Map(Object.entries(json))
  for (const [path, content] of Object.entries(changes)) {
    if (!content) files.delete(path)
    else files.set(path, { ...content, mode: modeOf(content, files.get(path)) })
  }
  if (leftOut !== undefined) removeWithin(files, leftOut)
  return files
}

export function removeWithin(files: Map<string, TreeEntry>, folder: string): void {
  for (const path of files.keys()) if (isWithin(path, folder)) files.delete(path)
}
