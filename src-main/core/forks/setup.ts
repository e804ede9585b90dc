import { once } from 'node:events'
import type { EventFor } from '#shared/events/index.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { agentEnvironmentOf } from '../agent-environment.ts'
import type { Store } from '../log/store.ts'
import type { Environment } from '../program-environment.ts'
import type { PersonTerminals } from '../terminals/person-terminals.ts'
import type { Found } from '../trust/startables.ts'
import { findStartables } from '../trust/startables.ts'

/** The set-up command that a folder's own settings name, as it may be trusted. */
export async function findSetup(root: string): Promise<Found | undefined> {
  const { startables } = await findStartables(root)
  return startables.find(({ kind }) => kind === 'setup')
}

export interface SettingUp {
  readonly store: Store
  readonly terminals: () => Promise<PersonTerminals>
  readonly env: Environment
  readonly session: { readonly id: SessionId; readonly projectId: ProjectId; readonly root: string }
}

/**
 * Runs a fork's set-up command where it is trusted, in a terminal of the fork, and says what it came
 * to. Aborted, it is not waited for any longer.
 */
export async function setUp(parts: SettingUp, signal: AbortSignal): Promise<void> {
  const { store, session } = parts
  const setup = await findSetup(session.root)
  if (!setup || signal.aborted) return
  const command = setup.name
  const isTrusted = store.trust.has(session.projectId, setup.hash)
  const data = isTrusted
    ? await runIn(parts, command, signal)
    : ({ command, outcome: 'denied' } as const)
  await store.events.append(session.id, [{ kind: 'session.prepared', data }])
}

async function runIn(
  { store, terminals, env, session }: SettingUp,
  command: string,
  signal: AbortSignal,
): Promise<EventFor<'session.prepared'>['data']> {
  const all = await terminals()
  const own = agentEnvironmentOf(store, env, session.projectId)
  const running = { command, title: 'Set-up', env: own.read() }
  const opened = await all.open(session.id, session.root, SIZE, running)
  const exitCode = await Promise.race([all.exited(opened), aborted(signal)])
  if (exitCode === undefined) return { command, outcome: 'interrupted' }
  if (exitCode === 0) return { command, outcome: 'ok', exitCode }
  const withheld = own.findWithheldIn(all.findOutput(opened) ?? '')
  const named = withheld.length > 0 && { withheld: [...withheld] }
  return { command, outcome: 'error', exitCode, ...named }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort')
}

const SIZE = { cols: 120, rows: 30 }
