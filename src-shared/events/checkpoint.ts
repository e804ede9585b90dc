import { z } from 'zod'
import { defineEvent } from './define.ts'

/** LangGraph's state was saved, in the transaction of this event. `namespace` is empty for the lead. */
export const checkpointSaved = defineEvent(
  'checkpoint.saved',
  z.object({
    checkpointId: z.string(),
    parentId: z.string().optional(),
    namespace: z.string(),
    step: z.int(),
  }),
)
