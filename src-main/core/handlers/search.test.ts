import { expect, test, vi } from 'vitest'
import { openHostFixture } from '../../../test/support/host-fixture.ts'

const key = 'sk-4711-geheim'

test('what a run said is found by the next question, but no key; and nothing of a deleted session', async () => {
  const env = { OPENAI_API_KEY: key }
  const script = () => ({ text: `The zebra has ${key}.` })
  await using fixture = await openHostFixture({ script, env })
  const { client } = fixture
  const projectId = await fixture.open()
  const sessionId = await fixture.createSession(projectId)
  await client['sessions.send']({ sessionId, text: `Whose is ${key}?` })
  await vi.waitFor(
    async () => {
      const { found, sessions } = await client['search.find']({ text: 'zebra' })
      expect(found).toMatchObject([{ sessionId, type: 'answer', agent: 'lead' }])
      expect(sessions).toMatchObject([{ id: sessionId, projectId, projectName: 'project' }])
    },
    { timeout: 40_000, interval: 50 },
  )
  const { found } = await client['search.find']({ text: 'geheim' })
  expect(found).toEqual([])
  const types = (await client['search.find']({ text: 'key' })).found.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['answer', 'prompt']))
  await client['sessions.delete']({ sessionId, canUndo: true })
  expect((await client['search.find']({ text: 'zebra' })).found).toEqual([])
  await client['sessions.restore']({ sessionId })
  await client['sessions.delete']({ sessionId })
  expect((await client['search.find']({ text: 'zebra' })).found).toEqual([])
}, 60_000)
