import { expect, test } from 'vitest'
import { actOnKey, type FileRow, listFileRows, parentRow } from './file-rows.ts'

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

test('folders come first, and what agents documented and kept under headings', () => {
  const files = filesAt([...paths, '/memories/build.md'].toSorted())
  expect(written(listFileRows(files, shut))).toEqual([
    'folder src',
    'folder test',
    'file README.md',
    'heading Documents',
    'file overview.md',
    'heading Memories',
    'file build.md',
  ])
})

test('the folders of a changed file are open until a person closes them', () => {
  const files = filesAt(paths)
  const revealed = ['/workspace/src/auth/token.ts']
  expect(written(listFileRows(files, { ...shut, revealed })).slice(0, 4)).toEqual([
    'folder src',
    '  folder auth',
    '    file token.ts',
    '  file index.ts',
  ])
  const chosen = new Map([['/workspace/src', false]])
  expect(listFileRows(files, { ...shut, revealed, chosen })).toHaveLength(5)
})

test('a small project is shown opened, but for hidden folders', () => {
  const files = filesAt(['/workspace/.git/config', '/workspace/src/a.ts'])
  expect(written(listFileRows(files, { ...shut, fileCount: 2 }))).toEqual([
    'folder .git',
    'folder src',
    '  file a.ts',
  ])
})

test('arrows walk the tree: into a folder, out of it, past headings', () => {
  const rows = listFileRows(filesAt(paths), shut)
  expect(actOnKey('ArrowRight', rows, 0)).toEqual({
    type: 'fold',
    path: '/workspace/src',
    isOpen: true,
  })
  expect(actOnKey('ArrowDown', rows, 2)).toEqual({ type: 'move', index: 4 })
  expect(actOnKey('ArrowUp', rows, 4)).toEqual({ type: 'move', index: 2 })
  expect(actOnKey('End', rows, 0)).toEqual({ type: 'move', index: 4 })
  expect(actOnKey('Enter', rows, 0)).toEqual({ type: 'open' })
  const opened = listFileRows(filesAt(paths), { ...shut, fileCount: 5 })
  expect(parentRow(opened, 2)).toBe(1)
  expect(parentRow(opened, 0)).toBe(0)
})

test('folders whose names begin alike are told apart', () => {
  const names = ['a b/1', 'a-b/1', 'a.ts', 'a/1', 'a/c/1', 'aa/1']
  const files = filesAt(names.map((name) => `/workspace/${name}`))
  expect(written(listFileRows(files, { ...shut, fileCount: 6 }))).toEqual([
    'folder a',
    '  folder c',
    '    file 1',
    '  file 1',
    'folder a b',
    '  file 1',
    'folder a-b',
    '  file 1',
    'folder aa',
    '  file 1',
    'file a.ts',
  ])
})

test('20,000 files in closed folders are arranged within a frame', () => {
  const many = Array.from(
    { length: 20_000 },
    (_, index) => `/workspace/d${index % 200}/f${index}.ts`,
  )
  const files = filesAt(many.sort())
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    const rows = listFileRows(files, { ...shut, fileCount: many.length })
    expect(rows).toHaveLength(200)
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(16)
})
