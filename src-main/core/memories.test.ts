import { expect, test } from 'vitest'
import { openHostFixture } from '../../test/support/host-fixture.ts'
import { hashOf } from './log/blobs.ts'

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
