import { mkdtempSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { RunId, SessionId } from '#shared/lib/ids.ts'
import { outsideArchive } from '../core/runtime/native-part.ts'
import type { Cipher } from '../core/secrets/secret-encryption.ts'
import { findInstallation } from '../installation.ts'
import { type Check, type CheckResult, nativeChecks, runChecks } from '../native-checks.ts'
import type { HostLink } from '../open-host.ts'
import type { MainWindow } from './window.ts'

/** On a machine that has everything else to do as well. */
const WITHIN_MS = 60_000

interface Tested {
  readonly link: HostLink
  readonly window: MainWindow
  readonly cipher: Cipher
}

/** Whether the app was started to say whether it works, and not to be worked with. */
export function isSelftest(argv: readonly string[]): boolean {
  return argv.includes('--selftest')
}

/** A data folder of its own, so that no session is touched. It is left to `removeSelftestFolder`. */
export function createSelftestFolder(): string {
  return mkdtempSync(join(tmpdir(), 'orrery-selftest-'))
}

/** Starts everything, has the demo agent work, and prints what became of it as JSON. Answers whether all is well. */
export async function selftest(tested: Tested, folder: string): Promise<boolean> {
  const checks: readonly Check[] = [
    { what: 'the window comes up and reaches the host', run: () => showPage(tested.window) },
    { what: 'a secret is kept and read', run: () => tryCipher(tested.cipher) },
    ...nativeChecks,
    { what: 'the demo agent explores a project', run: () => runDemo(tested.link, folder) },
  ]
  const results = await runChecks(checks, WITHIN_MS)
  process.stdout.write(`${JSON.stringify(describe(results), null, 2)}\n`)
  return results.every(({ error }) => error === undefined)
}

function describe(checks: readonly CheckResult[]) {
  const { electron, chrome, node } = process.versions
  const { version } = findInstallation()
  const system = `${process.platform}-${process.arch}`
  return { version, system, electron, chrome, node, checks }
}

async function showPage(window: MainWindow): Promise<void> {
  window.show()
  await window.isReady
}

async function tryCipher(cipher: Cipher): Promise<void> {
  const secret = 'a secret'
  const read = await cipher.decrypt(await cipher.encrypt(secret))
  if (read !== secret) throw new Error('what was read is not what was kept')
}

async function runDemo(link: HostLink, folder: string): Promise<void> {
  using channel = await link.connect()
  const client = connectClient(channel, contract)
  const project = join(folder, 'project')
  const sample = outsideArchive(join(findInstallation().resourcesDir, 'sample-project'))
  await cp(sample, project, { recursive: true })
  const { projectId } = await client['projects.open']({ path: project })
  const chosen = { model: 'demo:scripted', profile: 'trusted' } as const
  const { sessionId } = await client['sessions.create']({ projectId, ...chosen })
  const { runId } = await client['sessions.send']({ sessionId, text: 'Explore this project.' })
  const outcome = await untilEnded(client, { sessionId, runId })
  if (outcome !== 'ok') throw new Error(`its run ended with ${outcome}`)
}

/** The project is a copy of our own sample: whatever the agent asks for is granted. */
async function untilEnded(
  client: Client<HostContract>,
  { sessionId, runId }: { readonly sessionId: SessionId; readonly runId: RunId },
): Promise<string> {
  for await (const events of client['sessions.events']({ sessionId })) {
    for (const event of events) {
      if (event.kind === 'run.ended' && event.runId === runId) return event.data.outcome
      if (event.kind !== 'approval.requested') continue
      const { approvalId } = event.data
      await client['approvals.decide']({ sessionId, approvalId, decision: 'approve', by: 'host' })
    }
  }
  return 'nothing: the host has gone'
}

export async function removeSelftestFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
