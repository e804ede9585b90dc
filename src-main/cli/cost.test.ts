import { expect, test, vi } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { openFixture } from '../core/log/store-fixture.ts'
import { command } from './cost.ts'

const usage = {
  inputTokens: 900,
  outputTokens: 100,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

function called(model: string, costUsd: number): Draft {
  const spent = { provider: 'p', model, usage, costUsd }
  return { kind: 'model.ended', data: { ...spent, outcome: 'ok', isEstimated: false } }
}

async function say(...args: readonly string[]): Promise<string> {
  using said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await command.run(args)
  return String(said.mock.lastCall?.[0])
}

test('what sessions cost in the last days is said, by whatever it is told apart by', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const { events } = fixture.store
  fixture.clock.time = Date.now() - 30 * 86_400_000
  await events.append(id, [called('old', 4)])
  fixture.clock.time = Date.now()
  await events.append(id, [called('small', 0.25), called('large', 1), called('large', 2)])
  await fixture.store.flush()
  const data = ['--data-dir', fixture.dataDir]
  const told = await say('--by', 'model', ...data)
  expect(told.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'p:large 2k tokens $3.00',
    'p:small 1k tokens $0.250',
    '',
    '$3.25 in 21 days, 3 calls in 1 session',
  ])
  expect(JSON.parse(await say('--days', '60', '--json', ...data))).toMatchObject([
    { name: 'lead', calls: 4, costUsd: 7.25 },
  ])
  expect(await say('--days', '1', '--by', 'session', ...data)).toContain(id)
  for (const name of ['agent', 'Agents', 'subagent-type', 'types', 'Subagent type']) {
    expect(await say('--days', '60', '--by', name, ...data)).toMatch(/^lead /)
  }
  expect(await say('--by', 'models', ...data)).toBe(told)
  await expect(command.run(['--by', 'colour', ...data])).rejects.toThrow(
    '--by takes project, session, type, provider, model or tool',
  )
})
