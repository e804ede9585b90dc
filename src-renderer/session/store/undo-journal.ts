import type { AnyEvent } from '#shared/events/index.ts'
import { foldStates, type SessionStates } from '#shared/projections/index.ts'

/** How many events can be taken back at least, once so many were folded. To note one takes as long as to fold several. */
export const TAKEN_BACK = 400

type Undo = () => void

interface Step {
  /** Of the event before the one that this takes back. */
  readonly before: number
  readonly undos: readonly Undo[]
}

/**
 * States that go back as cheaply as they go on: what an event changes in their containers is noted
 * while it is folded, so that taking it back costs no copy. Entities are replaced and never changed,
 * so a container's fields are all there is to note.
 */
export class UndoJournal {
  readonly states: SessionStates
  readonly #noted: SessionStates
  #seq: number
  #steps: Step[] = []
  #undos: Undo[] = []

  /** `states` are its own from now on; `seq` is that of the last event in them. */
  constructor(states: SessionStates, seq: number) {
    this.states = states
    this.#seq = seq
    this.#noted = noteChanges(states, (undo) => this.#undos.push(undo))
  }

  get seq(): number {
    return this.#seq
  }

  /** The earliest seq it can go back to. */
  get firstSeq(): number {
    return this.#steps[0]?.before ?? this.#seq
  }

  /** Events that follow on `seq`, in order. Of many only the last can be taken back. */
  fold(events: readonly AnyEvent[]): void {
    const noted = events.slice(-TAKEN_BACK)
    const skipped = events.slice(0, events.length - noted.length)
    if (skipped.length > 0) this.foldForGood(skipped)
    for (const event of noted) this.#foldNoting(event)
    if (this.#steps.length > 2 * TAKEN_BACK) this.#steps = this.#steps.slice(-TAKEN_BACK)
  }

  /** Events that follow on `seq`, in order; neither they nor those before can be taken back. */
  foldForGood(events: readonly AnyEvent[]): void {
    foldStates(this.states, events)
    this.#steps = []
    this.#seq = events.at(-1)?.seq ?? this.#seq
  }

  /** Takes back every event after `seq`, which is none before `firstSeq`. */
  takeBack(seq: number): void {
    for (let step = this.#steps.at(-1); step && this.#seq > seq; step = this.#steps.at(-1)) {
      for (const undo of step.undos.toReversed()) undo()
      this.#seq = step.before
      this.#steps.pop()
    }
  }

  #foldNoting(event: AnyEvent): void {
    this.#undos = []
    foldStates(this.#noted, [event])
    this.#steps.push({ before: this.#seq, undos: this.#undos })
    this.#seq = event.seq
  }
}

type Container = Record<PropertyKey, unknown>

/** How far down containers are: states, their containers, and lists in these. */
const DEEPEST = 3

/** The same states; what is written through these is told, with what takes it back. */
function noteChanges(states: SessionStates, note: (undo: Undo) => void): SessionStates {
  const originals = new WeakMap<object, object>()
  const proxies = new WeakMap<object, object>()
  const wrap = (value: unknown, depth: number): unknown => {
    if (!isContainer(value, depth)) return value
    const known = proxies.get(value)
    if (known) return known
    const proxy = new Proxy(value, {
      get: (target, key) => wrap(target[key], depth + 1),
      set: (target, key, given) => {
        const original = typeof given === 'object' && given !== null && originals.get(given)
        if (target[key] === given) return true
        note(undoOf(target, key, given))
        target[key] = original || given
        return true
      },
      deleteProperty: (target, key) => {
        note(undoOfDeletion(target, key))
        return delete target[key]
      },
    })
    proxies.set(value, proxy)
    originals.set(proxy, value)
    return proxy
  }
  const entries = Object.entries(states).map(([name, state]) => [name, wrap(state, 1)])
  // Each name has the state it had, seen through a proxy.
  return Object.fromEntries(entries) as SessionStates
}

function isContainer(value: unknown, depth: number): value is Container {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false
  return depth < DEEPEST || Array.isArray(value)
}

/** What puts a field back as it is now; `given` is what it will be. */
function undoOf(target: Container, key: PropertyKey, given?: unknown): Undo {
  if (Array.isArray(target)) return undoOfList(target, key, given)
  if (!Object.hasOwn(target, key)) return () => delete target[key]
  const value = target[key]
  return () => {
    target[key] = value
  }
}

/** What brings a field back to where it stands among the others: by itself it would come last. */
function undoOfDeletion(target: Container, key: PropertyKey): Undo {
  const undo = undoOf(target, key)
  if (typeof key !== 'string') return undo
  const keys = Object.keys(target)
  const behind = keys.slice(keys.indexOf(key) + 1)
  return () => {
    undo()
    for (const later of behind) {
      const value = target[later]
      delete target[later]
      target[later] = value
    }
  }
}

/** A list that grows is cut again; one that is cut gets back what it lost. */
function undoOfList(list: unknown[], key: PropertyKey, given: unknown): Undo {
  const { length } = list
  if (key === 'length') {
    const from = Number(given)
    const lost = list.slice(from)
    return () => list.splice(from, length, ...lost)
  }
  const index = Number(key)
  const value = list[index]
  return () => {
    if (index < length) list[index] = value
    else list.length = length
  }
}
