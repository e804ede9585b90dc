import { z } from 'zod'
import { SessionId } from '../ids.ts'
import { call } from './define.ts'

const Place = z.object({ sessionId: SessionId, seq: z.int().positive() })

/** A person's marks on a recording. They can be set and taken away at any time, also while a run is on. */
export const bookmarks = {
  /** One that is there already has the new name, or none. */
  'bookmarks.add': call(
    Place.extend({ label: z.string().trim().min(1).max(200).optional() }),
    z.object({}),
  ),
  /** Where there is none, nothing happens. */
  'bookmarks.remove': call(Place, z.object({})),
} as const
