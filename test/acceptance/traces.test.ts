import { expect, test, vi } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { type ReceivedSpan, spansOf } from '../support/otlp-spans.ts'
import { startReceiver } from '../support/receiver.ts'
import { calls, says, scriptAgents, task } from '../support/scripted-agents.ts'
import { ofKind, openCli, readEvents } from './cli.ts'

const files = { 'one.txt': 'old text\n', 'two.txt': 'two\n' }
const read = (file: string) => ({ name: 'read_file', args: { file_path: `/workspace/${file}` } })
const edit = {
  name: 'edit_file',
  args: { file_path: '/workspace/one.txt', old_string: 'old', new_string: 'new' },
}

/** Delegates twice in parallel; one reads, one edits, and one call fails. */
const delegatesTwice = scriptAgents({
  'Do both': [calls(task('First one'), task('Second one')), says('Both are done.')],
  'First one': [calls(read('one.txt'), edit, read('missing.txt')), says('First is done.')],
  'Second one': [calls(read('two.txt')), calls(read('one.txt')), says('Second is done.')],
})

function withOperation(spans: readonly ReceivedSpan[], name: string): readonly ReceivedSpan[] {
  return spans.filter((span) => span.of['gen_ai.operation.name'] === name)
}

function sum(spans: readonly ReceivedSpan[], name: string): number {
  return spans.reduce((total, span) => total + Number(span.of[name]), 0)
}

/** What every span is part of, by what the log calls it. */
function parentsIn(events: readonly AnyEvent[]): Record<string, string> {
  const names = new Map<string | undefined, string>([[undefined, 'invoke_workflow orrery']])
  for (const event of events) {
    if (event.kind === 'agent.started') names.set(event.spanId, `invoke_agent ${event.data.type}`)
    if (event.kind === 'tool.started') names.set(event.spanId, `execute_tool ${event.data.name}`)
  }
  const parts = [
    ...ofKind(events, 'agent.started').map((event) => [event, event.spanId] as const),
    ...ofKind(events, 'model.started').map((event) => [event, event.spanId] as const),
    ...ofKind(events, 'tool.started').map((event) => [event, event.spanId] as const),
  ]
  return Object.fromEntries(
    parts.map(([{ parentSpanId }, spanId]) => [spanId ?? '', names.get(parentSpanId) ?? '?']),
  )
}

test('a receiver gets spans that add up to the run', async () => {
  await using receiver = await startReceiver()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=planets',
  }
  await using cli = await openCli(delegatesTwice, files, env)
  const { code, events } = await cli.run('Do both', '--approve', 'all')
  const spans = spansOf(receiver)
  const { usage } = foldStates(initStates(), events)
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const chats = withOperation(spans, 'chat')
  const tools = withOperation(spans, 'execute_tool')
  const agents = withOperation(spans, 'invoke_agent')

  expect({
    code,
    chats: chats.length,
    tools: tools.length,
    agents: agents.length,
    waits: spans.filter(({ name }) => name === 'wait_for_person').length,
    input: sum(chats, 'gen_ai.usage.input_tokens'),
    output: sum(chats, 'gen_ai.usage.output_tokens'),
    headers: receiver.received.map(({ headers }) => headers['x-team']),
  }).toEqual({
    code: 0,
    chats: ofKind(events, 'model.ended').length,
    tools: ofKind(events, 'tool.ended').length,
    agents: 3,
    waits: ofKind(events, 'approval.requested').length,
    input: usage.total.inputTokens,
    output: usage.total.outputTokens,
    headers: receiver.received.map(() => 'planets'),
  })
  expect([usage.total.inputTokens > 0, chats.length, tools.length]).toEqual([true, 7, 7])
  // The same parents as in the log, over as many spans.
  const parents = [...chats, ...tools, ...agents].map(
    ({ parentSpanId }) => byId.get(parentSpanId ?? '')?.name ?? 'none',
  )
  expect(parents.toSorted()).toEqual(Object.values(parentsIn(events)).toSorted())
  expect([byId.size, new Set(spans.map(({ traceId }) => traceId)).size]).toEqual([spans.length, 1])
})

test('a span has the times of its events, and the outcome of its end', async () => {
  await using receiver = await startReceiver()
  const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces` }
  await using cli = await openCli(delegatesTwice, files, env)
  const { events } = await cli.run('Do both', '--approve', 'all')
  const spans = spansOf(receiver)
  const run = spans.find(({ parentSpanId }) => !parentSpanId)
  const [started] = ofKind(events, 'run.started')
  const [ended] = ofKind(events, 'run.ended')
  const isNear = (nano: string | undefined, at = 0) => Math.abs(Number(nano) / 1e6 - at) < 0.01
  expect([
    isNear(run?.startTimeUnixNano, started?.at),
    isNear(run?.endTimeUnixNano, ended?.at),
  ]).toEqual([true, true])
  const failed = spans.filter(({ status }) => status.code === 2)
  const failures = ofKind(events, 'tool.ended').filter(({ data }) => data.outcome === 'error')
  expect([failed.length, failed.length]).toEqual([failures.length, 1])
  expect(failed[0]?.of['error.type']).toBe('error')
})

test('no word of a run goes along, unless the standard variable asks for it', async () => {
  await using receiver = await startReceiver()
  const silent = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
  const open = { ...silent, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }
  const words = /First is done|First one|old text|two\.txt|Do both/
  {
    await using cli = await openCli(delegatesTwice, files, silent)
    await cli.run('Do both', '--approve', 'all')
  }
  expect(spansOf(receiver).length).toBeGreaterThan(0)
  expect(JSON.stringify(spansOf(receiver))).not.toMatch(words)
  const before = receiver.received.length
  await using cli = await openCli(delegatesTwice, files, open)
  await cli.run('Do both', '--approve', 'all')
  const told = spansOf({ ...receiver, received: receiver.received.slice(before) })
  const [chat] = withOperation(told, 'chat')
  expect(String(chat?.of['gen_ai.input.messages'])).toContain('Do both')
  expect(JSON.stringify(told)).toMatch(/First is done/)
})

test('redacts the words that go along as an export does', async () => {
  await using receiver = await startReceiver()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
  }
  const prompt = 'Log in as dana with --password frosty-owl-1'
  const args = { ...edit.args, new_string: 'password: P@ss,word2!' }
  const agents = scriptAgents({
    [prompt]: [
      calls(read('settings.env'), { name: 'edit_file', args }),
      says('It says:\n\nDB_PASS=q;7[Z&a!4'),
    ],
  })
  const withSecret = { ...files, 'settings.env': 'DB_HOST=db-host\nDB_PASS=abc(def)123\n' }
  await using cli = await openCli(agents, withSecret, env)
  const { code } = await cli.run(prompt, '--approve', 'all')
  const told = JSON.stringify(spansOf(receiver).map(({ of: attributes }) => attributes))
  expect(code).toBe(0)
  expect(told).not.toMatch(/frosty-owl|P@ss|word2|q;7|a!4|abc\(|123\b/)
  for (const word of ['Log in as dana', 'db-host', 'It says', 'removed]']) {
    expect(told).toContain(word)
  }
})

test('a receiver that is gone costs one warning, and neither the run nor its end', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  await using cli = await openCli(delegatesTwice, files, env)
  const { code, err } = await cli.run('Do both', '--approve', 'all')
  const { out } = await cli.orrery('logs', '--level', 'warn', '--json')
  const warned = out.split('\n').filter((line) => line.includes('"traces"'))
  expect({ code, err, warned: warned.length }).toEqual({ code: 0, err: '', warned: 1 })
})

test('what a crash cuts off is sent by the next host, and nothing under two ids', async () => {
  await using receiver = await startReceiver()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '20' }
  const hanging = scriptAgents({
    Begin: [calls(read('two.txt')), calls(read('one.txt')), () => new Promise(() => undefined)],
  })
  await using cli = await openCli(hanging, files, env)
  const child = cli.start('run', ...cli.runFlags, 'Begin')
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  await vi.waitFor(() => expect(spansOf(receiver).length).toBe(4), { timeout: 15_000 })
  await expect.poll(() => out.split('"model.started"').length).toBe(4)
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('close', resolve))
  await cli.orrery('trust')
  await cli.orrery('trust')
  // What was sent right before the crash, and not noted any more, is sent once again.
  const spans = [...new Map(spansOf(receiver).map((span) => [span.spanId, span])).values()]
  const [started] = ofKind(readEvents(out), 'run.started')
  expect(spans.map(({ name, of }) => [name, of['orrery.outcome']])).toEqual([
    ['chat scripted', 'ok'],
    ['execute_tool read_file', 'ok'],
    ['chat scripted', 'ok'],
    ['execute_tool read_file', 'ok'],
    ['chat scripted', 'interrupted'],
    ['invoke_agent lead', 'interrupted'],
    ['invoke_workflow orrery', 'interrupted'],
  ])
  expect(spans.at(-1)?.of['orrery.run.id']).toBe(started?.runId)
  const { out: warned } = await cli.orrery('logs', '--level', 'warn', '--json')
  expect(warned).toContain(`"outcome":"interrupted"`)
})
