import { expect, test } from 'vitest'
import { writeComments } from '#shared/changes/comment-prompt.ts'
import { CommentId } from '#shared/lib/ids.ts'
import { openFixture } from '../../../test/support/store-fixture.ts'
import { LiveStates } from '../store/events/live-states.ts'
import { resolveSaid } from './comments.ts'

test('a prompt that was sent is sent, also where its comments cannot be resolved', async () => {
  await using fixture = await openFixture()
  using states = new LiveStates(fixture.store.events)
  const { store } = fixture
  const sessionId = await fixture.newSession()
  const commentId = CommentId.parse('cmt_1')
  const said = { path: '/workspace/a.ts', line: 1, endLine: 1, quote: 'x', text: 'Why?' }
  await store.events.append(sessionId, [{ kind: 'comment.added', data: { commentId, ...said } }])
  await states.load(sessionId)
  await store[Symbol.asyncDispose]()
  const reported: string[] = []
  const report = (_: unknown, doing: string) => reported.push(doing)
  await resolveSaid({ store, states, report }, sessionId, writeComments([said]))
  expect(reported).toEqual(['resolving the comments that were sent'])
})
