import { z } from 'zod'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { sessionStateOf } from './session-state.ts'

/** How sessions are listed: which, and in what order. */
export const Listing = z.object({
  text: z.string().catch(''),
  where: z.enum(['project', 'everything']).catch('project'),
  outcome: z
    .enum(['all', 'running', 'waiting', 'paused', 'ok', 'failed', 'stopped', 'new'])
    .catch('all'),
  order: z.enum(['changed', 'cost', 'name']).catch('changed'),
})
export type Listing = z.infer<typeof Listing>
type Outcome = Listing['outcome']

const outcomeOfWord: Readonly<Record<string, Outcome>> = {
  waiting: 'waiting',
  queued: 'running',
  running: 'running',
  paused: 'paused',
  failed: 'failed',
  refused: 'failed',
  stopped: 'stopped',
  cancelled: 'stopped',
  interrupted: 'stopped',
}

/** Which outcome a session is listed under. */
export function outcomeOf(session: SessionSummary): Outcome {
  const word = sessionStateOf(session)?.word
  if (word !== undefined) return outcomeOfWord[word] ?? 'ok'
  return session.runs === 0 ? 'new' : 'ok'
}

/** Those that are asked for, in the order that is. Every word must occur in the name, the first prompt or the project. */
export function listSessions(
  sessions: readonly SessionSummary[],
  { text, outcome, order }: Listing,
): readonly SessionSummary[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const wanted = sessions.filter((session) => {
    if (outcome !== 'all' && outcomeOf(session) !== outcome) return false
    if (words.length === 0) return true
    const { title, firstInput = '', projectName } = session
    const told = fold(`${title} ${firstInput} ${projectName}`)
    return words.every((word) => told.includes(word))
  })
  return wanted.sort(orders[order])
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

type Compare = (a: SessionSummary, b: SessionSummary) => number

const byChange: Compare = (a, b) => b.changedAt - a.changedAt

const orders: Readonly<Record<Listing['order'], Compare>> = {
  changed: byChange,
  cost: (a, b) => b.costUsd - a.costUsd || byChange(a, b),
  name: (a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }) || byChange(a, b),
}
