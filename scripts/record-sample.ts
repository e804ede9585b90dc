// Records resources/sample-replay.orrery: node scripts/launch.mjs scripts/record-sample.ts
// The demo agent works on a copy of resources/sample-project; a stand-in for a person approves.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { exportSession } from '../src-main/core/exchange/export-session.ts'
import { systemClock } from '../src-main/core/runtime/clock.ts'
import { openStore } from '../src-main/core/store/store.ts'
import { findInstallation } from '../src-main/installation.ts'
import { openHost } from '../src-main/open-host.ts'

const PROMPT =
  'The tests of this project fail. Find out why, repair it, and prove that it is repaired.'
const TITLE = 'Find and repair the bug'
/** What a person needs to read what is asked. */
const READING_MS = 3500
/** What stands in the recording for the folder it was made in. */
const NEUTRAL_ROOT = '/projects/sample-project'

const { resourcesDir } = findInstallation()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-sample-')))
const [root, dataDir] = [join(folder, 'sample-project'), join(folder, 'data')]

function makeProject(): void {
  cpSync(join(resourcesDir, 'sample-project'), root, { recursive: true })
  const author = ['-c', 'user.name=Sample', '-c', 'user.email=sample@example.org']
  const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: root })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=Sample project')
}

async function record(): Promise<SessionId> {
  await using link = await openHost({ dataDir, face: 'record' })
  using channel = await link.connect()
  const client = connectClient(channel, contract)
  const { projectId } = await client['projects.open']({ path: root })
  const { sessionId } = await client['sessions.create']({
    projectId,
    model: 'demo:scripted',
    profile: 'standard',
    title: TITLE,
  })
  const { runId } = await client['sessions.send']({ sessionId, text: PROMPT })
  for await (const page of client['sessions.events']({ sessionId })) {
    for (const event of page) await approve(client, event)
    const end = page.find((event) => event.kind === 'run.ended' && event.runId === runId)
    if (end) break
  }
  return sessionId
}

async function approve(client: Client<HostContract>, event: AnyEvent): Promise<void> {
  if (event.kind !== 'approval.requested') return
  await delay(READING_MS)
  const { sessionId } = event
  const { approvalId } = event.data
  await client['approvals.decide']({ sessionId, approvalId, decision: 'approve' })
}

async function findContent(hash: Hash): Promise<Uint8Array | undefined> {
  if (!hash.startsWith('git:')) return undefined
  return execFileSync('git', ['cat-file', 'blob', hash.slice('git:'.length)], { cwd: root })
}

async function write(sessionId: SessionId): Promise<string> {
  const path = join(resourcesDir, 'sample-replay.orrery')
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  const replacements = [
    [root, NEUTRAL_ROOT],
    [folder, '/projects'],
    [homedir(), '/home/sample'],
  ] as const
  await exportSession(store, { sessionId, path, replacements, findContent })
  return path
}

try {
  makeProject()
  console.log(`Recorded ${await write(await record())}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
