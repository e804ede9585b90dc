import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { SessionId } from '#shared/lib/ids.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { SessionStore } from '../store/session-store.ts'
import { changesOf } from './session-file-changes.ts'

const sessionId = SessionId.parse('ses_1')

function changed(seq: number, name: string): AnyEvent {
  const by = { type: 'person' as const, spanIds: [] }
  const data = { path: `/workspace/${name}`, before: null, after: null, added: 1, removed: 0, by }
  return { sessionId, seq, at: seq, kind: 'file.changed', data }
}

test('changes are those up to a seq, in whatever order they are asked for while the log grows', () => {
  const events = ['a', 'b', 'a', 'a', 'b'].map((name, index) => changed(index + 1, name))
  const store = new SessionStore()
  store.open(3, foldStates(initStates(), events.slice(0, 3)))
  store.receiveHistory(events.slice(0, 2))
  const seqs = (name: string, through: number) =>
    changesOf(store, `/workspace/${name}`, through).map(({ seq }) => seq)
  expect([seqs('a', 2), seqs('b', 1)]).toEqual([[1], []])
  store.receive(events.slice(3))
  store.receiveHistory(events.slice(2, 3))
  store.completeHistory()
  expect([seqs('b', 5), seqs('a', 5), seqs('a', 3), seqs('b', 4)]).toEqual([
    ...[[2, 5], [1, 3, 4], [1, 3], [2]],
  ])
  using other = new SessionStore()
  other.open(0, initStates())
  expect(changesOf(other, '/workspace/a', 0)).toEqual([])
})
