import { expect, test } from 'vitest'
import type { Allowed } from '../../scripts/patterns/allowed-patterns.ts'
import { collectPatterns } from '../../scripts/patterns/collect-patterns.ts'
import { findProblems } from '../../scripts/patterns/find-problems.ts'
import { judgePattern } from '../../scripts/patterns/judge-pattern.ts'

const nothing: Allowed = { bounded: [], dynamic: [], equivalents: [] }

function collect(files: Readonly<Record<string, string>>) {
  return collectPatterns(Object.keys(files), (file) => files[file] ?? '')
}

function keysOf(text: string) {
  const { patterns, dynamic } = collect({ 'src-a/a.ts': text })
  return [
    ...patterns.map(({ source, flags }) => `/${source}/${flags}`),
    ...dynamic.map(({ expression }) => expression),
  ]
}

test.each([
  ['text.replace(/a+/g, "/b/")', ['/a+/g']],
  ['const x = a / b / c // no /pattern/', []],
  ['new RegExp("a\\\\d", "u")', ['/a\\d/u']],
  ['RegExp("a")', ['/a/']],
  ['const A = "x"; const B = `[\x24{A}]`; new RegExp(`^\x24{B}+$`, "i")', ['/^[x]+$/i']],
  ['const N = 3; new RegExp("a{" + N + "}")', ['/a{3}/']],
  ['const P = /a|b/u; new RegExp(`^(?:\x24{P.source})$`)', ['/a|b/u', '/^(?:a|b)$/']],
  ['const L = ["a", "b"] as const; new RegExp(L.join("|"))', ['/a|b/']],
  ['new RegExp(String.raw`\\d+`)', ['/\\d+/']],
  ['text.match("a.b")', ['/a.b/']],
  ['const A = "a+"; text.search(`^\x24{A}`)', ['/^a+/']],
  ['const A = /a/; text.match(A)', ['/a/']],
  ['const A = new RegExp("a"); text.match(A)', ['/a/']],
  ['text.matchAll(new RegExp("a", "g"))', ['/a/g']],
  ['text.search(query)', ['query']],
  ['text["match"](query.trim())', ['query.trim()']],
  ['text?.match(query)', ['query']],
  ['index.search({ query })', []],
  ['new globalThis.RegExp(query)', ['query']],
  ['/** A word. */ export const A = /a+/', ['/a+/']],
  ['function f(p: string) { return new RegExp(p, "g") }', ['p']],
  ['const A = "x"; function f(A: string) { return new RegExp(A) }', ['A']],
])('collects the patterns of %s', (text, keys) => {
  expect(keysOf(text)).toEqual(keys)
})

test('resolves constants of other files', () => {
  const { patterns } = collect({
    'src-a/a.ts': "import { WORD as W } from './b.ts'\nexport const p = new RegExp(`\x24{W}$`)",
    'src-a/b.ts': "import { END } from '#shared/c.ts'\nexport const WORD = `a\x24{END}`",
    'src-shared/c.ts': "export const END = 'z'",
  })
  expect(patterns).toEqual([{ source: 'az$', flags: '', at: 'src-a/a.ts:2' }])
})

test('refuses a super-linear pattern', async () => {
  const collected = collect({
    'src-a/a.ts': 'const a = /^(a+)+$/\nconst b = /\\s+$/\nconst c = /^\\s+/',
  })
  const verdicts = {
    '/^(a+)+$/': await judgePattern('^(a+)+$', ''),
    '/\\s+$/': await judgePattern('\\s+$', ''),
    '/^\\s+/': await judgePattern('^\\s+', ''),
  }
  expect(findProblems(collected, verdicts, nothing).problems).toEqual([
    expect.stringContaining('src-a/a.ts:1: /^(a+)+$/ is vulnerable: exponential'),
    expect.stringContaining('src-a/a.ts:2: /\\s+$/ is vulnerable: 2nd degree polynomial'),
  ])
})

test('accepts one that is allowed for a bounded input, and refuses an allowance that nothing uses', () => {
  const collected = collect({ 'src-a/a.ts': 'const b = /\\s+$/' })
  const verdicts = { '/\\s+$/': 'vulnerable: quadratic' } as const
  const bounded = [{ pattern: '/\\s+$/', maxChars: 80, reason: 'A title.' }]
  expect(findProblems(collected, verdicts, { ...nothing, bounded }).problems).toEqual([])
  const unused = [...bounded, { pattern: '/b+$/', maxChars: 80, reason: 'A title.' }]
  expect(findProblems(collected, verdicts, { ...nothing, bounded: unused }).problems).toEqual([
    'The allow-list has /b+$/, which is nowhere.',
  ])
})

test('refuses patterns without a verdict, verdicts without a pattern, and patterns composed at run time', () => {
  const collected = collect({ 'src-a/a.ts': 'const a = /a/\nconst b = (p: string) => RegExp(p)' })
  expect(findProblems(collected, { '/b/': 'linear' }, nothing)).toMatchObject({
    unjudged: ['/a/'],
    stale: ['/b/'],
    problems: [
      'src-a/a.ts:1: /a/ has no verdict.',
      'There is a verdict on /b/, which is nowhere.',
      expect.stringContaining('src-a/a.ts:2: The pattern p is only known at run time.'),
    ],
  })
})
