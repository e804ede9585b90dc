import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { readStoredMessage } from '#shared/json/stored-message.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { openForkedHost } from '../../../../test/support/forked-host.ts'
import { argumentsIn, jsonCases, wellFormed } from '../../../../test/support/json-cases.ts'
import { scripted } from '../../../../test/support/mcp-bench.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { exportSession } from '../../exchange/export-session.ts'
import { importSession } from '../../exchange/import-session.ts'
import { readStoredArgs } from '../../permissions/stored-args.ts'
import { systemClock } from '../../runtime/clock.ts'
import { openStore, type Store } from '../../store/store.ts'

/** The written cases, as the keys of one call: a tool ignores keys that it doesn't know. */
const all = jsonCases
  .filter(({ name }) => !name.startsWith('drawn'))
  .map(({ text }, index) => `"case ${index}":${text}`)
const args = `{"thought":"All of it.",${all.join(',')}}`

function script({ messages }: ModelRequest): Reply {
  const isFirstRequest = messages.at(-1)?.text === 'go'
  return isFirstRequest ? { calls: [{ name: 'think', rawArgs: args }] } : { text: 'Done.' }
}

// CVE-2025-68665 and CVE-2025-68664: see `any-json.corpus.test.ts`.
test('a fork and a rewound session go on with the arguments that the model sent', async () => {
  await using host = await openForkedHost({ script })
  await host.prompt('go')
  await host.prompt('next')
  const { client, sessionId } = host
  const moment = { sessionId, seq: await host.seqOf('run.ended') }
  const fork = await client['sessions.fork'](moment)
  await host.prompt('in the fork', fork.sessionId)
  const forked = host.server.requests.at(-1)
  const { expected: files } = await client['sessions.previewRewind'](moment)
  await client['sessions.rewind']({ ...moment, expected: files })
  await host.prompt('once more')
  const rewound = host.server.requests.at(-1)
  const [sent, again] = [forked, rewound].map(argumentsIn)
  expect(sent).toEqual([wellFormed(args)])
  expect(again).toEqual(sent)
})

test('an exported session comes back with every byte of its arguments', async () => {
  await using host = await openForkedHost({ script })
  await host.prompt('go')
  const { folder, sessionId } = host
  const path = join(folder, 'session.orrery')
  await using from = await openStore({
    dataDir: join(folder, 'data'),
    clock: systemClock,
    mode: 'reader',
  })
  await exportSession(from, { sessionId, path })
  await using to = await openStore({
    dataDir: join(folder, 'other'),
    clock: systemClock,
    mode: 'owner',
  })
  await importSession(to, path)
  const [before, after] = [from, to].map((store) =>
    recorded(store, [...store.events.read(sessionId)].flat()),
  )
  expect(after).toEqual(before)
  expect(after).toContain(args)
})

test('a call that waits over a restart runs with the arguments that were approved', async () => {
  const echo = ({ messages }: ModelRequest): Reply =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'Done.' }
      : { calls: [{ name: 'mcp__one__echo', rawArgs: args }] }
  await using fixture = await openRunFixture({ script: echo, mcp: { one: scripted() } })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  await fixture.close()
  await fixture.restart()
  const { runs, sessionId } = fixture
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(JSON.stringify(readStoredArgs(fixture.store, data.args))).toBe(args)
  expect(fixture.of('tool.ended').at(-1)?.data.result).toBe(`echo: ${args}`)
  expect(argumentsIn(fixture.server.requests.at(-1))).toEqual([wellFormed(args)])
})

test('arguments that look like Orrery’s marks of malformed ones are run', async () => {
  const marks = ['$malformed', '$cut', '$inexact'].map((mark) => `{"thought":"x","${mark}":"y"}`)
  const marked = ({ messages }: ModelRequest): Reply =>
    messages.at(-1)?.text === 'go'
      ? { calls: marks.map((rawArgs) => ({ name: 'think', rawArgs })) }
      : { text: 'Done.' }
  await using fixture = await openRunFixture({ script: marked })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['ok', 'ok', 'ok'])
})

test('arguments that can’t be kept exactly aren’t run, and the session goes on', async () => {
  const deep = `{"thought":"x","deep":${'['.repeat(5000)}${']'.repeat(5000)}}`
  const sent = ['{"thought":"x","id":9007199254740993}', '{"thought":"x","n":1e400}', deep]
  const inexact = ({ messages }: ModelRequest): Reply =>
    messages.at(-1)?.text === 'go'
      ? { calls: sent.map((rawArgs) => ({ name: 'think', rawArgs })) }
      : { text: 'Done.' }
  await using fixture = await openRunFixture({ script: inexact })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.of('tool.ended').map(({ data }) => [data.outcome, data.result])).toEqual([
    ['error', expect.stringContaining('9007199254740993 can’t be kept exactly')],
    ['error', expect.stringContaining('1e400 can’t be kept exactly')],
    ['error', expect.stringContaining('nested more than 200 levels deep')],
  ])
  await fixture.close()
  await fixture.restart()
  expect(await fixture.prompt('next')).toEqual({ outcome: 'ok' })
})

/** The arguments of calls, and those in the messages of requests. */
function recorded(store: Store, events: readonly AnyEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.kind === 'tool.started')
      return [JSON.stringify(readStoredArgs(store, event.data.args))]
    if (event.kind !== 'model.started') return []
    return event.data.request.messages.flatMap((hash) => argumentsOfMessage(store, hash))
  })
}

function argumentsOfMessage({ blobs }: Store, hash: Hash): readonly string[] {
  const message = readStoredMessage(Buffer.from(blobs.get(hash) ?? '').toString('utf8'))
  return message?.tool_calls.map((call) => JSON.stringify(call.args)) ?? []
}
