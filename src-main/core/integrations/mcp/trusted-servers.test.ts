import { expect, test } from 'vitest'
import { openMcpFixture, scripted } from '../../../../test/support/mcp-bench.ts'

// CVE-2025-54136 ("MCPoison", Cursor): a server that was trusted once was started with other files later.
test('a server that runs goes on after files changed, and asks before it starts again', async () => {
  await using fixture = await openMcpFixture({
    files: {
      '.mcp.json': JSON.stringify({ mcpServers: { one: scripted() } }),
      'lib.js': 'before',
    },
  })
  const { mcp, projectId, changes } = fixture
  await fixture.trust()
  await expect.poll(async () => (await fixture.server('one')).state, patient).toBe('ready')
  fixture.write('lib.js', 'after')
  changes.fire({ topic: 'files', projectId })
  const answered = await fixture.call('mcp__one-project__echo')
  expect(answered.text).toContain('echo')
  expect((await fixture.server('one')).state).toBe('ready')
  await mcp.restart({ projectId, name: 'one' })
  const error = '1 file has changed since you trusted it: lib.js.'
  expect(await fixture.server('one')).toMatchObject({ state: 'untrusted', error })
  const run = mcp.forRun(projectId)
  const missing = await run.ready(AbortSignal.timeout(60_000))
  expect(missing).toEqual([{ name: 'one', why: 'untrusted', error }])
  await expect(fixture.call('mcp__one-project__echo')).rejects.toThrow(error)
  await fixture.trust()
  await expect.poll(async () => (await fixture.server('one')).state, patient).toBe('ready')
}, 120_000)

const patient = { timeout: 60_000 }
