import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { findStartables } from '../../project-files/startables.ts'
import { getSession } from '../../sessions/session-rows.ts'

const first = 'openai:gpt-4o'
const second = 'anthropic:claude-haiku-4-5'
const third = 'google:gemini-3.8-flash'

/** What each provider says. */
function by(replies: Readonly<Record<string, Reply>>, otherwise: Reply = { text: 'Done.' }) {
  return ({ format }: ModelRequest): Reply => replies[format] ?? otherwise
}

function formats({ server }: RunFixture): string[] {
  return server.requests.map(({ format }) => format)
}

function asked(fixture: RunFixture): string[] {
  return fixture
    .of('model.started')
    .map(({ data }) => `${data.provider}:${data.model} ${data.attempt}`)
}

async function trustAll({ store, sessionId, root }: RunFixture): Promise<void> {
  const { startables } = await findStartables(root)
  const { projectId } = getSession(store, sessionId)
  await store.trust.grant(projectId, root, startables, new Map())
}

test.each([
  ['auth', { status: 401 }, 1],
  ['billing', { status: 402 }, 1],
  ['rate-limit', { status: 429 }, 3],
  ['overload', { status: 529 }, 3],
  ['timeout', { status: 408 }, 3],
  ['connection', { text: 'a b c', breakAfterWords: 1 }, 3],
  ['intercepted', { raw: { contentType: 'text/html', body: '<p>Sign in</p>' } }, 1],
  ['intercepted', { raw: { status: 302, body: '', headers: { location: 'http://b.test/' } } }, 1],
  ['intercepted', { raw: { status: 403, body: 'error code: 1020' } }, 1],
  ['garbled', { raw: { body: 'no gzip', headers: { 'content-encoding': 'gzip' } } }, 3],
  ['malformed-answer', { status: 400, error: 'tool_use_failed' }, 3],
] as const)(
  '%s lets an agent go on with the next model of the list',
  async (reason, reply, tries) => {
    const script = by({ openai: reply, anthropic: { status: 401 } })
    const fallbacks = [second, third]
    await using fixture = await openRunFixture({ model: first, fallbacks, script })
    expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
    const openai = Array.from({ length: tries }, () => 'openai')
    expect(formats(fixture)).toEqual([...openai, 'anthropic', 'google'])
    const numbers = openai.map((_, index) => `${first} ${index + 1}`)
    expect(asked(fixture)).toEqual([...numbers, `${second} ${tries + 1}`, `${third} ${tries + 2}`])
    expect(fixture.of('model.failed-over').map(({ data }) => data)).toMatchObject([
      { from: { provider: 'openai' }, to: { provider: 'anthropic' }, reason },
      { from: { provider: 'anthropic' }, to: { provider: 'google' }, reason: 'auth' },
    ])
    const { usage, transcript } = fixture.states()
    expect(Object.keys(usage.byProvider)).toEqual(['openai', 'anthropic', 'google'])
    const items = Object.values(transcript.items)
    expect(items.filter(({ type }) => type === 'failure').at(-1)).toMatchObject({
      failover: { to: { provider: 'google' } },
    })
    expectWhole(fixture)
  },
)

test('the project’s list holds before the person’s once it is trusted, and the session’s before both', async () => {
  const script = by({ openai: { status: 401 } })
  const files = { '.orrery/settings.json': JSON.stringify({ fallbacks: [third] }) }
  await using fixture = await openRunFixture({ model: first, script, files })
  await fixture.store.settings.change({ fallbacks: [second] })
  expect(await fixture.prompt('start')).toEqual({ outcome: 'ok' })
  await trustAll(fixture)
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  rmSync(join(fixture.root, '.orrery'), { recursive: true })
  expect(await fixture.prompt('go on')).toEqual({ outcome: 'ok' })
  const fallbacks = [{ provider: 'compatible', model: 'm' }]
  const draft = { kind: 'session.configured', data: { fallbacks } } as const
  await fixture.store.events.append(fixture.sessionId, [draft])
  expect(await fixture.prompt('and on')).toMatchObject({ outcome: 'error' })
  const to = fixture.of('model.failed-over').map(({ data }) => data.to.provider)
  expect(to).toEqual(['anthropic', 'google', 'anthropic', 'compatible'])
})

test('what no other model would do better is not taken elsewhere', async () => {
  const script = by({ openai: { status: 400, error: 'prompt is too long' } })
  await using fixture = await openRunFixture({ model: first, fallbacks: [second], script })
  expect(await fixture.prompt('go')).toMatchObject({ outcome: 'error' })
  expect(new Set(formats(fixture))).toEqual(new Set(['openai']))
  expect(fixture.of('model.failed-over')).toEqual([])
})

test('the last of the list fails with what it said', async () => {
  const script = by({ openai: { status: 401 }, anthropic: { status: 402 } })
  await using fixture = await openRunFixture({ model: first, fallbacks: [second], script })
  const reason = expect.stringContaining('The account at Anthropic has no credit left (402)')
  expect(await fixture.prompt('go')).toEqual({ outcome: 'error', reason })
  expectWhole(fixture)
})

test('the thread goes on in the middle, calls and thoughts with it, and each new run begins with its own', async () => {
  const script = ({ format, messages }: ModelRequest): Reply => {
    const step = messages.filter(({ role }) => role === 'assistant').length
    if (step === 0) {
      const calls = [{ name: 'read_file', args: { file_path: '/workspace/a.txt' } }]
      return { text: 'I look.', reasoning: 'Hm.', calls }
    }
    return format === 'google' ? { text: 'One, two.' } : { status: 401 }
  }
  const fallbacks = [first, third]
  await using fixture = await openRunFixture({ model: second, fallbacks, script })
  expect(await fixture.prompt('read it')).toEqual({ outcome: 'ok' })
  expect(formats(fixture)).toEqual(['anthropic', 'anthropic', 'openai', 'google'])
  const seen = fixture.server.requests.slice(1).map(({ messages }) => messages)
  for (const messages of seen) {
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(messages[1]?.text).toContain('I look.')
    expect(messages[1]?.callIds).toEqual(messages[2]?.callIds)
    expect(messages[2]?.text).toContain('one')
  }
  const contents = JSON.stringify(fixture.server.requests.at(-1)?.body['contents'])
  expect(contents).toContain('skip_thought_signature_validator')
  expect(await fixture.prompt('and now?')).toEqual({ outcome: 'ok' })
  expect(formats(fixture).slice(4)).toEqual(['anthropic', 'openai', 'google'])
  expectWhole(fixture)
})

test('subagents are attributed to the model that was really asked, and don’t ask again what was found out', async () => {
  const script = ({ format, messages }: ModelRequest): Reply => {
    if (format === 'openai') return { status: 401 }
    if (messages[0]?.text !== 'go') return { text: 'My report.' }
    if (messages.length > 1) return { text: 'Both reported.' }
    const args = { description: 'work', subagent_type: 'general-purpose' }
    return { calls: [1, 2].map(() => ({ name: 'task', args })) }
  }
  await using fixture = await openRunFixture({ model: first, fallbacks: [second], script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(formats(fixture)).toEqual(['openai', ...Array.from({ length: 4 }, () => 'anthropic')])
  const switched = fixture.of('model.failed-over')
  expect(new Set(switched.map(({ agentId }) => agentId)).size).toBe(3)
  const models = fixture.of('model.ended').map(({ data }) => `${data.provider} ${data.outcome}`)
  expect(models.filter((one) => one === 'openai error')).toHaveLength(1)
  expect(models.filter((one) => one === 'anthropic ok')).toHaveLength(4)
  expectWhole(fixture)
})

test('a provider that fails five times in a row is left alone, in all sessions, until it is well', async () => {
  const state = { isWell: false }
  const script = by({}, { text: 'Well again.' })
  const ill = (request: ModelRequest): Reply => (state.isWell ? script(request) : { status: 500 })
  const faults = { retries: 1, circuitOpenMs: 3000 }
  await using fixture = await openRunFixture({ script: ill, faults })
  const reason = async () => (await fixture.prompt('go')).reason
  for (const sent of [2, 4]) {
    expect(await reason()).toContain('is overloaded or failing (500)')
    expect(fixture.server.requests).toHaveLength(sent)
  }
  // The fifth failure opens it: the sixth request is not sent.
  expect(await reason()).toContain('failed 5 times in a row')
  expect(await reason()).toContain('failed 5 times in a row')
  expect(fixture.server.requests).toHaveLength(5)
  state.isWell = true
  await expect.poll(reason).toBeUndefined()
  expect(await fixture.prompt('and now?')).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
})

test('an open circuit counts as overload: the next model is asked, and the log says why', async () => {
  const script = by({ openai: { status: 503 } })
  const faults = { circuitFailures: 3 }
  await using fixture = await openRunFixture({ model: first, fallbacks: [second], script, faults })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(await fixture.prompt('again')).toEqual({ outcome: 'ok' })
  expect(formats(fixture)).toEqual(['openai', 'openai', 'openai', 'anthropic', 'anthropic'])
  const [, over] = fixture.of('model.failed-over')
  expect(over?.data).toMatchObject({
    reason: 'overload',
    error: expect.stringContaining('failed 3 times in a row'),
  })
  expectWhole(fixture)
})
