import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFiles } from '../../../../test/support/test-workspace.ts'
import { applyEdits } from './apply-edits.ts'
import { builtinServers } from './choose-servers.ts'
import type { Diagnosis, ServerDefinition } from './define.ts'
import { diagnoseFiles } from './diagnose-files.ts'
import { renameFiles } from './rename-files.ts'
import { POOL_LIMITS, type PoolLimits, ServerPool } from './server-pool.ts'

const scripted = join(import.meta.dirname, '../../../../test/support/scripted-language-server.ts')
const env = { PATH: process.env['PATH'] ?? '' }

interface Fixture extends AsyncDisposable {
  readonly root: string
  readonly pool: ServerPool
  diagnose(paths: readonly string[], signal?: AbortSignal): Promise<Diagnosis>
}

interface FixtureOptions {
  readonly files: Readonly<Record<string, string>>
  readonly servers?: readonly ServerDefinition[]
  readonly limits?: Partial<PoolLimits>
}

async function createFixture({ files, servers, limits }: FixtureOptions): Promise<Fixture> {
  await using owned = new AsyncDisposableStack()
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-lsp-')))
  owned.defer(() => rmSync(root, { recursive: true, force: true }))
  writeFiles(root, files)
  const pool = owned.use(new ServerPool({ ...POOL_LIMITS, ...limits }))
  const signal = new AbortController().signal
  const all = owned.move()
  return {
    root,
    pool,
    diagnose: (paths, stop = signal) =>
      diagnoseFiles(pool, { root, paths, servers: servers ?? builtinServers(root, env) }, stop),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function serverThat(how: string): ServerDefinition {
  const command = [process.execPath, scripted, how]
  return { name: how, title: how, command, env, languages: { '.x': 'x' } }
}

const briefly = ({ diagnostics }: Diagnosis) =>
  diagnostics.map((one) => `${one.path}:${one.line}:${one.column} ${one.severity} ${one.code}`)

const typescript = {
  'tsconfig.json': '{"compilerOptions": {"strict": true, "module": "nodenext", "noEmit": true}}',
  'src/count.ts': 'export function count(): number {\n  return 1\n}\n',
  'src/use.ts': "import { count } from './count.js'\nexport const text: string = count()\n",
}

test('TypeScript tells what is wrong in a file, and of others once it has changed', async () => {
  await using fixture = await createFixture({ files: typescript })
  expect(briefly(await fixture.diagnose(['src/use.ts']))).toEqual(['src/use.ts:2:14 error 2322'])
  writeFiles(fixture.root, {
    'src/count.ts': "export function count(): string {\n  return ''\n}\n",
    'src/new.ts': 'export const one = 1\n',
    'src/other.ts': "import { one } from './new.js'\nexport const two: string = one\n",
  })
  const after = await fixture.diagnose(['src'])
  expect([briefly(after), after.checked]).toEqual([['src/other.ts:2:14 error 2322'], 4])
  rmSync(join(fixture.root, 'src/new.ts'))
  expect(briefly(await fixture.diagnose(['']))).toEqual(['src/other.ts:1:21 error 2307'])
})

test('Python tells what is wrong in a file, and of others once it has changed', async () => {
  const files = {
    'count.py': 'def count() -> int:\n    return 1\n',
    'use.py': 'from count import count\n\ntext: str = count()\n',
  }
  await using fixture = await createFixture({ files })
  const wrong = ['use.py:3:13 error reportAssignmentType']
  expect(briefly(await fixture.diagnose(['use.py']))).toEqual(wrong)
  writeFiles(fixture.root, {
    'count.py': 'def count() -> str:\n    return ""\n',
    'new.py': 'one = 1\n',
    'other.py': 'from new import one\n\ntwo: str = one\n',
  })
  const after = await fixture.diagnose([''])
  expect(briefly(after)).toEqual(['other.py:3:12 error reportAssignmentType'])
})

test('Python’s packages are found in the project’s virtual environment, whose programs are not run', async () => {
  const mark = join(tmpdir(), `orrery-ran-${process.pid}`)
  const files = {
    'a.py': 'from kites import fly\n\nheight: str = fly()\n',
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    '.venv/bin/python': `#!/bin/sh\ntouch ${mark}\n`,
    '.venv/lib/python3.11/site-packages/kites/__init__.py': 'def fly() -> int:\n    return 1\n',
    '.venv/lib/python3.11/site-packages/kites/py.typed': '',
  }
  await using fixture = await createFixture({ files })
  chmodSync(join(fixture.root, '.venv/bin/python'), 0o755)
  const found = await fixture.diagnose(['a.py'])
  expect(briefly(found)).toEqual(['a.py:3:15 error reportAssignmentType'])
  expect(existsSync(mark)).toBe(false)
})

test('what has no server is said, and what is ignored is looked at only where it is named', async () => {
  const files = { ...typescript, '.ignore': 'out\n', 'out/a.ts': 'let a: string = 1', 'b.rs': '' }
  await using fixture = await createFixture({ files })
  const all = await fixture.diagnose([''])
  expect([briefly(all), all.unknown]).toEqual([
    ['src/use.ts:2:14 error 2322'],
    { '.json': 1, '.rs': 1 },
  ])
  expect(briefly(await fixture.diagnose(['out/a.ts']))).toContain('out/a.ts:1:5 error 2322')
})

test('the edits of a move are those of every import of it', async () => {
  await using fixture = await createFixture({ files: typescript })
  const { root, pool } = fixture
  const work = {
    root,
    servers: builtinServers(root, env),
    from: 'src/count.ts',
    to: 'src/sums/count.ts',
  }
  const { files, problems } = await renameFiles(pool, work, new AbortController().signal)
  const [edited] = files
  expect([problems, files.map(({ path }) => path)]).toEqual([[], ['src/use.ts']])
  const moved = applyEdits(typescript['src/use.ts'], edited?.edits ?? [])
  expect(moved.split('\n')[0]).toBe("import { count } from './sums/count.js'")
})

test('a server that never answers costs a sentence, and is left alone for a while', async () => {
  const servers = [serverThat('mute')]
  const limits = { limitMs: 500, backOffMs: 60_000 }
  await using fixture = await createFixture({ files: { 'a.x': '', 'b.x': '' }, servers, limits })
  const said = 'The mute server did not answer within 0.5 seconds, and was ended.'
  expect((await fixture.diagnose([''])).problems).toEqual([`${said} 2 files were not looked at.`])
  const again = await fixture.diagnose(['a.x'])
  expect(again.problems).toEqual([`${said} It is started again in 60 s at the earliest.`])
})

test('a server that has nothing to say of one file tells of the others, and stays', async () => {
  const servers = [serverThat('shy')]
  const files = { 'a.x': '', 'quiet.x': '', 'z.x': '' }
  await using fixture = await createFixture({ files, servers, limits: { limitMs: 5000 } })
  const { problems, checked } = await fixture.diagnose([''])
  const quiet = 'The shy server told no diagnostics of quiet.x within 5 s.'
  expect([problems, checked]).toEqual([[quiet], 2])
  expect((await fixture.diagnose(['z.x'])).problems).toEqual([])
}, 60_000)

test('a server that publishes nothing and answers nothing is ended', async () => {
  const servers = [serverThat('deaf')]
  await using fixture = await createFixture({
    files: { 'a.x': '' },
    servers,
    limits: { limitMs: 500 },
  })
  expect((await fixture.diagnose([''])).problems).toEqual([
    'The deaf server did not answer within 0.5 seconds, and was ended.',
  ])
})

test('a server that dies is said to, and started again after a while', async () => {
  const limits = { backOffMs: 1 }
  const servers = [serverThat('dies')]
  await using fixture = await createFixture({ files: { 'a.x': '' }, servers, limits })
  const { diagnose } = fixture
  const dead = ['The dies server ended (exit code 3).']
  expect((await diagnose(['a.x'])).problems).toEqual(dead)
  await expect.poll(async () => (await diagnose(['a.x'])).problems).toEqual(dead)
})

test.each([
  ['huge', 'The huge server was ended. It sent a message that is too large.'],
  ['noise', 'The noise server was ended. It does not speak LSP.'],
])('a server that sends what is %s is ended', async (how, said) => {
  await using fixture = await createFixture({ files: { 'a.x': '' }, servers: [serverThat(how)] })
  expect((await fixture.diagnose(['a.x'])).problems).toEqual([said])
})

test('a flood of messages is let go by, and what was asked is answered', async () => {
  const servers = [serverThat('floods')]
  await using fixture = await createFixture({ files: { 'a.x': '' }, servers })
  const before = process.memoryUsage.rss()
  const { diagnostics } = await fixture.diagnose(['a.x'])
  expect(diagnostics.map(({ message }) => message)).toEqual(['floods without keys'])
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
})

test('of a server that names no version, what it says last counts', async () => {
  const servers = [serverThat('unversioned')]
  await using fixture = await createFixture({ files: { 'a.x': '' }, servers })
  expect((await fixture.diagnose(['a.x'])).diagnostics).toHaveLength(1)
})

test('a program that is not there is said not to be', async () => {
  const servers = [{ ...serverThat('plain'), command: ['/nowhere/at-all'] }]
  await using fixture = await createFixture({ files: { 'a.x': '' }, servers })
  expect((await fixture.diagnose(['a.x'])).problems).toEqual([
    "The plain server can't be started: there is no program “/nowhere/at-all”.",
  ])
})

test('what is cancelled is not waited for', async () => {
  const servers = [serverThat('mute')]
  await using fixture = await createFixture({ files: { 'a.x': '' }, servers })
  const stop = new AbortController()
  const asked = fixture.diagnose(['a.x'], stop.signal)
  setTimeout(() => stop.abort(), 100)
  await expect(asked).rejects.toThrow(/Cancelled|aborted/)
})
