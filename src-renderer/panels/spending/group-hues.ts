import type { Dimension, SpendingReport } from '#shared/spending/spending-query.ts'
import { hueOf, hueOfType } from '../../client/agent-hues.ts'

/** The colour of what is not told apart. */
export const OTHERS_HUE = 'var(--text-3)'

/**
 * Those that are told bar by bar have a colour each, what cost most first, and subagent types the one
 * of their agents; the rest share one.
 */
export function hueOfGroup(by: Dimension, { groups }: SpendingReport, key: string): string {
  const index = groups.findIndex((group) => group.key === key)
  if (!groups[index]?.stretches) return OTHERS_HUE
  return by === 'type' && key !== '' ? hueOfType(key) : hueOf(index + 1)
}
