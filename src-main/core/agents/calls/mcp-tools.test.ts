import { expect, test } from 'vitest'
import { everything, scripted } from '../../../../test/support/mcp-bench.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'

const one = scripted()
const always = { scope: 'session' } as const

/** Asks for what the prompt says, as JSON, once its server is there. */
function script(request: ModelRequest): Reply {
  const { messages, tools } = request
  const asked = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  if (messages.at(-1)?.role === 'tool' && !messages.at(-1)?.text.startsWith('Written down')) {
    return { text: 'Done.' }
  }
  const call = JSON.parse(asked)
  if (tools.includes(call.name)) return { calls: [call] }
  // Each step is another look at what there is.
  return { calls: [{ name: 'think', args: { thought: `wait ${messages.length}` } }] }
}

const ask = (name: string, args: object = {}) => JSON.stringify({ name, args })

async function approve(fixture: RunFixture, count = 1, rule?: typeof always) {
  const { data } = await fixture.until('approval.requested', count)
  const { approvalId } = data
  const { runs, sessionId } = fixture
  await runs.decide(sessionId, { approvalId, decision: 'approve', ...(rule && { always: rule }) })
  await runs.idle(sessionId)
  return data
}

test('an agent calls an MCP tool after a person has said so, and always where they say that', async () => {
  await using fixture = await openRunFixture({ script: slowly, mcp: { one }, profile: 'trusted' })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: ask('mcp__one__echo', { text: 'hello' }) })
  const requested = await approve(fixture, 1, always)
  expect(requested).toMatchObject({
    title: 'one: echo hello',
    effect: 'execute',
    rule: 'Every profile asks before a tool of an MCP server.',
    risk: expect.stringContaining('of the MCP server “one”'),
    isJudged: false,
  })
  const ended = fixture.of('tool.ended').at(-1)
  expect(ended?.data).toMatchObject({
    outcome: 'ok',
    result: 'echo: {"text":"hello"}',
    display: { type: 'text', lines: 1 },
  })
  await fixture.prompt(ask('mcp__one__echo', { text: 'again' }))
  expect(fixture.of('approval.requested')).toHaveLength(1)
  expect(fixture.of('tool.ended').at(-1)?.data.result).toBe('echo: {"text":"again"}')
  expectWhole(fixture)
}, 60_000)

/** A model that takes its time, as they do: servers come while it thinks. */
async function slowly(request: ModelRequest): Promise<Reply> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  return script(request)
}

test('a picture is shown as one, and what the tool says went wrong is an error of the call', async () => {
  await using fixture = await openRunFixture({
    script: slowly,
    mcp: { all: { command: process.execPath, args: [everything] }, one },
  })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: ask('mcp__all__get-tiny-image') })
  await approve(fixture)
  expect(fixture.of('tool.ended').at(-1)?.data).toMatchObject({
    outcome: 'ok',
    display: { type: 'image', mimeType: 'image/png' },
  })
  await runs.send(sessionId, { text: ask('mcp__one__fail') })
  await approve(fixture, 2)
  expect(fixture.of('tool.ended').at(-1)?.data).toMatchObject({
    outcome: 'error',
    error: 'It went wrong.',
  })
}, 60_000)

test('a server that dies in a call costs that call, and the run goes on', async () => {
  await using fixture = await openRunFixture({ script: slowly, mcp: { one } })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: ask('mcp__one__die') })
  await approve(fixture)
  expect(fixture.of('tool.ended').at(-1)?.data).toMatchObject({
    outcome: 'error',
    error: 'The MCP server “one”: It ended with exit code 1.',
  })
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['ok'])
}, 60_000)

test('a run that is cut off ends its call, and a restricted one is told of no such tool', async () => {
  await using fixture = await openRunFixture({ script: slowly, mcp: { one } })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: ask('mcp__one__hang') })
  const { data } = await fixture.until('approval.requested')
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await fixture.until('tool.started', fixture.of('tool.started').length + 1)
  await runs.kill(sessionId)
  expect(fixture.of('tool.ended').at(-1)?.data.outcome).toBe('cancelled')
  expectWhole(fixture)

  await using restricted = await openRunFixture({ mcp: { one }, profile: 'restricted' })
  await restricted.prompt('go')
  const told = restricted.server.requests.flatMap(({ tools }) => tools)
  expect(told.filter((name) => name.startsWith('mcp__'))).toEqual([])
}, 60_000)

test('subagents have MCP’s tools besides those their definition gives, but for those it takes away', async () => {
  const definitionOf = (name: string, fields: string) =>
    `---\nname: ${name}\ndescription: ${name}s\n${fields}\n---\nYou are the ${name}.\n`
  const files = {
    '.claude/agents/reader.md': definitionOf('reader', 'tools: Read'),
    '.claude/agents/picker.md': definitionOf('picker', 'tools: Read, mcp__one__echo'),
    '.claude/agents/loner.md': definitionOf('loner', 'tools: Read\ndisallowedTools: one/*'),
  }
  const types = ['reader', 'picker', 'loner']
  const lead = async (request: ModelRequest): Promise<Reply> => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { messages, tools, system } = request
    if (!system?.startsWith('You are the lead')) return { text: 'Seen.' }
    if (messages.at(-1)?.text.startsWith('Seen')) return { text: 'Done.' }
    if (tools.includes('mcp__one__echo')) {
      return {
        calls: types.map((type) => ({
          name: 'task',
          args: { description: 'look', subagent_type: type },
        })),
      }
    }
    return { calls: [{ name: 'think', args: { thought: `wait ${messages.length}` } }] }
  }
  await using fixture = await openRunFixture({ script: lead, mcp: { one }, files })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const toolsOf = (type: string) => {
    const asked = fixture.server.requests.find(({ system }) =>
      system?.startsWith(`You are the ${type}.`),
    )
    return asked?.tools.filter((name) => name.startsWith('mcp__'))
  }
  expect(toolsOf('reader')).toHaveLength(7)
  expect(toolsOf('picker')).toEqual(['mcp__one__echo'])
  expect(toolsOf('loner')).toEqual([])
}, 60_000)

test('a call that waited for a person over a restart is made once its server is there again', async () => {
  await using fixture = await openRunFixture({ script: slowly, mcp: { one } })
  await fixture.runs.send(fixture.sessionId, { text: ask('mcp__one__echo', { text: 'late' }) })
  const { data } = await fixture.until('approval.requested')
  await fixture.close()
  await fixture.restart()
  const { runs, sessionId } = fixture
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(fixture.of('tool.ended').at(-1)?.data).toMatchObject({
    outcome: 'ok',
    result: 'echo: {"text":"late"}',
  })
  expectWhole(fixture)
}, 60_000)
