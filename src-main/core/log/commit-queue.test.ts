import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { CommitQueue } from './commit-queue.ts'

test('a listener that throws keeps nobody else of its group from being told', async () => {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(':memory:'), (one) => one.close())
  const queue = new CommitQueue(db)
  const told: string[] = []
  const redo = () => undefined
  queue.precede({ write: () => ({ isWhole: true, redo, written: () => told.push('precursor') }) })
  const fail = () => {
    throw new Error('of the listener')
  }
  const jobs = [
    queue.enqueue(() => 'first', fail),
    queue.enqueue(
      () => 'second',
      (value) => told.push(value),
    ),
  ]
  expect(() => queue.commit()).toThrow('of the listener')
  expect(await Promise.all(jobs)).toEqual(['first', 'second'])
  expect(told).toEqual(['precursor', 'second'])
})

test('what precedes is written in parts, and the jobs come after the last of them', async () => {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(':memory:'), (one) => one.close())
  const queue = new CommitQueue(db)
  const told: string[] = []
  let parts = 3
  const redo = () => undefined
  const written = () => told.push(`${parts} left`)
  queue.precede({ write: () => ({ isWhole: --parts === 0, redo, written }) })
  const job = queue.enqueue(() => told.push('job'))
  setImmediate(() => told.push('another turn'))
  await job
  expect(told).toEqual(['2 left', 'another turn', '1 left', 'job', '0 left'])
})

test('what is in no hurry goes with what is, in the order of asking', async () => {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(':memory:'), (one) => one.close())
  const queue = new CommitQueue(db)
  const told: string[] = []
  const tell = (value: string) => told.push(value)
  const soon = queue.enqueueSoon(() => 'soon', tell)
  await new Promise(setImmediate)
  expect(told).toEqual([])
  await Promise.all([queue.enqueue(() => 'now', tell), soon])
  expect(told).toEqual(['soon', 'now'])
})

test('what is in no hurry is committed by itself where nothing follows, and is seen before', async () => {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(':memory:'), (one) => one.close())
  const queue = new CommitQueue(db)
  const told: string[] = []
  await queue.enqueueSoon(() => told.push('by itself'))
  const seen = queue.enqueueSoon(() => told.push('at once'))
  queue.catchUp()
  expect(told).toEqual(['by itself', 'at once'])
  await seen
})
