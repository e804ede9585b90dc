import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { type ForkedHost, openForkedHost } from '../../../../test/support/forked-host.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'

const SUMMARY_BEGINS = 'You are a conversation summarizer'
/** A few of them are more than the model takes in. */
const LONG = 'a word or two '.repeat(300)

function isSummary({ messages }: ModelRequest): boolean {
  return messages.at(-1)?.text.startsWith(SUMMARY_BEGINS) ?? false
}

/** Sums up when it is asked to; what is told to fail does, once. */
function script(request: ModelRequest): Reply {
  if (isSummary(request)) return { text: 'They spoke.' }
  return request.messages.at(-1)?.text.includes('fails') && state.fails-- > 0
    ? { status: 400, error: 'not now' }
    : { text: 'I hear.' }
}
const state = { fails: 0 }

async function openPinning(): Promise<ForkedHost> {
  const host = await openForkedHost({ script, files: { 'project/a.txt': 'a' } })
  const model = { contextTokens: 6_000 }
  await host.client['settings.change']({ models: { 'compatible:scripted': model } })
  return host
}

/** How often a text stands in each request for a step since the `from`th. */
function timesTold(host: ForkedHost, text: string, from: number): readonly number[] {
  return host.server.requests
    .slice(from)
    .filter((request) => !isSummary(request))
    .map(({ body }) => JSON.stringify(body).split(text).length - 1)
}

async function idOf(host: ForkedHost, sessionId: SessionId, text: string): Promise<string> {
  const thread = await host.client['context.thread']({ sessionId })
  const found = thread.find(({ title }) => title.startsWith(text))
  if (!found) throw new Error(`The thread has no “${text}”.`)
  return found.messageId
}

test('what was summed up is listed, brought back, told once, counted, and taken off again', async () => {
  await using host = await openPinning()
  const { client, sessionId } = host
  await host.prompt('first: keep to the port 4711')
  for (const round of [1, 2, 3, 4, 5, 6]) await host.prompt(`round ${round} ${LONG}`)
  const [compacted] = (await host.events()).filter(({ kind }) => kind === 'context.compacted')
  expect(compacted).toBeDefined()
  expect(timesTold(host, '4711', 0).at(-1)).toBe(0)
  const thread = await client['context.thread']({ sessionId })
  expect(thread[0]).toMatchObject({ role: 'input', title: 'first: keep to the port 4711' })
  expect(thread[0]?.isDropped).toBe(true)
  expect(thread.at(-1)).toMatchObject({ role: 'agent', title: 'I hear.', isDropped: false })
  const seq = compacted?.seq ?? 0
  const then = await client['context.thread']({ sessionId, seq })
  const dropped = compacted?.kind === 'context.compacted' ? compacted.data.droppedMessages : 0
  expect(then.filter(({ isDropped }) => isDropped)).toHaveLength(dropped)

  const messageId = await idOf(host, sessionId, 'first')
  await client['context.pin']({ sessionId, messageId })
  await client['context.pin']({ sessionId, messageId })
  const from = host.server.requests.length
  await host.prompt('What was it?')
  for (const round of [7, 8, 9]) await host.prompt(`round ${round} ${LONG}`)
  expect(new Set(timesTold(host, '4711', from))).toEqual(new Set([1]))
  const told = await client['context.preview']({ sessionId })
  expect(told.parts.filter(({ kind }) => kind === 'pinned')).toEqual([
    {
      ...{ kind: 'pinned', title: 'first: keep to the port 4711', messageId, notes: [] },
      ...{ text: 'first: keep to the port 4711', tokens: 10 },
    },
  ])
  await client['context.unpin']({ sessionId, messageId })
  const after = host.server.requests.length
  await host.prompt('And now?')
  expect(timesTold(host, '4711', after)).toEqual([0])
  const kinds = (await host.events()).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'context.pinned')).toHaveLength(1)
}, 60_000)

test('more than an agent has room for is not pinned', async () => {
  await using host = await openForkedHost({ script, files: { 'project/a.txt': 'a' } })
  const { client, sessionId } = host
  await host.prompt(`long ${'word '.repeat(30_000)}`)
  const messageId = await idOf(host, sessionId, 'long')
  const refused = client['context.pin']({ sessionId, messageId })
  await expect(refused).rejects.toMatchObject({ code: 'limit' })
  const unknown = client['context.pin']({ sessionId, messageId: 'nobody' })
  await expect(unknown).rejects.toMatchObject({ code: 'not-found' })
}, 30_000)

type Act = 'say' | 'say much' | 'pin' | 'unpin' | 'fail and resume' | 'fork' | 'rewind'
const act: fc.Arbitrary<Act> = fc.constantFrom(
  ...(['say', 'say much', 'say much', 'pin', 'pin', 'unpin'] as const),
  ...(['fail and resume', 'fork', 'rewind'] as const),
)

/** What was said and pinned in one session, as whoever does it knows. */
interface Known {
  readonly sessionId: SessionId
  readonly said: readonly string[]
  readonly pinned: readonly string[]
}

async function doing(host: ForkedHost, known: Known, one: Act, number: number): Promise<Known> {
  const { client } = host
  const { sessionId, said, pinned } = known
  const text = `mark-${number}-`
  switch (one) {
    case 'say':
    case 'say much':
      await host.prompt(`${text} ${one === 'say' ? 'shortly' : LONG}`, sessionId)
      return { ...known, said: [...said, text] }
    case 'pin': {
      const chosen = said[number % said.length]
      if (chosen === undefined || pinned.includes(chosen)) return known
      await client['context.pin']({ sessionId, messageId: await idOf(host, sessionId, chosen) })
      return { ...known, pinned: [...pinned, chosen] }
    }
    case 'unpin': {
      const [first, ...rest] = pinned
      if (first === undefined) return known
      await client['context.unpin']({ sessionId, messageId: await idOf(host, sessionId, first) })
      return { ...known, pinned: rest }
    }
    case 'fail and resume': {
      state.fails = 1
      await expect(host.prompt(`${text} fails`, sessionId)).rejects.toThrow()
      await client['sessions.resume']({ sessionId })
      await expect.poll(async () => (await host.states(sessionId)).status.lastOutcome).toBe('ok')
      return { ...known, said: [...said, text] }
    }
    case 'fork': {
      const { seq } = await endOf(host, sessionId)
      const { sessionId: forked } = await client['sessions.fork']({ sessionId, seq })
      return { ...known, sessionId: forked }
    }
    case 'rewind': {
      if (said.length === 0) return known
      const { seq } = await endOf(host, sessionId)
      await host.prompt(`${text} is taken back`, sessionId)
      if (pinned.length > 0) {
        const messageId = await idOf(host, sessionId, pinned[0] ?? '')
        await client['context.unpin']({ sessionId, messageId })
      }
      const { expected } = await client['sessions.previewRewind']({ sessionId, seq })
      await client['sessions.rewind']({ sessionId, seq, expected })
      return known
    }
  }
}

async function endOf(host: ForkedHost, sessionId: SessionId) {
  return { seq: (await host.events(sessionId)).at(-1)?.seq ?? 1 }
}

test('what is pinned is in every later request once, also after a resume, a rewind and in a fork', async () => {
  let checked = 0
  const acts = fc.array(act, { minLength: 6, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      await using host = await openPinning()
      let known: Known = { sessionId: host.sessionId, said: [], pinned: [] }
      const steps: Act[] = ['say', 'say', ...all, 'say much', 'say much', 'say']
      for (const [number, one] of steps.entries()) {
        const from = host.server.requests.length
        const before = known.pinned
        known = await doing(host, known, one, number)
        // Within a rewinding one is unpinned, and held again afterwards.
        for (const text of before) {
          const times = timesTold(host, text, from)
          expect([text, one, ...times]).toEqual([text, one, ...times.map(() => 1)])
          checked += times.length
        }
      }
    }),
    { numRuns: 3 },
  )
  expect(checked).toBeGreaterThan(0)
}, 180_000)
