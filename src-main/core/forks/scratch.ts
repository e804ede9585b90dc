import type { FilesState } from '#shared/projections/files.ts'
import type { Blobs } from '../log/blobs.ts'
import type { ScratchText } from '../log/session-copy.ts'
import { toPlace } from '../workspace/agent-path.ts'

/** The session's own documents as its log knows them: those of the project outlive every session. */
export function scratchOf(
  { sinceTree }: FilesState,
  blobs: Pick<Blobs, 'get'>,
): readonly ScratchText[] {
  return Object.entries(sinceTree).flatMap(([path, content]) => {
    const place = toPlace(path)
    if (place.type !== 'document' || place.scope !== 'session') return []
    const bytes = content?.hash && blobs.get(content.hash)
    return bytes ? [{ path, text: Buffer.from(bytes).toString('utf8') }] : []
  })
}
