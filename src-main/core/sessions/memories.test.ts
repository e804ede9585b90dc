import { expect, test } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { openHostFixture } from '../../../test/support/host-fixture.ts'
import { hashOf } from '../runtime/ids.ts'

test('of two edits that began with the same memory the second meets a conflict', async () => {
  await using fixture = await openHostFixture()
  const { client } = fixture
  const which = { projectId: await fixture.open(), name: 'build.md' }
  const edit = (text: string, base: string | null) =>
    client['memories.write']({ ...which, text, base: base && hashOf(Buffer.from(base)) })
  for (const [base, mine, theirs] of [
    [null, 'One.', 'Two.'],
    ['One.', 'Three.', 'Four.'],
  ] as const) {
    const [first, second] = await Promise.allSettled([edit(mine, base), edit(theirs, base)])
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
    expect(await client['memories.read'](which)).toMatchObject({ text: mine })
  }
})

test('so it is where two sessions of the project record it', async () => {
  await using fixture = await openHostFixture()
  const { client } = fixture
  const projectId = await fixture.open()
  const sessions = [await fixture.createSession(projectId), await fixture.createSession(projectId)]
  const write = (sessionId: SessionId, name: string) =>
    client['memories.write']({ projectId, sessionId, name, text: sessionId, base: null })
  // Their workspaces are open by then, so that both are at it at once.
  for (const id of sessions) await write(id, `${id}.md`)
  const settled = await Promise.allSettled(sessions.map((id) => write(id, 'a.md')))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const { text } = await client['memories.read']({ projectId, name: 'a.md' })
  expect(text).toBe(sessions[0])
})
