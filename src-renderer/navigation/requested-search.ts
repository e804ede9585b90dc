import { z } from 'zod'
import { SessionId, SpanId } from '#shared/lib/ids.ts'
import { useKeptState } from '../ui/browser/persistent-state.ts'

/** What was found in another session, and is to be shown there. */
const Wanted = z.object({
  sessionId: SessionId,
  agentId: SpanId.optional(),
  spanId: SpanId.optional(),
  found: z.object({
    seq: z.int().positive(),
    itemId: z.string().optional(),
    spanId: SpanId.optional(),
  }),
})

const AskedSearch = z.object({
  text: z.string().catch(''),
  where: z.enum(['session', 'project', 'everything']).catch('everything'),
  what: z.enum(['all', 'said', 'thought', 'done', 'files', 'errors']).catch('all'),
  /** The place that Enter leads to, counted over all that were found. */
  active: z.int().nonnegative().catch(0),
  wanted: Wanted.optional().catch(undefined),
  /** It was asked where no session is open: this one is being opened to show what is found. */
  awaitedIn: SessionId.optional().catch(undefined),
})
export type AskedSearch = z.infer<typeof AskedSearch>

/** What this window looks for, and what changes it. */
export function useAskedSearch(): readonly [
  asked: AskedSearch,
  ask: (change: Partial<AskedSearch>) => void,
] {
  return useKeptState('orrery.search', AskedSearch)
}
