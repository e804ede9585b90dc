import type { PersonTerminal } from '#shared/contract/procedures/terminals.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { AgentTerminal } from '#shared/projections/terminals.ts'

/** A tab: every command one agent ran, one after the other, or a terminal that it keeps, or a person's shell. */
export type Listed =
  | {
      readonly type: 'agent'
      readonly id: string
      readonly agentId?: SpanId
      readonly terminals: readonly AgentTerminal[]
    }
  | { readonly type: 'person'; readonly id: string; readonly terminal: PersonTerminal }

/** How many of an agent's commands are shown; the latest. */
const SHOWN_COMMANDS = 40

/** The agents in the order they first ran something, with what they keep, then the person's own shells. */
export function listTerminals(
  ofAgents: readonly AgentTerminal[],
  ofPerson: readonly PersonTerminal[],
): readonly Listed[] {
  const byAgent = Map.groupBy(ofAgents, ({ name, agentId, spanId }) =>
    name === undefined ? (agentId ?? spanId) : spanId,
  )
  return [
    ...[...byAgent].map(([id, terminals]) => {
      const agentId = terminals[0]?.agentId
      return { type: 'agent' as const, id, terminals, ...(agentId && { agentId }) }
    }),
    ...ofPerson.map((terminal) => ({ type: 'person' as const, id: terminal.id, terminal })),
  ]
}

/**
 * The chosen one, by its own id or that of a call in it; else that of the agent that ran the last
 * command, else the person's first.
 */
export function findShown(
  list: readonly Listed[],
  chosenId: string | undefined,
): Listed | undefined {
  return list.find((one) => isNamed(one, chosenId)) ?? findLatest(list) ?? list[0]
}

/** How many agents have a tab each; of hundreds the others are found by their calls. */
const SHOWN_AGENTS = 10

/** The agents that ran something last, the person's shells, and what is shown, in the order of the list. */
export function tabsOf(
  list: readonly Listed[],
  shown: readonly (Listed | undefined)[],
): readonly Listed[] {
  const latest = list
    .filter(({ type }) => type === 'agent')
    .toSorted((a, b) => openedAt(b) - openedAt(a))
    .slice(0, SHOWN_AGENTS)
  return list.filter((one) => one.type === 'person' || shown.includes(one) || latest.includes(one))
}

/** Whether an id is its own, or that of a call in it. */
export function isNamed(one: Listed, id: string | undefined): boolean {
  if (one.id === id) return true
  return one.type === 'agent' && one.terminals.some(({ spanId }) => spanId === id)
}

function findLatest(list: readonly Listed[]): Listed | undefined {
  const ofAgents = list.filter(({ type }) => type === 'agent')
  return ofAgents.toSorted((a, b) => openedAt(a) - openedAt(b)).at(-1)
}

function openedAt(one: Listed): number {
  return one.type === 'agent' ? (lastOf(one)?.openedAt ?? 0) : -1
}

function lastOf({ terminals }: Extract<Listed, { type: 'agent' }>): AgentTerminal | undefined {
  return terminals.at(-1)
}

/** An agent's commands that are shown. */
export function latestOf(terminals: readonly AgentTerminal[]): readonly AgentTerminal[] {
  return terminals.slice(-SHOWN_COMMANDS)
}

/** Each command as it was called, and what it printed. */
export function outputOf(terminals: readonly AgentTerminal[]): string {
  const last = terminals.length - 1
  return terminals
    .map((terminal, place) => `${asCalled(terminal.command)}${textOf(terminal, place === last)}`)
    .join('')
}

/** What a command printed. What runs last may go on with its line. */
export function textOf({ output, endedAt }: AgentTerminal, isLast: boolean): string {
  return isLast && endedAt === undefined ? output : endLine(output)
}

function asCalled(command: string): string {
  return `\u001b[1m$ ${showInvisible(command).replaceAll('\n', '\r\n  ')}\u001b[0m\r\n`
}

function endLine(output: string): string {
  return output === '' || output.endsWith('\n') ? output : `${output}\r\n`
}

/** As its agent calls one that it keeps; `undefined`: it is no such. */
export function keptNameOf(one: Listed): string | undefined {
  return one.type === 'agent' ? one.terminals[0]?.name : undefined
}

/** How what runs last in a terminal ended, where it has. */
export function endOf(one: Listed): string | undefined {
  const last = one.type === 'agent' ? lastOf(one) : one.terminal
  const exitCode = last?.exitCode
  if (exitCode === undefined) return undefined
  return exitCode === null ? 'ended by a signal' : `ended with ${exitCode}`
}
