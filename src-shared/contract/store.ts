import { z } from 'zod'
import { SessionId } from '../ids.ts'
import { call } from './define.ts'

const Bytes = z.int().nonnegative()

/** What a session takes. Deleting it frees all but what it shares. */
export const SessionSize = z.object({
  id: SessionId,
  logBytes: Bytes,
  checkpointBytes: Bytes,
  /** Files and texts that no other session uses. */
  contentBytes: Bytes,
  sharedBytes: Bytes,
})
export type SessionSize = z.infer<typeof SessionSize>

/** What no session has for itself. */
export const OtherSizes = z.object({
  /** Contents that several sessions use, each counted once. */
  sharedBytes: Bytes,
  /** Memories, and what else projects keep. */
  memoryBytes: Bytes,
  /** All that is left of the file: indexes, settings, and room that pages have. */
  restBytes: Bytes,
})
export type OtherSizes = z.infer<typeof OtherSizes>

/** Its parts add up to `fileBytes`. */
export const StoreSizes = z.object({
  fileBytes: Bytes,
  /** Of the file: left by what was deleted, and used again before it grows. */
  freeBytes: Bytes,
  others: OtherSizes,
  sessions: z.array(SessionSize),
})
export type StoreSizes = z.infer<typeof StoreSizes>

export const store = {
  'store.sizes': call(z.object({}), StoreSizes),
} as const
