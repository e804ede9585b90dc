// The kinds of CVE-2026-22812 (opencode: any local process could use its local server as its person) and, for
// providers' addresses, CVE-2026-21852 (Claude Code: a project redirected the API's address, and got the key).
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsPerson } from '#shared/contract/access.ts'
import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { dialLocally, socketPathOf } from '../../src-main/transports/local-server.ts'
import { type Orders, Report } from '../support/act-as-person.ts'
import { bareEnvironment } from '../support/cli-program.ts'
import { startModelServer } from '../support/model-server.ts'

const PATIENCE = 120_000
const program = join(import.meta.dirname, '../support/act-as-person.ts')
const hostProgram = join(import.meta.dirname, '../support/serving-host.ts')
const guarded = Object.keys(contract).filter(needsPerson)
const refused = Object.fromEntries(guarded.map((path) => [path, 'denied']))

interface Scene extends AsyncDisposable {
  readonly client: Client<HostContract>
  readonly projectId: ProjectId
  readonly sessionId: SessionId
  readonly folder: string
  /** Writes orders for `act-as-person.ts`, and returns their file. */
  order(name: string): Promise<string>
  /** What the program that got these orders wrote down. */
  report(name: string): Promise<Report>
}

/** A host in a process of its own, whose agent runs `npm test` while another of its calls waits for a person. */
async function openScene(): Promise<Scene> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-act-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [dataDir, project] = [join(folder, 'data'), join(folder, 'project')]
  mkdirSync(project)
  const json = (value: unknown) => JSON.stringify(value)
  const test = `"${process.execPath}" "${program}" "${join(folder, 'agent.json')}"`
  writeFileSync(join(project, 'package.json'), json({ scripts: { test } }))
  const servers = { mcpServers: { planted: { command: 'node', args: ['./planted.js'] } } }
  writeFileSync(join(project, '.mcp.json'), json(servers))
  const commands = ['npm test', 'touch ../decided']
  const calls = commands.map((command) => ({ name: 'run_command', args: { command } }))
  const server = owned.use(
    await startModelServer((_, number) => (number === 1 ? { calls } : { text: 'Done.' })),
  )
  const env = { ...bareEnvironment(), HOME: folder, SHELL: '/bin/sh', DATABASE_URL: 'x' }
  const host = fork(hostProgram, [folder], { env })
  owned.defer(() => endProcess(host))
  await once(host, 'message')
  const socket = socketPathOf(dataDir)
  const channel = owned.use(await dialLocally(socket, PATIENCE))
  const client = connectClient(channel, contract)
  const { projectId } = await client['projects.open']({ path: project })
  await client['policy.allow']({ projectId, tool: 'run_command', pattern: 'npm test' })
  const model = { model: 'compatible:scripted', baseUrl: server.url }
  const { sessionId } = await client['sessions.create']({ projectId, ...model })
  const orders = { dataDir, socket, project, projectId, sessionId, personPid: process.pid }
  const disposables = owned.move()
  return {
    client,
    projectId,
    sessionId,
    folder,
    order: async (name) => {
      const link = await createLink(host)
      const order: Orders = { ...orders, link, report: join(folder, `${name}.out`) }
      writeFileSync(join(folder, `${name}.json`), json(order))
      return join(folder, `${name}.json`)
    },
    report: async (name) => {
      const file = join(folder, `${name}.out`)
      await expect
        .poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: PATIENCE })
        .toBeTruthy()
      return Report.parse(JSON.parse(readFileSync(file, 'utf8')))
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

async function createLink(host: ChildProcess): Promise<string> {
  const answered = once(host, 'message')
  host.send('link')
  return String((await answered)[0])
}

async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test.runIf(process.platform === 'linux')(
  'what npm test runs can do nothing that only a person may do, by any way to the host',
  { timeout: 2 * PATIENCE },
  async () => {
    await using scene = await openScene()
    const { client, projectId, sessionId, folder } = scene
    await scene.order('agent')
    const before = await readDecisions(scene)
    await client['sessions.send']({ sessionId, text: 'Run the tests.' })
    const { commands, ...byWay } = await scene.report('agent')
    expect(byWay).toEqual({ client: refused, impostor: refused, silent: refused, window: refused })
    const changes = commands.slice(0, -1)
    expect(changes.map(({ code }) => code)).toEqual(changes.map(() => 1))
    for (const { err } of changes)
      expect(err).toMatch(
        /^Only a person can do this, .* an agent started: .*npm test \(process \d+\)\./,
      )
    expect(commands.at(-1)).toMatchObject({ args: 'policy rules', code: 0 })
    expect(await readDecisions(scene)).toEqual(before)
    expect(existsSync(join(folder, 'decided'))).toBe(false)
    const [waiting] = await client['approvals.inbox']({})
    expect(waiting).toMatchObject({ type: 'approval', sessionId })
    const rules = await client['policy.rules']({ projectId })
    expect(rules.map(({ pattern, client: by }) => [pattern, by])).toEqual([
      ['npm test', { type: 'api' }],
    ])
  },
)

test.runIf(process.platform === 'linux')(
  'the same works from a shell and a browser that no agent started, and from the person’s terminal in the window',
  { timeout: 2 * PATIENCE },
  async () => {
    await using scene = await openScene()
    const { client, sessionId } = scene
    const terminal = await client['terminals.open']({ sessionId, cols: 80, rows: 24 })
    const orders = await scene.order('person')
    const typed = `"${process.execPath}" "${program}" "${orders}"\r`
    await client['terminals.write']({ ...terminal, readerId: 'trr_test', data: typed })
    const inTerminal = await scene.report('person')
    expectPerson(inTerminal)
    const child = fork(program, [await scene.order('shell')], { env: process.env })
    await once(child, 'exit')
    expectPerson(await scene.report('shell'))
    expect((await readDecisions(scene)).settings.baseUrls).toEqual({
      anthropic: 'http://127.0.0.1:9',
    })
  },
)

function expectPerson({ client, window, commands }: Report): void {
  for (const outcomes of [client, window]) {
    expect(Object.values(outcomes)).not.toContain('denied')
    expect(outcomes).toMatchObject({
      'trust.grant': 'ok',
      'sessions.configure': 'ok',
      'settings.change': 'ok',
      'policy.allow': 'ok',
      'environment.allow': 'ok',
    })
  }
  for (const { err } of commands) expect(err).not.toContain('Only a person')
}

/** All that the attempts would change. */
async function readDecisions({ client, projectId, sessionId }: Scene) {
  const { states } = await joinStates(client['sessions.open']({ sessionId }))
  return {
    profile: states.status.profile,
    settings: await client['settings.read']({}),
    rules: await client['policy.rules']({ projectId, sessionId }),
    trust: await client['trust.list']({ projectId }),
    environment: await client['environment.read']({ projectId }),
    sessions: (await client['sessions.list']({})).map(({ id }) => id),
    models: (await client['models.list']({})).map(({ id, keySource }) => [id, keySource]),
  }
}
