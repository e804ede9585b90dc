import { expect, test } from 'vitest'
import type { ReplyCall } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { calls, says, scriptAgents } from '../../../../test/support/scripted-agents.ts'

const run = (command: string): ReplyCall => ({ name: 'run_command', args: { command } })
const failingTests = [
  "import test from 'node:test'",
  "import assert from 'node:assert'",
  "test('adds', () => assert.equal(1, 2))",
].join('\n')

/** How each call ended, in order: in the log, on the timeline, and in the transcript. */
function endingsOf(fixture: RunFixture) {
  const ended = new Map(fixture.of('tool.ended').map(({ spanId, data }) => [spanId, data]))
  const { timeline, transcript } = fixture.states()
  return fixture.of('tool.started').map(({ spanId = 'none' }) => {
    const item = transcript.items[spanId]
    return {
      outcome: ended.get(spanId as never)?.outcome,
      error: ended.get(spanId as never)?.error,
      timeline: timeline.spans[spanId]?.outcome,
      transcript: item?.type === 'call' ? item.outcome : undefined,
    }
  })
}

test.each([
  ['a command that exits with 1', run('echo no; exit 1'), 'Command failed with exit code 1'],
  ['a search without a match', run('grep nothing a.txt'), 'Command failed with exit code 1'],
  [
    'a commit of nothing',
    { name: 'git', args: { action: 'commit', message: 'Nothing' } },
    'Command failed with exit code 1',
  ],
  [
    'a test run with a red test',
    { name: 'run_tests', args: { command: 'node --test --test-reporter=tap a.test.mjs' } },
    '1 failed, 0 passed',
  ],
  [
    'a red test whose exit code is hidden',
    { name: 'run_tests', args: { command: 'node --test --test-reporter=tap a.test.mjs || true' } },
    '1 failed, 0 passed',
  ],
  [
    'a terminal whose command failed',
    { name: 'manage_terminal', args: { action: 'start', command: 'sleep 0.1; exit 2' } },
    'Command failed with exit code 2',
  ],
  [
    'a program that fails in the debugger',
    { name: 'debug_start', args: { program: '/workspace/fails.mjs' } },
    'Program failed with exit code 3',
  ],
])('%s ends as an error in the log and in every view of it', async (_, call, error) => {
  const script = scriptAgents({ go: [calls(call), says('Done.')] })
  const files = {
    'a.txt': 'text',
    'a.test.mjs': failingTests,
    'fails.mjs': 'process.exit(3)',
  }
  await using fixture = await openRunFixture({ script, files, profile: 'trusted', isGit: true })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(endingsOf(fixture)).toEqual([
    { outcome: 'error', error, timeline: 'error', transcript: 'error' },
  ])
  const marks = fixture.states().timeline.marks.filter(({ type }) => type === 'error')
  expect(marks).toHaveLength(1)
  expect(fixture.states().waste.items.filter(({ kind }) => kind === 'failed-call')).toEqual([])
  expectWhole(fixture)
})

test('what succeeds, a terminal that is only read, and one that is stopped, end well', async () => {
  const terminal = (action: string, more: object = {}): ReplyCall => ({
    name: 'manage_terminal',
    args: { action, ...more },
  })
  const script = scriptAgents({
    go: [
      calls(run('exit 0')),
      calls(terminal('start', { command: 'sleep 60' })),
      calls(terminal('stop', { terminal: 'terminal-1' })),
      calls(terminal('read', { terminal: 'terminal-1' })),
      says('Done.'),
    ],
  })
  await using fixture = await openRunFixture({ script, profile: 'trusted' })
  await fixture.prompt('go')
  expect(endingsOf(fixture).map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('red tests and failing commands, step after step, end no run; the agent reads what they say', async () => {
  const commands = Array.from({ length: 8 }, (_, index) => run(`echo attempt ${index}; exit 1`))
  const script = scriptAgents({
    go: [...commands.map((command) => calls(command)), says('Given up.')],
  })
  await using fixture = await openRunFixture({
    script,
    profile: 'trusted',
    limits: { failuresInRow: 3 },
  })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const answers = fixture.server.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')
  expect(answers?.at(0)?.text).toBe('attempt 0\n\n[Command failed with exit code 1]')
  expect(answers).toHaveLength(8)
  expectWhole(fixture)
})
