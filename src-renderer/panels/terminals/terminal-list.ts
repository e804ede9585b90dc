import type { PersonTerminal } from '#shared/contract/terminals.ts'
import type { AgentTerminal } from '#shared/projections/terminals.ts'

/** A terminal as a tab shows it. */
export type Listed =
  | { readonly type: 'agent'; readonly id: string; readonly terminal: AgentTerminal }
  | { readonly type: 'person'; readonly id: string; readonly terminal: PersonTerminal }

/** The agents' terminals, then the person's own. */
export function listTerminals(
  ofAgents: readonly AgentTerminal[],
  ofPerson: readonly PersonTerminal[],
): readonly Listed[] {
  return [
    ...ofAgents.map((terminal) => ({ type: 'agent' as const, id: terminal.spanId, terminal })),
    ...ofPerson.map((terminal) => ({ type: 'person' as const, id: terminal.id, terminal })),
  ]
}

/** The chosen one while there is such a one; else the agents' last, else the person's first. */
export function findShown(
  list: readonly Listed[],
  chosenId: string | undefined,
): Listed | undefined {
  return (
    list.find(({ id }) => id === chosenId) ??
    list.findLast(({ type }) => type === 'agent') ??
    list[0]
  )
}

/** What state a terminal is in, where it no longer runs. */
export function endOf({ type, terminal }: Listed): string | undefined {
  const { exitCode } = terminal
  if (type === 'agent' && terminal.endedAt === undefined) return undefined
  if (exitCode === undefined) return undefined
  return exitCode === null ? 'ended by a signal' : `ended with ${exitCode}`
}
