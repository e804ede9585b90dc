import { expect, test } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { openHostFixture } from '../../../test/support/host-fixture.ts'
import { createGate } from '../../../test/support/scripted-agents.ts'
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

test('more sessions than may run at once wait, are seen to, hear more, and can be stopped', async () => {
  const gate = createGate()
  const script = async () => {
    await gate.opened
    return { text: 'Done.' }
  }
  await using fixture = await openHostFixture({ script })
  const { client, server } = fixture
  const projectId = await fixture.open()
  await client['settings.change']({ concurrency: { maxSessions: 1 } })
  const create = () => fixture.createSession(projectId)
  const [first, second, third] = [await create(), await create(), await create()]
  const send = (sessionId: SessionId, text: string) =>
    client['sessions.send']({
      sessionId,
      text,
      attachments: [],
      files: [],
      limits: {},
      whileRunning: 'queue',
    })
  for (const id of [first, second, third]) await send(id, 'go')
  await send(second, 'and more')
  const states = async () => {
    const all = await client['sessions.list']({})
    const of = (id: SessionId) => all.find((one) => one.id === id)
    return [first, second, third].map((id) => {
      const { isQueued, isRunning, lastOutcome } = of(id) ?? {}
      return isQueued ? 'queued' : isRunning ? 'running' : lastOutcome
    })
  }
  await expect.poll(states).toEqual(['running', 'queued', 'queued'])
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(1)
  await client['sessions.stop']({ sessionId: third, how: 'end' })
  expect(await states()).toEqual(['running', 'queued', 'stopped'])
  gate.open()
  await expect.poll(states, { timeout: 10_000 }).toEqual(['ok', 'ok', 'stopped'])
  const asked = JSON.stringify(server.requests.at(-1)?.body)
  expect(asked).toContain('and more')
  await client['sessions.resume']({ sessionId: third, limits: {} })
  await expect.poll(states, { timeout: 10_000 }).toEqual(['ok', 'ok', 'ok'])
})
