import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { type Breakage, breakPackage } from '../../../test/support/broken-package.ts'
import { bareEnvironment, cliSource } from '../../../test/support/cli-program.ts'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'

interface Ended {
  readonly code: number | null
  readonly said: string
}

/** Runs the command line, to its end or until it has said something. */
async function run(
  flags: readonly string[],
  args: readonly string[],
  until?: RegExp,
): Promise<Ended> {
  const child = spawn(process.execPath, [...flags, cliSource, ...args], {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  })
  let said = ''
  const hear = (data: Buffer) => {
    said += data.toString()
    if (until?.test(said)) child.kill('SIGTERM')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, said }
}

const ABSENT = 'it is not installed'
const WHY: readonly (readonly [Breakage, string])[] = [
  ['absent', ABSENT],
  ['without its native part', 'its native part is missing'],
  ['with a damaged native part', 'its native part is damaged, or made for another system'],
]
const MEND = 'Run npm ci where Orrery is installed, then start it again.'

test.each(WHY)(
  'better-sqlite3 %s: every command says so, and what mends it',
  async (breakage, why) => {
    using folder = temporaryFolder()
    const flags = [
      '--import',
      pathToFileURL(breakPackage(folder.path, 'better-sqlite3', breakage)).href,
    ]
    const data = ['--data-dir', join(folder.path, 'data')]
    const sentence = `better-sqlite3, which Orrery keeps sessions with, does not load: ${why}. ${MEND}`
    const outcomes = await Promise.all(
      [
        ['serve', '--no-open'],
        ['run', '--model', 'demo:scripted', 'x'],
      ].map((args) => run(flags, [...args, ...data])),
    )
    expect(outcomes).toEqual(outcomes.map(() => ({ code: 1, said: `${sentence}\n` })))
    const examined = await run(flags, ['doctor', ...data])
    expect(examined.code).toBe(1)
    expect(examined.said).toContain(sentence)
  },
  60_000,
)

test.each(WHY)(
  'node-pty %s: all but terminals and commands works, and that is said',
  async (breakage, why) => {
    using folder = temporaryFolder()
    const flags = ['--import', pathToFileURL(breakPackage(folder.path, 'node-pty', breakage)).href]
    const data = ['--data-dir', join(folder.path, 'data')]
    // It does not tell what is missing from what is damaged.
    const said = why === ABSENT ? why : 'its native part is missing or damaged'
    const sentence = `node-pty, which Orrery runs terminals and commands with, does not load: ${said}. ${MEND}`
    const served = await run(flags, ['serve', '--no-open', ...data], /start it again/)
    expect(served.said).toMatch(/^Orrery is running: http/)
    expect(served.said).toContain(sentence)
    const examined = await run(flags, ['doctor', ...data])
    expect(examined.said).toContain(sentence)
  },
  60_000,
)

test('a port that is taken is a sentence that says what to do', async () => {
  using folder = temporaryFolder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const args = ['serve', '--no-open', '--port', String(port), '--data-dir', folder.path]
  const { code, said } = await run([], args)
  other.close()
  expect([code, said]).toEqual([
    1,
    `Port ${port} is taken by another program. End that, choose another with --port, or leave --port out.\n`,
  ])
}, 30_000)
