import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentList } from '#shared/contract/agents.ts'
import { startModelServer } from '../../test/support/model-server.ts'

const main = join(import.meta.dirname, 'main.ts')
let folder = ''
let project = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  project = join(folder, 'project')
  mkdirSync(join(project, '.claude', 'agents'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

function orrery(...args: readonly string[]): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>()
  const env = { PATH: process.env['PATH'], HOME: folder, ORRERY_DATA_DIR: join(folder, 'data') }
  const child = execFile(process.execPath, [main, ...args], { env }, (_error, out, err) =>
    resolve({ code: child.exitCode ?? -1, out, err }),
  )
  return promise
}

function define(file: string, text: string): void {
  writeFileSync(join(project, '.claude', 'agents', file), text)
}

test('definitions are listed with what is wrong with them, and switched', async () => {
  define('scout.md', '---\nname: reviewer\ndescription: Ours\ntools: Read, WebFetch\n---\nLook.')
  define('broken.md', 'Broken.')
  const listed = await orrery('agents', '--project', project)
  expect(listed.code).toBe(0)
  expect(listed.out).toContain('on  reviewer              Ours\n')
  expect(listed.out).toContain('in place of the built-in one\n    ! There is no tool "WebFetch"')
  expect(listed.out).toMatch(/! {3}\S+broken\.md\n {4}It does not begin with front matter/)
  const turned = await orrery('agents', 'off', 'reviewer', '--project', project)
  expect(turned).toEqual({ code: 0, out: 'reviewer is off, from the next run on.\n', err: '' })
  await orrery('agents', 'off', 'all', '--everywhere')
  const after = await orrery('agents', '--project', project, '--json')
  const list: AgentList = JSON.parse(after.out)
  expect(list.delegation).toEqual({ isOnEverywhere: false, isOnHere: true })
  expect(list.definitions.filter(({ isOn }) => !isOn).map(({ name }) => name)).toEqual(['reviewer'])
}, 60_000)

test('what makes no sense is said in one sentence, with exit code 2', async () => {
  const wrong: (readonly [args: readonly string[], sentence: string])[] = [
    [['maybe'], 'takes on or off, not "maybe"'],
    [['off'], 'Say what to turn off.'],
    [['off', 'wizard', '--project', project], 'There is no subagent type "wizard".'],
    [['on', 'plan', '--everywhere'], '--everywhere is for all.'],
    [['--project', '/no/such'], 'There is no folder /no/such.'],
  ]
  for (const [args, sentence] of wrong) {
    const ran = await orrery('agents', ...args)
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
  }
}, 60_000)

test('a run starts a playbook by its name', async () => {
  await using server = await startModelServer(() => ({ text: 'Done.' }))
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  const ran = await orrery('run', '--project', project, ...model, '/complex-bug it crashes')
  expect(ran.code).toBe(0)
  expect(server.requests[0]?.messages.at(-1)?.text).toMatch(/^it crashes\n\n.*"Complex bug"/)
}, 60_000)
