import type { FoundType } from '#shared/contract/procedures/search.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import {
  beginsUnheard,
  cutText,
  isStreamEnd,
  PIECE_CHARS,
  type ReadContent,
  type StreamPart,
  streamPartOf,
  textsOf,
  visibleText,
} from './event-texts.ts'

/** A text that can be found, not yet written. */
export interface NewEntry {
  readonly first: number
  /** By then all of it is there. */
  readonly seq: number
  readonly at: number
  readonly start: number
  readonly type: FoundType
  readonly text: string
}

/** A stream that may go on. */
export interface OpenPiece {
  readonly spanId: SpanId
  readonly type: StreamPart['type']
  /** The entry that holds what there is of it so far. */
  readonly entry?: number | undefined
  readonly first: number
  readonly text: string
}

/** What earlier stretches of a log left open. */
export interface LeftOpen {
  readonly pieces: readonly OpenPiece[]
  readonly unheard: readonly SpanId[]
}

interface GrownPiece extends OpenPiece {
  readonly seq: number
  readonly at: number
}

interface IndexedAgent {
  readonly id: SpanId
  readonly name: string
}

/** What a stretch of a session's log adds to the index. */
export class Batch {
  readonly entries: NewEntry[] = []
  readonly agents: IndexedAgent[] = []
  /** Entries that others take the place of. */
  readonly replaced: number[] = []
  /** Pieces that ended: what is kept of them can go. */
  readonly ended: OpenPiece[] = []
  /** Spans that are left out from here on, and those of which nothing more comes. */
  readonly unheard = { begun: new Set<SpanId>(), ended: new Set<SpanId>() }
  readonly #unheard: Set<SpanId>
  readonly #pieces = new Map<string, OpenPiece>()
  readonly #grown = new Map<string, GrownPiece>()
  readonly #read: ReadContent
  /** How many characters it has taken in. */
  chars = 0

  constructor({ pieces, unheard }: LeftOpen, read: ReadContent) {
    for (const piece of pieces) this.#pieces.set(keyOf(piece), piece)
    this.#unheard = new Set(unheard)
    this.#read = read
  }

  /** The pieces that go on, as they are now. */
  get grown(): readonly GrownPiece[] {
    return [...this.#grown.values()]
  }

  add(event: AnyEvent): void {
    const { spanId } = event
    if (spanId && beginsUnheard(event)) this.#leaveOut(spanId)
    const part = streamPartOf(event)
    if (part && !this.#unheard.has(part.spanId)) this.#grow(part, event)
    for (const { type, text } of textsOf(event, this.#read)) this.#addText(event, type, text)
    if (event.kind === 'agent.started' && event.agentId) {
      const { teammate, type } = event.data
      this.agents.push({ id: event.agentId, name: teammate ?? type })
    }
    if (isStreamEnd(event)) this.#end(event)
  }

  #leaveOut(spanId: SpanId): void {
    this.#unheard.add(spanId)
    this.unheard.begun.add(spanId)
  }

  #addText({ seq, at }: AnyEvent, type: FoundType, text: string): void {
    for (const { start, text: piece } of cutText(text)) {
      this.#push({ first: seq, seq, at, start, type, text: piece })
    }
  }

  #push(entry: NewEntry): void {
    this.chars += entry.text.length
    this.entries.push(entry)
  }

  #grow(part: StreamPart, { seq, at }: AnyEvent): void {
    const key = keyOf(part)
    const known = this.#grown.get(key) ?? this.#pieces.get(key)
    const piece: GrownPiece = {
      ...{ spanId: part.spanId, type: part.type, seq, at },
      entry: known?.entry,
      first: known?.first ?? seq,
      text: (known?.text ?? '') + part.text,
    }
    this.#grown.set(key, piece.text.length <= PIECE_CHARS ? piece : this.#cut(piece))
  }

  /** What is long enough becomes entries; the rest goes on. */
  #cut(piece: GrownPiece): GrownPiece {
    const pieces = cutText(piece.text)
    const rest = pieces.at(-1)?.text ?? ''
    this.#replace(piece)
    for (const { text } of pieces.slice(0, -1)) this.#pushPiece(piece, text)
    return { ...piece, entry: undefined, first: piece.seq, text: rest }
  }

  #end({ spanId }: AnyEvent): void {
    if (spanId && this.#unheard.delete(spanId) && !this.unheard.begun.delete(spanId)) {
      this.unheard.ended.add(spanId)
    }
    for (const [key, piece] of this.#pieces) {
      if (piece.spanId !== spanId) continue
      this.#pieces.delete(key)
      this.ended.push(piece)
    }
    for (const [key, piece] of this.#grown) {
      if (piece.spanId !== spanId) continue
      this.#grown.delete(key)
      this.#replace(piece)
      this.#pushPiece(piece, piece.text)
    }
  }

  #replace({ entry }: OpenPiece): void {
    if (entry !== undefined) this.replaced.push(entry)
  }

  #pushPiece({ first, seq, at, type }: GrownPiece, text: string): void {
    const visible = visibleText(type, text)
    if (visible.trim() !== '') this.#push({ first, seq, at, start: 0, type, text: visible })
  }
}

function keyOf({ spanId, type }: { readonly spanId: string; readonly type: string }): string {
  return `${type} ${spanId}`
}
