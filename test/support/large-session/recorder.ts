import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { hashOf } from '../../../src-main/core/runtime/ids.ts'
import type { Simulation } from './simulation.ts'

/** Writes events down as they happen in a simulation, and the contents they refer to. */
export class Recorder {
  readonly events: AnyEvent[] = []
  readonly contents = new Map<Hash, Uint8Array>()
  readonly #sessionId: SessionId
  readonly #simulation: Simulation
  #names = 0

  constructor(sessionId: SessionId, simulation: Simulation) {
    this.#sessionId = sessionId
    this.#simulation = simulation
  }

  add(draft: Draft): void {
    const place = { seq: this.events.length + 1, at: this.#simulation.now }
    const event: AnyEvent = { ...draft, sessionId: this.#sessionId, ...place }
    this.events.push(event)
  }

  put(text: string): Hash {
    const bytes = Buffer.from(text)
    const hash = hashOf(bytes)
    this.contents.set(hash, bytes)
    return hash
  }

  putFile(text: string): FileContent {
    return { hash: this.put(text), size: Buffer.byteLength(text) }
  }

  /** Unlike any other, and as long as what hosts give. */
  name(prefix: string): string {
    this.#names += 1
    return `${prefix}_${this.#names.toString(36).padStart(20, '0')}`
  }
}
