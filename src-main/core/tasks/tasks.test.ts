import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#shared/projections/define.ts'
import { tasks as projection } from '#shared/projections/tasks.ts'
import { createToolBench } from '../../../test/support/tool-bench.ts'
import { RunLog } from '../agents/recording/run-log.ts'
import { Redactor } from '../secrets/redactor.ts'
import { findCycle, Tasks } from './tasks.ts'

async function createTasks() {
  const bench = await createToolBench()
  const { store } = bench.bench
  const clock = { now: () => 1000 }
  const changed: string[] = []
  const all = new Tasks({ store, clock, onDidChange: (id) => changed.push(id) })
  const { sessionId } = bench.context.call
  const projectId = store.sessions.find(sessionId)?.projectId
  if (!projectId) throw new Error('A bench has a project.')
  const place = { projectId, sessionId, by: { type: 'person' } as const }
  const state = () => fold(projection, projection.init(), bench.bench.events())
  return { bench, all, place, own: all.of(place), changed, state, store, projectId }
}

test('a task is kept with the event that says so, and another version is a conflict', async () => {
  const { bench, own, state, changed } = await createTasks()
  await using _ = bench
  const made = await own.create({ title: '  Mend the orbit  ' })
  expect(made).toMatchObject({ id: 1, version: 1, title: 'Mend the orbit', status: 'open' })
  const done = await own.update(made, { status: 'done', who: 'Ada' })
  expect(own.list()).toEqual([done])
  expect(state().byId).toEqual({ 1: done })
  await expect(own.update(made, { title: 'x' })).rejects.toThrow(
    'Task #1 has changed meanwhile: it is version 2 now, and you know 1.',
  )
  expect(changed).toHaveLength(2)
  expect(bench.bench.events().at(-1)).toMatchObject({
    kind: 'task.changed',
    data: { changed: [done], removed: [], by: 'person' },
  })
})

test('of two who change it at once one is told that it has changed', async () => {
  const { bench, own } = await createTasks()
  await using _ = bench
  const made = await own.create({ title: 'one' })
  const both = await Promise.allSettled([
    own.update(made, { status: 'done' }),
    own.update(made, { status: 'dropped' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(own.get(1).version).toBe(2)
})

test('a number is given once, and what waited for a task that is removed no longer does', async () => {
  const { bench, own, state } = await createTasks()
  await using _ = bench
  const one = await own.create({ title: 'one' })
  await own.create({ title: 'two', dependsOn: [1] })
  await own.remove(one)
  expect(await own.create({ title: 'three' })).toMatchObject({ id: 3 })
  expect(own.get(2)).toMatchObject({ dependsOn: [], version: 2 })
  expect(Object.keys(state().byId)).toEqual(['2', '3'])
})

test('tasks that would wait for each other, or for none that there is, are refused', async () => {
  const { bench, own } = await createTasks()
  await using _ = bench
  const one = await own.create({ title: 'one' })
  await own.create({ title: 'two', dependsOn: [1] })
  await own.create({ title: 'three', dependsOn: [2] })
  await expect(own.update(one, { dependsOn: [3] })).rejects.toThrow(
    'Tasks would wait for each other: #1 → #3 → #2 → #1.',
  )
  await expect(own.update(one, { dependsOn: [1] })).rejects.toThrow('#1 → #1')
  await expect(own.update(one, { dependsOn: [9] })).rejects.toThrow('There is no task #9')
  expect(own.get(1).version).toBe(1)
})

test('what is accepted one by one never waits in a circle', () => {
  const ids = fc.integer({ min: 1, max: 6 })
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, fc.array(ids, { maxLength: 3 }))), (edits) => {
      const needs = new Map<number, readonly number[]>()
      const tasks = () => [...needs].map(([id, dependsOn]) => ({ id, dependsOn }))
      for (const [id, dependsOn] of edits) {
        if (!findCycle(tasks(), { id, dependsOn })) needs.set(id, dependsOn)
      }
      const done = new Set<number>()
      const isReady = (id: number) => (needs.get(id) ?? []).every((one) => done.has(one))
      for (let round = 0; round < 7; round += 1) {
        for (const id of [1, 2, 3, 4, 5, 6]) if (isReady(id)) done.add(id)
      }
      expect(done.size).toBe(6)
    }),
  )
})

test('a session takes note of what became of tasks elsewhere, once', async () => {
  const { bench, all, place, state, store, projectId } = await createTasks()
  await using _ = bench
  const elsewhere = all.of({ ...place, sessionId: undefined })
  for (let count = 0; count < 60; count += 1) await elsewhere.create({ title: `task ${count}` })
  const noted = all.toNote(projectId, state())
  expect(noted.map(({ kind }) => kind)).toEqual(['task.changed', 'task.changed'])
  await store.events.append(place.sessionId, noted)
  expect(Object.values(state().byId)).toEqual(elsewhere.list())
  expect(all.toNote(projectId, state())).toEqual([])
  await elsewhere.remove(elsewhere.get(7))
  expect(all.toNote(projectId, state())).toEqual([
    { kind: 'task.changed', data: { changed: [], removed: [7], by: 'elsewhere' } },
  ])
})

test('what a run says of tasks hides its secrets, and after its end it changes none', async () => {
  const { bench, all, place, store, projectId } = await createTasks()
  await using _ = bench
  const secrets = new Redactor()
  secrets.hide('sk-very-secret')
  const { sessionId, runId } = bench.context.call
  const onRefused = () => undefined
  const log = new RunLog(store.events, { sessionId, runId, secrets, onRefused })
  const own = all.of({ ...place, by: bench.context.source, log })
  await own.create({ title: 'Use sk-very-secret' })
  expect(own.get(1).title).toBe('Use [key]')
  expect(bench.bench.events().at(-1)).toMatchObject({
    data: { changed: [{ title: 'Use [key]' }], by: 'call' },
  })
  await log.close('ok', { kind: 'run.ended', data: { outcome: 'ok' } })
  await expect(own.create({ title: 'late' })).rejects.toMatchObject({ code: 'cancelled' })
  expect(store.tasks.list(projectId)).toHaveLength(1)
})
