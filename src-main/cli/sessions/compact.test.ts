import { expect, test, vi } from 'vitest'
import { openHostInFolder } from '../../../test/support/host-in-folder.ts'
import { type ModelRequest, startModelServer } from '../../../test/support/model-server.ts'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { command as compact } from './compact.ts'

test('orrery compact says how much became a summary, or that there is nothing to compact', async () => {
  await using host = await openHostInFolder()
  await using server = await startModelServer(({ messages }: ModelRequest) => ({
    text: messages.at(-1)?.text.startsWith('You are a conversation summarizer')
      ? 'They greeted.'
      : 'Hello.',
  }))
  using project = temporaryFolder()
  const { client, dataDir } = host
  const { projectId } = await client['projects.open']({ path: project.path })
  const model = { model: 'compatible:scripted', baseUrl: server.url } as const
  const { sessionId } = await client['sessions.create']({ projectId, ...model })
  const prompt = async (text: string) => {
    const { runId } = await client['sessions.send']({ sessionId, text })
    for await (const page of client['sessions.events']({ sessionId })) {
      if (page.some((event) => event.kind === 'run.ended' && event.runId === runId)) return
    }
  }
  using said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const inFolder = [sessionId, '--data-dir', dataDir]
  await prompt('Hello?')
  await expect(compact.run(inFolder)).rejects.toThrow(
    'There is nothing to compact: the conversation is too short.',
  )
  await prompt('Hello again?')
  expect(await compact.run(inFolder)).toBe(EXIT.ok)
  expect(said.mock.lastCall).toEqual([
    'Compacted. The model now sees a summary of 2 messages, and the last 2 as they are.',
  ])
  await prompt('And again?')
  expect(await compact.run([...inFolder, '--json'])).toBe(EXIT.ok)
  expect(JSON.parse(String(said.mock.lastCall?.[0]))).toEqual({
    when: 'now',
    droppedMessages: 4,
    keptMessages: 2,
  })
  const listed = await client['runs.list']({ sessionId })
  expect(listed.map(({ isCompaction = false }) => isCompaction)).toEqual([
    false,
    false,
    true,
    false,
    true,
  ])
})
