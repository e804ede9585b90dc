import { AppError } from '../lib/app-error.ts'
import { assert } from '../lib/assert.ts'
import type { Projection } from '../projections/define.ts'
import {
  initStates,
  type ProjectionName,
  projections,
  type SessionStates,
} from '../projections/index.ts'
import { type Packed, packList, packRecord, unpackInto } from './packed-columns.ts'

/** The states of a session at `seq`. */
export interface StatesAt {
  readonly seq: number
  readonly states: SessionStates
}

/** Some of a session's states at `seq`; all pieces of one cut are of the same. */
export interface StatesPiece {
  readonly seq: number
  readonly parts: readonly Part[]
  /** What is still to come: of what a window shows at first, or only of what it shows later. */
  readonly missing: 'picture' | 'rest' | 'nothing'
}

/** A field of a projection's state, or more of what that field holds. */
type Part = { readonly name: ProjectionName; readonly field: string } & (
  | { readonly value: unknown }
  | { readonly more: Packed }
)

/** What a piece weighs, roughly, in bytes of JSON before it is packed; what is larger is one of its own. */
const PIECE_BYTES = 256 * 1024
/** What holds fewer entries is sent as it is. */
const FEWEST = 16

/**
 * Cuts states into pieces, none of which takes long to write or to read: what a window shows at first,
 * then all else. They are read while they are cut, and must not change meanwhile.
 */
export function* cutStates({ seq, states }: StatesAt): Generator<StatesPiece> {
  let parts: Part[] = []
  let bytes = 0
  for (const missing of ['picture', 'rest'] as const) {
    for (const cut of cutFields(states, missing)) {
      if (bytes + cut.bytes > PIECE_BYTES && parts.length > 0) {
        yield { seq, parts, missing }
        parts = []
        bytes = 0
      }
      parts.push(cut.part)
      bytes += cut.bytes
    }
  }
  yield { seq, parts, missing: 'nothing' }
}

/** States that were cut, as far as their pieces have come. */
export class JoinedStates {
  readonly states = initStates()

  add({ parts }: StatesPiece): void {
    for (const part of parts) {
      const state = fieldsOf(this.states, part.name)
      // Others may join the same pieces: what is added to is each one's own.
      if ('value' in part) state[part.field] = copyOf(part.value)
      else unpackInto(containerOf(state[part.field]), part.more)
    }
  }
}

/** All of a session's states, for who has no use for less; fails as `unavailable` where the pieces end before. */
export async function joinStates(pieces: AsyncIterable<StatesPiece>): Promise<StatesAt> {
  const joined = new JoinedStates()
  let last: StatesPiece | undefined
  for await (const piece of pieces) {
    joined.add(piece)
    last = piece
  }
  if (last?.missing !== 'nothing') throw cutShort()
  return { seq: last.seq, states: joined.states }
}

function cutShort(): AppError {
  const sentence = 'Not all of the session has come from its host. Try again.'
  return new AppError('unavailable', sentence, { retryable: true })
}

interface Cut {
  readonly part: Part
  readonly bytes: number
}

function* cutFields(states: SessionStates, which: 'picture' | 'rest'): Generator<Cut> {
  for (const name of names) {
    const state = fieldsOf(states, name)
    for (const [field, value] of Object.entries(state)) {
      const seen = seenFirst(name, field, state)
      if (which === 'picture') yield* cutPicture({ name, field, value }, seen)
      else if (seen && isContainer(value))
        yield* cutMore({ name, field }, value, (key) => !seen.has(key))
    }
  }
}

type Place = Pick<Part, 'name' | 'field'>

function* cutPicture(
  { value, ...place }: Place & { readonly value: unknown },
  seen: ReadonlySet<string> | undefined,
): Generator<Cut> {
  if (value === undefined) return
  if (!isContainer(value) || (!seen && Object.keys(value).length < FEWEST)) {
    yield { part: { ...place, value }, bytes: sizeOf(value) }
  } else {
    yield { part: { ...place, value: Array.isArray(value) ? [] : {} }, bytes: 0 }
    yield* cutMore(place, value, (key) => !seen || seen.has(key))
  }
}

/** The entries that are wanted, no more of them at once than make a piece. */
function* cutMore(
  place: Place,
  container: Container,
  isWanted: (key: string) => boolean,
): Generator<Cut> {
  const pack = Array.isArray(container) ? packList : packRecord
  let entries: [string, unknown][] = []
  let bytes = 0
  for (const [key, value] of Object.entries(container)) {
    if (!isWanted(key)) continue
    const more = key.length + sizeOf(value)
    if (bytes + more > PIECE_BYTES && entries.length > 0) {
      yield { part: { ...place, more: pack(entries) }, bytes }
      entries = []
      bytes = 0
    }
    entries.push([key, value])
    bytes += more
  }
  if (entries.length > 0) yield { part: { ...place, more: pack(entries) }, bytes }
}

const names = Object.keys(projections) as ProjectionName[]

/** Of what can come later, the keys of what can not. */
function seenFirst(name: ProjectionName, field: string, state: Fields) {
  // Each projection is asked of its own state.
  const { picture } = projections[name] as Projection<unknown> as Projection<Fields>
  const keys = picture?.[field]?.(state)
  return keys && new Set(keys)
}

type Fields = Record<string, unknown>
type Container = Fields | unknown[]

/** A state is plain data. */
function fieldsOf(states: SessionStates, name: ProjectionName): Fields {
  return states[name] as unknown as Fields
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

function copyOf(value: unknown): unknown {
  if (!isContainer(value)) return value
  return Array.isArray(value) ? [...value] : { ...value }
}

function containerOf(value: unknown): Container {
  assert(isContainer(value), 'what is added to has begun')
  return value
}

/** What a value weighs as JSON, roughly, in bytes. Asked of every entity that is sent, it makes no lists of keys. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 2
  if (Array.isArray(value)) for (const part of value) bytes += 1 + sizeOf(part)
  // What is sent is plain data.
  else for (const key in value) bytes += key.length + 4 + sizeOf((value as Plain)[key])
  return bytes
}

type Plain = Readonly<Record<string, unknown>>
