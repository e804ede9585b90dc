import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StoredJson } from '../events/value.ts'
import {
  AnyJson,
  decodeValue,
  encodeValue,
  JsonObject,
  MARK,
  UnstorableValueError,
} from './marked-json.ts'

test('JSON is passed on with every key', () => {
  const text = '{"__proto__":{"isAdmin":true},"a":[{"__proto__":1,"constructor":null}]}'
  for (const schema of [AnyJson, JsonObject]) {
    expect(JSON.stringify(schema.parse(JSON.parse(text)))).toBe(text)
  }
  expect(JSON.stringify(StoredJson.parse({ json: JSON.parse(text) }))).toBe(`{"json":${text}}`)
})

test('JSON may be as deep as it likes', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(AnyJson.safeParse(deep).success).toBe(true)
})

test('what isn’t JSON is refused', () => {
  const others = [
    undefined,
    Number.NaN,
    Infinity,
    1n,
    () => 1,
    new Date(),
    [undefined],
    { a: new Map() },
  ]
  expect(others.map((value) => AnyJson.safeParse(value).success)).toEqual(others.map(() => false))
  const noObjects = [null, 1, 'x', [], [{}]]
  expect(noObjects.map((value) => JsonObject.safeParse(value).success)).toEqual(
    noObjects.map(() => false),
  )
})

const marks = ['record', 'undefined', 'number', 'date', 'set', 'map', 'bytes', 'error', 'other']
const key = fc.oneof(fc.constantFrom(MARK, '__proto__', 'entries', 'values', 'text'), fc.string())

const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary' }), fc.boolean(), fc.double()),
    fc.constantFrom(null, undefined),
    fc.array(tie('data')),
    fc.array(fc.tuple(key, tie('data'))).map((entries) => Object.fromEntries(entries)),
    fc.array(tie('data')).map((values) => new Set(values)),
    fc.array(fc.tuple(tie('data'), tie('data'))).map((entries) => new Map(entries)),
    fc.date(),
    fc.uint8Array(),
  ),
}))

function throughText(value: unknown): unknown {
  return decodeValue(JSON.parse(JSON.stringify(encodeValue(value))))
}

test('every value comes back, whatever its keys', () => {
  fc.assert(
    fc.property(data, (value) => {
      expect(throughText(value)).toStrictEqual(value)
    }),
  )
})

test('JSON without the mark is stored as it is', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value = JSON.parse(json)
      const text = JSON.stringify(value)
      fc.pre(!text.includes(MARK) && !Object.is(value, -0))
      expect(JSON.stringify(encodeValue(JSON.parse(text)))).toBe(text)
    }),
  )
})

test('an error comes back with its name and message', () => {
  const error = throughText(new TypeError('no'))
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ name: 'TypeError', message: 'no' })
})

test('a value that would be lost is refused', () => {
  class Other {
    readonly held = 1
  }
  for (const value of [new Other(), () => 1, Symbol('x'), 1n, /x/]) {
    expect(() => encodeValue({ list: [value] })).toThrow(UnstorableValueError)
  }
})

test('a mark that isn’t known is plain data', () => {
  for (const json of [
    { [MARK]: 'later', a: [1] },
    { [MARK]: 'bytes', bytes: [300] },
    { [MARK]: {} },
  ]) {
    expect(decodeValue(json)).toEqual(json)
  }
})
