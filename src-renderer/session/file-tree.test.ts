import { expect, test } from 'vitest'
import { Hash } from '#shared/lib/ids.ts'
import { layOver, readTree } from './file-tree.ts'

const hash = Hash.parse(`sha256:${'1'.repeat(64)}`)

test('a tree of 20,000 files is read while others get their turn', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `d${index % 200}/f${index}.ts`)
  const entry = { hash, size: 1, mode: 33188 }
  const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, entry])))
  let turns = 0
  let isReading = true
  const takeTurn = () => {
    turns += 1
    if (isReading) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  const files = await readTree(json)
  isReading = false
  expect(turns).toBeGreaterThan(2)
  const paths = names.map((name) => `/workspace/${name}`).sort()
  expect(files.map(({ path }) => path)).toEqual(paths)
})

test('a tree that is not one is refused', async () => {
  await expect(readTree('{"a":{"hash":"none","size":1}}')).rejects.toThrow()
})

test('later changes are laid over it, in order', async () => {
  const tree = { a: { hash, size: 1, mode: 33188 }, c: { hash, size: 1, mode: 33188 } }
  const files = await readTree(JSON.stringify(tree))
  const changes = { '/workspace/c': null, '/workspace/b': { hash: null, size: 2 } }
  expect(layOver(files, {})).toBe(files)
  expect(layOver(files, changes)).toEqual([
    { path: '/workspace/a', hash, size: 1 },
    { path: '/workspace/b', hash: null, size: 2 },
  ])
})
