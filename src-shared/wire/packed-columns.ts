import { assertNever } from '../lib/assert.ts'

/** What a container of a state holds, the way it is sent: shorter than it is written, and as fast to read. */
export interface Packed {
  /** Of a record; a list has none. */
  readonly keys?: readonly string[]
  readonly values: readonly unknown[] | Columns
}

/** Entities field by field, so that what their fields are called is said once. */
interface Columns {
  readonly shapes: readonly (readonly string[])[]
  /** Which of the shapes each entity has. */
  readonly shapeOf: readonly number[]
  /** Of each field what the entities have that have it, in their order. */
  readonly columns: Readonly<Record<string, Column>>
}

type Column =
  | { readonly type: 'values'; readonly values: readonly unknown[] }
  /** Whole numbers, each told by what it is more than the one before. */
  | { readonly type: 'steps'; readonly steps: readonly number[] }
  /** Texts that come often, and where in them each is. */
  | {
      readonly type: 'texts'
      readonly texts: readonly string[]
      readonly places: readonly number[]
    }
  /** The keys of the record, as an entity's own id is. */
  | { readonly type: 'keys' }

type Entity = Readonly<Record<string, unknown>>

/** Fewer entities are no longer as they are. */
const FEWEST = 16

type Entries = readonly (readonly [key: string, value: unknown])[]

export function packRecord(entries: Entries): Packed {
  const keys = entries.map(([key]) => key)
  return { keys, values: packValues(entries, keys) }
}

/** What is at these places of a list; where they were is not told. */
export function packList(entries: Entries): Packed {
  return { values: packValues(entries, []) }
}

/** Adds what was packed to a record or a list, in the order it had there. */
export function unpackInto(
  container: Record<string, unknown> | unknown[],
  { keys = [], values }: Packed,
): void {
  const unpacked = isColumns(values) ? readColumns(values, keys) : values
  if (Array.isArray(container)) for (const value of unpacked) container.push(value)
  else for (const [index, key] of keys.entries()) container[key] = unpacked[index]
}

function isColumns(values: Packed['values']): values is Columns {
  return !Array.isArray(values)
}

function packValues(entries: Entries, keys: readonly string[]): Packed['values'] {
  const values = entries.map(([, value]) => value)
  return values.length >= FEWEST && values.every(isEntity) ? toColumns(values, keys) : values
}

function isEntity(value: unknown): value is Entity {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toColumns(entities: readonly Entity[], keys: readonly string[]): Columns {
  const columns = new Map<string, Collected>()
  const shapes = new Map<string, Shape>()
  const shapeOf = entities.map((entity, index) => {
    const shape = shapeOfEntity(entity, { shapes, columns })
    for (const [field, column] of shape.columns) column.add(entity[field], keys[index])
    return shape.index
  })
  return {
    shapes: [...shapes.values()].map((shape) => shape.columns.map(([field]) => field)),
    shapeOf,
    columns: Object.fromEntries([...columns].map(([field, column]) => [field, column.pack()])),
  }
}

/** Entities with the same fields in the same order. */
interface Shape {
  readonly index: number
  readonly columns: readonly (readonly [field: string, column: Collected])[]
}

interface Known {
  readonly shapes: Map<string, Shape>
  readonly columns: Map<string, Collected>
}

function shapeOfEntity(entity: Entity, { shapes, columns }: Known): Shape {
  let name = ''
  for (const field in entity) if (entity[field] !== undefined) name += `${field}\n`
  const known = shapes.get(name)
  if (known) return known
  const fields = Object.keys(entity).filter((field) => entity[field] !== undefined)
  const shape = { index: shapes.size, columns: fields.map((field) => columnOf(field, columns)) }
  shapes.set(name, shape)
  return shape
}

function columnOf(field: string, columns: Map<string, Collected>): readonly [string, Collected] {
  const column = columns.get(field) ?? new Collected()
  columns.set(field, column)
  return [field, column]
}

/** What the entities have that have a field. */
class Collected {
  readonly #values: unknown[] = []
  #isKeys = true

  add(value: unknown, key: string | undefined): void {
    this.#values.push(value)
    this.#isKeys &&= value === key
  }

  pack(): Column {
    if (this.#isKeys) return { type: 'keys' }
    const values = this.#values
    return toSteps(values) ?? toTexts(values) ?? { type: 'values', values }
  }
}

function toSteps(values: readonly unknown[]): Column | undefined {
  const steps: number[] = []
  let before = 0
  for (const value of values) {
    if (!Number.isSafeInteger(value)) return undefined
    const step = Number(value) - before
    if (!Number.isSafeInteger(step)) return undefined
    steps.push(step)
    before += step
  }
  return { type: 'steps', steps }
}

function toTexts(values: readonly unknown[]): Column | undefined {
  const known = new Map<string, number>()
  const places: number[] = []
  for (const value of values) {
    if (typeof value !== 'string' || known.size * 2 > values.length) return undefined
    const place = known.get(value) ?? known.size
    known.set(value, place)
    places.push(place)
  }
  return { type: 'texts', texts: [...known.keys()], places }
}

function readColumns({ shapes, shapeOf, columns }: Columns, keys: readonly string[]): Entity[] {
  const read = new Map<string, (index: number) => unknown>()
  for (const [field, column] of Object.entries(columns)) read.set(field, readerOf(column, keys))
  const readers = shapes.map((fields) =>
    fields.map((field) => ({ field, next: read.get(field) ?? nothing })),
  )
  return shapeOf.map((shape, index) => {
    const entity: Record<string, unknown> = {}
    for (const { field, next } of readers[shape] ?? []) entity[field] = next(index)
    return entity
  })
}

function nothing(): undefined {
  return undefined
}

/** Answers one value after the other; of a key, that of the entity. */
function readerOf(column: Column, keys: readonly string[]): (index: number) => unknown {
  let place = 0
  let last = 0
  switch (column.type) {
    case 'keys':
      return (index) => keys[index]
    case 'values':
      return () => column.values[place++]
    case 'texts':
      return () => column.texts[column.places[place++] ?? 0]
    case 'steps':
      return () => {
        last += column.steps[place++] ?? 0
        return last
      }
    default:
      return assertNever(column)
  }
}
