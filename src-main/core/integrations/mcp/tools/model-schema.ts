import { isRecord } from '#shared/lib/json.ts'

type Schema = Readonly<Record<string, unknown>>

/** A schema of arguments that every provider takes, or why there is none. */
type ModelSchema =
  | { readonly schema: object; readonly problem?: undefined }
  | { readonly problem: string }

/** Deeper or larger schemas end in schemas that allow anything: the server checks the arguments. */
const MAX_DEPTH = 24
const MAX_NODES = 4000
/** Anthropic refuses a whole request for another name of an argument. */
const ARGUMENT_NAME = /^[\w.-]{1,64}$/
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/**
 * Reduces a tool's input schema to keywords that mean the same in every draft and at every provider:
 * an object at the top without `anyOf`, `oneOf` or `allOf`, references inlined, no boolean schemas.
 * The result may allow more than the server does, never less.
 */
export function toModelSchema(inputSchema: Schema): ModelSchema {
  const reduction = new Reduction(inputSchema)
  const { required, ...root } = reduction.reduceRoot(inputSchema)
  const properties = isRecord(root['properties']) ? root['properties'] : {}
  const wanted = toTexts(required).filter((name) => Object.hasOwn(properties, name))
  const refused = wanted.find((name) => !ARGUMENT_NAME.test(name))
  if (refused !== undefined) {
    return {
      problem: `It requires an argument named ${JSON.stringify(refused)}, a name that model providers refuse.`,
    }
  }
  const named = Object.entries(properties).filter(([name]) => ARGUMENT_NAME.test(name))
  return {
    schema: {
      ...root,
      type: 'object',
      properties: Object.fromEntries(named),
      ...(wanted.length > 0 && { required: wanted }),
    },
  }
}

class Reduction {
  readonly #document: Schema
  #nodes = 0

  constructor(document: Schema) {
    this.#document = document
  }

  /** Merges the variants of the top: what one of them requires, not all of them do. */
  reduceRoot(schema: Schema, path: readonly string[] = [], depth = 0): Schema {
    this.#nodes += 1
    const resolved = this.#resolve(schema, path)
    if (!resolved || depth > MAX_DEPTH || this.#nodes > MAX_NODES) return {}
    const { anyOf, oneOf, allOf, ...rest } = resolved.schema
    const reduce = (each: Schema) => this.reduceRoot(each, resolved.path, depth + 1)
    const { enum: _, ...own } = this.#keep(rest, resolved.path, depth)
    const some = [...toSchemas(anyOf), ...toSchemas(oneOf)].map(reduce)
    const every = toSchemas(allOf).map(reduce)
    const common = toTexts(some[0]?.['required']).filter((name) =>
      some.every(({ required }) => toTexts(required).includes(name)),
    )
    const merged = mergeAll([...every, own])
    return {
      ...merged,
      properties: Object.assign({}, ...[...some, merged].map((each) => each['properties'])),
      required: [...new Set([...toTexts(merged['required']), ...common])],
    }
  }

  #reduce(value: unknown, path: readonly string[], depth: number): Schema {
    this.#nodes += 1
    if (!isRecord(value) || depth > MAX_DEPTH || this.#nodes > MAX_NODES) return {}
    const resolved = this.#resolve(value, path)
    return resolved ? this.#keep(resolved.schema, resolved.path, depth) : {}
  }

  /** Follows references; `undefined` where they lead in a circle or nowhere. */
  #resolve(
    schema: Schema,
    path: readonly string[],
  ): { readonly schema: Schema; readonly path: readonly string[] } | undefined {
    const { $ref, ...beside } = schema
    if ($ref === undefined) return { schema, path }
    if (typeof $ref !== 'string' || path.includes($ref)) return undefined
    const target = this.#find($ref)
    if (!target) return undefined
    return this.#resolve({ ...target, ...beside }, [...path, $ref])
  }

  #find(reference: string): Schema | undefined {
    if (!reference.startsWith('#')) return undefined
    let found: unknown = this.#document
    for (const step of reference.slice(1).split('/').slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
      if (!isRecord(found) || !Object.hasOwn(found, key)) return undefined
      found = found[key]
    }
    return isRecord(found) ? found : undefined
  }

  #keep(schema: Schema, path: readonly string[], depth: number): Schema {
    const reduced: Record<string, unknown> = keepPlain(schema)
    const reduce = (value: unknown) => this.#reduce(value, path, depth + 1)
    if (isRecord(schema['properties'])) {
      const named = Object.entries(schema['properties']).filter(([, each]) => each !== false)
      const properties = Object.fromEntries(named.map(([name, each]) => [name, reduce(each)]))
      reduced['properties'] = properties
      const required = toTexts(schema['required']).filter((name) => Object.hasOwn(properties, name))
      if (required.length > 0) reduced['required'] = [...new Set(required)]
    }
    if (isArray(reduced['type'])) reduced['items'] = reduce(schema['items'])
    const { additionalProperties } = schema
    if (typeof additionalProperties === 'boolean')
      reduced['additionalProperties'] = additionalProperties
    else if (isRecord(additionalProperties))
      reduced['additionalProperties'] = reduce(additionalProperties)
    const variants = [...toSchemas(schema['anyOf']), ...toSchemas(schema['oneOf'])]
    if (variants.length > 0) reduced['anyOf'] = variants.map(reduce)
    return mergeAll([...toSchemas(schema['allOf']).map(reduce), reduced])
  }
}

function mergeAll(schemas: readonly Schema[]): Schema {
  const [only, ...others] = schemas
  if (only && others.length === 0) return only
  const properties = schemas.filter((each) => isRecord(each['properties']))
  const required = schemas.flatMap((each) => toTexts(each['required']))
  return {
    ...Object.assign({}, ...schemas),
    ...(properties.length > 0 && {
      properties: Object.assign({}, ...properties.map((each) => each['properties'])),
    }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  }
}

const NUMBERS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]
const TEXTS = ['title', 'description', 'format']

/** Keywords whose value is no schema, where the value is of the kind that every draft allows. */
function keepPlain(schema: Schema): Record<string, unknown> {
  const reduced: Record<string, unknown> = {}
  const type = toType(schema['type'])
  if (type !== undefined) reduced['type'] = type
  for (const word of TEXTS) if (typeof schema[word] === 'string') reduced[word] = schema[word]
  for (const word of NUMBERS) if (typeof schema[word] === 'number') reduced[word] = schema[word]
  if (isPattern(schema['pattern'])) reduced['pattern'] = schema['pattern']
  const choices = 'const' in schema ? [schema['const']] : schema['enum']
  if (Array.isArray(choices) && choices.length > 0) reduced['enum'] = [...new Set(choices)]
  if (schema['default'] !== undefined && schema['default'] !== null) {
    reduced['default'] = schema['default']
  }
  return reduced
}

function toType(type: unknown): string | readonly string[] | undefined {
  const types = [type].flat().filter((each): each is string => TYPES.includes(String(each)))
  return types.length > 1 ? types : types[0]
}

function isArray(type: unknown): boolean {
  return [type].flat().includes('array')
}

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false
  try {
    return new RegExp(pattern, 'u').source !== ''
  } catch {
    return false
  }
}

function toSchemas(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
