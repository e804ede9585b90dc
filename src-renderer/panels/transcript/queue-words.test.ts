import { expect, test } from 'vitest'
import { SessionId } from '#shared/ids.ts'
import { tellQueue } from './queue-words.ts'

const [a, b, c] = ['a', 'b', 'c'].map((id) => SessionId.parse(`ses_${id}`))

function session(id: typeof a, changedAt: number, isQueued: boolean) {
  return { id: id ?? SessionId.parse('ses_x'), changedAt, isQueued, isRunning: true }
}

test('a session that waits for its turn says its place in the line', () => {
  const all = [session(a, 1, false), session(b, 2, true), session(c, 3, true)]
  expect([a, b, c].map((id) => id && tellQueue(all, id))).toEqual([
    undefined,
    '1st in line: 1 session runs',
    '2nd in line: 1 session runs',
  ])
})
