import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toLayers } from '../../scripts/architecture/layers.ts'
import { ARCHITECTURE, updateArchitecture } from '../../scripts/architecture-tables.ts'

test('the tables of folders are those of the import rules: `npm run architecture` writes them', () => {
  const document = readFileSync(ARCHITECTURE, 'utf8')
  expect(updateArchitecture(document)).toBe(document)
})

test('a document without a place for the tables is refused', () => {
  expect(() => updateArchitecture('# Architecture')).toThrow('no place for the layers of the host')
})

test('each folder is in a layer above those that it imports', () => {
  const folders = new Map([
    ['app', new Set(['panels', 'ui'])],
    ['panels', new Set(['ui', 'session'])],
    ['session', new Set<string>()],
    ['ui', new Set<string>()],
  ])
  expect(toLayers(folders)).toEqual([['app'], ['panels'], ['session', 'ui']])
})

test('folders that import each other are in layers all the same', () => {
  const folders = new Map([
    ['one', new Set(['other'])],
    ['other', new Set(['one', 'lowest'])],
    ['lowest', new Set<string>()],
  ])
  expect(toLayers(folders).at(-1)).toEqual(['lowest'])
  expect(toLayers(folders).flat().toSorted()).toEqual(['lowest', 'one', 'other'])
})
