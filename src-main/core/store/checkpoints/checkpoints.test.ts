import { expect, test } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { openFixture } from '../../../../test/support/store-fixture.ts'
import { hashOf } from '../../runtime/ids.ts'
import type { CheckpointRow, WriteRow } from './checkpoints.ts'

function row(id: string, more: Partial<CheckpointRow> = {}): CheckpointRow {
  const text = (name: string) => Buffer.from(`${name} ${id}`)
  const own = { id, type: 'json', checkpoint: text('checkpoint'), metadata: text('metadata') }
  return { threadId: 'thread', namespace: '', ...own, ...more }
}

function write(index: number, value: string): WriteRow {
  const place = { threadId: 'thread', namespace: '', checkpointId: '1', taskId: 'task', index }
  return { ...place, channel: 'messages', type: 'json', value: Buffer.from(value) }
}

test('a checkpoint is read by its id, or as the latest of its thread and namespace', async () => {
  await using fixture = await openFixture()
  const { checkpoints } = fixture.store
  await checkpoints.put(row('1'), new Map())
  await checkpoints.put(row('2', { parentId: '1' }), new Map())
  await checkpoints.put(row('3', { namespace: 'tools:a' }), new Map())
  expect(checkpoints.get('thread', '')).toEqual(row('2', { parentId: '1' }))
  expect(checkpoints.get('thread', '', '1')).toEqual(row('1'))
  expect(checkpoints.get('thread', 'tools:a')?.id).toBe('3')
  expect(checkpoints.get('other', '')).toBeUndefined()
})

test('they are listed newest first, within what was asked for', async () => {
  await using fixture = await openFixture()
  const { checkpoints } = fixture.store
  for (const id of ['1', '2', '3']) await checkpoints.put(row(id), new Map())
  await checkpoints.put(row('4', { threadId: 'other' }), new Map())
  const idsOf = (query: Parameters<typeof checkpoints.list>[0]) =>
    [...checkpoints.list(query)].map(({ id }) => id)
  expect(idsOf({})).toEqual(['4', '3', '2', '1'])
  expect(idsOf({ threadId: 'thread', before: '3' })).toEqual(['2', '1'])
  expect(idsOf({ threadId: 'thread', limit: 1 })).toEqual(['3'])
})

test('a checkpoint, its objects and the event that says so are written together', async () => {
  await using fixture = await openFixture()
  const sessionId = await fixture.newSession()
  const object = Buffer.from('a message')
  const hash = hashOf(object)
  const draft: Draft = {
    kind: 'checkpoint.saved',
    data: { checkpointId: '1', namespace: '', step: 0 },
  }
  await fixture.store.checkpoints.put(
    row('1', { threadId: sessionId }),
    new Map([[hash, object]]),
    {
      sessionId,
      draft,
    },
  )
  const { checkpoints, events } = await fixture.reopen()
  expect(checkpoints.object(hash)).toEqual(object)
  expect([...events.read(sessionId, { after: 1 })].flat()).toMatchObject([{ ...draft, seq: 2 }])
})

test('where the event can’t be written, neither is the checkpoint', async () => {
  await using fixture = await openFixture()
  const sessionId = await fixture.newSession()
  await fixture.store.sessions.delete(sessionId)
  const data = { checkpointId: '1', namespace: '', step: 0 }
  const saving = fixture.store.checkpoints.put(row('1', { threadId: sessionId }), new Map(), {
    sessionId,
    draft: { kind: 'checkpoint.saved', data },
  })
  await expect(saving).rejects.toMatchObject({ code: 'not-found' })
  expect(fixture.store.checkpoints.get(sessionId, '')).toBeUndefined()
})

test('a write stays as it is unless it is to be replaced', async () => {
  await using fixture = await openFixture()
  const { checkpoints } = fixture.store
  await checkpoints.putWrites([write(1, 'b'), write(0, 'a')], new Map(), { replace: false })
  await checkpoints.putWrites([write(0, 'ignored')], new Map(), { replace: false })
  await checkpoints.putWrites([write(1, 'new')], new Map(), { replace: true })
  expect(checkpoints.writes('thread', '', '1')).toEqual([write(0, 'a'), write(1, 'new')])
  await checkpoints.deleteThread('thread')
  expect(checkpoints.writes('thread', '', '1')).toEqual([])
})
