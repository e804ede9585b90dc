import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { createGate } from '../../../test/support/scripted-agents.ts'
import { SessionBin } from './session-trash.ts'

const id = SessionId.parse('ses_one')
const OVER_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Its sessions are being removed until the gate opens. */
function openBin() {
  const gate = createGate()
  const removed: SessionId[] = []
  const reported: unknown[] = []
  const bin = new SessionBin({
    remove: async (sessionId) => {
      removed.push(sessionId)
      await gate.opened
    },
    onReturn: () => {},
    report: (error) => reported.push(error),
  })
  return { bin, gate, removed, reported }
}

test('what was taken back stays, and what was not is removed after a while', async () => {
  const { bin, gate, removed } = openBin()
  bin.put(id)
  bin.takeBack(id)
  await vi.advanceTimersByTimeAsync(OVER_MS)
  expect([bin.has(id), removed]).toEqual([false, []])
  bin.put(id)
  gate.open()
  await vi.advanceTimersByTimeAsync(OVER_MS)
  expect([bin.has(id), removed]).toEqual([false, [id]])
})

test('while it is being removed it is out of sight, and cannot be taken back', async () => {
  const { bin, gate, removed } = openBin()
  bin.put(id)
  await vi.advanceTimersByTimeAsync(OVER_MS)
  bin.takeBack(id)
  expect([bin.has(id), bin.isLeaving(id)]).toEqual([true, true])
  gate.open()
  await bin[Symbol.asyncDispose]()
  expect([bin.has(id), bin.isLeaving(id), removed]).toEqual([false, false, [id]])
})

test('one that is removed while it waits is removed once, and nothing is reported later', async () => {
  const { bin, gate, removed, reported } = openBin()
  bin.put(id)
  const both = Promise.all([bin.remove(id), bin.remove(id)])
  await vi.advanceTimersByTimeAsync(OVER_MS)
  gate.open()
  await both
  expect([removed, reported]).toEqual([[id], []])
})

test('one that cannot be removed is seen again, which is told once it is', async () => {
  const failure = new Error('The disk is full.')
  const told: unknown[] = []
  const bin: SessionBin = new SessionBin({
    remove: () => Promise.reject(failure),
    onReturn: () => told.push(bin.has(id)),
    report: (error) => told.push(error),
  })
  bin.put(id)
  await vi.advanceTimersByTimeAsync(OVER_MS)
  expect(told).toEqual([false, failure])
  await expect(bin.remove(id)).rejects.toBe(failure)
  expect(told).toEqual([false, failure, false])
})
