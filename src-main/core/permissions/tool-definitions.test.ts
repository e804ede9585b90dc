import { expect, test } from 'vitest'
import { compareDefinitions, describeDefinition } from './tool-definitions.ts'

const schema = { type: 'object', properties: { b: { type: 'string' }, a: { enum: [2, 1] } } }
const definition = { description: 'Reads.', inputSchema: schema, claims: [] }

test('a definition has the same digest in whatever order its keys come, and another after any change', () => {
  const digestOf = (more: object) => describeDefinition({ ...definition, ...more })?.digest
  const { b, a } = schema.properties
  const same = { properties: { a, b }, type: 'object' }
  expect(digestOf({ inputSchema: same })).toBe(digestOf({}))
  const changes = [
    { description: 'Writes.' },
    { inputSchema: { ...schema, additionalProperties: false } },
    { inputSchema: { ...schema, properties: { b, a: { enum: [1, 2] } } } },
    { claims: ['read-only'] },
    { title: 'Reader' },
  ]
  expect(new Set([{}, ...changes].map(digestOf)).size).toBe(changes.length + 1)
})

test('no permission covers a schema that is too large or too deep to compare', () => {
  let deep: object = {}
  for (let depth = 0; depth < 100_000; depth += 1) deep = { properties: { a: deep } }
  const wide = Array.from({ length: 30_000 }, (_, index) => index)
  const described = [deep, { enum: wide }].map((inputSchema) =>
    describeDefinition({ ...definition, inputSchema }),
  )
  expect(described).toEqual([undefined, undefined])
})

test('a comparison shows changed lines with two lines around them, and no more than sixty', () => {
  const numbered = (from: number) => Array.from({ length: 9 }, (_, index) => `line ${from + index}`)
  const before = [...numbered(0), 'old', ...numbered(20)].join('\n')
  const after = [...numbered(0), 'new', ...numbered(20)].join('\n')
  expect(compareDefinitions(before, after)).toEqual([
    ' …',
    ' line 7',
    ' line 8',
    '-old',
    '+new',
    ' line 20',
    ' line 21',
    ' …',
  ])
  const long = Array.from({ length: 100 }, (_, index) => `added ${index}`).join('\n')
  expect(compareDefinitions('', long)).toHaveLength(61)
})
