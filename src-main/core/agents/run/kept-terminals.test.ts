import { expect, test, vi } from 'vitest'
import type { ReplyCall } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { calls, createGate, scriptAgents } from '../../../../test/support/scripted-agents.ts'
import { hasEnded } from '../../processes/processes.ts'

const manage = (action: string, args: ReplyCall['args'] = {}): ReplyCall => ({
  name: 'manage_terminal',
  args: { action, ...args },
})
const send = (text: string, args: ReplyCall['args'] = {}) =>
  manage('send', { terminal: 'terminal-1', text, ...args })
const look = (args: ReplyCall['args'] = {}): ReplyCall => ({ name: 'deep_terminal', args })

/** Each step is one answer of the model. */
function openWith(
  steps: readonly (readonly ReplyCall[])[],
  options: Parameters<typeof openRunFixture>[0] = {},
) {
  const script = scriptAgents({ go: steps.map((one) => calls(...one)) })
  return openRunFixture({ files: { 'src/a.txt': 'inside\n' }, ...options, script })
}

/** What each call was answered, in order. */
function answers(fixture: RunFixture): readonly string[] {
  const ended = new Map(fixture.of('tool.ended').map(({ spanId, data }) => [spanId, data.result]))
  return fixture.of('tool.started').map(({ spanId }) => String(ended.get(spanId)))
}

test('a shell keeps its state from call to call, and every terminal ends with the run', async () => {
  await using fixture = await openWith([
    [manage('start')],
    [send('cd src && marker=42')],
    [send('cat a.txt; echo $marker', { pattern: '^42$' })],
    [manage('start', { command: 'echo ready; sleep 60' })],
    [manage('wait', { terminal: 'terminal-2', pattern: 'ready' }), manage('list')],
    [manage('stop', { terminal: 'terminal-1' })],
  ])
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const told = answers(fixture)
  expect(told[2]).toContain('inside\n42\n')
  expect(told[5]).toBe('terminal-1 (a shell) runs.\nterminal-2 (echo ready; sleep 60) runs.')
  expect(told[6]).toMatch(/^terminal-1 \(a shell\) was ended by SIG/)
  const displays = fixture.of('tool.ended').map(({ data }) => data.display)
  const [{ spanId } = {}] = fixture.of('terminal.opened')
  expect([displays[0], displays[6]]).toEqual([
    { type: 'terminal', spanId, exitCode: null, isRunning: true },
    { type: 'terminal', spanId, exitCode: null },
  ])
  const opened = fixture.of('terminal.opened').map(({ data }) => [data.name, data.command])
  expect(opened).toEqual([
    ['terminal-1', 'a shell'],
    ['terminal-2', 'echo ready; sleep 60'],
  ])
  const kinds = fixture.events().map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'terminal.ended')).toHaveLength(2)
  expect(kinds.lastIndexOf('terminal.ended')).toBeLessThan(kinds.indexOf('run.ended'))
  expect(kinds.lastIndexOf('terminal.output')).toBeLessThan(kinds.lastIndexOf('terminal.ended'))
  expectWhole(fixture)
}, 60_000)

test('what is waited for is told, also where it was told before', async () => {
  const ready = manage('wait', { terminal: 'terminal-1', pattern: '^read' })
  await using fixture = await openWith([
    [manage('start', { command: 'echo ready on 80; sleep 60' })],
    [ready],
    [ready],
  ])
  await fixture.prompt('go')
  expect(answers(fixture)[1]).toContain('ready on 80')
  expect(answers(fixture)[2]?.split('\n').slice(1)).toEqual([
    '[A line before this matches “^read”: ready on 80]',
    '[It has printed nothing since.]',
  ])
}, 60_000)

test('what is typed is judged by who reads it, and by what its shell was told before', async () => {
  await using fixture = await openWith([
    [manage('start')],
    [send('rm -rf /')],
    [send('cd ..')],
    [send('ls')],
    [send('rm -rf *')],
    [send('rm -rf *', { terminal: 'terminal-9' })],
  ])
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const reject = async (count: number) => {
    const { data } = await fixture.until('approval.requested', count)
    const { approvalId } = data
    await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'reject' })
    return data.title
  }
  expect(await reject(1)).toBe('Type rm -rf * in terminal-9')
  await fixture.runs.idle(fixture.sessionId)
  const outcomes = fixture.of('tool.ended').map(({ data }) => data.outcome)
  expect(outcomes).toEqual(['ok', 'denied', 'ok', 'ok', 'denied', 'denied'])
  expectWhole(fixture)
}, 60_000)

test('terminals that are started at once have names of their own', async () => {
  await using fixture = await openWith([[manage('start'), manage('start')], [manage('list')]])
  await fixture.prompt('go')
  expect(answers(fixture)[2]).toBe('terminal-1 (a shell) runs.\nterminal-2 (a shell) runs.')
}, 60_000)

test('of two calls that type at once, the second is judged for the shell as the first left it', async () => {
  const typed = [send('cd src'), send('ls')]
  await using fixture = await openWith([[manage('start')], typed])
  await fixture.prompt('go')
  const outcomes = fixture.of('tool.ended').map(({ data }) => data.outcome)
  expect(outcomes).toEqual(['ok', 'ok', 'ok'])
  expect(answers(fixture).at(-1)).toContain('a.txt')
})

test('a person takes one over, and its agent is told', async () => {
  const { opened: givenBack, open: giveBack } = createGate()
  const script = scriptAgents({
    go: [
      calls(manage('start', { command: 'cat' })),
      calls(manage('wait', { terminal: 'terminal-1', pattern: 'from a person' })),
      calls(send('x')),
      async () => {
        await givenBack
        return { calls: [manage('read', { terminal: 'terminal-1' })] }
      },
    ],
  })
  await using fixture = await openRunFixture({ script, profile: 'trusted' })
  const { sessionId, runs } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { spanId } = await fixture.until('terminal.opened')
  if (!spanId) throw new Error('A terminal has a span.')
  const hold = await vi.waitFor(() => fixture.agentTerminals.get(sessionId, spanId), 20_000)
  const holding = await hold.take()
  hold.type('from a person\n')
  const { approvalId } = (await fixture.until('approval.requested')).data
  await runs.decide(sessionId, { approvalId, decision: 'approve' })
  await fixture.until('tool.ended', 3)
  await holding[Symbol.asyncDispose]()
  giveBack()
  await runs.idle(sessionId)
  const told = answers(fixture)
  expect(told.slice(0, 2).join()).toContain('from a person')
  expect(told[1]).toContain('A person has this terminal now')
  expect(told[3]).toMatch(/A person had this terminal from [\d.]+ s to [\d.]+ s after it began/)
  expect(told[2]).toMatch(/A person has terminal-1 now|Something else was typed/)
  expectWhole(fixture)
}, 60_000)

test('a program that draws is answered as its screen, and takes keys by name', async () => {
  const program = [
    String.raw`printf '\e[2J\e[3;5HChoose\e[4;5H> one'`,
    String.raw`while IFS= read -rsn3 key; do printf '\e[4;5H> two [%q]' "$key"; done`,
  ]
  await using fixture = await openWith(
    [
      [look({ command: 'bash menu.sh' })],
      [look({ terminal: 'terminal-1', keys: ['Down'] })],
      [look({ terminal: 'terminal-1', keys: ['Sideways'] })],
      [look({ terminal: 'terminal-1', keys: ['Ctrl+C'] })],
    ],
    { files: { 'menu.sh': program.join('\n') }, profile: 'trusted' },
  )
  const { sessionId, runs } = fixture
  await runs.send(sessionId, { text: 'go' })
  const seen = new Set<string>()
  await vi.waitFor(
    async () => {
      for (const { data } of fixture.of('approval.requested')) {
        if (seen.has(data.approvalId)) continue
        seen.add(data.approvalId)
        await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
      }
      expect(fixture.of('run.ended')).toHaveLength(1)
    },
    { timeout: 30_000, interval: 50 },
  )
  const told = answers(fixture)
  expect(told[0]?.split('\n').slice(1)).toEqual([
    '@@ 120 columns, 30 lines | cursor in line 4, column 10 @@',
    '',
    '',
    '    Choose',
    '    > one',
  ])
  expect(told[1]).toContain(String.raw`    > two [$'\E[B']`)
  expect(told[2]).toContain('There is no key “Sideways”')
  expect(told[3]).toMatch(/^terminal-1 \(bash menu\.sh\) (ended|was ended)/)
}, 40_000)

test('a flood holds up nobody and fills neither memory nor log', async () => {
  const flood = 'yes 0123456789012345678901234567890123456789 | head -c 200000000; echo over'
  await using fixture = await openWith([
    [manage('start', { command: flood })],
    [manage('wait', { terminal: 'terminal-1', pattern: '^over', timeout_seconds: 200 })],
  ])
  let turns = 0
  const counting = setInterval(() => (turns += 1), 20)
  const before = process.memoryUsage().heapUsed
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  clearInterval(counting)
  expect(turns).toBeGreaterThan(10)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * 1024 * 1024)
  const logged = fixture.of('terminal.output').reduce((sum, { data }) => sum + data.text.length, 0)
  expect(logged).toBeLessThan(17 * 1024 * 1024)
  expect(answers(fixture)[1]).toContain('over')
  expect(answers(fixture)[1]?.length).toBeLessThan(25_000)
}, 240_000)

test('what a killed run kept has ended', async () => {
  await using fixture = await openWith(
    [
      [manage('start', { command: 'trap "" HUP TERM; echo pid $$; while :; do sleep 1; done' })],
      [manage('wait', { terminal: 'terminal-1', pattern: 'never', timeout_seconds: 100 })],
    ],
    { profile: 'trusted' },
  )
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const output = () =>
    fixture
      .of('terminal.output')
      .map(({ data }) => data.text)
      .join('')
  const pid = await vi.waitFor(() => {
    const found = /pid (\d+)/.exec(output())?.[1]
    if (!found) throw new Error('Not yet.')
    return Number(found)
  }, 20_000)
  await fixture.until('tool.started', 2)
  await fixture.runs.kill(fixture.sessionId)
  expect(hasEnded(pid)).toBe(true)
  expect(fixture.of('terminal.ended')).toHaveLength(1)
  expectWhole(fixture)
}, 40_000)
