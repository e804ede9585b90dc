import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { bareEnvironment, cliProgram } from '../../test/support/cli-program.ts'
import { openHost } from '../open-host.ts'

const main = join(import.meta.dirname, 'main.ts')
let folder = ''
let sessionId = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  await using link = await openHost({ dataDir: folder, face: 'test', env: {} })
  using channel = await link.connect()
  const client = connectClient(channel, contract)
  const { projectId } = await client['projects.open']({ path: import.meta.dirname })
  sessionId = (await client['sessions.create']({ projectId, title: 'A title' })).sessionId
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

function orrery(...args: readonly string[]): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>()
  const env = { ...bareEnvironment(), ORRERY_DATA_DIR: folder }
  const child = execFile(process.execPath, [cliProgram, ...args], { env }, (_error, out, err) =>
    resolve({ code: child.exitCode ?? -1, out, err }),
  )
  child.stdin?.end()
  return promise
}

test('what is named wrongly is said in one sentence, with exit code 2', async () => {
  const wrong: (readonly [args: readonly string[], sentence: string])[] = [
    [['nonsense'], 'There is no command "nonsense". See: orrery help'],
    [['serv'], 'There is no command "serv". Did you mean serve? See: orrery help'],
    [['mcp', '--josn'], "Unknown option '--josn'. Did you mean --json? See: orrery help mcp"],
    [['run', '--nonsense', 'x'], "Unknown option '--nonsense'. See: orrery help run"],
    [['run'], 'Say what the agent shall do. See: orrery help run'],
    [['run', 'a', 'b'], '"b" is one argument too many. See: orrery help run'],
    [['run', '--model', 'nonsense', 'x'], '"nonsense" does not name a model.'],
    [['run', '--model', 'no:such', 'x'], 'There is no provider "no".'],
    [['run', '--project', '/no/such', 'x'], 'There is no folder /no/such. Check its name.'],
    [['run', '--project', main, 'x'], 'is a file. Open the folder it lies in.'],
    [['run', '--max-events', 'few', 'x'], '--max-events takes a whole number above 0'],
    [['run', '--max-events', '0', 'x'], '--max-events takes a whole number above 0, not "0".'],
    [['run', '--max-minutes', '-1', 'x'], '--max-minutes takes a number above 0, not "-1".'],
    [
      ['run', '--session', '--json'],
      '--session takes a value, and what follows is another option.',
    ],
    [['run', 'x', '--model'], '--model takes a value, and none follows. See: orrery help run'],
    [['run', '--json=1', 'x'], '--json takes no value. See: orrery help run'],
    [['run', '--approve', 'some', 'x'], '--approve takes none or all, not "some".'],
    [['run', '--session', 'ses_nope', 'x'], 'There is no session "ses_nope".'],
    [['run', 'x'], 'No model is chosen.'],
    [['run', '--model', 'openai:gpt-x', 'x'], 'OPENAI_API_KEY'],
    [['replay', 'ses_nope'], 'There is no session "ses_nope". See: orrery sessions'],
    [['replay', 'last', '--at', '99'], '--at takes at most'],
    [['serve', '--port', '70000'], '--port takes a number below 65536'],
    [['help', 'nonsense'], 'There is no command "nonsense". See: orrery help'],
  ]
  for (const [args, sentence] of wrong) {
    const ran = await orrery(...args)
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
    expect(ran.err.trim().split('\n')).toHaveLength(1)
  }
}, 60_000)

test('a run that could not begin leaves no session behind', async () => {
  const listed = await orrery('sessions', '--json')
  expect(JSON.parse(listed.out)).toMatchObject([{ id: sessionId, title: 'A title' }])
})

test('a session is replayed from the log alone, by its id, a part of it, or as the last', async () => {
  for (const name of [sessionId, sessionId.slice(4, 10), 'last']) {
    const { out } = await orrery('replay', name, '--at', '1', '--json')
    const { seq, status, transcript } = JSON.parse(out)
    expect([seq, status.title, transcript.queued]).toEqual([1, undefined, []])
  }
  const { out } = await orrery('replay', 'last', '--json')
  expect(JSON.parse(out).status.title).toBe('A title')
})

test('reading commands work beside an owner, and in an empty folder', async () => {
  await using _owner = await openHost({ dataDir: folder, face: 'test', env: {} })
  expect((await orrery('sessions')).out).toContain('A title')
  const empty = await orrery('sessions', '--json', '--data-dir', join(folder, 'none'))
  expect(empty).toMatchObject({ code: 0, out: '[]\n' })
})

test('a data folder that is a file is said in one sentence by every command', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const reading = [['sessions'], ['logs'], ['doctor'], ['store'], ['models'], ['agents']]
  for (const args of [...reading, ['memory'], ['run', 'x'], ['backup', join(folder, 'b')]]) {
    const ran = await orrery(...args, '--data-dir', file)
    const err = `${file} can't be the data folder: it is a file. Choose another with --data-dir.\n`
    expect(ran).toEqual({ code: 2, out: '', err })
  }
  const below = await orrery('sessions', '--data-dir', join(file, 'data'))
  expect(below).toMatchObject({ code: 2, err: expect.stringContaining(`${file} is a file.`) })
})

test('models are listed with what they cost, and a key is tried', async () => {
  const { code, out } = await orrery('models')
  expect(code).toBe(0)
  expect(out).toContain('Anthropic: no key: set ANTHROPIC_API_KEY, or use the settings')
  expect(out).toMatch(/anthropic:claude-haiku-4-5 +200k tokens {2}\$1 in, \$5 out a million/)
  expect(out).toMatch(/demo:scripted.*free/)
  const listed = JSON.parse((await orrery('models', '--json')).out)
  expect(listed).toHaveLength(11)
  const missing = await orrery('models', 'check', 'anthropic')
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('ANTHROPIC_API_KEY') })
  const off = await orrery('models', 'check', 'ollama', '--json')
  expect(off.code === 0 ? 'accepted' : 'unreachable').toBe(JSON.parse(off.out).status)
  expect(await orrery('models', 'check')).toMatchObject({ code: 2 })
  expect(await orrery('run', '--fallback', 'nonsense', 'x')).toMatchObject({ code: 2 })
})

test('help, version and doctor answer', async () => {
  expect((await orrery('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await orrery('help')).out).toContain('Let an agent work')
  expect((await orrery('run', '--help')).out).toContain('--max-tool-calls N')
  const { code, out } = await orrery('doctor', '--json')
  const findings: readonly unknown[] = JSON.parse(out)
  expect([code, findings[1]]).toEqual([0, expect.objectContaining({ what: 'Node' })])
  const said = expect.stringMatching(/^Withheld from agents' programs: .*\bORRERY_DATA_DIR\b/)
  expect(findings).toContainEqual({ what: 'environment', state: 'fine', said })
})
