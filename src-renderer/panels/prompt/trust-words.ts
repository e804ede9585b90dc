import type { Startable } from '#shared/contract/trust.ts'
import { formatNumber } from '../../ui/format.ts'

const nouns: Readonly<Record<Startable['kind'], string>> = {
  server: 'MCP server',
  'language-server': 'language server',
  debugger: 'debugger',
  hook: 'hook',
  setup: 'set-up command',
}

/** What waits for trust, as a sentence; and that nothing comes of it meanwhile. */
export function tellWaiting(waiting: readonly Pick<Startable, 'kind'>[]): string {
  const counts = Map.groupBy(waiting, ({ kind }) => kind)
  const named = [...counts].map(([kind, { length }]) => formatNumber(length, nouns[kind]))
  const it = waiting.length === 1 ? 'It is not' : 'None is'
  return `This project’s files name ${join(named)}. ${it} started before you trust it.`
}

function join(parts: readonly string[]): string {
  const before = parts.slice(0, -1).join(', ')
  return [before, ...parts.slice(-1)].filter(Boolean).join(' and ')
}
