import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  everything,
  filesystem,
  freePort,
  openMcpFixture,
  scripted,
} from '../../../../test/support/mcp-bench.ts'
import { toServerKey } from '../../tools/catalogue/mcp-tool.ts'

const NODE = process.execPath

test('the reference server speaks over its standard streams: text, structure, pictures, roots', async () => {
  await using fixture = await openMcpFixture({
    own: { everything: { command: NODE, args: [everything] } },
  })
  const { state, version, tools, transport } = await fixture.server('everything')
  expect({ state, transport }).toEqual({ state: 'ready', transport: 'stdio' })
  expect(version).toContain('Everything')
  expect(tools.map(({ name }) => name)).toContain('mcp__everything__echo')
  const echoed = await fixture.call('mcp__everything__echo', { message: 'hello' })
  expect(echoed).toEqual({ text: 'Echo: hello', media: [], isError: false })
  const seen = await fixture.call('mcp__everything__get-tiny-image')
  expect(seen.media).toMatchObject([{ mimeType: 'image/png' }])
  expect(seen.text).toContain('(Picture 1, ')
  const roots = await fixture.call('mcp__everything__get-roots-list')
  expect(roots.text).toContain(fixture.folder)
  const structured = await fixture.call('mcp__everything__get-structured-content', {
    location: 'New York',
  })
  expect(structured.text).toContain('temperature')
}, 60_000)

test('the reference server of files is kept to the project', async () => {
  await using fixture = await openMcpFixture({
    own: { files: { command: NODE, args: [filesystem, `\${workspaceFolder}`] } },
    files: { 'a.txt': 'what is in it' },
  })
  await fixture.servers()
  const path = join(fixture.folder, 'a.txt')
  expect((await fixture.call('mcp__files__read_text_file', { path })).text).toBe('what is in it')
  const outside = await fixture.call('mcp__files__read_text_file', { path: '/etc/passwd' })
  expect(outside).toMatchObject({ isError: true, text: expect.stringContaining('denied') })
}, 60_000)

async function serveEverything(kind: 'streamableHttp' | 'sse', port: number) {
  const child: ChildProcess = spawn(NODE, [everything, kind], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = () =>
    new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (text) => String(text).includes(String(port)) && resolve())
      }
    })
  await said()
  return {
    child,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
    },
  }
}

test('a server over HTTP that is started anew is found again, and the call before fails with a sentence', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/mcp`
  await using fixture = await openMcpFixture({ own: { far: { type: 'http', url } } })
  await using first = await serveEverything('streamableHttp', port)
  expect((await fixture.server('far')).state).toBe('ready')
  expect((await fixture.call('mcp__far__echo', { message: 'one' })).text).toBe('Echo: one')
  const cut = fixture.call('mcp__far__trigger-long-running-operation', { duration: 60, steps: 60 })
  const fails = expect(cut).rejects.toMatchObject({ code: 'unavailable' })
  await first[Symbol.asyncDispose]()
  await fails
  await using _second = await serveEverything('streamableHttp', port)
  await expect.poll(async () => (await fixture.server('far')).state).toBe('ready')
  expect((await fixture.call('mcp__far__echo', { message: 'two' })).text).toBe('Echo: two')
}, 90_000)

test('a server that speaks SSE is found where nothing says that it does', async () => {
  const port = await freePort()
  await using _server = await serveEverything('sse', port)
  const url = `http://127.0.0.1:${port}/sse`
  await using fixture = await openMcpFixture({ own: { old: { url } } })
  expect(await fixture.server('old')).toMatchObject({ state: 'ready' })
  expect((await fixture.call('mcp__old__echo', { message: 'x' })).text).toBe('Echo: x')
}, 60_000)

test('each tool has a name of its own, which providers take, and is told in bounds', async () => {
  const spaced = toServerKey('a b')
  const own = { 'a b': scripted('duplicates', 'long'), 'a-b': scripted(), a_b: scripted() }
  await using fixture = await openMcpFixture({ own })
  const tools = (await fixture.servers()).flatMap((one) => one.tools)
  const names = tools.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([])
  expect(names.filter((name) => name.includes('echo')).toSorted()).toEqual([
    'mcp__a-b__echo',
    'mcp__a_b__echo',
    `mcp__${spaced}__echo`,
  ])
  expect(names).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`^mcp__${spaced}__e_cho_[0-9a-f]{6}$`),
      `mcp__${spaced}__e-cho`,
    ]),
  )
  expect(Math.max(...tools.map(({ description }) => description.length))).toBeLessThan(1600)
  expect((await fixture.call(`mcp__${spaced}__e-cho`)).text).toContain('e-cho')
}, 30_000)

test('tools that come later are there once the server says so', async () => {
  await using fixture = await openMcpFixture({ own: { one: scripted() } })
  await fixture.servers()
  await fixture.call('mcp__one__grow')
  const names = async () => (await fixture.server('one')).tools.map(({ tool }) => tool)
  await expect.poll(names).toContain('grown')
}, 30_000)

test('what a tool itself says went wrong is an answer', async () => {
  await using fixture = await openMcpFixture({ own: { one: scripted() } })
  await fixture.servers()
  expect(await fixture.call('mcp__one__fail')).toMatchObject({
    text: 'It went wrong.',
    isError: true,
  })
  await expect(fixture.call('mcp__one__nothing')).rejects.toMatchObject({ code: 'not-found' })
}, 30_000)

test('what the project names waits for trust, and ends when that does', async () => {
  const entry = scripted()
  await using fixture = await openMcpFixture({
    files: {
      '.mcp.json': JSON.stringify({ mcpServers: { one: entry, bad: {} } }),
      '.orrery/mcp.json': JSON.stringify({ mcpServers: { one: scripted('noise') } }),
    },
    patience: { listMs: 0 },
  })
  expect(await fixture.server('one')).toMatchObject({
    state: 'untrusted',
    file: '.orrery/mcp.json',
    hash: expect.any(String),
    tools: [],
  })
  const { malformed } = await fixture.mcp.list(fixture.projectId)
  expect(malformed).toEqual([
    { file: '.mcp.json', error: 'The server “bad”: Name a program to start, or an address.' },
    {
      file: '.mcp.json',
      error: 'The server “one” stands behind that of .orrery/mcp.json of the same name.',
    },
  ])
  await expect(fixture.mcp.restart({ projectId: fixture.projectId, name: 'one' })).rejects.toThrow(
    'Trust it in Settings › Trust.',
  )
  await fixture.trust()
  await expect.poll(async () => (await fixture.server('one')).state).toBe('ready')
  await fixture.withdrawTrust()
  fixture.changes.fire({ topic: 'policy' })
  await expect.poll(async () => fixture.mcp.forRun(fixture.projectId).tools()).toEqual([])
}, 30_000)

test('a server gets the usual variables, what its entry names, and what its project allows', async () => {
  const env = {
    OPENAI_API_KEY: 'sk-hidden',
    GITHUB_TOKEN: 'gh',
    PLAIN: 'plain',
    ALLOWED: 'allowed',
    ORRERY_PASSWORD: 'correct horse battery',
    https_proxy: 'http://127.0.0.1:3128',
  }
  await using fixture = await openMcpFixture({
    own: {
      one: {
        ...scripted(),
        env: {
          KEY: `\${secret:key}`,
          NAMED: `\${OPENAI_API_KEY}`,
          GITHUB: `\${GITHUB_TOKEN}`,
          OTHER: `\${NONE:-instead}`,
        },
      },
      two: { ...scripted(), env: { KEY: `\${NOWHERE}` } },
      three: { ...scripted(), env: { KEY: `\${ORRERY_PASSWORD}` } },
    },
    env,
    patience: { retries: 0 },
  })
  const { store, projectId } = fixture
  const byProject = { [projectId]: { allow: ['ALLOWED'] } }
  await store.settings.edit(() => ({ environment: { byProject } }))
  const { entry } = await fixture.server('one')
  expect((await fixture.server('one')).error).toContain('It needs the secret “key”')
  expect((await fixture.server('two')).error).toContain('It needs NOWHERE')
  expect((await fixture.server('three')).error).toContain('It needs ORRERY_PASSWORD')
  if (entry) await fixture.mcp.save('one', entry, { key: 'a secret value' })
  expect((await fixture.server('one')).state).toBe('ready')
  const { text } = await fixture.call('mcp__one__env')
  const seen = JSON.parse(text)
  expect({ ...seen, PATH: '' }).toMatchObject({
    KEY: 'a secret value',
    NAMED: 'sk-hidden',
    OTHER: 'instead',
    ALLOWED: 'allowed',
    https_proxy: 'http://127.0.0.1:3128',
  })
  const given = Object.keys(env).filter((name) => name in seen)
  expect(given).toEqual(['ALLOWED', 'https_proxy'])
  expect(fixture.hidden).toEqual(expect.arrayContaining(['a secret value', 'gh', 'sk-hidden']))
  expect(JSON.stringify(await fixture.servers())).not.toContain('a secret value')
  await fixture.mcp.remove('one')
  expect((await fixture.servers()).map(({ name }) => name)).toEqual(['three', 'two'])
}, 30_000)

test('a server that ends for want of a variable says which one is withheld', async () => {
  const lacking =
    'console.error(process.env.GITHUB_TOKEN ?? "GITHUB_TOKEN is not set"); process.exit(1)'
  const entry = { command: process.execPath, args: ['-e', lacking] }
  await using fixture = await openMcpFixture({
    own: { lacking: entry, given: { ...entry, env: { GITHUB_TOKEN: 'own GITHUB_TOKEN' } } },
    env: { GITHUB_TOKEN: 'gh-secret' },
    patience: { retries: 0 },
  })
  expect((await fixture.server('lacking')).error).toBe(
    'It ended with exit code 1. It said: GITHUB_TOKEN is not set. Orrery withholds GITHUB_TOKEN from servers. Name what it needs in its entry, or allow it with orrery settings environment.allow GITHUB_TOKEN, and restart the server.',
  )
  const { error } = await fixture.server('given')
  expect(error).toBe('It ended with exit code 1. It said: own GITHUB_TOKEN')
  const { store, projectId } = fixture
  const byProject = { [projectId]: { allow: ['GITHUB_TOKEN'] } }
  await store.settings.edit(() => ({ environment: { byProject } }))
  await fixture.mcp.restart({ projectId, name: 'lacking' })
  expect((await fixture.server('lacking')).error).toContain('gh-secret')
}, 60_000)

test('Docker’s gateway is started as a server over its standard streams', async () => {
  await using fixture = await openMcpFixture({ patience: { retries: 0 } })
  const docker = join(fixture.folder, 'docker')
  const { command, args } = scripted()
  writeFileSync(docker, `#!/bin/sh\nexec "${command}" "${args[0]}" "$@"\n`, { mode: 0o755 })
  await fixture.mcp.save('docker', {
    ...{ type: 'docker', command: docker, args: ['--servers', 'github'], env: {}, headers: {} },
  })
  expect(await fixture.server('docker')).toMatchObject({ state: 'ready', transport: 'docker' })
  const { text } = await fixture.call('mcp__docker__echo')
  expect(text).toBe('echo: {} mcp gateway run --servers github')
}, 30_000)

test('more tools than providers take are left out, and that is said', async () => {
  await using fixture = await openMcpFixture({ own: { many: scripted('many'), one: scripted() } })
  const [many, one] = await fixture.servers()
  expect([many?.tools.length, one?.tools.length]).toEqual([80, 0])
  expect(many?.error).toMatch(/^27 of its 107 tools are left out: agents are told of 80/)
}, 30_000)

test('a project’s server is called otherwise than a person’s own of the same name', async () => {
  await using fixture = await openMcpFixture({
    own: { one: scripted() },
    files: { '.mcp.json': JSON.stringify({ mcpServers: { one: scripted('noise') } }) },
  })
  await fixture.trust()
  const names = async () => (await fixture.server('one')).tools.map(({ name }) => name)
  await expect.poll(names).toContain('mcp__one__echo')
  await fixture.mcp.remove('one')
  await expect.poll(names).toContain('mcp__one-project__echo')
  expect(await names()).not.toContain('mcp__one__echo')
}, 30_000)

test('a server that says without end that it has other tools is listed now and then', async () => {
  await using fixture = await openMcpFixture({
    own: { one: scripted('restless') },
    patience: { relistMs: 60_000 },
  })
  await fixture.servers()
  const lists = async () => (await fixture.call('mcp__one__lists')).text
  await fixture.call('mcp__one__echo')
  await expect.poll(lists).toBe('2')
  await fixture.call('mcp__one__echo')
  expect(await lists()).toBe('2')
}, 30_000)
