import { once } from 'node:events'
import type { EventFor } from '#shared/events/index.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { agentEnvironmentOf } from '../processes/agent-environment.ts'
import type { Environment } from '../programs/program-environment.ts'
import type { Store } from '../store/store.ts'
import type { PersonTerminals } from '../terminals/person-terminals.ts'
import type { Checked, ProjectTrust, TrustPlace } from '../trust/project-trust.ts'

/** Returns the set-up command that a folder's own settings name, and whether a person trusts it. */
export async function findSetup(
  trust: Pick<ProjectTrust, 'list'>,
  place: TrustPlace,
): Promise<Checked | undefined> {
  const { startables } = await trust.list(place, new Set(['setup']))
  return startables[0]
}

export interface SettingUp {
  readonly store: Store
  readonly trust: Pick<ProjectTrust, 'list' | 'grant'>
  readonly terminals: () => Promise<PersonTerminals>
  readonly env: Environment
  readonly session: { readonly id: SessionId; readonly projectId: ProjectId; readonly root: string }
  /** The hash of the command that a person was told would run. */
  readonly shown: string | undefined
}

/**
 * Runs a fork's set-up command where it is trusted, in a terminal of the fork, and says what it came
 * to. Aborted, it is not waited for any longer.
 */
export async function setUp(parts: SettingUp, signal: AbortSignal): Promise<void> {
  const { store, trust, session } = parts
  const setup = await findSetup(trust, session)
  if (!setup || signal.aborted) return
  const command = setup.name
  const data = (await mayRun(parts, setup))
    ? await runIn(parts, command, signal)
    : ({ command, outcome: 'denied' } as const)
  await store.events.append(session.id, [{ kind: 'session.prepared', data }])
}

/** The files of a fork are those of its moment, so trust in the project's files of now may not cover them. */
async function mayRun({ trust, session, shown }: SettingUp, setup: Checked): Promise<boolean> {
  if (setup.isTrusted) return true
  if (!shown?.startsWith(setup.entryHash)) return false
  await trust.grant(session, [setup.hash])
  return true
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
