import { z } from 'zod'
import type { SessionId } from '#shared/ids.ts'
import { parseJson } from '#shared/lib/parse-json.ts'

/** The two terminals that are side by side, and how much of the width the left one has. */
export const KeptSides = z.object({
  left: z.string().optional(),
  right: z.string(),
  leftPercent: z.number().min(0).max(100).optional(),
})
export type KeptSides = z.infer<typeof KeptSides>

const keyOf = (sessionId: SessionId) => `orrery.terminals.${sessionId}`

/** Absent where one terminal is shown. */
export function readSides(
  sessionId: SessionId,
  kept: Pick<Storage, 'getItem'> = localStorage,
): KeptSides | undefined {
  return KeptSides.safeParse(parseJson(kept.getItem(keyOf(sessionId)) ?? '')).data
}

export function keepSides(
  sessionId: SessionId,
  sides: KeptSides | undefined,
  kept: Pick<Storage, 'setItem' | 'removeItem'> = localStorage,
): void {
  if (sides) kept.setItem(keyOf(sessionId), JSON.stringify(sides))
  else kept.removeItem(keyOf(sessionId))
}
