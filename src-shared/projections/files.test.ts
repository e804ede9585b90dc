import { expect, test } from 'vitest'
import type { EventFor } from '../events/index.ts'
import { SessionId } from '../lib/ids.ts'
import { fold } from './define.ts'
import { files } from './files.ts'

type By = EventFor<'file.changed'>['data']['by']['type']

let seq = 0

function changed(path: string, type: By, isThere = true): EventFor<'file.changed'> {
  seq += 1
  const content = { hash: null, size: 1 }
  return {
    sessionId: SessionId.parse('ses_1'),
    seq,
    at: seq,
    kind: 'file.changed',
    data: {
      path,
      before: null,
      after: isThere ? content : null,
      added: 1,
      removed: 0,
      by: { type, spanIds: [] },
    },
  }
}

test('what an agent edited last is followed, whatever others change, until it is gone', () => {
  const followed = [
    changed('/workspace/by-others', 'unknown'),
    changed('/workspace/a', 'call'),
    changed('/workspace/b', 'call'),
    changed('/workspace/a', 'unknown'),
    changed('/workspace/mine', 'person'),
    changed('/workspace/b', 'unknown', false),
  ].map((_event, index, events) => {
    const state = files.init()
    fold(files, state, events.slice(0, index + 1))
    return state.lastEdit?.path
  })
  expect(followed).toEqual([
    undefined,
    '/workspace/a',
    '/workspace/b',
    '/workspace/b',
    '/workspace/b',
    undefined,
  ])
})
