import { z } from 'zod'
import { call } from './define.ts'

export const previews = {
  /** Whether anything listens now where a page of this machine was; of other machines nothing is asked. */
  'previews.reach': call(z.object({ url: z.string() }), z.object({ isThere: z.boolean() })),
} as const
