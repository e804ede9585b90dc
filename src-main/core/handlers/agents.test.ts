import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  AgentList,
  agents,
  type CheckedDefinition,
  WrittenDefinition,
} from '#shared/contract/procedures/agents.ts'
import { ProjectId } from '#shared/lib/ids.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import type { Host } from '../host.ts'

let folder = ''
let host: Host
let projectId: ProjectId
let otherId: ProjectId
const { signal } = new AbortController()

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-test-')))
  const dataDir = join(folder, 'data')
  const definition = '---\nname: reviewer\ndescription: Ours\nmodel: haiku\n---\nReview.'
  write('project/.claude/agents/reviewer.md', definition)
  write('project/.claude/agents/broken.md', 'Broken.')
  write('home/.orrery/agents/mine.md', '---\nname: mine\ndescription: M\ntools: Read\n---\nMine.')
  mkdirSync(join(folder, 'other'))
  mkdirSync(join(folder, 'linked'))
  mkdirSync(join(folder, 'outside'))
  symlinkSync('../outside', join(folder, 'linked/.orrery'))
  host = await openTestHost({ dataDir, homeDir: join(folder, 'home') })
  projectId = await open('project')
  otherId = await open('other')
})
afterAll(async () => {
  await host[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

async function open(name: string): Promise<ProjectId> {
  const opened = await host.handlers['projects.open']({ path: join(folder, name) }, signal)
  return ProjectId.parse(opened.projectId)
}

async function list(of?: ProjectId): Promise<AgentList> {
  return AgentList.parse(await host.handlers['agents.list']({ projectId: of }, signal))
}

async function off(of?: ProjectId): Promise<readonly string[]> {
  const { definitions } = await list(of)
  return definitions.filter(({ isOn }) => !isOn).map(({ name }) => name)
}

test('a project’s definitions are listed with those of home and the built-in ones', async () => {
  const { definitions, malformed, delegation } = await list(projectId)
  expect(delegation).toEqual({ isOnEverywhere: true, isOnHere: true })
  expect(definitions.find(({ name }) => name === 'reviewer')).toEqual({
    name: 'reviewer',
    description: 'Ours',
    source: 'project',
    path: join(folder, 'project/.claude/agents/reviewer.md'),
    model: 'haiku',
    skills: [],
    isOn: true,
    shadows: [
      { source: 'built-in', path: expect.stringContaining(join('resources/agents/reviewer.md')) },
    ],
    problems: [],
  })
  expect(definitions.find(({ name }) => name === 'mine')).toMatchObject({
    source: 'home',
    tools: ['read_file'],
  })
  expect(malformed).toEqual([
    {
      source: 'project',
      path: join(folder, 'project/.claude/agents/broken.md'),
      error: expect.stringContaining('front matter'),
    },
  ])
  const everywhere = await list()
  expect(everywhere.definitions).toHaveLength(13)
  expect(everywhere.malformed).toEqual([])
})

test('types are switched by project, also several at once, and whoever follows hears of it', async () => {
  const abort = new AbortController()
  const changes = host.handlers['host.changes']({}, abort.signal)[Symbol.asyncIterator]()
  const next = changes.next()
  const flip = (name: string, isOn: boolean) =>
    host.handlers['agents.switch']({ projectId, name, isOn }, signal)
  await Promise.all([flip('reviewer', false), flip('tester', false), flip('plan', false)])
  expect((await next).value).toEqual({ topic: 'agents', projectId })
  expect(await off(projectId)).toEqual(['plan', 'reviewer', 'tester'])
  expect(await off(otherId)).toEqual([])
  await Promise.all([flip('tester', true), flip('plan', true)])
  expect(await off(projectId)).toEqual(['reviewer'])
  abort.abort()
  await changes.return?.()
})

test('delegation as a whole is switched in a project and everywhere; types keep their own', async () => {
  const flip = (isOn: boolean, of?: ProjectId) =>
    host.handlers['agents.switch']({ all: true, isOn, projectId: of }, signal)
  await flip(false, projectId)
  expect((await list(projectId)).delegation).toEqual({ isOnEverywhere: true, isOnHere: false })
  expect((await list(otherId)).delegation).toEqual({ isOnEverywhere: true, isOnHere: true })
  await flip(false)
  await flip(true, projectId)
  expect((await list(projectId)).delegation).toEqual({ isOnEverywhere: false, isOnHere: true })
  expect(await off(projectId)).toEqual(['reviewer'])
  await flip(true)
})

test('what is not there is not switched, unless it is off and has gone', async () => {
  const flip = (name: string, isOn: boolean) =>
    host.handlers['agents.switch']({ projectId, name, isOn }, signal)
  await expect(flip('wizard', false)).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('There is no subagent type "wizard". There are architect,'),
  })
  write('project/.orrery/agents/short.md', '---\nname: short\ndescription: S\n---\nS.')
  await flip('short', false)
  rmSync(join(folder, 'project/.orrery/agents/short.md'))
  await flip('short', true)
  await expect(flip('short', true)).rejects.toMatchObject({ code: 'not-found' })
  const nowhere = ProjectId.parse('prj_none')
  await expect(list(nowhere)).rejects.toMatchObject({ code: 'not-found' })
})

test('playbooks are listed without their guidance', async () => {
  const playbooks = await host.handlers['playbooks.list']({}, signal)
  expect(playbooks.map((one) => Object.keys(one).toSorted())).toEqual(
    Array(4).fill(['argumentHint', 'description', 'name', 'title']),
  )
})

async function check(text: string): Promise<CheckedDefinition> {
  return host.handlers['agents.check']({ place: 'project', text }, signal)
}

test('a text is checked by what defines a subagent type, before it is kept', async () => {
  const text =
    '---\nname: scribe\ndescription: Writes\ntools: Read, Nonsense\nmaxTurns: few\n---\nWrite.'
  const { definition, problems, error } = await check(text)
  expect(definition).toMatchObject({ name: 'scribe', tools: ['read_file'] })
  expect(problems).toHaveLength(2)
  expect(error).toBeUndefined()
  expect(await check('---\nname: Scribe\n---\nWrite.')).toMatchObject({
    error: expect.stringContaining('small letters'),
  })
})

type Kept = z.input<(typeof agents)['agents.write']['input']>

function keep(kept: Partial<Kept>): Promise<{ name: string }> {
  const whole = { projectId: otherId, place: 'project', text: '', base: null, ...kept }
  return Promise.resolve(
    host.handlers['agents.write'](agents['agents.write'].input.parse(whole), signal),
  )
}

async function read(name: string): Promise<WrittenDefinition> {
  const written = await host.handlers['agents.read']({ projectId: otherId, name }, signal)
  return WrittenDefinition.parse(written)
}

const text = '---\nname: scribe\ndescription: Writes\n---\nWrite.'
const at = (path: string) => readFileSync(join(folder, path), 'utf8')

test('a definition is written and read, and nothing that changed meanwhile is overwritten', async () => {
  expect(await keep({ text })).toEqual({ name: 'scribe' })
  expect(at('other/.orrery/agents/scribe.md')).toBe(text)
  const kept = await read('scribe')
  expect(kept).toMatchObject({ source: 'project', text })
  await expect(keep({ text: `${text} More.` })).rejects.toThrow('There is a file')
  const { path, hash: base } = kept
  await keep({ path, base, text: `${text} More.` })
  expect((await read('scribe')).text).toBe(`${text} More.`)
  await expect(keep({ path, base, text: `${text} Less.` })).rejects.toThrow('has changed')
  await expect(keep({ path, base, text: 'Nothing.' })).rejects.toThrow()
  await expect(keep({ path: join(folder, 'data/x.md'), text })).rejects.toThrow()
})

test('what is called otherwise from now on stays in its file', async () => {
  const { path, hash: base } = await read('scribe')
  await keep({ path, base, text: text.replace('scribe', 'clerk') })
  expect(await read('clerk')).toMatchObject({ path })
  await expect(read('scribe')).rejects.toThrow('There is no subagent type')
})

test('one of home stays there, also behind a link; a built-in one becomes the project’s own', async () => {
  const { text: mine, path, hash: base } = await read('mine')
  mkdirSync(join(folder, 'dotfiles'))
  renameSync(path, join(folder, 'dotfiles/mine.md'))
  symlinkSync(join(folder, 'dotfiles/mine.md'), path)
  await keep({ place: 'home', path, base, text: `${mine} Yes.` })
  expect(at('dotfiles/mine.md')).toMatch(/Mine\. Yes\.$/)
  const builtIn = await read('debugger')
  expect(builtIn.source).toBe('built-in')
  await keep({ text: builtIn.text })
  expect(await read('debugger')).toMatchObject({ source: 'project', text: builtIn.text })
})

test('a definition is not written through a link that leads out of the project', async () => {
  const projectId = await open('linked')
  await expect(keep({ projectId, text })).rejects.toMatchObject({ code: 'denied' })
  expect(existsSync(join(folder, 'outside/agents'))).toBe(false)
})
