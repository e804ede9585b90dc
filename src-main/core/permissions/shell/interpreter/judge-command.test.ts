import { expect, test } from 'vitest'
import { catastrophic } from '../../../../../test/support/shell-commands/catastrophic.ts'
import { catastrophicPrograms } from '../../../../../test/support/shell-commands/catastrophic-programs.ts'
import { dangerous } from '../../../../../test/support/shell-commands/dangerous.ts'
import { risky } from '../../../../../test/support/shell-commands/risky.ts'
import { safe } from '../../../../../test/support/shell-commands/safe.ts'
import { unknown } from '../../../../../test/support/shell-commands/unknown.ts'
import type { Severity } from '../verdict.ts'
import { judgeCommand } from './judge-command.ts'

const home = '/home/ada'
const root = `${home}/code/orrery`
const place = { cwd: root, root, home, data: `${home}/.local/share/orrery` }

const tables: readonly (readonly [Severity, Readonly<Record<string, readonly string[]>>])[] = [
  ['safe', safe],
  ['risky', risky],
  ['unknown', unknown],
  ['dangerous', dangerous],
  ['catastrophic', catastrophic],
  ['catastrophic', catastrophicPrograms],
]

const groups = tables.flatMap(([verdict, table]) =>
  Object.entries(table).map(([group, commands]) => ({ verdict, group, commands })),
)

test('the tables hold more than 400 spellings', () => {
  expect(groups.flatMap(({ commands }) => commands).length).toBeGreaterThan(400)
})

// CVE-2026-22708 (Cursor) among others: `export`, `typeset` and `declare` ran unasked.
test.for(groups)('$verdict: $group', async ({ verdict, commands }) => {
  const judged = await Promise.all(
    commands.map(async (command) => [command, (await judgeCommand(command, place)).verdict]),
  )
  expect(judged).toEqual(commands.map((command) => [command, verdict]))
})

test('a verdict names the part that decides, and what it would do', async () => {
  expect(await judgeCommand('npm test && (cd src; rm -rf ~); ls', place)).toEqual({
    verdict: 'catastrophic',
    reason: '`rm -rf /home/ada` deletes your home folder.',
    part: 'rm -rf ~',
  })
})

test('what is decoded is shown as what it becomes, with the part that runs it', async () => {
  expect(await judgeCommand('ls; echo cm0gLXJmIC8= | base64 -d | sh', place)).toEqual({
    verdict: 'catastrophic',
    reason: '`rm -rf /` deletes everything on this machine.',
    part: 'sh',
  })
})

test('a command that does nothing worth speaking of is safe, and so is an empty one', async () => {
  const harmless = { verdict: 'safe', reason: 'It only reads, builds or tests in the project.' }
  const judged = await Promise.all(
    ['ls', '', '  \n', '# rm -rf /'].map((text) => judgeCommand(text, place)),
  )
  expect(judged).toEqual([harmless, harmless, harmless, harmless])
})

test('paths are judged from where the command runs', async () => {
  const below = { ...place, cwd: `${root}/packages/app` }
  const judged = await Promise.all(
    ['rm -rf .', 'rm -rf ..', 'rm -rf ../..', 'rm -rf ../../..', 'rm -rf ../../../../x'].map(
      async (command) => (await judgeCommand(command, below)).verdict,
    ),
  )
  expect(judged).toEqual(['risky', 'risky', 'catastrophic', 'catastrophic', 'dangerous'])
})

test('a project outside the home folder is one all the same', async () => {
  const elsewhere = { cwd: '/srv/www', root: '/srv/www', home }
  const judged = await Promise.all(
    ['cat a', 'rm -rf dist', 'rm -rf /srv', 'rm -rf .'].map(
      async (command) => (await judgeCommand(command, elsewhere)).verdict,
    ),
  )
  expect(judged).toEqual(['safe', 'risky', 'catastrophic', 'catastrophic'])
})

test('what steers agents is found by another case of its path: some disks take both for the same', async () => {
  const commands = [
    'echo x > /HOME/ada/Code/orrery/.orrery/settings.json',
    'echo x > /home/Ada/.claude/agents/a.md',
    'cat /home/ada/.LOCAL/share/orrery/secrets.json',
    'cat /home/ada/code/ORRERY/src/a.ts',
  ]
  const judged = await Promise.all(commands.map((command) => judgeCommand(command, place)))
  expect(judged.map(({ isGuarded }) => isGuarded)).toEqual([true, true, true, undefined])
})

test('what is too long or too deep is unknown, and told soon', async () => {
  const long = `echo ${'x'.repeat(70_000)}`
  const deep = `${'$('.repeat(300)}ls${')'.repeat(300)}`
  const nested = Array.from({ length: 40 }).reduce<string>((text) => `eval "${text}"`, 'ls')
  const wide = `echo ${'{a,b}'.repeat(30)}`
  const loops = 'for i in 1 2 3 4 5 6 7 8 9; do '
  const rounds = `${loops.repeat(8)} ls; ${'done; '.repeat(8)}`
  const start = performance.now()
  const judged = await Promise.all(
    [long, deep, nested, rounds].map(async (text) => (await judgeCommand(text, place)).verdict),
  )
  expect((await judgeCommand(wide, place)).verdict).not.toBe('catastrophic')
  expect(judged).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  expect(performance.now() - start).toBeLessThan(5_000)
})
