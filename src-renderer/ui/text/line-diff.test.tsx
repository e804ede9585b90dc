import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LineDiff } from './line-diff.tsx'

function draw(before: readonly string[], after: readonly string[]): readonly string[] {
  const [old, now] = [before, after].map((lines) => lines.join('\n'))
  const drawn = renderToStaticMarkup(<LineDiff before={old ?? ''} after={now ?? ''} />)
  return [...drawn.matchAll(/<span[^>]*>([^<]*)/g)].map(([, text = '']) => text.trimEnd())
}

test('shows changes with three lines around them', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index}`)
  expect(draw(lines, lines.toSpliced(10, 1, 'ten'))).toEqual([
    ' 7',
    ' 8',
    ' 9',
    '-10',
    '+ten',
    ' 11',
    ' 12',
    ' 13',
  ])
})

test('shows texts that differ in many lines as replaced', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `line ${index}`)
  const indented = many.map((line, index) => (index % 2 === 0 ? `  ${line}` : line))
  expect(draw(['a', ...many, 'z', 'b', 'c', 'd'], ['a', ...indented, 'z', 'b', 'c', 'd'])).toEqual([
    ' a',
    ...many.slice(0, -1).map((line) => `-${line}`),
    ...indented.slice(0, -1).map((line) => `+${line}`),
    ' line 2999',
    ' z',
    ' b',
  ])
})
