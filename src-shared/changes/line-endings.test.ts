import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { normalizeLineEnds, restoreLineEnds } from './line-endings.ts'

const listEdits = vi.hoisted(() => vi.fn())
vi.mock('./compare-lines.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./compare-lines.ts')>()
  return { ...original, listEdits: listEdits.mockImplementation(original.listEdits) }
})

afterEach(() => listEdits.mockClear())

it('keeps the line ends of unchanged lines, and gives new lines that of the line above', () => {
  const mixed = 'one\r\ntwo\nthree\r\nfour\n'
  expect(restoreLineEnds('one\ntwo\nthree\nfour\n', mixed)).toBe(mixed)
  expect(restoreLineEnds('one\nTWO\nthree\nfour\n', mixed)).toBe('one\r\nTWO\nthree\r\nfour\n')
  expect(restoreLineEnds('one\nnew\ntwo\nthree\nfour\n', mixed)).toBe(
    'one\r\nnew\r\ntwo\nthree\r\nfour\n',
  )
  expect(restoreLineEnds('ONE\nTWO\nthree\nfour\n', mixed)).toBe('ONE\r\nTWO\nthree\r\nfour\n')
  expect(restoreLineEnds('one\ntwo\nthree\nfour\nfive\n', mixed)).toBe(`${mixed}five\n`)
})

it('ends every line as a file with one kind of line end does', () => {
  expect(restoreLineEnds('a\nb\nc', 'x\r\ny\r\n')).toBe('a\r\nb\r\nc')
  expect(restoreLineEnds('a\nb\n', 'x\ry')).toBe('a\rb\r')
  expect(restoreLineEnds('a\nb\n', 'x\ny')).toBe('a\nb\n')
})

it('restores any text as it was, and never changes more than line ends', () => {
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  const lines = fc.array(fc.tuple(fc.constantFrom('', 'a', 'b', 'c'), ends), { maxLength: 12 })
  const texts = lines.map((all) => all.map(([text, end]) => text + end).join(''))
  fc.assert(
    fc.property(texts, texts, (before, other) => {
      expect(restoreLineEnds(normalizeLineEnds(before), before)).toBe(before)
      const text = normalizeLineEnds(other)
      expect(normalizeLineEnds(restoreLineEnds(text, before))).toBe(text)
    }),
  )
})

const many = Array.from(
  { length: 150_000 },
  (_, index) => `line ${index}${index % 3 ? '\r\n' : '\n'}`,
)

it('keeps the line ends of very many lines around those that changed', () => {
  const before = many.join('')
  const after = normalizeLineEnds(before).replace('line 149990\n', 'new\nlines\n')
  expect(restoreLineEnds(after, before) === before.replace('line 149990', 'new\r\nlines')).toBe(
    true,
  )
})

it('ends lines as most did where too many changed to compare them', () => {
  const before = many.join('')
  const after = normalizeLineEnds(before).replaceAll('line', 'row')
  expect(restoreLineEnds(after, before) === after.replaceAll('\n', '\r\n')).toBe(true)
  expect(listEdits).not.toHaveBeenCalled()
})
