import fc from 'fast-check'
import type { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema
type Definitions = Readonly<Record<string, JsonSchema>>

/** A schema within another, or that anything goes. Lists, which say it place by place, zod writes nowhere here. */
type Part = JsonSchema | readonly Part[] | boolean | undefined

/** Values that mean something to whoever is asked: by the name of their field, or by their pattern. */
export type Known = (name: string, schema: JsonSchema) => readonly unknown[]

const DEEPEST = 4

/** Values that a schema takes, or nearly: what JSON Schema does not say of it is not known here. */
export function fromJsonSchema(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  return new Reader(schema.$defs ?? {}, known).read(schema, '', 0)
}

class Reader {
  readonly #definitions: Definitions
  readonly #known: Known

  constructor(definitions: Readonly<Record<string, unknown>>, known: Known) {
    // What zod writes under `$defs` are schemas.
    this.#definitions = definitions as Definitions
    this.#known = known
  }

  read(schema: Part, name: string, depth: number): fc.Arbitrary<unknown> {
    if (typeof schema !== 'object' || isList(schema)) return fc.jsonValue({ maxDepth: 1 })
    const known = this.#known(name, schema)
    const made = this.#make(schema, name, depth)
    return known.length === 0
      ? made
      : fc.oneof(
          { arbitrary: fc.constantFrom(...known), weight: 3 },
          { arbitrary: made, weight: 1 },
        )
  }

  #make(schema: JsonSchema, name: string, depth: number): fc.Arbitrary<unknown> {
    if (depth > DEEPEST) return fc.constant(null)
    if (schema.$ref) {
      const definition = this.#definitions[schema.$ref.replace('#/$defs/', '')]
      return this.read(definition, name, depth + 1)
    }
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return fc.oneof(...choices.map((choice) => this.read(choice, name, depth)))
    if (schema.allOf) {
      const parts = schema.allOf.map((part) => this.read(part, name, depth))
      return fc.tuple(...parts).map((all) => Object.assign({}, ...all))
    }
    return this.#ofType(schema, depth)
  }

  #ofType(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    switch (schema.type) {
      case 'string':
        return readString(schema)
      case 'integer':
      case 'number':
        return readNumber(schema)
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return fc.array(this.read(schema.items, '', depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
        })
      case 'object':
        return this.#readObject(schema, depth)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  #readObject(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const { properties, additionalProperties, propertyNames, required = [] } = schema
    if (properties) {
      const fields = Object.entries(properties).map(
        ([name, field]) => [name, this.read(field, name, depth + 1)] as const,
      )
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
    }
    const keys = propertyNames ? this.read(propertyNames, '', depth + 1) : fc.string()
    const values = this.read(additionalProperties, '', depth + 1)
    return fc.dictionary(keys.map(String), values, { maxKeys: 3, noNullPrototype: true })
  }
}

function isList(part: JsonSchema | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part)
}

function readString({ pattern, format, minLength = 0, maxLength = 200 }: JsonSchema) {
  // Nobody listens there, and nothing leaves this machine.
  if (format === 'uri') return fc.constantFrom('http://127.0.0.1:9/', 'http://127.0.0.1:9/v1?a=b#c')
  if (format === 'base64') return fc.base64String({ maxLength: 40 })
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength: 80 })
  const most = Math.min(maxLength, minLength + 60)
  return fc.oneof(
    fc.string({ minLength, maxLength: most }),
    fc.string({
      unit: 'grapheme',
      minLength,
      maxLength: Math.max(minLength, Math.floor(most / 4)),
    }),
  )
}

function readNumber({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema) {
  const min = Math.max(minimum ?? -1e9, Number(exclusiveMinimum ?? -1e9))
  const max = Math.min(maximum ?? 1e9, Number(exclusiveMaximum ?? 1e9))
  if (type === 'number') return fc.double({ min, max, noNaN: true })
  // Where there is no bound, what there are few of is asked for by small numbers.
  const least = Math.ceil(min) + (exclusiveMinimum === undefined ? 0 : 1)
  const most = Math.floor(max)
  return fc.oneof(
    fc.integer({ min: Math.max(least, 0), max: Math.max(0, least, Math.min(most, 20)) }),
    fc.integer({ min: least, max: Math.max(least, most) }),
  )
}
