import type { StoredJson, StoredText } from '#shared/events/value.ts'
import { useBlobText } from './documents.ts'

export interface Loaded {
  readonly text: string
  /** What is shown is its beginning only. */
  readonly isPartial: boolean
}

/** A stored text whole; its beginning while it is fetched. */
export function useStoredText(stored: StoredText | undefined): Loaded {
  const ref = typeof stored === 'object' ? stored : undefined
  const { text } = useBlobText(ref?.ref)
  if (typeof stored === 'string') return { text: stored, isPartial: false }
  return { text: text ?? ref?.head ?? '', isPartial: ref !== undefined && text === undefined }
}

/** Stored JSON as text for a person. */
export function useStoredJson(stored: StoredJson): Loaded {
  const { text } = useBlobText('ref' in stored ? stored.ref : undefined)
  if ('json' in stored) return { text: JSON.stringify(stored.json, null, 2), isPartial: false }
  return { text: text ?? stored.head ?? '', isPartial: text === undefined }
}
