import { expect, test, vi } from 'vitest'
import type { LogLine } from '#shared/contract/procedures/logs.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'
import { calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'

const remove = { name: 'run_command', args: { command: 'sudo rm -rf /' } }
const script = scriptAgents({ 'Clean up': [calls(remove), says('It is not allowed.')] })

function follow({ client }: HostFixture, asked: { readonly last?: number } = {}) {
  const lines: LogLine[] = []
  const ended = new AbortController()
  const following = (async () => {
    try {
      for await (const page of client['logs.follow'](asked, ended.signal)) lines.push(...page)
    } catch (error) {
      if (!ended.signal.aborted) throw error
    }
  })()
  const end = async () => {
    ended.abort()
    await following
  }
  return { lines, end }
}

test('a run is told from its beginning to its end, with its ids, and nothing it is about', async () => {
  await using fixture = await openHostFixture({ script, env: { ORRERY_LOG: 'debug' } })
  const { lines, end } = follow(fixture)
  const sessionId = await fixture.createSession(await fixture.open())
  const text = 'Clean up what is left'
  const { runId } = await fixture.client['sessions.send']({ sessionId, text })
  await vi.waitFor(() => expect(lines.at(-1)?.message).toBe('Run ended.'), { timeout: 15_000 })
  await end()
  const told = lines.filter((line) => line.sessionId === sessionId)
  const traceIds = new Set(told.map(({ traceId }) => traceId))
  expect(lines[0]).toMatchObject({ module: 'host', message: 'Host started.', level: 'info' })
  expect(told.map(({ level, module, message }) => [level, module, message])).toEqual([
    ['info', 'run', 'Run started.'],
    ['info', 'policy', 'A call was denied.'],
    ['info', 'run', 'Run ended.'],
  ])
  expect([traceIds.size, told.every((line) => line.runId === runId)]).toEqual([1, true])
  expect(JSON.stringify(lines)).not.toMatch(/Clean up|not allowed\./)
})

test('a model that fails is told of, without the key it was asked with', async () => {
  const key = 'sk-test-0123456789'
  const failing = () => ({ status: 401, error: `The key ${key} is wrong.` })
  const env = { OPENAI_API_KEY: key }
  await using fixture = await openHostFixture({ script: failing, env })
  const { lines, end } = follow(fixture)
  const sessionId = await fixture.createSession(await fixture.open())
  await fixture.client['sessions.send']({ sessionId, text: 'Go' })
  await vi.waitFor(() => expect(lines.at(-1)?.message).toBe('Run ended.'), { timeout: 15_000 })
  await end()
  const failed = lines.filter(({ module }) => module === 'model')
  expect(failed.map(({ level }) => level)).toEqual(['warn'])
  expect(lines.at(-1)?.level).toBe('error')
  expect(JSON.stringify(lines)).not.toContain(key)
})
