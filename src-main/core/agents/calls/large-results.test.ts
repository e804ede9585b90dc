import { expect, test } from 'vitest'
import { scripted } from '../../../../test/support/mcp-bench.ts'
import type { ModelRequest, Script } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  answersIn,
  calls,
  inBackground,
  says,
  scriptAgents,
  send,
  task,
  team,
  toldIn,
} from '../../../../test/support/scripted-agents.ts'

/** As the report that stood whole in a request. */
const ONE_LINE = 'report '.repeat(21_429).trim()
const LINES = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n')
/** No answer or message of a request is longer. */
const MOST_CHARS = 82_000
const PATH = /\/large_(?:tool_results|messages)\/[\w-]+\.txt/

function longestIn({ server }: RunFixture): number {
  const all = server.requests.flatMap(({ messages }) => messages)
  // What a model wrote itself is not an answer.
  return Math.max(...all.filter(({ role }) => role !== 'assistant').map(({ text }) => text.length))
}

/** The whole text that an answer was evicted to, as its agent reads it. */
function evictedIn({ store, of }: RunFixture, answer: string): string | undefined {
  const path = PATH.exec(answer)?.[0]
  const changed = of('file.changed').findLast(({ data }) => data.path === path)
  const hash = changed?.data.after?.hash
  return hash ? Buffer.from(store.blobs.get(hash) ?? '').toString() : undefined
}

test('a report of 150,002 characters is in the next request of the lead by its path', async () => {
  const script = scriptAgents({
    go: [calls(task('write much'), task('write lines')), says('Done.')],
    'write much': [says(ONE_LINE)],
    'write lines': [says(LINES)],
  })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const answers = answersIn(fixture.server.requests.at(-1) as ModelRequest)
  expect(answers.map((text) => evictedIn(fixture, text))).toEqual([ONE_LINE, LINES])
  expect(longestIn(fixture)).toBeLessThan(MOST_CHARS)
  const reports = fixture.of('tool.ended').map(({ data }) => JSON.stringify(data.result).length)
  expect(Math.max(...reports)).toBeLessThan(20_000)
  expectWhole(fixture)
})

test('an agent reads all of an evicted result, also where it is a single line', async () => {
  const found: string[] = []
  const read = (request: ModelRequest) => {
    const last = answersIn(request).at(-1) ?? ''
    const path = PATH.exec(answersIn(request)[0] ?? '')?.[0] ?? ''
    const column = Number(/next column (\d+)/.exec(last)?.[1] ?? 0)
    if (last.startsWith('@@')) found.push(last.slice(last.indexOf('\n') + 1))
    if (last.startsWith('@@') && column === 0) return { text: 'Read.' }
    return { calls: [{ name: 'read_file', args: { file_path: path, column } }] }
  }
  const script = scriptAgents({
    go: [calls(task('write much')), read, read, read, read],
    'write much': [says(ONE_LINE)],
  })
  await using fixture = await openRunFixture({ script })
  await fixture.prompt('go')
  expect(found.join('')).toBe(ONE_LINE)
})

test('no character is cut in half where a result is', async () => {
  const faces = `x${'😀'.repeat(60_000)}`
  const found: string[] = []
  const read = (request: ModelRequest) => {
    const last = answersIn(request).at(-1) ?? ''
    const path = PATH.exec(answersIn(request)[0] ?? '')?.[0] ?? ''
    if (last.startsWith('@@')) found.push(last.slice(last.indexOf('\n') + 1))
    const column = Number(/next column (\d+)/.exec(last)?.[1] ?? 0)
    if (last.startsWith('@@') && column === 0) return { text: 'Read.' }
    return { calls: [{ name: 'read_file', args: { file_path: path, column } }] }
  }
  const script = scriptAgents({
    go: [calls(task('draw faces')), read, read, read],
    'draw faces': [says(faces)],
  })
  await using fixture = await openRunFixture({ script })
  await fixture.prompt('go')
  const texts = fixture.server.requests.flatMap(({ messages }) => messages.map(({ text }) => text))
  expect(texts.filter((text) => !text.isWellFormed() || text.includes('\ufffd'))).toEqual([])
  expect(found.join('')).toBe(faces)
})

test('half of a character in a person’s answer does not reach the model', async () => {
  const file = { name: 'write_file', args: { file_path: '/workspace/b.txt', content: 'b' } }
  const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
  const script = scriptAgents({ go: [calls(file), says('Done.')] })
  await using fixture = await openRunFixture({ script, files })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  await runs.decide(sessionId, { approvalId, decision: 'respond', message: 'half \ud83d' })
  await runs.idle(sessionId)
  expect(answersIn(fixture.server.requests.at(-1) as ModelRequest)).toEqual(['half \ufffd'])
})

test('what a background delegate reports and what a teammate writes is evicted as well', async () => {
  const told = `Here it is: ${ONE_LINE}`
  const script = scriptAgents({
    go: [
      calls(inBackground('write much'), team('duo', { one: 'write to the lead' })),
      says('I wait.'),
    ],
    'write much': [says(ONE_LINE)],
    'write to the lead': [calls(send('lead', told)), says('Sent.')],
  })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const lead = fixture.server.requests.filter(({ messages }) => messages[0]?.text === 'go')
  const texts = lead.flatMap(toldIn).filter((text) => PATH.test(text))
  const evicted = new Set(texts.map((text) => evictedIn(fixture, text)?.split('\n\n')[1]))
  expect(evicted).toEqual(new Set([ONE_LINE, told]))
  expect(longestIn(fixture)).toBeLessThan(MOST_CHARS)
  expectWhole(fixture)
})

test('what a person answers in a tool’s place is evicted, whichever tool it is', async () => {
  const file = { name: 'write_file', args: { file_path: '/workspace/b.txt', content: 'b' } }
  const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
  const script = scriptAgents({ go: [calls(file), says('Done.')] })
  await using fixture = await openRunFixture({ script, files })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  await runs.decide(sessionId, { approvalId, decision: 'respond', message: LINES })
  await runs.idle(sessionId)
  const [answer = ''] = answersIn(fixture.server.requests.at(-1) as ModelRequest)
  expect(evictedIn(fixture, answer)).toBe(LINES)
  expect(longestIn(fixture)).toBeLessThan(MOST_CHARS)
})

test('a result keeps its dollar signs, and one id of two agents makes two files', async () => {
  const run = (text: string) => ({
    name: 'run_command',
    id: 'same',
    args: { command: `yes '${text}' | head -n 30000` },
  })
  const script = scriptAgents({
    go: [calls(task('print')), calls(run('$&$$')), says('Done.')],
    print: [calls(run('other'))],
  })
  await using fixture = await openRunFixture({ script })
  await fixture.prompt('go')
  const last = answersIn(fixture.server.requests.at(-1) as ModelRequest).at(-1) ?? ''
  expect(last).toContain('It starts with:\n$&$$\n$&$$')
  const paths = fixture.of('file.changed').map(({ data }) => data.path)
  const kept = new Set(paths.filter((path) => path.startsWith('/large_tool_results/')))
  expect(kept.size).toBe(2)
  expect(evictedIn(fixture, last)?.startsWith('$&$$\n$&$$')).toBe(true)
})

test('a result of a run that was killed is evicted when its thread goes on', async () => {
  const long = { name: 'run_command', id: 'long', args: { command: 'seq 1 40000' } }
  const script = scriptAgents({
    go: [calls(long, task('hang'))],
    hang: [() => new Promise<never>(() => {})],
  })
  await using fixture = await openRunFixture({ script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('tool.ended')
  await runs.kill(sessionId)
  await fixture.prompt('what now?')
  const answers = answersIn(fixture.server.requests.at(-1) as ModelRequest)
  expect(answers.map((text) => PATH.exec(text)?.[0])).toContain('/large_tool_results/long.txt')
  expect(longestIn(fixture)).toBeLessThan(MOST_CHARS)
})

test.each([
  ['text', 150_000],
  ['blocks', 120_001],
  ['structured', 150_011],
  ['error', 150_000],
  ['image', 120_000],
])(
  'what an MCP server answers as %s is evicted, but for pictures',
  async (as, atLeast) => {
    const script: Script = async ({ messages, tools }) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const last = messages.at(-1)
      if (last?.role === 'tool' && !last.text.startsWith('Written down')) return { text: 'Done.' }
      if (messages.at(-1)?.text.startsWith('What the calls above')) return { text: 'Done.' }
      if (tools.includes('mcp__one__large'))
        return { calls: [{ name: 'mcp__one__large', args: { as } }] }
      return { calls: [{ name: 'think', args: { thought: `wait ${messages.length}` } }] }
    }
    const mcp = { one: scripted('large') }
    await using fixture = await openRunFixture({ script, mcp, model: 'openai:gpt-4o' })
    const { runs, sessionId } = fixture
    await runs.send(sessionId, { text: 'go' })
    const { data } = await fixture.until('approval.requested')
    await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
    await runs.idle(sessionId)
    const { messages, body } = fixture.server.requests.at(-1) as ModelRequest
    const answer = messages.findLast(({ role }) => role === 'tool')?.text ?? ''
    expect(evictedIn(fixture, answer)?.length).toBeGreaterThanOrEqual(atLeast)
    expect(answer.length).toBeLessThan(5000)
    const isShown = JSON.stringify(body).includes('A'.repeat(200_000))
    expect(isShown).toBe(as === 'image')
  },
  60_000,
)
