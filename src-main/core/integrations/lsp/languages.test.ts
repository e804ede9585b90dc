import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Settings } from '#shared/settings.ts'
import { openHostFixture } from '../../../../test/support/host-fixture.ts'
import { findStartables } from '../../trust/startables.ts'
import { type Bench, createBench, writeFiles } from '../../workspace/testing.ts'
import { readConfigured } from '../mcp/configured.ts'
import { chooseServers } from './choose-servers.ts'
import type { Diagnosis } from './define.ts'
import { LanguageServers } from './languages.ts'

const scripted = join(import.meta.dirname, 'scripted-server.ts')

function settingsNaming(mark: string): Readonly<Record<string, string>> {
  const command = [process.execPath, scripted, 'plain', mark]
  const languageServers = { x: { command, endings: ['.x'] } }
  return { '.orrery/settings.json': JSON.stringify({ languageServers }), 'a.x': 'one' }
}

function createLanguages({ store }: Bench): LanguageServers {
  return new LanguageServers({ store, env: { ...process.env, OPENAI_API_KEY: 'sk-secret' } })
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
  await using languages = createLanguages(bench)
  const before = await diagnose(bench, languages)
  const waiting =
    'The project’s .orrery/settings.json names a server for x that nobody trusts yet. A person allows it under Settings › Trust.'
  expect([messages(before), before.problems]).toEqual([[], [waiting]])
  const { startables } = await findStartables(bench.root)
  const [project] = bench.store.projects.list()
  if (!project) throw new Error('There is no project.')
  await bench.store.trust.grant(
    project.id,
    startables.map(({ hash }) => hash),
  )
  expect(messages(await diagnose(bench, languages))).toEqual(['plain without keys'])
  writeFiles(bench.root, settingsNaming('other'))
  expect((await diagnose(bench, languages)).problems).toEqual([waiting])
})

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
  const isTrusted = (hash: string) => hash === docs?.hash
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
