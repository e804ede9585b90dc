import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContextPreview } from '#shared/contract/context.ts'
import { startModelServer } from '../../test/support/model-server.ts'

const main = join(import.meta.dirname, 'main.ts')
let folder = ''
let project = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  project = join(folder, 'project')
  mkdirSync(project)
})
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command about the project, with `input` piped into it. */
async function orrery(args: readonly string[], input = ''): Promise<Ran> {
  const env = { PATH: process.env['PATH'], HOME: folder, ORRERY_DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, [main, ...args, '--project', project], { env })
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  child.on('close', (code) => resolve(code ?? -1))
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), ended])
  return { code, out, err }
}

test('a memory is written, shown, told to the next session and removed', async () => {
  await using server = await startModelServer(() => ({ text: 'Done.' }))
  expect((await orrery(['memory'])).out).toBe('Agents keep no memories here.\n')
  const kept = await orrery(['memory', 'edit', 'build'], 'Run make.\n')
  expect(kept).toEqual({ code: 0, out: 'build.md is kept.\n', err: '' })
  expect((await orrery(['memory', 'show', 'build.md'])).out).toBe('Run make.\n')
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  expect((await orrery(['run', ...model, 'Go.'])).code).toBe(0)
  expect(server.requests[0]?.system).toContain(
    '<memory path="/memories/build.md">\nRun make.\n</memory>',
  )
  expect((await orrery(['memory', 'edit', 'build'])).err).toContain('nothing is changed')
  await orrery(['memory', 'edit', 'build'], 'Run ninja.\n')
  expect((await orrery(['memory'])).out).toMatch(/^\d{4}-\d\d-\d\d +11 B {2}build\.md\n$/)
  expect((await orrery(['memory', 'remove', 'build'])).out).toBe('build.md is removed.\n')
  expect(await orrery(['memory', 'show', 'build'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no /memories/build.md.'),
  })
}, 120_000)

test('what the next prompt is made of is a table, with what is left out and why', async () => {
  write('project/AGENTS.md', 'Use tabs.')
  write('project/.claude/skills/odd/SKILL.md', 'Nothing.')
  write('.claude/skills/notes/SKILL.md', '---\nname: notes\ndescription: Takes notes.\n---\nBody.')
  write('.claude/CLAUDE.md', `Be brief. ${'x'.repeat(40_000)}`)
  const listed = await orrery(['skills'])
  expect(listed.out).toMatch(/^on {2}notes {17}Takes notes\.\n {4}from .*SKILL\.md\n! {3}.*odd/)
  const table = (await orrery(['context'])).out
  expect(table).toMatch(/ 10,\d{3} {2}instructions {2}~\/\.claude\/CLAUDE\.md/)
  expect(table).toMatch(/! It is cut: agents are told 32,000 of its 40,010 characters\./)
  expect(table).toMatch(
    /skills {8}1 skill\n +! .*odd\/SKILL\.md is no skill: .*\n +[\d,]+ {2}in all, at most/,
  )
  await orrery(['skills', 'off', 'notes'])
  const json = await orrery(['context', '--agent', 'general-purpose', '--json'])
  const preview: ContextPreview = JSON.parse(json.out)
  expect(preview.parts.map(({ kind }) => kind)).toEqual([
    'role',
    'planning',
    'project',
    'instructions',
    'instructions',
    'instructions',
    'skills',
  ])
  expect(await orrery(['context', '--agent', 'wizard'])).toMatchObject({ code: 2 })
}, 120_000)
