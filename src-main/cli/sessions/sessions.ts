import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { formatUntil } from '#shared/format/format-until.ts'
import { isOwned } from '../../core/store/database/owner-lock.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { formatCost, formatJson, formatTokens, toLine } from '../command-line/format-output.ts'
import { openReader } from '../host-client/store-reader.ts'

export const command = defineCommand({
  name: 'sessions',
  usage: ['orrery sessions [--json]'],
  table: {
    json: { type: 'boolean', help: 'The list as JSON' },
  },
  run: async ({ values }) => {
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using reader = await openReader(dataDir)
    const listed = reader?.store.summaries.list() ?? []
    const all = isOwned(dataDir) ? listed : listed.map(withoutOwner)
    console.log(values.json ? formatJson(all) : toTable(all))
    return EXIT.ok
  },
})

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
