import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { startModelServer } from '../../../test/support/model-server.ts'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { openHost } from '../../open-host.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { openReader } from '../host-client/store-reader.ts'
import { command } from './resume.ts'

const execute = (script: string) => ({ name: 'run_command', args: { command: script } })

/** Leaves a session whose host was closed while two calls waited for a person. */
async function leaveAsking(dataDir: string, projectDir: string, baseUrl: string) {
  await using host = await openHost({ dataDir, face: 'test', env: {} })
  const client = connectClient(await host.connect(), contract)
  const { projectId } = await client['projects.open']({ path: projectDir })
  const model = 'compatible:scripted'
  const { sessionId } = await client['sessions.create']({ projectId, model, baseUrl })
  await client['sessions.send']({ sessionId, text: 'Go.' })
  const waiting = async () => (await client['sessions.list']({}))[0]?.waiting
  await expect.poll(waiting).toBe(2)
  return sessionId
}

async function readKinds(dataDir: string, sessionId: SessionId): Promise<string[]> {
  await using reader = await openReader(dataDir)
  return [...(reader?.store.events.read(sessionId) ?? [])].flat().map(({ kind }) => kind)
}

test('what waited for a person is decided once by whoever goes on with it', async () => {
  using folder = temporaryFolder()
  const projectDir = join(folder.path, 'project')
  mkdirSync(projectDir)
  const calls = [execute('rm -f a.txt'), execute('rm -f b.txt')]
  await using server = await startModelServer(({ messages }) =>
    messages.some(({ role }) => role === 'assistant') ? { text: 'Done.' } : { calls },
  )
  for (const approve of ['none', 'all']) {
    const dataDir = join(folder.path, approve)
    const sessionId = await leaveAsking(dataDir, projectDir, server.url)
    using _said = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    const args = ['last', '--approve', approve, '--json', '--data-dir', dataDir]
    expect(await command.run(args)).toBe(EXIT.ok)
    const kinds = await readKinds(dataDir, sessionId)
    const ofApprovals = kinds.filter((kind) => kind.startsWith('approval.'))
    expect(ofApprovals).toEqual([
      ...Array(2).fill('approval.requested'),
      ...Array(2).fill('approval.decided'),
    ])
  }
}, 60_000)
