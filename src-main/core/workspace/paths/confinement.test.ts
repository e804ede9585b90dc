import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bench, createBench, writeFiles } from '../../../../test/support/test-workspace.ts'

const SECRET = 'outside the project'

/** A project with a secret beside it, and links that lead to it. */
function createTrap(): Promise<Bench> {
  return createBench((root) => {
    const outside = join(root, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'secret.txt'), SECRET)
    writeFiles(join(root, '..'), { 'project-evil/secret.txt': SECRET })
    symlinkSync('../project-evil', join(root, 'sibling'))
    writeFiles(root, { 'inside.txt': 'inside', 'folder/a..b.txt': 'dots' })
    symlinkSync('../outside', join(root, 'out'))
    symlinkSync('../outside/secret.txt', join(root, 'secret.txt'))
    symlinkSync('../outside/new.txt', join(root, 'dangling.txt'))
    symlinkSync(join(outside, 'secret.txt'), join(root, 'absolute.txt'))
    symlinkSync('folder', join(root, 'link'))
    symlinkSync('loop', join(root, 'loop'))
  })
}

// CVE-2025-53109 and CVE-2025-53110: links led out of the folder, and so did one that begins with its name.
const REFUSED: readonly unknown[] = [
  '/workspace/../outside/secret.txt',
  '/workspace/folder/../../outside/secret.txt',
  '/workspace/..',
  '/../etc/hostname',
  '/docs/../workspace/inside.txt',
  '/workspace/out/secret.txt',
  '/workspace/out/new/deep.txt',
  '/workspace/secret.txt',
  '/workspace/absolute.txt',
  '/workspace/sibling/secret.txt',
  '/workspace/../project-evil/secret.txt',
  '/workspace/dangling.txt',
  '/workspace/dangling.txt/below.txt',
  '/workspace/loop',
  '/workspace/loop/a.txt',
  '/workspace/inside.txt\0.png',
  '/workspace/.git/hooks/pre-commit',
  'workspace/inside.txt',
  '../outside/secret.txt',
  '',
  42,
  null,
  undefined,
  ['/workspace/inside.txt'],
  { toString: () => '/workspace/inside.txt' },
]

test.for(REFUSED)('%j is refused for writing, moving and removing', async (path) => {
  await using bench = await createTrap()
  const { workspace, call, root } = bench
  // What a model sends is not always what its tool's schema says.
  const asked = path as string
  await expect(workspace.write(asked, 'x', call)).rejects.toMatchObject({ code: 'denied' })
  await expect(workspace.edit(asked, () => 'x', call)).rejects.toMatchObject({ code: 'denied' })
  await expect(workspace.save(asked, 'x', null)).rejects.toMatchObject({ code: 'denied' })
  // A link that is there already is in the way, wherever it leads.
  await expect(workspace.move('/workspace/inside.txt', asked, call)).rejects.toMatchObject({
    code: expect.stringMatching(/^(denied|conflict)$/u),
  })
  await expect(workspace.remove(`${asked}/..`, call)).rejects.toMatchObject({ code: 'denied' })
  expect([
    readFileSync(join(root, '../outside/secret.txt'), 'utf8'),
    readFileSync(join(root, '../project-evil/secret.txt'), 'utf8'),
    existsSync(join(root, '../outside/new.txt')),
    existsSync(join(root, '../outside/new')),
    readFileSync(join(root, 'inside.txt'), 'utf8'),
  ]).toEqual([SECRET, SECRET, false, false, 'inside'])
})

test.for(REFUSED.filter((path) => path !== '/workspace/.git/hooks/pre-commit' && path != null))(
  '%j is refused for reading',
  async (path) => {
    await using bench = await createTrap()
    const asked = path as string
    const { workspace } = bench
    await expect(workspace.readText(asked)).rejects.toMatchObject({ code: 'denied' })
    await expect(workspace.readBytes(asked)).rejects.toMatchObject({ code: 'denied' })
    await expect(workspace.list(asked)).rejects.toMatchObject({ code: 'denied' })
    await expect(workspace.stat(asked)).rejects.toMatchObject({ code: 'denied' })
    await expect(workspace.glob({ pattern: '*', path: asked })).rejects.toMatchObject({
      code: 'denied',
    })
    await expect(workspace.grep({ pattern: 'out', path: asked })).rejects.toMatchObject({
      code: 'denied',
    })
    expect(() => workspace.resolve(asked)).toThrow(expect.objectContaining({ code: 'denied' }))
  },
)

test.for(['../**', '../outside/*', '{..,a}/outside/*', '/workspace/../../etc/*', '**/../../*'])(
  'the pattern %j is refused',
  async (pattern) => {
    await using bench = await createTrap()
    const { workspace } = bench
    await expect(workspace.glob({ pattern, path: '/workspace' })).rejects.toMatchObject({
      code: 'denied',
    })
    const grep = workspace.grep({ pattern: 'outside', path: '/workspace', glob: pattern })
    await expect(grep).rejects.toMatchObject({ code: 'denied' })
  },
)

test('links that stay inside are followed, and what is written goes where they lead', async () => {
  await using bench = await createTrap()
  const { workspace, call, root } = bench
  const written = await workspace.write('/workspace/link/a..b.txt', 'new', call)
  expect(written).toMatchObject({ path: '/workspace/folder/a..b.txt', added: 1, removed: 1 })
  expect(workspace.resolve('/workspace/link/new/x.txt')).toBe(join(root, 'folder/new/x.txt'))
})

test('a search neither follows links out nor names what is there', async () => {
  await using bench = await createTrap()
  const { workspace } = bench
  const found = await workspace.glob({ pattern: '**', path: '/workspace' })
  expect(found.items).toEqual(['/workspace/folder/a..b.txt', '/workspace/inside.txt'])
  expect(await workspace.grep({ pattern: 'outside' })).toEqual({ items: [], isComplete: true })
})

test('a folder that becomes a link between two writes does not lead the second out', async () => {
  await using bench = await createTrap()
  const { workspace, call, root } = bench
  await workspace.write('/workspace/turning/a.txt', 'first', call)
  rmSync(join(root, 'turning'), { recursive: true })
  symlinkSync('../outside', join(root, 'turning'))
  await expect(workspace.write('/workspace/turning/a.txt', 'second', call)).rejects.toMatchObject({
    code: 'denied',
  })
  expect(existsSync(join(root, '../outside/a.txt'))).toBe(false)
})

test('a tree with links out records the links and nothing behind them', async () => {
  await using bench = await createTrap()
  await bench.workspace.snapshot()
  const recorded = await bench.recorded()
  expect(recorded).toMatchObject({ out: '../outside', 'secret.txt': '../outside/secret.txt' })
  expect(Object.values(recorded)).not.toContain(SECRET)
})

test('no path, however it is put together, reads the secret or writes beside the project', async () => {
  await using bench = await createTrap()
  const { workspace, call, root } = bench
  const parts = fc.constantFrom(
    '..',
    '.',
    '',
    'out',
    'link',
    'sibling',
    'project-evil',
    'folder',
    'secret.txt',
    'dangling.txt',
    'workspace',
    'outside',
    'loop',
    '\0',
    '...',
    ' ',
    'inside.txt',
    '%2e%2e',
    '..\\',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 6 }), async (names) => {
      const path = `/workspace/${names.join('/')}`
      const text = await workspace.readText(path).catch(() => '')
      await workspace.write(path, 'written', call).catch(() => undefined)
      expect(text).not.toBe(SECRET)
      expect(readFileSync(join(root, '../outside/secret.txt'), 'utf8')).toBe(SECRET)
      expect(existsSync(join(root, '../outside/new.txt'))).toBe(false)
    }),
    { numRuns: 100 },
  )
})
