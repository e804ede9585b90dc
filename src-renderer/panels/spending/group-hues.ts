import type { SpendingReport } from '#shared/spending/spending-query.ts'
import { hueOf } from '../../client/agent-hues.ts'

/** The colour of what is not told apart. */
export const OTHERS_HUE = 'var(--text-3)'

/** Those that are told bar by bar have a colour each, what cost most first; the rest share one. */
export function hueOfGroup({ groups }: SpendingReport, key: string): string {
  const index = groups.findIndex((group) => group.key === key)
  return groups[index]?.stretches ? hueOf(index + 1) : OTHERS_HUE
}
