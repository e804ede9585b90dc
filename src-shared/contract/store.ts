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

export const StoreSizes = z.object({
  fileBytes: Bytes,
  /** Of the file: left by what was deleted, and used again before it grows. */
  freeBytes: Bytes,
  sessions: z.array(SessionSize),
})
export type StoreSizes = z.infer<typeof StoreSizes>

export const store = {
  'store.sizes': call(z.object({}), StoreSizes),
} as const
