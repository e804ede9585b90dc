import type { SessionSummary } from '#shared/contract/sessions.ts'
import { formatUntil } from '#shared/format-until.ts'
import { isOwned } from '../core/log/owner-lock.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { formatCost, formatTokens, toLine } from './format.ts'
import { openReader } from './reader.ts'

const options = { json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery sessions [--json]

  --json                 The list as JSON`,
  run: async (args) => {
    const { values } = readArgs(args, { name: 'sessions', options })
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using reader = await openReader(dataDir)
    const listed = reader?.store.summaries.list() ?? []
    const all = isOwned(dataDir) ? listed : listed.map(withoutOwner)
    console.log(values.json ? JSON.stringify(all) : toTable(all))
    return EXIT.ok
  },
}

/** What ran when its host died does not run any more: the next one writes that down. */
function withoutOwner(session: SessionSummary): SessionSummary {
  if (!session.isRunning) return session
  return { ...session, isRunning: false, isQueued: false, lastOutcome: 'interrupted' }
}

function toTable(all: readonly SessionSummary[]): string {
  if (all.length === 0) return 'There are no sessions yet. Start one: orrery run "…"'
  return all.map(toRow).join('\n')
}

function toRow(session: SessionSummary): string {
  const { id, title, projectName, costUsd, unpricedCalls, tokens } = session
  const figures = `${formatTokens(tokens)} tokens, ${formatCost(costUsd, unpricedCalls)}`
  const when = new Date(session.changedAt).toISOString().slice(0, 16).replace('T', ' ')
  const what = toLine(title || 'Untitled', 48).padEnd(48)
  return `${id}  ${when}  ${stateOf(session).padEnd(11)}  ${toLine(projectName, 20).padEnd(20)}  ${what}  ${figures}`
}

function stateOf(session: SessionSummary): string {
  const { isRunning, isQueued, isPaused, waiting, waitsUntil, lastOutcome } = session
  if (isPaused) return 'paused'
  if (waiting > 0) return 'waiting'
  if (waitsUntil !== undefined) return `until ${formatUntil(waitsUntil, Date.now())}`
  if (isQueued) return 'queued'
  return isRunning ? 'running' : (lastOutcome ?? 'new')
}
