import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const KINDS = 28

interface NamedTest {
  readonly file: string
  readonly name: string
}

interface Section {
  readonly title: string
  readonly isOpen: boolean
  readonly tests: readonly NamedTest[]
}

function readSections(): readonly Section[] {
  const [, ...sections] = readFileSync(join(root, 'docs/security.md'), 'utf8').split(/^### /mu)
  return sections.map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    isOpen: text.includes('- **Open:**'),
    tests: [...text.matchAll(/^ {2}- `([^`]+)` › (.+)$/gmu)].map(([, file = '', name = '']) => ({
      file,
      name,
    })),
  }))
}

/** Returns the names of the tests that a file has, as its source spells them; skipped ones are left out. */
function findTestNames(file: string, text: string): ReadonlySet<string> {
  const names = new Set<string>()
  new Visitor({
    CallExpression: ({ callee, arguments: [first, ...rest] }) => {
      const isDisabled = /\.(?:skip|todo|fixme)\b/u.test(text.slice(callee.start, callee.end))
      const hasBody = rest.some(({ type }) => /Function/u.test(type))
      if (!hasBody || isDisabled) return
      if (first?.type === 'Literal' && typeof first.value === 'string') names.add(first.value)
      if (first?.type === 'TemplateLiteral') names.add(text.slice(first.start + 1, first.end - 1))
    },
  }).visit(parseSync(file, text).program)
  return names
}

function hasTest({ file, name }: NamedTest): boolean {
  const path = join(root, file)
  return existsSync(path) && findTestNames(file, readFileSync(path, 'utf8')).has(name)
}

test('docs/security.md describes 28 kinds of vulnerability, each open or with tests that exist', () => {
  const sections = readSections()
  expect(sections.map(({ title }) => Number.parseInt(title, 10))).toEqual(
    Array.from({ length: KINDS }, (_, index) => index + 1),
  )
  const untested = sections.filter(({ tests, isOpen }) => tests.length === 0 && !isOpen)
  expect(untested).toEqual([])
  expect(sections.flatMap(({ tests }) => tests).filter((one) => !hasTest(one))).toEqual([])
})

test('finds tests by the names in the source, and none that is skipped', () => {
  const text = [
    "test('one', () => {})",
    "test.each([1])('two %s', async (number) => {})",
    "test.skipIf(true)('three', { timeout: 1 }, function () {})",
    `for (const who of []) test(\`four \${who}\`, () => {})`,
    "test.skip('skipped', () => {})",
    "test.todo('planned')",
    "expect('five').toBe(6)",
  ].join('\n')
  const found = findTestNames('a.test.ts', text)
  expect([...found]).toEqual(['one', 'two %s', 'three', `four \${who}`])
})
