import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bareEnvironment, cliProgram } from '../../../test/support/cli-program.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

function orrery(...args: readonly string[]): Promise<{ out: string; err: string }> {
  const { promise, resolve } = Promise.withResolvers<{ out: string; err: string }>()
  const env = { ...bareEnvironment(), HOME: folder, ORRERY_DATA_DIR: join(folder, 'data') }
  execFile(process.execPath, [cliProgram, 'settings', ...args], { env }, (_error, out, err) =>
    resolve({ out, err }),
  )
  return promise
}

test('what a person chooses is kept, shown with what holds otherwise, and taken back', async () => {
  await orrery('budgets.month', '20')
  await orrery('limits.minutes', 'none')
  await orrery('limits.repeats', '7')
  await orrery('profile', 'trusted')
  await orrery('delegation.maxParallel', '8')
  const shown = (await orrery()).out.split('\n')
  expect(shown).toEqual(
    expect.arrayContaining(['profile  trusted', 'budgets.month  20', 'delegation.maxParallel  8']),
  )
  expect(shown.filter((line) => line.startsWith('limits.'))).toEqual([
    'limits.toolCalls  2000',
    'limits.failuresInRow  5',
    'limits.repeats  7',
    'limits.minutes  none',
  ])
  await orrery('fallbacks', 'openai:a, anthropic:b')
  expect((await orrery('fallbacks')).out).toBe('fallbacks  openai:a, anthropic:b\n')
  await orrery('limits.minutes', 'default')
  await orrery('budgets.month', 'default')
  const { limits, budgets } = JSON.parse((await orrery('--json')).out)
  expect([limits, budgets]).toEqual([{ repeats: 7 }, {}])
}, 60_000)

test.each([
  ['profile', 'nonsense', "profile can't be nonsense. It must be restricted, standard or trusted."],
  ['concurrency.maxSessions', '0', "concurrency.maxSessions can't be 0. It must be at least 1."],
  ['nope', '1', "nope can't be 1. There is no such setting."],
  ['limits.nope', '1', "limits.nope can't be 1. There is no such setting."],
  ['budgets.month', 'much', "budgets.month can't be much. It must be a number."],
  ['baseUrls.nope', 'http://localhost:1/v1', 'There is no provider "nope". There are anthropic'],
  ['models.nope:x', '{}', 'There is no provider "nope".'],
  ['languageServers.a/b', 'null', 'Name the language by its id, such as rust.'],
  ['debuggers.node', '{"command": "x"}', 'Orrery debugs that by itself. Name another type.'],
  ['debuggers.lldb', '{"command": ""}', 'Name the program to start.'],
  ['model', 'nope:x', 'There is no provider "nope".'],
])(
  '%s can’t be %s, and that is said',
  async (name, value, sentence) => {
    const { err } = await orrery(name, value)
    expect([err, err.trim().split('\n').length]).toEqual([expect.stringContaining(sentence), 1])
  },
  30_000,
)

test('a limit on events is accepted, and said once to have no effect', async () => {
  const said =
    'limits.events has no effect: Orrery no longer limits a run by its number of events. Remove it.\n'
  expect(await orrery('limits.events', '5000')).toEqual({ out: '', err: said })
  expect(await orrery('limits.events', 'none')).toEqual({ out: '', err: said })
  expect(await orrery('limits.events', 'default')).toEqual({ out: '', err: '' })
  const { out, err } = await orrery('--json')
  expect([JSON.parse(out).limits, err]).toEqual([{}, ''])
}, 60_000)

test('variables are allowed and withheld by name, in the project of a folder', async () => {
  const project = mkdtempSync(join(folder, 'project-'))
  const change = (...args: readonly string[]) => orrery(...args, '--project', project)
  expect((await change('environment.allow')).out).toContain('environment.allow     none\n')
  const { out } = await change('environment.allow', 'GITHUB_TOKEN,DATABASE_URL')
  const allowed = 'environment.allow     DATABASE_URL (not set), GITHUB_TOKEN (not set)'
  expect(out.split('\n')).toEqual([
    allowed,
    expect.stringMatching(/^environment\.withhold .*ORRERY_DATA_DIR/),
    '',
  ])
  expect((await orrery('environment.allow', '--project', folder)).out).toContain('allow     none')
  const withheld = await change('environment.withhold', 'GITHUB_TOKEN', '--json')
  expect(JSON.parse(withheld.out).allowed).toEqual([{ name: 'DATABASE_URL', isSet: false }])
  const { err } = await change('environment.allow', 'ORRERY_PASSWORD')
  expect(err).toContain(
    "environment.allow can't be ORRERY_PASSWORD. Orrery's own variables can't be allowed.",
  )
  const all = await change('environment.allow', 'default')
  expect(all.out).toContain('environment.allow     none\n')
}, 120_000)
