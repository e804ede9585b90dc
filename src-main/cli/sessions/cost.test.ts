import { expect, test, vi } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { RunId } from '#shared/lib/ids.ts'
import { dayOf } from '#shared/spending/day-ranges.ts'
import { openFixture } from '../../../test/support/store-fixture.ts'
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
    '--by takes project, session, type, provider, model, tool, run or day',
  )
})

test('costs are shown by run and by day, and add up to the same totals as by model', async () => {
  await using fixture = await openFixture()
  const { events, sessions } = fixture.store
  const [id, deleted] = [await fixture.newSession(), await fixture.newSession()]
  const [first, second] = [RunId.parse('run_1'), RunId.parse('run_2')]
  const at = async (days: number, session: typeof id, drafts: readonly Draft[]) => {
    fixture.clock.time = Date.now() - days * 86_400_000
    await events.append(session, drafts)
  }
  await at(30, id, [started(first), { ...called('small', 8), runId: first }])
  await at(2, id, [{ ...called('small', 0.25), runId: first }, started(second)])
  await at(0, id, [{ ...called('large', 1), runId: second }, called('small', 0.5)])
  await at(0, deleted, [{ ...called('small', 2), runId: RunId.parse('run_3') }])
  await sessions.delete(deleted)
  await fixture.store.flush()
  const data = ['--data-dir', fixture.dataDir]
  const lines = (text: string) => text.split('\n').map((line) => line.replaceAll(/ +/g, ' '))
  const total = '$3.75 in 21 days, 4 calls in 2 sessions'
  expect(lines(await say('--by', 'run', ...data))).toEqual([
    '(deleted sessions, and calls outside of runs) 2k tokens $2.50',
    expect.stringMatching(/^run_2 run 2 of .* 1k tokens \$1\.00$/),
    expect.stringMatching(/^run_1 run 1 of .* 1k tokens \$0\.250$/),
    '',
    total,
  ])
  const [before, today] = [2, 0].map((days) => dayOf(Date.now() - days * 86_400_000))
  expect(lines(await say('--by', 'days', ...data))).toEqual([
    `${before} 1k tokens $0.250`,
    `${today} 3k tokens $3.50`,
    '',
    total,
  ])
  expect(lines(await say('--by', 'model', ...data)).at(-1)).toBe(total)
  expect(JSON.parse(await say('--by', 'run', '--days', '60', '--json', ...data))[0]).toMatchObject({
    name: expect.stringMatching(/^run_1 {2}run 1 of /),
    calls: 2,
    inputTokens: 1800,
    costUsd: 8.25,
  })
  expect(JSON.parse(await say('--by', 'day', '--days', '1', '--json', ...data))).toMatchObject([
    { name: today, calls: 3, costUsd: 3.5 },
  ])
  expect(await say('--by', 'run', '--data-dir', `${fixture.dataDir}/none`)).toBe(
    'No model was called in 21 days.',
  )
})

function started(runId: RunId): Draft {
  const model = { provider: 'p', model: 'small' }
  return { kind: 'run.started', runId, data: { model, profile: 'standard', limits: {} } }
}
