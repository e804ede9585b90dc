import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hostileCommands } from '../../../../test/support/hostile-commands.ts'
import { TOO_COMPLEX } from '../shell/verdict.ts'
import { shellJudgeHere } from './shell-judge.ts'
import { ShellJudgeThread } from './shell-judge-thread.ts'
import { shellPlaceAt } from './shell-place.ts'

const place = shellPlaceAt('/srv/project', '/srv/data')

function report(error: unknown): never {
  throw error
}

test('judges like the calling thread', async () => {
  await using thread = new ShellJudgeThread({ report })
  const commands = ['ls', 'rm -rf /', 'rm -rf dist', hostileCommands['deep subshells'] ?? '']
  for (const command of commands) {
    const expected = await shellJudgeHere.judgeCommand(command, place)
    expect(await thread.judgeCommand(command, place)).toEqual(expected)
  }
  const typing = { place, reader: 'shell', before: 'x=/\n', pending: 'rm -rf ' } as const
  expect(await thread.judgeTyped('$x\n', typing)).toMatchObject({ verdict: 'catastrophic' })
  expect(await thread.afterTyping('$x\n', typing)).toEqual({
    before: 'x=/\nrm -rf $x\n',
    pending: '',
  })
})

/** Making sense of these takes the parser long, and its steps don't tell. */
const slow = '<$'.repeat(20_000)

test('gives up on a command that exceeds the time limit, and judges the next', async () => {
  await using thread = new ShellJudgeThread({ report, limitMs: 100 })
  const typing = { place, reader: 'shell', before: '', pending: '' } as const
  expect(await thread.judgeCommand(slow, place)).toEqual(TOO_COMPLEX)
  expect(await thread.judgeTyped(slow, typing)).toEqual({ ...TOO_COMPLEX, pending: slow })
  await expect.poll(() => thread.judgeCommand('ls', place)).toMatchObject({ verdict: 'safe' })
})

test('gives up on input that is too long to send', async () => {
  await using thread = new ShellJudgeThread({ report })
  const long = 'ls; '.repeat(300_000)
  const given = { before: 'cd a\n', pending: 'ls ' }
  expect(await thread.judgeCommand(long, place)).toEqual(TOO_COMPLEX)
  expect(await thread.afterTyping(long, given)).toEqual({ ...given, pending: `ls ${long}` })
  const typing = { place, reader: 'shell', before: '', pending: long } as const
  expect(await thread.judgeTyped('\x03', typing)).toMatchObject({ verdict: 'safe' })
})

test('loads the grammar in the worker thread alone', async () => {
  const script = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) })
    const { ShellJudgeThread } = await import('./src-main/core/permissions/shell-judge/shell-judge-thread.ts')
    await using thread = new ShellJudgeThread({ report: console.error })
    const { verdict } = await thread.judgeCommand('ls', { cwd: '/w', root: '/w', home: '/h' })
    console.log(verdict, loaded.filter((name) => name.includes('tree-sitter')).length)`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe('safe 0\n')
})
