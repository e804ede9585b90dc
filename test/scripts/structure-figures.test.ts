import { expect, test } from 'vitest'
import { findDependencies } from '../../scripts/check/dependencies.ts'
import { createParser } from '../../scripts/check/parse-sources.ts'
import { measureStructure } from '../../scripts/figures/measure-structure.ts'
import { readFacts } from '../../scripts/figures/read-facts.ts'
import { checkStructure } from '../../scripts/structure-figures.ts'

type Files = Readonly<Record<string, string>>

function measure(files: Files) {
  const sources = new Map(Object.entries(files))
  const facts = readFacts(sources, createParser())
  return measureStructure(facts, sources, findDependencies(sources))
}

function findValue(name: string, files: Files): number | undefined {
  return measure(files).find((figure) => figure.name.includes(name))?.value
}

const lines = (count: number) => 'a()\n'.repeat(count)

test('counts production files, and not tests', () => {
  const files = { 'src-a/a.ts': '', 'src-a/a.test.ts': '', 'test/b.ts': '', 'src-a/c/d.tsx': '' }
  expect(findValue('production files', files)).toBe(2)
})

test('counts the files directly in the largest folder', () => {
  const files = { 'src-a/a.ts': '', 'src-a/b.ts': '', 'src-a/b.test.ts': '', 'src-a/c/d.ts': '' }
  expect(findValue('largest folder', files)).toBe(2)
})

test('counts the lines of a file with and without a final line break', () => {
  expect(findValue('longest file', { 'src-a/a.ts': lines(7) })).toBe(7)
  expect(findValue('longest file', { 'src-a/a.ts': 'a()\nb()' })).toBe(2)
})

test.each([
  ['a function', 'function f() {\n  a()\n}', 3],
  ['a constant', 'const f = async () => {\n  a()\n  b()\n}', 4],
  ['a method', 'class A {\n  f() {\n    a()\n  }\n}', 3],
  ['a method of an object', 'const o = {\n  f() {\n    a()\n  },\n}', 3],
  ['callbacks within their function', 'function f() {\n  a(() => 1)\n  b(() => 2)\n}', 4],
])('measures the length of %s', (_, text, expected) => {
  expect(findValue('median function', { 'src-a/a.ts': text })).toBe(expected)
})

test('takes the median of all functions', () => {
  const text = 'const a = () => 1\nconst b = () => 2\nfunction c() {\n  a()\n}\n'
  expect(findValue('median function', { 'src-a/a.ts': text })).toBe(1)
})

test('counts small files with one importer beside them and no test', () => {
  const user = (...names: readonly string[]) => names.map((name) => `import './${name}'\n`).join('')
  const files = {
    'src-a/part.ts': '',
    'src-a/tested.ts': '',
    'src-a/tested.test.ts': "import './tested.ts'",
    'src-a/shared.ts': '',
    'src-a/large.ts': lines(61),
    'src-a/below/far.ts': '',
    'src-a/main.ts': user('part.ts', 'tested.ts', 'shared.ts', 'large.ts', 'below/far.ts'),
    'src-a/other.ts': user('shared.ts'),
  }
  const figure = measure(files).find(({ name }) => name.includes('one importer'))
  expect(figure).toMatchObject({
    value: 14.3,
    places: ['src-a/part.ts: only src-a/main.ts imports it'],
  })
})

test('counts any, and not the word', () => {
  const text = "// any\nconst a: any = 'any'\nconst b: readonly any[] = []\n"
  expect(findValue('any', { 'src-a/a.ts': text })).toBe(2)
})

test('finds import cycles, and leaves out types', () => {
  const typed = {
    'src-a/a.ts': "import type { B } from './b.ts'\nimport { type C } from './c.ts'",
    'src-a/b.ts': "export { a } from './a.ts'",
    'src-a/c.ts': "import './a.ts'",
  }
  expect(findValue('cycles', typed)).toBe(0)
  const files = { ...typed, 'src-a/a.ts': "import { b } from './b.ts'\n" }
  expect(measure(files).find(({ name }) => name.includes('cycles'))).toMatchObject({
    value: 1,
    places: ['src-a/a.ts, src-a/b.ts'],
  })
})

test('fails a check above a limit that is enforced, and names the places', () => {
  const check = (text: string) =>
    checkStructure(new Map([['src-a/a.ts', text]]), createParser()).problems
  expect(check(lines(400))).toEqual([])
  expect(check(lines(401))).toEqual([expect.stringContaining('401'), 'src-a/a.ts: 401'])
})
