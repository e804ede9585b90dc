import { Tree, type TreeEntry } from '#shared/events/snapshot.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { Blobs } from '../log/blobs.ts'
import { toPlace } from './agent-path.ts'
import { type KnownTree, modeOf } from './tree-protocol.ts'

/** The project's files as a log knows them. */
export function toKnownTree(
  { tree, sinceTree, touched }: FilesState,
  blobs: Pick<Blobs, 'get'>,
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
  return { ...(json && { tree: json }), changes, kept }
}

/** Every file of a known tree, by its path. A mode of 0 is not known. */
export function filesOf({ tree, changes }: KnownTree): Map<string, TreeEntry> {
  const json = tree ? Tree.parse(JSON.parse(Buffer.from(tree).toString('utf8'))) : {}
  const files = new Map(Object.entries(json))
  for (const [path, content] of Object.entries(changes)) {
    if (!content) files.delete(path)
    else files.set(path, { ...content, mode: modeOf(content, files.get(path)) })
  }
  return files
}
