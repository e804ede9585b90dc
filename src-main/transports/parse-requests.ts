import { z } from 'zod'
import type { Request } from '#shared/wire/protocol.ts'

const Id = z.int().positive()

const Requests: z.ZodType<readonly Request[]> = z.array(
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('start'),
      id: Id,
      path: z.string(),
      // JSON leaves out what is `undefined`: whoever is asked says that it takes no such input.
      input: z.unknown().default(null),
    }),
    z.object({ type: z.literal('cancel'), id: Id }),
    z.object({ type: z.literal('credit'), id: Id, count: z.int().positive() }),
  ]),
)

/** What a client said, one message or an array of them; `undefined` where it is not of the protocol. */
export function findRequests(frame: unknown): readonly Request[] | undefined {
  return Requests.safeParse(Array.isArray(frame) ? frame : [frame]).data
}

/** The same, of a frame that came as text. */
export function parseRequests(text: string): readonly Request[] | undefined {
  try {
    return findRequests(JSON.parse(text))
  } catch {
    return undefined
  }
}
