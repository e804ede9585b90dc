import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { createGate } from '../../../../test/support/scripted-agents.ts'
import { canRead } from '../../tools/catalogue/index.ts'

test('a prompt is answered, and the session is named after it', async () => {
  await using fixture = await openRunFixture({ script: () => ({ text: 'Hello there.' }) })
  expect(await fixture.prompt('Say hello')).toEqual({ outcome: 'ok' })
  const { status, transcript, usage } = fixture.states()
  expect(status.title).toBe('Say hello')
  expect(Object.values(transcript.items).map(({ type }) => type)).toEqual(['input', 'text'])
  expect(usage.total).toMatchObject({ calls: 1, inputTokens: 100, outputTokens: 20 })
  expectWhole(fixture)
})

test('two subagents work in parallel, and everything is told apart', async () => {
  let begun = 0
  const { opened: bothBegun, open: haveBothBegun } = createGate()
  const script = async (request: ModelRequest): Promise<Reply> => {
    const first = request.messages[0]?.text ?? ''
    const step = request.messages.filter(({ role }) => role === 'assistant').length
    if (first === 'go' && step === 0) return { text: 'Both.', calls: [task('one'), task('two')] }
    if (first === 'go') return { text: 'All done.', usage: { input: 11, output: 3 } }
    begun += 1
    if (begun === 2) haveBothBegun()
    // One after the other, the first would wait for ever.
    await bothBegun
    if (step > 0) return { text: `${first} is finished`, usage: { input: 7, output: 2 } }
    return {
      reasoning: 'Hm.',
      text: `working on ${first}`,
      calls: [
        { name: 'write_todos', args: { todos: [{ content: first, status: 'in_progress' }] } },
        { name: 'read_file', args: { file_path: `/workspace/${first}.txt` } },
        { name: 'edit_file', args: editOf(`${first}.txt`) },
        { name: 'read_file', args: { file_path: '/workspace/missing.txt' } },
      ],
    }
  }
  const files = { 'one.txt': 'old\n', 'two.txt': 'old\n' }
  await using fixture = await openRunFixture({ script, files })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const read = (name: string) => readFileSync(join(fixture.root, name), 'utf8')
  expect([read('one.txt'), read('two.txt')]).toEqual(['new\n', 'new\n'])

  const { timeline, usage, todos, files: changed } = fixture.states()
  const [lead, ...subagents] = timeline.laneOrder.map((id) => timeline.lanes[id])
  expect(subagents.map((lane) => [lane?.type, lane?.parentAgentId, lane?.outcome])).toEqual([
    ['general-purpose', lead?.agentId, 'ok'],
    ['general-purpose', lead?.agentId, 'ok'],
  ])
  const plans = subagents.map((lane) => lane && todos.byAgent[lane.agentId]?.[0]?.content)
  expect(plans).toEqual(['one', 'two'])
  const byAgent = Object.values(usage.byAgent)
  const sum = (pick: (one: (typeof byAgent)[number]) => number) =>
    byAgent.reduce((total, one) => total + pick(one), 0)
  const sent = fixture.server.sent.reduce((total, { input }) => total + input, 0)
  expect(sum(({ inputTokens }) => inputTokens)).toBe(sent)
  expect(usage.total.inputTokens).toBe(sent)
  expect(usage.total.calls).toBe(fixture.server.requests.length)
  const touched = changed.touched['/workspace/one.txt']
  expect(touched?.by).toEqual([{ type: 'call', agentId: subagents[0]?.agentId }])
  const failed = fixture.of('tool.ended').filter(({ data }) => data.outcome === 'error')
  expect(failed).toHaveLength(2)
  expectWhole(fixture)
})

test('calls that cannot be are answered, and the run goes on', async () => {
  const script = (request: ModelRequest): Reply => {
    if (request.messages.length > 1) return { text: 'I see.' }
    return {
      calls: [
        { name: 'read_file', rawArgs: '{"file_path": "/workspace/a' },
        { name: 'teleport', args: {} },
        { name: 'task', args: { description: 'x', subagent_type: 'wizard' } },
        { name: 'read_file', args: { file_path: '/workspace/../../etc/passwd' } },
        { name: 'grep', args: {} },
      ],
    }
  }
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('try')).toEqual({ outcome: 'ok' })
  const outcomes = fixture.of('tool.ended').map(({ data }) => data.outcome)
  expect(outcomes.toSorted()).toEqual(['error', 'error', 'error', 'error', 'error'])
  const answers = fixture.server.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? []
  expect(answers).toHaveLength(5)
  expect(answers.map(({ text }) => text).join('\n')).not.toContain('root:')
  expectWhole(fixture)
})

test('a hidden tool is neither offered nor run', async () => {
  const script = (request: ModelRequest): Reply =>
    request.messages.length > 1
      ? { text: 'Refused.' }
      : { calls: [{ name: 'run_command', args: { command: 'touch made.txt' } }] }
  await using fixture = await openRunFixture({ script, profile: 'restricted' })
  expect(await fixture.prompt('run it')).toEqual({ outcome: 'ok' })
  const [first, second] = fixture.server.requests
  const offered = first?.tools ?? []
  expect(offered).toContain('read_file')
  expect(offered.filter((name) => !canRead(name))).toEqual([])
  expect(second?.messages.at(-1)?.text).toContain('restricted profile')
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['denied'])
  expect(fixture.of('file.changed')).toEqual([])
})

test('no path leads out of the project, not by a link either', async () => {
  const outside = '/workspace/link/secret.txt'
  const script = (request: ModelRequest): Reply =>
    request.messages.length > 1
      ? { text: 'No.' }
      : {
          calls: [
            { name: 'read_file', args: { file_path: outside } },
            { name: 'write_file', args: { file_path: outside, content: 'x' } },
            { name: 'glob', args: { pattern: '../**' } },
          ],
        }
  await using fixture = await openRunFixture({ script })
  symlinkSync(join(fixture.dataDir), join(fixture.root, 'link'))
  await fixture.prompt('out')
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual([
    'error',
    'error',
    'error',
  ])
})

test('a command runs on a terminal of its call, and what it changes is its own', async () => {
  const script = (request: ModelRequest): Reply =>
    request.messages.length > 1
      ? { text: 'It ran.' }
      : {
          calls: [
            { name: 'run_command', args: { command: 'echo hi > made.txt; echo said; exit 3' } },
          ],
        }
  await using fixture = await openRunFixture({ script, isGit: true })
  await fixture.prompt('run it')
  const [started] = fixture.of('tool.started')
  const [ended] = fixture.of('tool.ended')
  expect(ended?.data).toMatchObject({
    outcome: 'error',
    error: 'Command failed with exit code 3',
    display: { type: 'terminal', spanId: started?.spanId, exitCode: 3 },
  })
  const { terminals, files } = fixture.states()
  expect(Object.values(terminals.terminals)[0]).toMatchObject({ exitCode: 3 })
  expect(files.touched['/workspace/made.txt']?.by[0]?.type).toBe('call')
  expect(fixture.server.requests[1]?.messages.at(-1)?.text).toContain('said')
  expectWhole(fixture)
})

test('a command that a signal ended has failed, and its agent is told by which', async () => {
  const command = 'sh ends-itself.sh'
  const script = (request: ModelRequest): Reply =>
    request.messages.length > 1
      ? { text: 'It was killed.' }
      : { calls: [{ name: 'run_command', args: { command } }] }
  const files = { 'ends-itself.sh': 'echo begun; kill -HUP $$; echo never' }
  await using fixture = await openRunFixture({ script, files, profile: 'trusted' })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const result = 'begun\n\n[Command was ended by SIGHUP]'
  const [ended] = fixture.of('tool.ended')
  expect(ended?.data).toMatchObject({
    outcome: 'error',
    error: 'Command was ended by SIGHUP',
    result,
    display: { type: 'terminal', exitCode: null },
  })
  expect(fixture.of('terminal.ended')[0]?.data).toEqual({ exitCode: null, signal: 'SIGHUP' })
  expect(fixture.server.requests[1]?.messages.at(-1)?.text).toBe(result)
  expectWhole(fixture)
})

test('what is too long for an answer is put aside as a file that the log knows', async () => {
  const command = 'seq 1 40000'
  const script = (request: ModelRequest): Reply =>
    request.messages.length > 1
      ? { text: 'Long.' }
      : { calls: [{ name: 'run_command', id: 'long', args: { command } }] }
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const [changed] = fixture.of('file.changed')
  expect(changed?.data).toMatchObject({
    path: '/large_tool_results/long.txt',
    by: { type: 'call', spanIds: [fixture.of('tool.started')[0]?.spanId] },
  })
  const { items } = fixture.states().transcript
  const call = Object.values(items).find(({ type }) => type === 'call')
  expect(call).toMatchObject({ keptAt: '/large_tool_results/long.txt' })
  const hash = changed?.data.after?.hash
  const kept = hash && fixture.store.blobs.get(hash)
  const lines = Buffer.from(kept ?? '')
    .toString()
    .split('\n')
  expect([lines[0], lines[20_000], lines[39_999]]).toEqual(['1', '20001', '40000'])
  const answer = fixture.server.requests[1]?.messages.at(-1)?.text
  expect(answer).toContain('/large_tool_results/long')
  expect(answer?.length).toBeLessThan(5_000)
  expectWhole(fixture)
})

test('what is said during a run reaches the lead with its next model call', async () => {
  const script = async (request: ModelRequest, number: number): Promise<Reply> => {
    if (number === 1) {
      return { delayMs: 150, calls: [{ name: 'ls', args: { path: '/workspace' } }] }
    }
    return { text: `heard ${request.messages.at(-1)?.text}`, delayMs: number === 2 ? 150 : 0 }
  }
  await using fixture = await openRunFixture({ script })
  const runId = await fixture.runs.send(fixture.sessionId, { text: 'start' })
  await fixture.until('model.started')
  expect(await fixture.runs.send(fixture.sessionId, { text: 'and this' })).toBe(runId)
  await fixture.until('model.started', 2)
  await fixture.runs.send(fixture.sessionId, { text: 'and that' })
  await fixture.runs.idle(fixture.sessionId)
  const lasts = fixture.server.requests.map(({ messages }) => messages.at(-1)?.text)
  expect(lasts.slice(1)).toEqual(['and this', 'and that'])
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['ok'])
  expect(fixture.states().transcript.queued).toEqual([])
})

function task(description: string) {
  return { name: 'task', args: { description, subagent_type: 'general-purpose' } }
}

function editOf(name: string) {
  return { file_path: `/workspace/${name}`, old_string: 'old', new_string: 'new' }
}
