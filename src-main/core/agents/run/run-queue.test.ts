import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { firstApproval } from '../../../../test/support/first-approval.ts'
import { type HostFixture, openHostFixture } from '../../../../test/support/host-fixture.ts'
import {
  calls,
  createGate,
  says,
  scriptAgents,
  task,
} from '../../../../test/support/scripted-agents.ts'
import { RunQueue } from './run-queue.ts'

test('places are given in the order they were asked for, and one that gives up is passed over', async () => {
  const places = { count: 1 }
  const queue = new RunQueue(() => places.count)
  const begun: string[] = []
  const enter = async (name: string, signal = new AbortController().signal) => {
    const place = await queue.enter({ signal, onWait: (ahead) => begun.push(`${ahead} ahead`) })
    begun.push(name)
    return place
  }
  const first = await enter('first')
  const second = enter('second')
  const leaving = new AbortController()
  const third = enter('third', leaving.signal)
  const fourth = enter('fourth')
  leaving.abort(new Error('left'))
  await expect(third).rejects.toThrow('left')
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  await second
  expect(begun).toEqual(['first', '0 ahead', '1 ahead', '2 ahead', 'second'])
  places.count = 2
  queue.review()
  await fourth
  expect(begun.at(-1)).toBe('fourth')
})

test('a place that is lent is given to the next, and who takes it back does not wait', async () => {
  const queue = new RunQueue(() => 1)
  const { signal } = new AbortController()
  const enter = () => queue.enter({ signal, onWait: () => undefined })
  const first = await enter()
  const second = enter()
  first.lend()
  first.lend()
  using place = await second
  first.takeBack()
  let hasBegun = false
  const third = enter().then(() => {
    hasBegun = true
  })
  place[Symbol.dispose]()
  await turn()
  expect(hasBegun).toBe(false)
  first[Symbol.dispose]()
  first.lend()
  await third
  await expect(
    queue.enter({ signal: AbortSignal.abort(), onWait: () => undefined }),
  ).rejects.toThrow()
})

/** Three sessions, of which one at a time may run. */
async function openThree(
  fixture: HostFixture,
): Promise<readonly [SessionId, SessionId, SessionId]> {
  const projectId = await fixture.open()
  await fixture.client['settings.change']({ concurrency: { maxSessions: 1 } })
  const create = () => fixture.createSession(projectId)
  return [await create(), await create(), await create()]
}

/** What each of them is about, or how it ended. */
async function statesOf(
  { client }: HostFixture,
  ids: readonly SessionId[],
): Promise<readonly (string | undefined)[]> {
  const all = await client['sessions.list']({})
  return ids.map((id) => {
    const { isQueued, isRunning, lastOutcome } = all.find((one) => one.id === id) ?? {}
    return isQueued ? 'queued' : isRunning ? 'running' : lastOutcome
  })
}

test('more sessions than may run at once wait, are seen to, hear more, and can be stopped', async () => {
  const gate = createGate()
  const script = async () => {
    await gate.opened
    return { text: 'Done.' }
  }
  await using fixture = await openHostFixture({ script })
  const { client, server } = fixture
  const [first, second, third] = await openThree(fixture)
  for (const id of [first, second, third])
    await client['sessions.send']({ sessionId: id, text: 'go' })
  await client['sessions.send']({ sessionId: second, text: 'and more' })
  const states = () => statesOf(fixture, [first, second, third])
  await expect.poll(states).toEqual(['running', 'queued', 'queued'])
  await expect.poll(() => server.requests.length).toBe(1)
  await client['sessions.stop']({ sessionId: third, how: 'end' })
  expect(await states()).toEqual(['running', 'queued', 'stopped'])
  gate.open()
  await expect.poll(states).toEqual(['ok', 'ok', 'stopped'])
  const asked = JSON.stringify(server.requests.at(-1)?.body)
  expect(asked).toContain('and more')
  await client['sessions.resume']({ sessionId: third, limits: {} })
  await expect.poll(states).toEqual(['ok', 'ok', 'ok'])
})

test('a session that waits for nothing but a person lets the next one run', async () => {
  const command = 'make clean'
  const script = scriptAgents({
    asks: [calls(task('clean')), says('Asked.')],
    clean: [calls({ name: 'run_command', args: { command } }), says('Cleaned.')],
    next: [says('Went on.')],
  })
  await using fixture = await openHostFixture({ script })
  const { client } = fixture
  const [first, second, third] = await openThree(fixture)
  const states = () => statesOf(fixture, [first, second, third])
  await client['sessions.send']({ sessionId: first, text: 'asks' })
  await client['sessions.send']({ sessionId: second, text: 'next' })
  await client['sessions.send']({ sessionId: third, text: 'next' })
  await expect.poll(states).toEqual(['running', 'ok', 'ok'])
  const approvalId = await firstApproval(client, first)
  const yes = { sessionId: first, approvalId, decision: 'approve', by: 'person' } as const
  await client['approvals.decide'](yes)
  await expect.poll(states).toEqual(['ok', 'ok', 'ok'])
})
