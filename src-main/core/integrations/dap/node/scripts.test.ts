import { encode } from '@jridgewell/sourcemap-codec'
import { expect, test } from 'vitest'
import { SourceMap } from './scripts.ts'

const MAP = new SourceMap(
  {
    version: 3,
    sourceRoot: '../src',
    sources: ['a.ts', 'b.ts', 'webpack:///c.ts'],
    mappings: encode([[[2, 0, 0, 4], [9], [12, 1, 7, 0]], [], [[0, 0, 5, 0]], [[3, 2, 1, 1]]]),
  },
  '/p/out/a.js',
)

test.each([
  ['the start of a line', { line: 0, column: 0 }, { path: '/p/src/a.ts', line: 0, column: 4 }],
  ['within a mapping', { line: 0, column: 5 }, { path: '/p/src/a.ts', line: 0, column: 4 }],
  ['code of the compiler', { line: 0, column: 10 }, { path: '/p/src/a.ts', line: 0, column: 4 }],
  ['another source', { line: 0, column: 80 }, { path: '/p/src/b.ts', line: 7, column: 0 }],
  [
    'a source that is no file',
    { line: 3, column: 3 },
    { path: 'webpack:///c.ts', line: 1, column: 1 },
  ],
  ['a line without mappings', { line: 1, column: 0 }, undefined],
  ['a line past the end', { line: 9, column: 0 }, undefined],
])('finds the original position of %s', (_what, at, original) => {
  expect(MAP.toOriginal(at)).toEqual(original)
})

test.each([
  ['/p/src/a.ts', 0, { line: 0, column: 2 }],
  ['/p/src/a.ts', 1, { line: 2, column: 0 }],
  ['/p/src/b.ts', 0, { line: 0, column: 12 }],
  ['/p/src/b.ts', 8, undefined],
  ['/p/src/none.ts', 0, undefined],
])('finds the compiled position of %s, line %i', (path, line, compiled) => {
  expect(MAP.toCompiled(path, line)).toEqual(compiled)
})
