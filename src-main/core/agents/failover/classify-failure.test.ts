import { describe, expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { findFault } from './classify-failure.ts'

const clients = ['openai:gpt-4o', 'anthropic:claude-haiku-4-5', 'google:gemini-3.8-flash'] as const
const more = [...clients, 'ollama:m', 'groq:m'] as const

function attempts(fixture: RunFixture) {
  return fixture.of('model.ended').map(({ data }) => data)
}

test.each(more)('%s is asked again after what passes, each attempt a span', async (model) => {
  const statuses = [408, 409, 429, 500, 503, 529]
  const script = (_request: ModelRequest, number: number): Reply => {
    const status = statuses[number - 1]
    return status === undefined ? { text: 'At last.' } : { status }
  }
  const faults = { retries: statuses.length, circuitFailures: statuses.length + 1 }
  await using fixture = await openRunFixture({ model, script, faults })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const again = statuses.map(() => ({ outcome: 'error', retryInMs: 0 }))
  expect(attempts(fixture)).toMatchObject([...again, { outcome: 'ok' }])
  expectWhole(fixture)
})

const cut = { text: 'one two three four', breakAfterWords: 2 }
const ended = { text: 'one two three four', endAfterWords: 2 }
const hung = { text: 'one two three four', hangAfterWords: 2 }

test.each(more)('%s is asked again where its stream is cut off or says nothing', async (model) => {
  const replies = [cut, hung, ended]
  const script = (_request: ModelRequest, number: number): Reply =>
    replies[number - 1] ?? { text: 'At last.' }
  const options = { model, script, streamIdleMs: 500, faults: { retries: 3 } }
  await using fixture = await openRunFixture(options)
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const again = replies.map(() => ({ outcome: 'error', retryInMs: 0 }))
  expect(attempts(fixture)).toMatchObject([...again, { outcome: 'ok' }])
  expectWhole(fixture)
})

const permanent: readonly (readonly [Reply, string])[] = [
  [{ status: 401, error: 'Invalid API key.' }, 'rejected the API key'],
  [{ status: 403 }, 'denied access'],
  [{ status: 402 }, 'no credit left'],
  [{ status: 429, error: 'insufficient_quota: check your plan and billing' }, 'no credit left'],
  [{ status: 400, error: 'Your credit balance is too low.' }, 'no credit left'],
  [{ status: 400, error: 'prompt is too long: 300000 tokens' }, 'is too small'],
  [{ status: 400, error: 'blocked by content_filter' }, 'blocked this conversation'],
  [{ status: 404 }, 'has no model'],
  [{ status: 422, error: 'temperature?' }, 'rejected the request (422)'],
]

describe.each(clients)('%s, where nothing passes', (model) => {
  test.each(permanent)('fails at once with %j, and says: %s', async (reply, said) => {
    await using fixture = await openRunFixture({ model, script: () => reply })
    const reason = expect.stringContaining(said)
    expect(await fixture.prompt('go')).toMatchObject({ outcome: 'error', reason })
    // A request that is too long is made smaller several times before.
    if (said !== 'is too small') expect(fixture.server.requests).toHaveLength(1)
    expect(attempts(fixture).at(-1)).not.toHaveProperty('retryInMs')
  })
})

/** After how many milliseconds each attempt is followed by another. */
async function delays(headers: Readonly<Record<string, string>>, maxDelayMs = 60_000) {
  const faults = { firstDelayMs: 10, maxDelayMs, random: () => 0.5 }
  const script = () => ({ status: 429, headers })
  await using fixture = await openRunFixture({ model: 'openai:gpt-4o', script, faults })
  expect(await fixture.prompt('go')).toMatchObject({ outcome: 'error' })
  return attempts(fixture).map(({ retryInMs }) => retryInMs)
}

test.each([
  [{}, [10, 20, undefined]],
  [{ 'retry-after': '0.05' }, [50, 50, undefined]],
  [{ 'retry-after-ms': '15' }, [15, 20, undefined]],
  [{ 'retry-after': '3600' }, [undefined]],
])(
  'it waits longer each time, as long as it is asked to; what asks for too long is not asked again: %j',
  async (headers, expected) => {
    expect(await delays(headers)).toEqual(expected)
  },
)

test('when to come back may be told as a date', async () => {
  const at = (ms: number) => ({ 'retry-after': new Date(Date.now() + ms).toUTCString() })
  const [soon] = await delays(at(1500), 2000)
  expect(soon).toBeGreaterThanOrEqual(10)
  expect(await delays(at(90_000))).toEqual([undefined])
})

test('Gemini says of its limits what others say of bills, and when to come back', () => {
  const detail = 'You exceeded your current quota, please check your plan and billing details.'
  const data = { error: { details: [{ retryDelay: '34s' }] } }
  expect(findFault([{ statusCode: 429, data }], detail)).toMatchObject({
    fault: 'rate-limit',
    isTransient: true,
    retryAfterMs: 34_000,
  })
  expect(findFault([{ statusCode: 429 }], detail)).toMatchObject({ fault: 'billing' })
})

test('a wait can be cancelled, and is seen while it lasts', async () => {
  const faults = { firstDelayMs: 60_000, random: () => 0.5 }
  await using fixture = await openRunFixture({ script: () => ({ status: 503 }), faults })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('model.ended')
  expect(data).toMatchObject({ outcome: 'error', retryInMs: 60_000 })
  const failure = Object.values(fixture.states().transcript.items).at(-1)
  expect(failure).toMatchObject({ type: 'failure', attempt: 1, retryInMs: 60_000 })
  await fixture.runs.kill(fixture.sessionId)
  expect(fixture.of('run.ended')[0]?.data.outcome).toBe('cancelled')
  expect(fixture.server.requests).toHaveLength(1)
  expectWhole(fixture)
})
