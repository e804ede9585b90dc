import type { Dimension, SpendingReport } from '#shared/spending/spending-query.ts'
import { HUES, hueOf, hueOfType } from '../../client/agent-hues.ts'

/** The colour of what is not told apart. */
export const OTHERS_HUE = 'var(--text-3)'

/**
 * Those that are told bar by bar have a colour each, what cost most first, and subagent types the one
 * of their agents, unless a dearer one has it; the rest share one.
 */
export function hueOfGroup(by: Dimension, { groups }: SpendingReport, key: string): string {
  const told = groups.filter(({ stretches }) => stretches).map((group) => group.key)
  if (!told.includes(key)) return OTHERS_HUE
  if (by === 'type') return huesOfTypes(told).get(key) ?? OTHERS_HUE
  return hueOf(groups.findIndex((group) => group.key === key) + 1)
}

/** Whoever finds its colour taken has one that is free, as long as there is one. */
function huesOfTypes(types: readonly string[]): ReadonlyMap<string, string> {
  const holders = new Map<string, string>()
  for (const type of types) {
    const hue = hueOfType(type)
    if (type !== '' && !holders.has(hue)) holders.set(hue, type)
  }
  const hues = new Map([...holders].map(([hue, type]) => [type, hue]))
  const free = Array.from({ length: HUES }, (_, index) => hueOf(index + 1)).filter(
    (hue) => !holders.has(hue),
  )
  for (const type of types) {
    if (!hues.has(type)) hues.set(type, free.shift() ?? hueOfType(type))
  }
  return hues
}
