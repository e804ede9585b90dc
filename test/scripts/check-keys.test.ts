import { expect, test } from 'vitest'
import { digestClosures } from '../../scripts/check/content-keys.ts'
import { findDependencies } from '../../scripts/check/dependencies.ts'

const files = {
  'src-a/a.ts': "import { b } from './b.ts'\nimport type { C } from '#shared/c.ts'",
  'src-a/b.ts': "export const b = (): import('./later.ts').Later => a",
  'src-shared/c.ts': "import data from './data.json' with { type: 'json' }",
  'src-shared/data.json': '{}',
  'src-a/alone.ts': 'export const alone = 1',
  'src-a/worker.ts': "new URL('./alone.ts', import.meta.url)",
}

function keysOf(changes: Readonly<Record<string, string>> = {}) {
  const sources = new Map(Object.entries({ ...files, ...changes }))
  return digestClosures(sources, findDependencies(sources))
}

function changedBy(changes: Readonly<Record<string, string>>): readonly string[] {
  const before = keysOf()
  return [...keysOf(changes)]
    .filter(([file, key]) => before.get(file) !== key)
    .map(([file]) => file)
}

test.each([
  [
    'a file that others import',
    { 'src-shared/data.json': '[]' },
    ['src-a/a.ts', 'src-shared/c.ts', 'src-shared/data.json'],
  ],
  ['a file that nothing imports', { 'src-a/a.ts': '' }, ['src-a/a.ts']],
  ['a file named by a URL', { 'src-a/alone.ts': '' }, ['src-a/alone.ts', 'src-a/worker.ts']],
  [
    'a missing import that appears',
    { 'src-a/later.ts': '' },
    ['src-a/a.ts', 'src-a/b.ts', 'src-a/later.ts'],
  ],
])('changes the keys of importers with %s', (_, changes, expected) => {
  expect(changedBy(changes).toSorted()).toEqual(expected)
})

test('gives files with the same text and imports different keys', () => {
  const keys = keysOf({ 'src-a/same.ts': files['src-a/alone.ts'] })
  expect(keys.get('src-a/same.ts')).not.toBe(keys.get('src-a/alone.ts'))
})

test('changes the key of every file in a cycle and of its importers', () => {
  const cycle = {
    'src-a/one.ts': "import './two.ts'",
    'src-a/two.ts': "import './three.ts'",
    'src-a/three.ts': "import './one.ts'\nimport './alone.ts'",
    'src-a/user.ts': "import './two.ts'",
  }
  const before = keysOf(cycle)
  const after = keysOf({ ...cycle, 'src-a/alone.ts': 'export const alone = 2' })
  const names = [...Object.keys(cycle), 'src-a/alone.ts']
  expect(names.filter((name) => before.get(name) === after.get(name))).toEqual([])
  expect(after.get('src-a/b.ts')).toBe(before.get('src-a/b.ts'))
})
