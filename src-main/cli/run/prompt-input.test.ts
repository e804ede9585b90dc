import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn as spawnInTerminal } from 'node-pty'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bareEnvironment, cliProgram } from '../../../test/support/cli-program.ts'
import {
  type ModelServer,
  type Reply,
  startModelServer,
} from '../../../test/support/model-server.ts'

let server: ModelServer
let reply: (role: string | undefined) => Reply = () => ({ text: 'Done.' })
let folder = ''
const children = new Set<ChildProcess>()

beforeAll(async () => {
  server = await startModelServer(({ messages }) => reply(messages.at(-1)?.role))
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  reply = () => ({ text: 'Done.' })
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

function runArgs(...args: readonly string[]): string[] {
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  return [cliProgram, 'run', '--project', folder, ...model, ...args]
}

function environment(): NodeJS.ProcessEnv {
  return { ...bareEnvironment(), HOME: folder, ORRERY_DATA_DIR: join(folder, 'data') }
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** `stdin`: a file descriptor, `ignore` for `/dev/null`, or `pipe`, which stays open. */
function start(args: readonly string[], stdin: number | 'ignore' | 'pipe' = 'pipe') {
  const stdio: ['pipe' | 'ignore' | number, 'pipe', 'pipe'] = [stdin, 'pipe', 'pipe']
  return watch(spawn(process.execPath, args, { env: environment(), stdio }))
}

function watch(child: ChildProcess) {
  children.add(child)
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk) => (out += String(chunk)))
  child.stderr?.on('data', (chunk) => (err += String(chunk)))
  const { promise: ended, resolve } = Promise.withResolvers<Ended>()
  child.on('close', (code) => resolve({ code, out, err }))
  return { child, ended, err: () => err }
}

function pipe(args: readonly string[], input: string | Uint8Array): Promise<Ended> {
  const { child, ended } = start(args)
  // A run that refuses its input stops reading it.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return ended
}

/** The user messages of the last request. */
function prompts(): readonly string[] {
  const messages = server.requests.at(-1)?.messages ?? []
  return messages.filter(({ role }) => role === 'user').map(({ text }) => text)
}

function lastText(): string {
  return server.requests.at(-1)?.messages.at(-1)?.text ?? ''
}

/** Reads the end of a prompt that was too long to be sent whole. */
function readEvicted(role: string | undefined): Reply {
  const file_path = /saved to the filesystem at: (\S+)/.exec(prompts().join('\n'))?.[1]
  if (role === 'tool' || !file_path) return { text: 'Done.' }
  return { calls: [{ name: 'read_file', args: { file_path, offset: 30_000, limit: 10 } }] }
}

const NO_PROMPT = 'Say what the agent shall do. See: orrery help run\n'
const ok = { code: 0, err: '' }

test.each([
  { args: [], prompt: 'Fix it\n\nnow' },
  { args: ['-'], prompt: 'Fix it\n\nnow' },
  { args: ['Sum up:'], prompt: 'Sum up:\n\nFix it\n\nnow' },
  { args: ['Sum up:', '-'], prompt: 'Sum up:\n\nFix it\n\nnow' },
])('piped text with arguments $args makes the prompt', async ({ args, prompt }) => {
  expect(await pipe(runArgs(...args), '\uFEFFFix it\n\nnow\n')).toMatchObject(ok)
  expect(prompts()).toEqual([prompt])
})

test('text from a file is the prompt', async () => {
  const file = join(folder, 'prompt.txt')
  writeFileSync(file, 'From a file\n')
  const input = openSync(file, 'r')
  try {
    expect(await start(runArgs(), input).ended).toMatchObject(ok)
  } finally {
    closeSync(input)
  }
  expect(prompts()).toEqual(['From a file'])
})

test('piped text is the next prompt of a named session, without any its last run resumes', async () => {
  expect(await pipe(runArgs('Begin'), '')).toMatchObject(ok)
  expect(await pipe(runArgs('--session', 'last'), 'Then this\n')).toMatchObject(ok)
  expect(prompts()).toEqual(['Begin', 'Then this'])
  const resumed = await pipe(runArgs('--session', 'last', '--json'), '')
  expect([resumed.out, resumed.err].join()).not.toContain('Say what')
})

test('a fork reads its prompt from standard input', async () => {
  expect(await pipe(runArgs('Begin'), '')).toMatchObject(ok)
  const fork = [cliProgram, 'fork', 'last', '--prompt', '-']
  expect(await pipe(fork, 'Another way\n')).toMatchObject(ok)
  expect(prompts()).toEqual(['Begin', 'Another way'])
})

test.each([
  { args: [], input: '' },
  { args: [], input: ' \n\n' },
])('without a prompt, input $input is an error', async ({ args, input }) => {
  expect(await pipe(runArgs(...args), input)).toEqual({ code: 2, out: '', err: NO_PROMPT })
})

test('input that - asked for must not be empty', async () => {
  const err = expect.stringMatching(/^Standard input is empty, so there is no prompt\. .*\n$/)
  expect(await pipe(runArgs('-'), '\n')).toEqual({ code: 2, out: '', err })
  expect(await start(runArgs('Do it', '-'), 'ignore').ended).toEqual({ code: 2, out: '', err })
})

test.each([
  { what: 'invalid UTF-8', input: Buffer.from([0x68, 0xff, 0xfe]) },
  { what: 'binary', input: Buffer.from([0x50, 0x4b, 0x00, 0x01]) },
  { what: 'UTF-16', input: Buffer.from('\uFEFFFix it', 'utf16le') },
])('$what input is an error', async ({ input }) => {
  const err = expect.stringMatching(/^Standard input isn't UTF-8 text, so the run wasn't started\./)
  expect(await pipe(runArgs('Do it'), input)).toEqual({ code: 2, out: '', err })
  expect(await pipe(runArgs(), input)).toEqual({ code: 2, out: '', err })
})

test('input that is too long for a request is an error', async () => {
  const err = expect.stringMatching(/^Standard input is longer than 10 MB, so .*\n$/)
  const expected = { code: 2, out: '', err }
  expect(await pipe(runArgs(), 'x'.repeat(11_000_000))).toEqual(expected)
  expect(await pipe(runArgs(), '\u001b'.repeat(3_000_000))).toEqual(expected)
})

test('a run with a prompt does not wait for an input that stays open or has no text', async () => {
  expect(await start(runArgs('Alone'), 'ignore').ended).toMatchObject(ok)
  expect(prompts()).toEqual(['Alone'])
  const silent = await start(runArgs('Still alone')).ended
  expect(silent).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Standard input sent nothing within 2 s, so .*\n$/),
  })
  expect(prompts()).toEqual(['Still alone'])
  expect(await start(runArgs()).ended).toEqual({ code: 2, out: '', err: NO_PROMPT })
})

test.skipIf(process.platform === 'win32')('a run works with a closed standard input', async () => {
  const script = 'exec "$0" "$@" <&-'
  const args = ['-c', script, process.execPath, ...runArgs('Closed')]
  const child = spawn('sh', args, { env: environment(), stdio: ['pipe', 'pipe', 'pipe'] })
  expect(await watch(child).ended).toMatchObject(ok)
  expect(prompts()).toEqual(['Closed'])
})

test('a pipe that has sent something is read to its end, and - waits for the first byte', async () => {
  const slow = start(runArgs('Sum up:'))
  slow.child.stdin?.write('first ')
  const late = start(runArgs('--data-dir', join(folder, 'other'), 'Sum up:', '-'))
  const waits = 'Reading the prompt from standard input until it ends…\n'
  for (const { child, ended, err } of [slow, late]) {
    await expect.poll(err, { timeout: 30_000 }).toBe(waits)
    child.stdin?.end('then')
    expect(await ended).toMatchObject({ code: 0, err: waits })
  }
  const texts = server.requests.slice(-2).map(({ messages }) => messages.at(-1)?.text)
  expect(texts).toEqual(['Sum up:\n\nfirst then', 'Sum up:\n\nthen'])
})

test('a prompt of a megabyte reaches agents and the log whole, here and beside an owner', async () => {
  const line = (number: number) => `line ${number} of a long text with ünïcode\n`
  const text = Array.from({ length: 30_000 }, (_, index) => line(index)).join('')
  reply = readEvicted
  expect(await pipe(runArgs('Find line 29999:'), text)).toMatchObject(ok)
  expect(lastText()).toContain(line(29_999).trim())
  const { requests } = server
  const before = requests.length
  reply = () => ({ text: 'a b', hangAfterWords: 1 })
  start(runArgs('Own the folder'), 'ignore')
  await expect.poll(() => requests.length, { timeout: 30_000 }).toBe(before + 1)
  reply = readEvicted
  expect(await pipe(runArgs('Find it too:'), text)).toMatchObject(ok)
  expect(lastText()).toContain(line(29_999).trim())
})

test.skipIf(process.platform === 'win32')(
  'a run with a piped prompt asks at the terminal, and is told where there is none',
  async () => {
    reply = (role) =>
      role === 'tool'
        ? { text: 'Done with it.' }
        : { calls: [{ name: 'run_command', args: { command: 'rm -f a; echo ran > b.txt' } }] }
    const quoted = [process.execPath, ...runArgs()].map((word) => `'${word}'`).join(' ')
    const child = spawnInTerminal('sh', ['-c', `echo 'Run it' | ${quoted}`], {
      env: environment(),
      cols: 200,
    })
    let out = ''
    child.onData((text) => (out += text))
    const ended = new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
    await expect.poll(() => out, { timeout: 60_000 }).toContain('Approve?')
    child.write('y\n')
    expect([await ended, out]).toEqual([0, expect.stringContaining('Done with it.')])
    const without = await pipe(runArgs('--json'), 'Run it')
    expect(without).toMatchObject({
      code: 0,
      out: expect.stringContaining('no terminal to ask at'),
    })
  },
)
