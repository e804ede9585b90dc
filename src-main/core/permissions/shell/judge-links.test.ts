import { expect, test } from 'vitest'
import { judgeCommand } from './interpreter/judge-command.ts'
import type { Links } from './place.ts'

/** A project with a link to the root, one to the system's programs, and one to a file beside it. */
function placeOf(root: string) {
  const targets: Readonly<Record<string, string>> = {
    [`${root}/far`]: '/',
    [`${root}/made`]: '/usr',
    [`${root}/out.txt`]: '../secret.txt',
    // What a host would find, and a command would not.
    '/proc/self': '/proc/77',
    '/proc/77/cwd': '/home/ada/elsewhere',
    '/proc/self/cwd': '/home/ada/elsewhere',
    '/dev/fd': '/proc/self/fd',
    '/dev/stdout': '/proc/self/fd/1',
    '/proc/self/fd/1': '/home/ada/.ssh/id_rsa',
  }
  const links: Links = {
    isSpent: () => false,
    targetAt: (path) => targets[path],
    namesIn: () => [],
  }
  return { cwd: root, root, home: '/home/ada', links }
}

const roots = ['/home/ada/code/orrery', '/tmp/p/project', '/dev/shm/p/project', '/proc/p/project']

test.each(roots)('links of a project at %s are followed', async (root) => {
  const judge = async (command: string) => (await judgeCommand(command, placeOf(root))).verdict
  expect(await judge('rm -rf --no-preserve-root far/*')).toBe('catastrophic')
  expect(await judge('cp a.txt made/')).not.toBe('safe')
  expect(await judge('cat out.txt')).not.toBe('safe')
})

test.each([
  '/proc/self/cwd',
  '/proc/self/root/home/ada/code/orrery',
  '/proc/thread-self/cwd',
  '/proc/./self//cwd',
  '/proc/../proc/self/cwd',
  '/proc/$$/cwd',
  '/dev/../home/ada/code/orrery',
  '/dev/fd/../../self/cwd',
])('by whatever name of the system’s its folder goes: %s', async (folder) => {
  const place = placeOf('/home/ada/code/orrery')
  const judge = async (command: string) => (await judgeCommand(command, place)).verdict
  expect(['catastrophic', 'unknown', 'dangerous']).toContain(
    await judge(`rm -rf --no-preserve-root ${folder}/far/*`),
  )
  expect(await judge(`cat ${folder}/out.txt`)).not.toBe('safe')
})

test('the folder of another process is not known', async () => {
  const place = placeOf('/home/ada/code/orrery')
  expect((await judgeCommand('cat /proc/77/cwd/a.txt', place)).verdict).not.toBe('safe')
})

test('a stream is one, whatever stands behind that of the host', async () => {
  const place = placeOf('/home/ada/code/orrery')
  for (const command of ['echo x > /dev/stdout', 'cat /dev/stdin', 'ls 2> /dev/null']) {
    expect([command, (await judgeCommand(command, place)).verdict]).toEqual([command, 'safe'])
  }
})

test('a folder whose name has the signs of a replacement is itself', async () => {
  const place = placeOf('/home/ada/$& $$')
  expect((await judgeCommand('cat /proc/self/cwd/a.txt', place)).verdict).toBe('safe')
})
