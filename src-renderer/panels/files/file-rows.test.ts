import { expect, test } from 'vitest'
import { buildFolders, type FileRow, listFileRows, parentRow } from './file-rows.ts'
import { actOnKey } from './tree-keys.ts'

const filesAt = (paths: readonly string[]) => paths.map((path) => ({ path, hash: null, size: 1 }))
const shut = { chosen: new Map<string, boolean>(), revealed: [], fileCount: 1000 }

const paths = [
  '/docs/overview.md',
  '/workspace/README.md',
  '/workspace/src/auth/token.ts',
  '/workspace/src/index.ts',
  '/workspace/test/all.test.ts',
]
const written = (rows: readonly FileRow[]) =>
  rows.map(({ type, name, depth }) => `${'  '.repeat(depth)}${type} ${name}`)

test('folders come first, and what agents documented under a heading of its own', () => {
  expect(written(listFileRows(buildFolders(filesAt(paths)), shut))).toEqual([
    'folder src',
    'folder test',
    'file README.md',
    'heading Documents',
    'file overview.md',
  ])
})

test('the folders of a changed file are open until a person closes them', () => {
  const root = buildFolders(filesAt(paths))
  const revealed = ['/workspace/src/auth/token.ts']
  expect(written(listFileRows(root, { ...shut, revealed })).slice(0, 4)).toEqual([
    'folder src',
    '  folder auth',
    '    file token.ts',
    '  file index.ts',
  ])
  const chosen = new Map([['/workspace/src', false]])
  expect(listFileRows(root, { ...shut, revealed, chosen })).toHaveLength(5)
})

test('a small project is shown opened, but for hidden folders', () => {
  const root = buildFolders(filesAt(['/workspace/.git/config', '/workspace/src/a.ts']))
  expect(written(listFileRows(root, { ...shut, fileCount: 2 }))).toEqual([
    'folder .git',
    'folder src',
    '  file a.ts',
  ])
})

test('arrows walk the tree: into a folder, out of it, past headings', () => {
  const rows = listFileRows(buildFolders(filesAt(paths)), shut)
  expect(actOnKey('ArrowRight', rows, 0)).toEqual({
    type: 'fold',
    path: '/workspace/src',
    isOpen: true,
  })
  expect(actOnKey('ArrowDown', rows, 2)).toEqual({ type: 'move', index: 4 })
  expect(actOnKey('ArrowUp', rows, 4)).toEqual({ type: 'move', index: 2 })
  expect(actOnKey('End', rows, 0)).toEqual({ type: 'move', index: 4 })
  expect(actOnKey('Enter', rows, 0)).toEqual({ type: 'open' })
  const opened = listFileRows(buildFolders(filesAt(paths)), { ...shut, fileCount: 5 })
  expect(parentRow(opened, 2)).toBe(1)
  expect(parentRow(opened, 0)).toBe(0)
})

test('20,000 files are arranged in far less than a frame takes to be missed', () => {
  const many = Array.from(
    { length: 20_000 },
    (_, index) => `/workspace/d${index % 200}/f${index}.ts`,
  ).sort()
  const start = performance.now()
  const rows = listFileRows(buildFolders(filesAt(many)), { ...shut, fileCount: many.length })
  expect(rows).toHaveLength(200)
  expect(performance.now() - start).toBeLessThan(200)
})
