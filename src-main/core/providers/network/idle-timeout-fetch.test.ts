import { expect, test } from 'vitest'
import { startModelServer } from '../../../../test/support/model-server.ts'
import { watchedFetch } from './idle-timeout-fetch.ts'

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

/** Never resolves where a timer stays; the connections' own come and go. */
async function untilTimersAre(count: number): Promise<void> {
  while (countTimers() > count) await new Promise((resolve) => setImmediate(resolve))
}

function ask(url: string, idleMs: number): Promise<Response> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [] })
  const headers = { 'content-type': 'application/json' }
  return watchedFetch({ idleMs })(`${url}/chat/completions`, { method: 'POST', headers, body })
}

test('a stream that breaks off, or that nobody wants any more, is not watched any longer', async () => {
  const reply = { text: 'a b c d', wordDelayMs: 20, breakAfterWords: 2 }
  await using server = await startModelServer(() => reply)
  const before = countTimers()
  const broken = await ask(server.url, 60_000)
  await expect(broken.text()).rejects.toThrow()
  await untilTimersAre(before)
  const unwanted = await ask(server.url, 60_000)
  await unwanted.body?.cancel()
  await untilTimersAre(before)
})

test('a stream that falls silent is ended with a sentence', async () => {
  await using server = await startModelServer(() => ({ text: 'a b c d', hangAfterWords: 2 }))
  const silent = await ask(server.url, 300)
  await expect(silent.text()).rejects.toMatchObject({ code: 'unavailable' })
})

test('a body that is no stream is ended, too', async () => {
  const raw = { contentType: 'application/json', body: '{"choices":', staysOpen: true } as const
  await using server = await startModelServer(() => ({ raw }))
  const silent = await ask(server.url, 300)
  await expect(silent.text()).rejects.toThrow(
    'The model’s server sent nothing for 0.3 s, so Orrery closed the connection. Resume to try again, or choose another model.',
  )
})
