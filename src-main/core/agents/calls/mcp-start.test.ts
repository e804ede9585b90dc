import { expect, test } from 'vitest'
import { scripted } from '../../../../test/support/mcp-bench.ts'
import { oddServer } from '../../../../test/support/mcp-oddities/mcp-oddities.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

test('the first model call of a run is offered the tools of MCP servers', async () => {
  await using fixture = await openRunFixture({ mcp: { one: scripted() } })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.server.requests[0]?.tools).toContain('mcp__one__echo')
  expect(fixture.of('mcp.missing')).toEqual([])
})

test('a run goes ahead without servers that fail or never answer, and says so once', async () => {
  await using fixture = await openRunFixture({
    mcp: { one: scripted(), broken: oddServer('initialize: an exit'), mute: scripted('mute') },
    mcpPatience: { firstCallMs: 8_000, retries: 0 },
  })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.server.requests[0]?.tools).toContain('mcp__one__echo')
  expect(fixture.of('mcp.missing').map(({ data }) => data)).toEqual([
    {
      servers: [
        { name: 'broken', why: 'failed', error: expect.stringContaining('exit code 3') },
        { name: 'mute', why: 'connecting' },
      ],
    },
  ])
})

test('a tool that claims to read only asks like any other', async () => {
  const name = 'mcp__odd__odd'
  await using fixture = await openRunFixture({
    script: ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : { calls: [{ name, args: {} }] },
    mcp: { odd: oddServer('tool: annotations') },
  })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  expect(data).toMatchObject({
    name,
    effect: 'execute',
    isJudged: false,
    serverClaims: { claims: ['read-only', 'destructive'] },
  })
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'reject' })
  await runs.idle(sessionId)
})

test('a run without MCP tools waits for no server', async () => {
  await using fixture = await openRunFixture({
    mcp: { mute: scripted('mute') },
    profile: 'restricted',
  })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.of('mcp.missing')).toEqual([])
})
