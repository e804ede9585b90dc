import { expect, test } from 'vitest'
import { openMcpFixture, scripted } from '../../../../test/support/mcp-bench.ts'
import { hasEnded } from '../../processes/processes.ts'

test('a server that is killed in the middle of a call costs that call, and comes back by itself', async () => {
  await using fixture = await openMcpFixture({
    own: { one: scripted('child'), other: scripted() },
    patience: { listMs: 60_000 },
  })
  const before = await fixture.server('one')
  const child = Number(before.tools.find(({ tool }) => tool.startsWith('child-'))?.tool.slice(6))
  await expect(fixture.call('mcp__one__die')).rejects.toMatchObject({
    code: 'unavailable',
    message: `The MCP server “one”: It ended with exit code 1. It said: child ${child}`,
  })
  expect((await fixture.call('mcp__other__echo', { text: 'x' })).text).toBe('echo: {"text":"x"}')
  await expect.poll(async () => (await fixture.server('one')).state).toBe('ready')
  expect((await fixture.call('mcp__one__echo')).text).toBe('echo: {} child')
  // What it had started has ended with it.
  await expect.poll(() => hasEnded(child)).toBe(true)
}, 30_000)

test('a server that never answers is given up in time, and keeps no other from being there', async () => {
  await using fixture = await openMcpFixture({
    own: { mute: scripted('mute'), fine: scripted() },
    patience: { connectMs: 1500, retries: 0 },
  })
  const listed = await fixture.mcp.list(fixture.projectId)
  expect(listed.servers.map(({ state }) => state)).toEqual(['connecting', 'connecting'])
  await expect
    .poll(async () => (await fixture.mcp.list(fixture.projectId)).servers[0]?.state)
    .toBe('ready')
  expect(await fixture.server('mute')).toMatchObject({
    state: 'failed',
    error: 'It did not answer in time.',
    tools: [],
  })
}, 30_000)

test('a server that hangs is left alone after some calls, and started anew', async () => {
  await using fixture = await openMcpFixture({
    own: { slow: { ...scripted(), timeout: 100 } },
    patience: { faults: 2, openMs: 3_000 },
  })
  await fixture.servers()
  for (const _ of [1, 2]) {
    await expect(fixture.call('mcp__slow__hang')).rejects.toMatchObject({
      message: 'The MCP server “slow”: It did not answer in time.',
    })
  }
  await expect(fixture.call('mcp__slow__echo')).rejects.toMatchObject({ code: 'unavailable' })
  const text = () =>
    fixture.call('mcp__slow__echo').then(
      (one) => one.text,
      () => undefined,
    )
  await expect.poll(text, { timeout: 25_000 }).toBe('echo: {}')
}, 60_000)

test('a program that can’t be started, or ends at once, is explained by what it said', async () => {
  await using fixture = await openMcpFixture({
    own: { broken: scripted('broken'), absent: { command: 'no-such-program-anywhere' } },
    patience: { retries: 0 },
  })
  expect((await fixture.servers()).map(({ error }) => error)).toEqual([
    'There is no program “no-such-program-anywhere” here. Install it, or correct it.',
    'It ended with exit code 3. It said: Cannot find module "left-pad"',
  ])
}, 30_000)

test('noise among the messages harms nothing', async () => {
  await using fixture = await openMcpFixture({ own: { noisy: scripted('noise') } })
  expect((await fixture.server('noisy')).state).toBe('ready')
  expect((await fixture.call('mcp__noisy__echo')).text).toBe('echo: {} noise')
}, 30_000)

test('a call that is cut off is told to the server, and fails at once', async () => {
  await using fixture = await openMcpFixture({ own: { one: scripted() } })
  await fixture.servers()
  const controller = new AbortController()
  const cut = fixture.call('mcp__one__hang', {}, controller.signal)
  const fails = expect(cut).rejects.toThrow('enough')
  const names = async () => (await fixture.server('one')).tools.map(({ tool }) => tool)
  await expect.poll(names).toContain('asked')
  controller.abort(new Error('enough'))
  await fails
  await expect.poll(names).toContain('cancelled')
}, 30_000)

test('servers that nobody needs end, and are back when somebody does', async () => {
  await using fixture = await openMcpFixture({
    own: { one: scripted('child') },
    patience: { idleMs: 300 },
  })
  const { tools } = await fixture.server('one')
  const child = Number(tools.find(({ tool }) => tool.startsWith('child-'))?.tool.slice(6))
  await expect.poll(() => hasEnded(child)).toBe(true)
  expect((await fixture.call('mcp__one__echo')).text).toBe('echo: {} child')
}, 30_000)

test('a server that is needed while it ends is back all the same', async () => {
  await using fixture = await openMcpFixture({
    own: { one: scripted('child', 'lingers') },
    patience: { idleMs: 300 },
  })
  const { tools } = await fixture.server('one')
  const child = Number(tools.find(({ tool }) => tool.startsWith('child-'))?.tool.slice(6))
  // What it has started ends at once, and it itself does not.
  await expect.poll(() => hasEnded(child), { interval: 5 }).toBe(true)
  expect((await fixture.call('mcp__one__echo')).text).toBe('echo: {} child lingers')
}, 30_000)

test('a flood costs the server that sends it', async () => {
  await using fixture = await openMcpFixture({ own: { one: scripted(), other: scripted() } })
  await fixture.servers()
  await expect(fixture.call('mcp__one__flood')).rejects.toMatchObject({
    message: 'The MCP server “one”: It ended with a message of more than 10 MB.',
  })
  expect((await fixture.call('mcp__other__flood', { between: '\n' })).text).toContain('flood')
}, 60_000)
