import fc from 'fast-check'
import { z } from 'zod'
import { fromJsonSchema, type Known } from './arbitrary-json.ts'
import { excess, nonsense } from './nonsense.ts'

/** What a procedure may be asked with: as it should be, nearly so, and beyond. */
export function inputsOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const valid = fromJsonSchema(written, known)
  return fc.oneof(
    { arbitrary: valid, weight: 5 },
    { arbitrary: fc.tuple(valid, fc.nat(), nonsense).map(replaceOne), weight: 4 },
    { arbitrary: fc.tuple(valid, fc.nat(), excess).map(replaceOne), weight: 2 },
    { arbitrary: fc.tuple(valid, fc.nat()).map(leaveOneOut), weight: 1 },
    { arbitrary: fc.tuple(valid, extraKey, nonsense).map(addOne), weight: 1 },
    { arbitrary: fc.oneof(nonsense, excess), weight: 1 },
  )
}

const extraKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'length'),
  fc.string({ maxLength: 10 }),
)

function replaceOne([value, at, by]: readonly [unknown, number, unknown]): unknown {
  if (typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  const key = keys[at % Math.max(1, keys.length)]
  if (key === undefined) return by
  const copy = structuredCloneOf(value)
  // Now and then within what it holds, however deep that is.
  const inner = Reflect.get(value, key)
  const isWithin = typeof inner === 'object' && inner !== null && at % 3 === 0
  return define(copy, key, isWithin ? replaceOne([inner, Math.floor(at / 3), by]) : by)
}

function leaveOneOut([value, at]: readonly [unknown, number]): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const keys = Object.keys(value)
  const left = keys[at % Math.max(1, keys.length)]
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== left))
}

function addOne([value, key, by]: readonly [unknown, string, unknown]): unknown {
  return typeof value === 'object' && value !== null
    ? define(structuredCloneOf(value), key, by)
    : by
}

function structuredCloneOf(value: object): object {
  return Array.isArray(value) ? [...value] : { ...value }
}

/** An own key, also where it is `__proto__`. */
function define(target: object, key: string, value: unknown): object {
  return Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
