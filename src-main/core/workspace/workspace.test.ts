import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Tree } from '#shared/events/file.ts'
import {
  type Bench,
  commitAll,
  createBench,
  fold,
  git,
  readRecorded,
  writeFiles,
} from '../../../test/support/test-workspace.ts'

function changes(bench: Bench) {
  return bench.events().flatMap((event) => (event.kind === 'file.changed' ? [event] : []))
}

test('a write is on disk and in the log, by its call, with its lines counted', async () => {
  await using bench = await createBench((root) => writeFiles(root, { 'a.txt': 'one\ntwo\n' }))
  const { workspace, call, root } = bench
  const written = await workspace.write('/workspace/a.txt', 'one\n2\nthree\n', call)
  expect(written).toMatchObject({ path: '/workspace/a.txt', added: 2, removed: 1 })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n2\nthree\n')
  expect(changes(bench)).toEqual([
    expect.objectContaining({
      spanId: call.spanId,
      runId: call.runId,
      agentId: call.agentId,
      data: { ...written, by: { type: 'call', spanIds: [call.spanId] } },
    }),
  ])
  expect(bench.events().map(({ kind }) => kind)).toEqual([
    'session.created',
    'snapshot.taken',
    'file.changed',
  ])
})

test('an edit keeps mode, byte order mark and line ends, and leaves no other file', async () => {
  await using bench = await createBench((root) => {
    writeFiles(root, { 'run.sh': '\uFEFFone\r\ntwo\r\n' })
    chmodSync(join(root, 'run.sh'), 0o755)
  })
  const { workspace, call, root } = bench
  expect(await workspace.readText('/workspace/run.sh')).toBe('one\ntwo\n')
  await workspace.edit('/workspace/run.sh', (text) => text.replace('one\ntwo', '1\n2\n3'), call)
  expect(readFileSync(join(root, 'run.sh'), 'utf8')).toBe('\uFEFF1\r\n2\r\n3\r\n')
  expect([statSync(join(root, 'run.sh')).mode & 0o777, readdirSync(root)]).toEqual([
    0o755,
    ['run.sh'],
  ])
})

test('an edit that fails changes nothing', async () => {
  await using bench = await createBench((root) => writeFiles(root, { 'a.txt': 'a' }))
  const edit = bench.workspace.edit(
    '/workspace/a.txt',
    () => {
      throw new Error('not found in it')
    },
    bench.call,
  )
  await expect(edit).rejects.toThrow('not found in it')
  expect(changes(bench)).toEqual([])
})

test('edits of one file at the same time all take place', async () => {
  await using bench = await createBench((root) => writeFiles(root, { 'a.txt': '' }))
  const { workspace, call } = bench
  const numbers = Array.from({ length: 20 }, (_, index) => `${index}\n`)
  await Promise.all(
    numbers.map((number) => workspace.edit('/workspace/a.txt', (text) => text + number, call)),
  )
  expect(await workspace.readText('/workspace/a.txt')).toBe(numbers.join(''))
})

test('what is as git has it again is called so again', async () => {
  await using bench = await createBench((root) => {
    writeFiles(root, { 'a.txt': 'a', 'b.txt': 'b' })
    commitAll(root)
  })
  const { call } = bench
  await bench.workspace.snapshot()
  await bench.workspace.write('/workspace/a.txt', 'other', call)
  await bench.reopen()
  const { workspace } = bench
  await workspace.write('/workspace/a.txt', 'another', call)
  await workspace.write('/workspace/a.txt', 'a', call)
  await workspace.remove('/workspace/b.txt', call)
  await workspace.write('/workspace/b.txt', 'b', call)
  const made = changes(bench).map(({ data }) => data)
  const [begun, ended] = [made[0]?.before, made[2]?.after]
  expect(begun?.hash).toMatch(/^git:/u)
  expect(ended).toEqual(begun)
  expect(made[4]?.after).toEqual(made[3]?.before)
})

test('a person saves what they began with, and is told where it is no longer that', async () => {
  await using bench = await createBench((root) => {
    writeFiles(root, { 'a.txt': 'a' })
    commitAll(root)
  })
  const { workspace } = bench
  await workspace.snapshot()
  const base = Object.values(await treeOf(bench))[0]?.hash ?? null
  expect(base).toMatch(/^git:/u)
  const hash = await workspace.save('/workspace/a.txt', 'b', base)
  // A client whose answer was lost saves the same text again.
  expect(await workspace.save('/workspace/a.txt', 'b', base)).toBe(hash)
  await expect(workspace.save('/workspace/a.txt', 'c', base)).rejects.toMatchObject({
    code: 'conflict',
    message: 'a.txt changed on disk. Load it from disk before you save it.',
  })
  await expect(workspace.save('/workspace/a.txt', 'c', null)).rejects.toMatchObject({
    code: 'conflict',
  })
  await workspace.save('/workspace/a.txt', 'd', hash)
  expect(changes(bench).map(({ data }) => data.by)).toEqual([
    { type: 'person', spanIds: [] },
    { type: 'person', spanIds: [] },
  ])
})

test('what is committed as it was recorded has not changed, for a host that begins anew either', async () => {
  await using bench = await createBench((root) => {
    writeFiles(root, { 'a.txt': 'a', 'b.txt': 'b' })
    commitAll(root)
  })
  await bench.workspace.snapshot()
  await bench.workspace.write('/workspace/a.txt', 'c', bench.call)
  commitAll(bench.root)
  await bench.reopen()
  await bench.workspace.snapshot()
  expect(changes(bench)).toHaveLength(1)
  expect(await bench.recorded()).toEqual({ 'a.txt': 'c', 'b.txt': 'b' })
})

async function treeOf(bench: Bench): Promise<Tree> {
  const ref = bench.state().tree?.ref
  const json = ref && (await bench.workspace.content(ref))
  return Tree.parse(JSON.parse(Buffer.from(json ?? []).toString('utf8')))
}

test('documents are logged like files, those of the project and those of the session', async () => {
  await using bench = await createBench()
  const { workspace, call } = bench
  await workspace.write('/docs/plan.md', 'one\n', call)
  await workspace.edit('/docs/plan.md', (text) => `${text}two\n`, call)
  await workspace.write('/notes/a.txt', 'scratch', call)
  await workspace.move('/notes/a.txt', '/workspace/a.txt', call)
  expect(changes(bench).map(({ data }) => [data.path, data.added, data.removed])).toEqual([
    ['/docs/plan.md', 1, 0],
    ['/docs/plan.md', 1, 0],
    ['/notes/a.txt', 1, 0],
    ['/workspace/a.txt', 1, 0],
    ['/notes/a.txt', 0, 1],
  ])
  expect((await workspace.list('/')).map(({ path }) => path)).toEqual([
    '/workspace',
    '/docs',
    '/memories',
  ])
  expect((await workspace.grep({ pattern: 'two' })).items).toEqual([
    { path: '/docs/plan.md', line: 2, text: 'two' },
  ])
})

test('a tree refers to what git has, keeps what it has not, and leaves out what is ignored', async () => {
  const large = 'x'.repeat(1024 * 1024 + 1)
  await using bench = await createBench((root) => {
    writeFiles(root, { '.gitignore': 'out/\n', 'same.txt': 'same', 'changed.txt': 'old' })
    commitAll(root)
    writeFiles(root, {
      'changed.txt': 'new',
      'new.txt': 'untracked',
      'out/x.txt': 'x',
      'large.txt': large,
    })
  })
  await bench.workspace.snapshot()
  const tree = await treeOf(bench)
  const hashes = Object.fromEntries(
    Object.entries(tree).map(([path, { hash }]) => [path, hash?.split(':')[0] ?? null]),
  )
  expect(hashes).toEqual({
    '.gitignore': 'git',
    'changed.txt': 'sha256',
    'large.txt': null,
    'new.txt': 'sha256',
    'same.txt': 'git',
  })
  expect(await bench.recorded()).toMatchObject({
    'same.txt': 'same',
    'changed.txt': 'new',
    'large.txt': null,
  })
})

test.for(['CRLF made by git', 'no commit yet', 'no git', 'below the top', 'nested repositories'])(
  'the log has every file as it is on disk: %s',
  async (kind) => {
    const contents = { 'a.txt': 'a\nb\n', 'deep/b.txt': 'b\n' }
    const prepare = (root: string) => {
      writeFiles(root, contents)
      if (kind === 'no git') return
      if (kind === 'below the top') return commitAll(join(root, '..'))
      git(root, 'init', '-q')
      if (kind === 'no commit yet') return
      commitAll(root)
      if (kind === 'CRLF made by git') {
        git(root, 'config', 'core.autocrlf', 'true')
        rmSync(join(root, 'a.txt'))
        git(root, 'checkout', '-q', '--', 'a.txt')
      } else {
        writeFiles(root, { 'nested/c.txt': 'c' })
        commitAll(join(root, 'nested'))
      }
    }
    await using bench = await createBench(prepare, kind === 'below the top' ? 'app' : '')
    await bench.workspace.snapshot()
    expect(await bench.recorded()).toEqual({
      ...contents,
      ...(kind === 'CRLF made by git' && { 'a.txt': 'a\r\nb\r\n' }),
    })
  },
)

test('what a command changes is its own, what runs beside it shares it, the rest is nobody’s', async () => {
  await using bench = await createBench((root) => writeFiles(root, { 'a.txt': 'a' }))
  const { workspace, call, root } = bench
  const other = { ...call, spanId: (await createBench()).call.spanId }
  await workspace.snapshot()
  const first = await workspace.command(call)
  execFileSync('sh', ['-c', 'echo 1 > one; mkdir d; echo 2 > d/two; rm a.txt'], { cwd: root })
  const second = await workspace.command(other)
  writeFiles(root, { both: 'x' })
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
  writeFiles(root, { later: 'x' })
  await vi.waitFor(() => expect(changes(bench)).toHaveLength(5), 5_000)
  const by = Object.fromEntries(changes(bench).map(({ data }) => [data.path, data.by.spanIds]))
  expect(by).toEqual({
    '/workspace/a.txt': [call.spanId],
    '/workspace/d/two': [call.spanId],
    '/workspace/one': [call.spanId],
    '/workspace/both': [call.spanId, other.spanId],
    '/workspace/later': [],
  })
})

test('after a restart the log goes on from what it knew', async () => {
  await using bench = await createBench((root) =>
    writeFiles(root, { 'a.txt': 'a', '.gitignore': 'out\n' }),
  )
  await bench.workspace.write('/workspace/out/ignored.txt', 'kept', bench.call)
  writeFiles(bench.root, { 'a.txt': 'changed meanwhile' })
  await bench.reopen()
  await bench.workspace.snapshot()
  expect(await bench.recorded()).toEqual({
    '.gitignore': 'out\n',
    'a.txt': 'changed meanwhile',
    'out/ignored.txt': 'kept',
  })
})

const NAMES = ['a.txt', 'b.txt', 'd/a.txt', 'd/e/c.txt', 'ignored/x.txt'] as const
const name = fc.constantFrom(...NAMES)
const text = fc.string({ maxLength: 8 })
const step = fc.oneof(
  fc.record({ type: fc.constant('write' as const), name, text }),
  fc.record({ type: fc.constant('outside write' as const), name, text }),
  fc.record({
    type: fc.constant('outside rename' as const),
    from: fc.constantFrom('a.txt', 'd', 'd/e'),
    to: fc.constantFrom('b.txt', 'f', 'd2'),
  }),
  fc.record({
    type: fc.constant('outside delete' as const),
    name: fc.constantFrom('a.txt', 'd', 'd/e', 'f'),
  }),
  fc.record({ type: fc.constant('command' as const), name, text }),
  fc.record({ type: fc.constant('snapshot' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function outside(work: () => void): void {
  try {
    work()
  } catch {
    // Steps need not be possible.
  }
}

async function take(bench: Bench, one: Step): Promise<void> {
  const { workspace, call, root } = bench
  if (one.type === 'snapshot') await workspace.snapshot()
  else if (one.type === 'write') {
    await workspace.write(`/workspace/${one.name}`, one.text, call).catch(() => undefined)
  } else if (one.type === 'command') {
    await using _ = await workspace.command(call)
    outside(() => writeFiles(root, { [one.name]: one.text }))
  } else if (one.type === 'outside write') outside(() => writeFiles(root, { [one.name]: one.text }))
  else if (one.type === 'outside delete')
    rmSync(join(root, one.name), { recursive: true, force: true })
  else outside(() => renameSync(join(root, one.from), join(root, one.to)))
}

/** What is on disk and not ignored, or was written by a tool. */
function onDisk(root: string, kept: ReadonlySet<string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    const isSkipped = /^\.git(\/|$)/u.test(path) || (path.startsWith('ignored/') && !kept.has(path))
    if (entry.isFile() && !isSkipped) found[path] = readFileSync(join(root, path), 'utf8')
  }
  return found
}

test.for(['git', 'no git'])(
  'every file at every seq is known from the log (%s)',
  { timeout: 120_000 },
  async (kind) => {
    const run = async (steps: readonly Step[]) => {
      await using bench = await createBench((root) => {
        writeFiles(root, { '.gitignore': 'ignored/\n', 'a.txt': 'first', 'd/a.txt': 'second' })
        if (kind === 'git') commitAll(root)
      })
      await bench.workspace.snapshot()
      const moments: { seq: number; disk: Record<string, string> }[] = []
      for (const one of steps) {
        await take(bench, one)
        await vi.waitFor(
          async () => {
            await bench.workspace.settle()
            const kept = new Set(
              Object.keys(bench.state().touched).map((path) => path.slice('/workspace/'.length)),
            )
            expect(await bench.recorded()).toEqual(onDisk(bench.root, kept))
            moments.push({ seq: bench.events().length, disk: onDisk(bench.root, kept) })
          },
          { timeout: 5_000, interval: 20 },
        )
      }
      for (const { seq, disk } of moments) {
        const state = fold(bench.events().slice(0, seq))
        expect(await readRecorded(bench.workspace, state)).toEqual(disk)
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), run), {
      numRuns: 8,
    })
  },
)

test('a file that git calls its own is left to git, and a folder can be removed with all in it', async () => {
  await using bench = await createBench((root) =>
    writeFiles(root, { 'd/a.txt': 'a', 'd/e/b.txt': 'b' }),
  )
  const { workspace, call, root } = bench
  mkdirSync(join(root, 'empty'))
  const removed = await workspace.remove('/workspace/d', call)
  expect(removed.map(({ path, after }) => [path, after])).toEqual([
    ['/workspace/d/a.txt', null],
    ['/workspace/d/e/b.txt', null],
  ])
  expect(existsSync(join(root, 'd'))).toBe(false)
  await expect(workspace.remove('/workspace', call)).rejects.toMatchObject({ code: 'denied' })
})
