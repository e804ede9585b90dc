import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

const key = 'sk-4711-geheim'

/** Has the key printed, read and written, each in a step of its own. */
function spill({ messages }: ModelRequest): Reply {
  const step = messages.filter(({ role }) => role === 'assistant').length
  const halves = `printf sk-4711; sleep 0.2; printf -- '-geheim\\n'`
  const calls = [
    { name: 'run_command', args: { command: 'cat secret.txt; env' } },
    { name: 'run_command', args: { command: halves } },
    { name: 'read_file', args: { file_path: '/workspace/secret.txt' } },
    { name: 'grep', args: { pattern: 'geheim', path: '/workspace' } },
  ]
  const call = calls[step]
  return call ? { calls: [call] } : { text: 'Done.' }
}

test('a known key is nowhere in the log, and no model is told it, however it was come by', async () => {
  const files = {
    'AGENTS.md': `Use ${key} to deploy.`,
    'secret.txt': `${'x'.repeat(20_000)} ${key}`,
  }
  await using fixture = await openRunFixture({ script: spill, files, key, profile: 'trusted' })
  expect(await fixture.prompt(`The key is ${key}.`)).toEqual({ outcome: 'ok' })
  const asked = JSON.stringify(fixture.server.requests.map(({ body }) => body))
  expect([asked.includes('[key]'), asked.includes(key)]).toEqual([true, false])
  const logged = JSON.stringify(fixture.events())
  expect([logged.includes('[key]'), logged.includes(key)]).toEqual([true, false])
  const shown = fixture.of('terminal.output').map(({ data }) => data.text)
  expect(shown.join('')).not.toContain(key)
  expectWhole(fixture)
  await fixture.close()
  const rows = readFileSync(join(fixture.dataDir, 'orrery.db'), 'latin1')
  expect(rows).not.toContain(`The key is ${key}`)
  await fixture.restart()
})

test('no title ends in the middle of a key', async () => {
  const command = `echo ${'x'.repeat(110)} ${key}`
  const script = ({ messages }: ModelRequest): Reply =>
    messages.at(-1)?.role === 'user'
      ? { calls: [{ name: 'run_command', args: { command } }] }
      : { text: 'Done.' }
  await using fixture = await openRunFixture({ script, key, profile: 'trusted' })
  const before = 'x'.repeat(50)
  await fixture.prompt(before + key)
  expect(fixture.states().status.title).toBe(`${before}[key]`)
  const titles = [...fixture.of('tool.started'), ...fixture.of('terminal.opened')]
  expect(titles.map(({ data }) => data.title.includes('sk-'))).toEqual([false, false])
})
