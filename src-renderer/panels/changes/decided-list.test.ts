import { expect, test } from 'vitest'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { SessionId } from '#shared/lib/ids.ts'
import { listDecided } from './decided-list.tsx'

test('what was decided is told in order, and what was taken back, too', () => {
  const one = { path: '/workspace/src/a.ts', hunks: 1, added: 1, removed: 0 }
  const [content, before] = [null, null]
  const drafts: readonly Draft[] = [
    { kind: 'change.accepted', data: { ...one, content, before } },
    { kind: 'change.reverted', data: { ...one, hunks: 2, content, before, left: 0 } },
    { kind: 'change.reopened', data: { ...one, content, before, of: 'reverted' } },
  ]
  const sessionId = SessionId.parse('ses_1')
  const events = drafts.map((draft, index): AnyEvent => {
    return { ...draft, sessionId, seq: index + 1, at: index }
  })
  expect(listDecided(events)).toEqual([
    { seq: 1, words: 'Accepted 1 change in src/a.ts' },
    { seq: 2, words: 'Reverted 2 changes in src/a.ts' },
    { seq: 3, words: 'Took back what was reverted of src/a.ts' },
  ])
})
