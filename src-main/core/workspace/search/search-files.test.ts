import { expect, onTestFinished, test, vi } from 'vitest'
import { createBench, writeFiles } from '../../../../test/support/test-workspace.ts'
import { Confinement } from '../paths/confinement.ts'
import { GlobMatcher } from './glob-pattern.ts'
import type { GrepQuery } from './queries.ts'

test('searching goes by ripgrep’s rules and stops at its cap', async () => {
  await using bench = await createBench((root) => {
    writeFiles(root, { '.gitignore': 'out/\n', 'out/a.ts': 'needle', '.hidden/a.ts': 'needle' })
    writeFiles(root, { 'src/a.ts': 'x\nneedle (1)\n', 'src/b.js': 'needle (2)\n', 'top.ts': 'n' })
  })
  const { workspace } = bench
  const glob = async (pattern: string, path?: string) =>
    (await workspace.glob({ pattern, ...(path && { path }) })).items
  expect(await glob('**/*.ts')).toEqual(['/workspace/src/a.ts', '/workspace/top.ts'])
  expect(await glob('*.ts', '/workspace')).toEqual(['/workspace/top.ts'])
  expect(await glob('/workspace/src/*.{js,ts}')).toEqual([
    '/workspace/src/a.ts',
    '/workspace/src/b.js',
  ])
  expect((await workspace.grep({ pattern: 'needle (', glob: '*.ts' })).items).toEqual([
    { path: '/workspace/src/a.ts', line: 2, text: 'needle (1)' },
  ])
  expect(
    (await workspace.grep({ pattern: 'needle \\(\\d', isRegex: true, path: '/workspace/src/b.js' }))
      .items,
  ).toEqual([{ path: '/workspace/src/b.js', line: 1, text: 'needle (2)' }])
  expect(await workspace.grep({ pattern: 'needle', maxMatches: 1 })).toMatchObject({
    isComplete: false,
  })
  await expect(workspace.grep({ pattern: '(', isRegex: true })).rejects.toMatchObject({
    code: 'invalid-input',
  })
  await expect(workspace.grep({ pattern: 'needle\0' })).rejects.toMatchObject({
    code: 'invalid-input',
  })
})

test('a pattern of files never brings back what is ignored or hidden', async () => {
  await using bench = await createBench((root) => {
    writeFiles(root, { '.gitignore': '*.log\n', 'a.log': 'needle', '.b.ts': 'needle' })
    writeFiles(root, { 'a.ts': 'needle', 'sub/.c/d.ts': 'needle', 'sub/e.js': 'needle' })
  })
  const { workspace } = bench
  for (const glob of ['*.log', '**/*.log', '*', '*.{log,ts}', '*.ts']) {
    const { items } = await workspace.grep({ pattern: 'needle', glob })
    const found = items.map(({ path }) => path).filter((path) => !path.endsWith('.js'))
    expect(found).toEqual(glob.endsWith('.log') ? [] : ['/workspace/a.ts'])
    const listed = (await workspace.glob({ pattern: glob, path: '/workspace' })).items
    expect(listed.filter((path) => /log$|\/\./u.test(path))).toEqual([])
  }
})

test('documents are searched as files are, each by itself', async () => {
  await using bench = await createBench((root) => writeFiles(root, { 'a.txt': 'one\n\nOne\n' }))
  const { workspace, call } = bench
  await workspace.write('/docs/a.md', 'x\none\ny', call)
  await workspace.write('/docs/b.md', 'one\n', call)
  await workspace.write('/docs/c.md', '', call)
  await workspace.write('/notes/d.txt', 'z\r\nOne\r\n', call)
  const lines = async (query: Partial<GrepQuery>) =>
    (await workspace.grep({ pattern: '^one$', isRegex: true, ...query })).items.map(
      ({ path, line, text, isContext }) => `${path} ${line}${isContext ? '-' : ':'}${text}`,
    )
  expect(await lines({ context: 2, path: '/docs' })).toEqual([
    '/docs/a.md 1-x',
    '/docs/a.md 2:one',
    '/docs/a.md 3-y',
    '/docs/b.md 1:one',
  ])
  expect(await lines({ pattern: '^one', isCaseSensitive: false, path: '/' })).toEqual([
    '/docs/a.md 2:one',
    '/docs/b.md 1:one',
    '/notes/d.txt 2:One',
    '/workspace/a.txt 1:one',
    '/workspace/a.txt 3:One',
  ])
  expect(await lines({ pattern: '^$', context: 3 })).toContain('/workspace/a.txt 2:')
  expect(await lines({ pattern: '^$', path: '/docs' })).toEqual([])
  const counted = await workspace.countMatches({ pattern: 'n', glob: '*.{md,txt}' })
  expect(counted.items.map(({ path, lines: count }) => `${path} ${count}`)).toEqual([
    '/docs/a.md 1',
    '/docs/b.md 1',
    '/notes/d.txt 1',
    '/workspace/a.txt 2',
  ])
})

test('checks a pattern’s classes only against paths that contain their text', async () => {
  await using bench = await createBench((root) => {
    const names = Array.from({ length: 50 }, (_, index) => `app/i/s/${index}.ts`)
    const literal = { 'app/[id]/s/a.ts': 'needle', 'other/[id].ts': 'needle' }
    writeFiles(root, { ...Object.fromEntries(names.map((name) => [name, 'needle'])), ...literal })
  })
  const select = vi.spyOn(GlobMatcher.prototype, 'select')
  onTestFinished(() => select.mockRestore())
  const found = await bench.workspace.glob({ pattern: 'app/[id]/[slug]/**' })
  expect(found.items).toEqual(['/workspace/app/[id]/s/a.ts'])
  const checked = select.mock.calls
    .filter(([{ include }]) => include.length > 0)
    .flatMap(([, paths]) => paths)
  expect(checked.filter((path) => path === '/workspace/app/i/s/0.ts')).toHaveLength(1)
})

test('reads the names in a folder once per search', async () => {
  await using bench = await createBench((root) => {
    // Enough text that ripgrep's list arrives in several pieces.
    const names = Array.from({ length: 1000 }, (_, index) => `many/${'x'.repeat(200)}-${index}`)
    writeFiles(root, Object.fromEntries(names.map((name) => [name, ''])))
  })
  const read = vi.spyOn(Confinement.prototype, 'fileNames')
  onTestFinished(() => read.mockRestore())
  expect((await bench.workspace.glob({ pattern: 'many/[x]*' })).items).toHaveLength(1000)
  expect(read.mock.calls).toEqual([['many']])
})
