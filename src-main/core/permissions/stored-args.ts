import type { StoredJson } from '#shared/events/value.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import type { Args } from '../tools/definition/define-tool.ts'

/** Arguments of a call as they were logged; none where they were no record, or are not kept. */
export function readStoredArgs(
  { blobs }: { readonly blobs: Pick<Blobs, 'get'> },
  stored: StoredJson,
): Args {
  if (!('ref' in stored)) return toArgs(stored.json)
  const bytes = blobs.get(stored.ref)
  return bytes ? toArgs(JSON.parse(new TextDecoder().decode(bytes))) : {}
}

function toArgs(json: unknown): Args {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
}
