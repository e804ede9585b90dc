import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { foldStates, initStates, type SessionStates } from '#shared/projections/index.ts'
import type { ModelRequest, Reply } from '../support/model-server.ts'
import { type CliFixture, ofKind, openCli, readEvents } from './cli.ts'

type Replayed = SessionStates & { readonly seq: number }

const editOf = (file: string) => ({
  name: 'edit_file',
  args: { file_path: `/workspace/${file}`, old_string: 'old', new_string: 'new' },
})

const readOf = (file: string) => ({
  name: 'read_file',
  args: { file_path: `/workspace/${file}` },
})

/** Delegates twice in parallel; one subagent edits a file; then the lead reports. */
function delegatesTwice({ messages }: ModelRequest): Reply {
  const first = messages.find(({ role }) => role === 'user')?.text ?? ''
  const step = messages.filter(({ role }) => role === 'assistant').length
  if (first.includes('one') && step === 0) {
    return { text: 'I look.', calls: [readOf('one.txt'), editOf('one.txt')] }
  }
  if (first.includes('two') && step === 0) return { calls: [readOf('two.txt')] }
  if (first.includes('one') || first.includes('two')) return { text: `${first}: finished.` }
  if (step > 0) return { text: 'Both are finished.' }
  const calls = ['one', 'two'].map((description) => ({
    name: 'task',
    args: { description, subagent_type: 'general-purpose' },
  }))
  return { text: 'Two of you.', calls }
}

const files = { 'one.txt': 'old text\n', 'two.txt': 'two\n' }

async function replay(cli: CliFixture, ...at: string[]): Promise<Replayed> {
  const { code, out, err } = await cli.orrery('replay', 'last', '--json', ...at)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  // `review` is the former name of `changes`, printed beside it.
  const { review, ...replayed } = JSON.parse(out) as Replayed & { readonly review: unknown }
  expect(review).toEqual(replayed.changes)
  return replayed
}

test('a run that delegates twice and edits a file can be told apart, summed and replayed', async () => {
  await using cli = await openCli(delegatesTwice, files)
  const { code, events, err } = await cli.run('Do both')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(readFileSync(join(cli.project, 'one.txt'), 'utf8')).toBe('new text\n')
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expectDescent(events)
  expectSums(events, cli)
  expectEnded(events)

  const [edit] = ofKind(events, 'file.changed')
  expect(edit?.data.path).toBe('/workspace/one.txt')
  const before = await replay(cli, '--at', String((edit?.seq ?? 0) - 1))
  expect(before.files.touched).toEqual({})
  const later = Object.values(before.transcript.items).filter(({ seq }) => seq >= (edit?.seq ?? 0))
  expect(later).toEqual([])
  expect(JSON.stringify(before.transcript)).not.toMatch(/one: finished|Both are finished/)

  const told = await cli.orrery('context', '--session', 'last')
  expect(told.out).toContain('messages so far')
  const end = await replay(cli)
  const live = foldStates(initStates(), events)
  const { seq, ...states } = end
  expect(seq).toBe(events.length)
  expect(states).toEqual(JSON.parse(JSON.stringify(live)))
})

/** Every subagent's first span hangs from a call of the lead. */
function expectDescent(events: readonly AnyEvent[]): void {
  const [lead, ...subagents] = ofKind(events, 'agent.started')
  const calls = new Map(ofKind(events, 'tool.started').map((call) => [call.spanId, call]))
  expect(subagents).toHaveLength(2)
  for (const { parentSpanId } of subagents) {
    expect(calls.get(parentSpanId)?.agentId).toBe(lead?.agentId)
  }
}

/** Every model call has its own usage under its own agent, and the sums agree at every level. */
function expectSums(events: readonly AnyEvent[], { server }: CliFixture): void {
  const calls = ofKind(events, 'model.ended')
  const agents = new Set(ofKind(events, 'agent.started').map(({ agentId }) => agentId))
  expect(calls.every(({ agentId }) => agents.has(agentId))).toBe(true)
  expect(new Set(calls.map(({ spanId }) => spanId)).size).toBe(calls.length)
  const { usage } = foldStates(initStates(), events)
  const sum = (parts: Record<string, { inputTokens: number }>) =>
    Object.values(parts).reduce((total, { inputTokens }) => total + inputTokens, 0)
  const sent = server.sent.reduce((total, { input }) => total + input, 0)
  const levels = [usage.byAgent, usage.byModel, usage.byProvider, usage.byRun].map(sum)
  expect(levels).toEqual([sent, sent, sent, sent])
  expect(usage.total.calls).toBe(server.requests.length)
}

function expectEnded(events: readonly AnyEvent[]): void {
  const started = events.filter(({ kind }) => /\.(started|opened)$/.test(kind))
  const ended = events.filter(({ kind }) => /\.ended$/.test(kind))
  const nameOf = ({ kind, spanId, runId }: AnyEvent) => `${kind.split('.')[0]} ${spanId ?? runId}`
  expect(ended.map(nameOf).toSorted()).toEqual(started.map(nameOf).toSorted())
}

test('after kill -9 every durable event is there, the run is marked, and the session goes on', async () => {
  const script = (request: ModelRequest): Reply => {
    const step = request.messages.filter(({ role }) => role === 'assistant').length
    const asked = request.messages.filter(({ role }) => role === 'user').at(-1)?.text
    if (asked === 'Go on') return { text: 'I went on.' }
    if (step === 0) return { text: 'First I edit.', calls: [readOf('one.txt'), editOf('one.txt')] }
    return { text: 'word '.repeat(500), wordDelayMs: 20 }
  }
  await using cli = await openCli(script, files)
  const child = cli.start('run', ...cli.runFlags, 'Begin')
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  const isSpeaking = () =>
    readEvents(out.slice(0, out.lastIndexOf('\n') + 1)).some(
      ({ kind, data }) => kind === 'model.delta' && 'text' in data && data.text.includes('word'),
    )
  while (!isSpeaking()) await delay(20)
  child.kill('SIGKILL')
  await new Promise((done) => child.once('close', done))
  const seen = readEvents(out.slice(0, out.lastIndexOf('\n') + 1))

  const again = await cli.run('Go on', '--session', seen[0]?.sessionId ?? '')
  expect({ code: again.code, err: again.err }).toEqual({ code: 0, err: '' })
  const { timeline, transcript } = await replay(cli)
  expect(timeline.runs.map(({ outcome }) => outcome)).toEqual(['interrupted', 'ok'])
  expect(JSON.stringify(transcript)).toContain('I went on.')
  const through = await replay(cli, '--at', String(seen.length))
  const { seq, ...states } = through
  expect(seq).toBe(seen.length)
  expect(states).toEqual(JSON.parse(JSON.stringify(foldStates(initStates(), seen))))
  expect(readFileSync(join(cli.project, 'one.txt'), 'utf8')).toBe('new text\n')
})

test('a run beside another goes through the process that owns the folder', async () => {
  const script = (request: ModelRequest): Reply =>
    request.messages.some(({ text }) => text.includes('Slowly'))
      ? { text: 'word '.repeat(400), wordDelayMs: 20 }
      : delegatesTwice(request)
  await using cli = await openCli(script, files)
  const owner = cli.start('run', ...cli.runFlags, 'Slowly')
  await new Promise((done) => owner.stdout.once('data', done))
  const { code, events, err } = await cli.run('Do both')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expectEnded(events)
  expect(owner.exitCode).toBeNull()
  owner.kill('SIGINT')
  const ownersCode = await new Promise((done) => owner.once('close', done))
  expect(ownersCode).toBe(130)
  const sessions = await cli.orrery('sessions', '--json')
  expect(sessions.out.match(/"lastOutcome"/g)).toHaveLength(2)
})

test('what is named wrongly is one sentence and exit 2', async () => {
  await using cli = await openCli(() => ({ text: 'Hello.' }), files)
  const wrong = [
    ['run', 'Hello'],
    ['run', '--json', 'Hello'],
    ['run', '--project', 'nowhere', 'Hello'],
    ['run', '--model', 'nobody:nothing', 'Hello'],
    ['run', '--modle', 'x', 'Hello'],
    ['run', '--session', 'ses_nope', 'Hello'],
    ['run'],
    ['replay', 'ses_nope'],
    ['dance'],
  ]
  for (const args of wrong) {
    const { code, out, err } = await cli.orrery(...args)
    expect({ args, code, out }).toEqual({ args, code: 2, out: '' })
    expect(err.trim()).toMatch(/^[A-Z][^\n]+$/)
    expect(err).not.toContain('    at ')
  }
})

test('limits end a run with exit 3, failures with exit 1', async () => {
  let reply: Reply = { calls: [{ name: 'ls', args: { path: '/workspace' } }] }
  await using cli = await openCli(() => reply, files)
  const stopped = await cli.run('Loop', '--max-tool-calls', '3')
  expect(stopped.code).toBe(3)
  expect(ofKind(stopped.events, 'run.ended')[0]?.data).toMatchObject({ outcome: 'stopped' })
  expect(ofKind(stopped.events, 'tool.started').length).toBeLessThanOrEqual(4)
  reply = { status: 401, error: 'bad key' }
  const failed = await cli.run('Fail')
  expect(failed.code).toBe(1)
  expect(ofKind(failed.events, 'run.ended')[0]?.data.outcome).toBe('error')
})
