import { expect, test } from 'vitest'
import { isPlainExpression } from './plain-expression.ts'

test('what surely only looks is told from what may do more', () => {
  const plain = [
    ...['a', 'a.b.c', 'items[0]["name"]', 'a?.b ?? 1', 'n > 2 && name === "x"', 'not x and y in z'],
    ...[
      'len(items) == 3',
      'String(n).length',
      '(a + b) * 2',
      'typeof (x) === "object"',
      '-1',
      "{'a': 1}",
    ],
  ]
  const acting = [
    ...[
      '',
      ' ',
      'a = 1',
      'a += 1',
      'i++',
      '--i',
      'f()',
      'a.b()',
      'x[0](1)',
      '(f)(1)',
      'new F',
      'a?.(1)',
    ],
    ...[
      'map.set(1)',
      'items.list()',
      '`$' + '{f()}`',
      'f"{g()}"',
      'lambda: 1',
      '() => 1',
      'x := 2',
      'await x',
    ],
    ...[
      "__import__('os')",
      'delete a.b',
      'a; b',
      'import os',
      'x.constructor("…")()',
      'eval',
      'a\\b',
    ],
  ]
  expect(plain.filter((text) => !isPlainExpression(text))).toEqual([])
  expect(acting.filter((text) => isPlainExpression(text))).toEqual([])
})
