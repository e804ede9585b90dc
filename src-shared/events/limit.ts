import { z } from 'zod'
import { defineEvent } from './define.ts'
import { ModelRef } from './value.ts'

/**
 * The run waits until a provider's limit ends, since nothing else in it can continue. `until` is in
 * milliseconds since the epoch: the latest end where several agents wait. `reason` says whose limit it
 * is. A wait survives the end of its host: another one resumes the run.
 */
export const limitReached = defineEvent(
  'limit.reached',
  z.object({ until: z.number(), models: z.array(ModelRef), reason: z.string() }),
)

/**
 * Why the wait is over: its time came, a person resumed the run or chose another model, the run was
 * stopped, its host couldn't resume it (`error`), or another wait took its place. The wait of a run that
 * was interrupted stays.
 */
export const limitResolved = defineEvent(
  'limit.resolved',
  z.object({
    how: z.enum(['time', 'resumed', 'model', 'stopped', 'failed', 'replaced']),
    model: ModelRef.optional(),
    error: z.string().optional(),
  }),
)
