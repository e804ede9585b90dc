import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Settings } from '#shared/settings/settings.ts'
import { openHostFixture } from '../../../../test/support/host-fixture.ts'
import { type Bench, createBench, writeFiles } from '../../../../test/support/test-workspace.ts'
import { type Found, findStartables } from '../../project-files/startables.ts'
import { ProjectTrust } from '../../trust/project-trust.ts'
import { readConfigured } from '../mcp/configuration/configured-servers.ts'
import { chooseServers } from './choose-servers.ts'
import type { Diagnosis } from './define.ts'
import { LanguageServers } from './languages.ts'

const scripted = join(import.meta.dirname, '../../../../test/support/scripted-language-server.ts')

function settingsNaming(mark: string): Readonly<Record<string, string>> {
  const command = [process.execPath, scripted, 'plain', mark]
  const languageServers = { x: { command, endings: ['.x'] } }
  return { '.orrery/settings.json': JSON.stringify({ languageServers }), 'a.x': 'one' }
}

function createLanguages({ store }: Bench, trust = createTrust(store)): LanguageServers {
  return new LanguageServers({ store, trust, env: { ...process.env, OPENAI_API_KEY: 'sk-secret' } })
}

function createTrust(store: Bench['store']): ProjectTrust {
  return new ProjectTrust({ store, env: process.env })
}

/** Trusts everything that a bench's files name. */
async function trustAll({ store, root }: Bench, trust: ProjectTrust): Promise<void> {
  const [project] = store.projects.list()
  if (!project) throw new Error('There is no project.')
  const place = { projectId: project.id, root }
  const { startables } = await trust.list(place)
  await trust.grant(
    place,
    startables.map(({ hash }) => hash),
  )
}

async function diagnose(bench: Bench, languages: LanguageServers): Promise<Diagnosis> {
  const { root, events } = bench
  const [created] = events()
  const signal = new AbortController().signal
  if (!created) throw new Error('The session has no beginning.')
  return languages.diagnose({ sessionId: created.sessionId, root, paths: ['a.x'], signal })
}

const messages = ({ diagnostics }: Diagnosis) => diagnostics.map(({ message }) => message)

test('a server that a project names is started once it is trusted, and is given no keys', async () => {
  await using bench = await createBench((root) => writeFiles(root, settingsNaming('trusting')))
  await using trust = createTrust(bench.store)
  await using languages = createLanguages(bench, trust)
  const before = await diagnose(bench, languages)
  const waiting =
    'The project’s .orrery/settings.json names a server for x that nobody trusts yet. A person allows it under Settings › Trust.'
  expect([messages(before), before.problems]).toEqual([[], [waiting]])
  await trustAll(bench, trust)
  expect(messages(await diagnose(bench, languages))).toEqual(['plain without keys'])
  writeFiles(bench.root, settingsNaming('other'))
  expect((await diagnose(bench, languages)).problems).toEqual([waiting])
})

// CVE-2025-54136: what was trusted stayed trusted with other files.
test('a server that runs goes on after files changed, and waits for trust before it starts again', async () => {
  await using bench = await createBench((root) => writeFiles(root, settingsNaming('changing')))
  await using trust = createTrust(bench.store)
  const first = createLanguages(bench, trust)
  await trustAll(bench, trust)
  expect(messages(await diagnose(bench, first))).toEqual(['plain without keys'])
  writeFiles(bench.root, { 'a.x': 'two' })
  expect(await diagnose(bench, first)).toMatchObject({ checked: 1, problems: [] })
  await first[Symbol.asyncDispose]()
  await using next = createLanguages(bench, trust)
  expect(await diagnose(bench, next)).toMatchObject({
    checked: 0,
    problems: [
      'The x server was not started. 1 file has changed since you trusted it: a.x. A person can trust it in Settings › Trust.',
    ],
  })
  await trustAll(bench, trust)
  expect(await diagnose(bench, next)).toMatchObject({ checked: 1, problems: [] })
}, 60_000)

test('the person’s own servers need no trust, and none outlives the host', async () => {
  await using bench = await createBench((root) => writeFiles(root, { 'a.x': 'one' }))
  const mark = `mark-${process.pid}`
  const x = { command: [process.execPath, scripted, 'plain', mark], endings: ['.x'] }
  await bench.store.settings.change({ languageServers: { x } })
  const languages = createLanguages(bench)
  expect(messages(await diagnose(bench, languages))).toEqual(['plain without keys'])
  expect(countProcesses(mark)).toBe(1)
  await languages[Symbol.asyncDispose]()
  expect(countProcesses(mark)).toBe(0)
})

test('what a project’s settings name as language servers is told in plain words', async () => {
  const files = {
    'project/.orrery/settings.json': settingsNaming('m')['.orrery/settings.json'] ?? '',
  }
  await using fixture = await openHostFixture({ files })
  const { startables } = await fixture.client['trust.list']({ projectId: await fixture.open() })
  const line = [process.execPath, scripted, 'plain', 'm'].join(' ')
  expect(startables.map(({ kind, name, words }) => [kind, name, words])).toEqual([
    [
      'language-server',
      'x',
      `Starts \`${line}\` as the language server "x", with all your rights.`,
    ],
  ])
})

test('what was trusted as an MCP server is started as nothing else, and no language server is one', async () => {
  const mark = `hidden-${process.pid}`
  const languageServer = { command: [process.execPath, scripted, 'plain', mark], endings: ['.x'] }
  const mcpServers = { docs: { url: 'https://example.com/mcp', languageServer } }
  const files = { ...settingsNaming('plainly'), '.mcp.json': JSON.stringify({ mcpServers }) }
  await using bench = await createBench((root) => writeFiles(root, files))
  const { root } = bench
  const settings = Settings.parse({})
  const { startables } = await findStartables(root)
  const docs = startables.find(({ name }) => name === 'docs')
  const isTrusted = ({ hash }: Found) => hash === docs?.hash
  const { servers } = await chooseServers({ root, settings, env: {}, isTrusted })
  expect(servers.filter(({ command }) => command.includes(mark))).toEqual([])
  const listed = await readConfigured({ own: { servers: {} }, root, isTrusted })
  expect([listed.servers.map(({ name }) => name), listed.malformed]).toEqual([['docs'], []])
})

/** Those whose command line has a word; only Linux tells. */
function countProcesses(word: string): number {
  const commands = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(commandOf)
  return commands.filter((command) => command.split('\0').includes(word)).length
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('names the withheld variables that a server which ended complained about', async () => {
  await using bench = await createBench((root) => writeFiles(root, { 'a.x': 'one' }))
  const program = "console.error('OPENAI_API_KEY is not set\\n    at main'); process.exit(1)"
  const x = { command: [process.execPath, '-e', program], endings: ['.x'] }
  await bench.store.settings.change({ languageServers: { x } })
  await using languages = createLanguages(bench)
  expect((await diagnose(bench, languages)).problems).toEqual([
    'The x server ended (exit code 1): at main. Orrery withholds OPENAI_API_KEY from language servers. Allow it with orrery settings environment.allow OPENAI_API_KEY.',
  ])
})
