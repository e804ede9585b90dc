import { expect, test } from 'vitest'
import { eventStream, openAiChunk, sse } from '../../../../test/support/http-faults/replies.ts'
import { startModelServer } from '../../../../test/support/model-server.ts'
import { openAiFetch } from '../chat/openai-chat.ts'
import { watchedFetch } from '../network/idle-timeout-fetch.ts'

/** Data that make reading fail after the first chunk of an answer. */
const failures = [
  ['a reported error', sse({ error: { type: 'server_error', message: 'It broke.' } })],
  ['half of a chunk', 'data: {"choices":[{"ind\n\n'],
] as const

test.each(failures)('closes the connection after %s', async (_, failure) => {
  const reply = eventStream(sse(openAiChunk('Hello.')) + failure, { staysOpen: true })
  await using server = await startModelServer(() => reply)
  const fetch = openAiFetch(watchedFetch({ idleMs: 600_000 }))
  const body = JSON.stringify({ model: 'm', stream: true, messages: [] })
  const response = await fetch(`${server.url}/chat/completions`, { method: 'POST', body })
  await expect(response.text()).rejects.toMatchObject({ name: 'ServerError' })
  await expect.poll(() => server.aborted).toBe(1)
})
