import type { FoundType } from '#shared/contract/search.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SpanId } from '#shared/ids.ts'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'

/** A stream that is indexed in pieces: what a model call says or thinks, or a terminal shows. */
export interface StreamPart {
  readonly spanId: SpanId
  readonly type: Extract<FoundType, 'answer' | 'reasoning' | 'output'>
  readonly text: string
}

/** A piece of a text this long is an entry of its own. */
export const PIECE_CHARS = 4_000

/** What an event adds to a stream; `undefined`: nothing. */
export function streamPartOf({ kind, spanId, data }: AnyEvent): StreamPart | undefined {
  if (!spanId) return undefined
  if (kind === 'terminal.output') return { spanId, type: 'output', text: data.text }
  // A call's arguments are indexed with the call.
  if (kind !== 'model.delta' || data.channel === 'args') return undefined
  return { spanId, type: data.channel === 'text' ? 'answer' : 'reasoning', text: data.text }
}

/** Whether what the event's span streams is left out: a summary is told once it takes the place of what it sums up. */
export function beginsUnheard(event: AnyEvent): boolean {
  return event.kind === 'model.started' && event.data.purpose === 'summary'
}

/** Whether nothing more comes of the streams of the event's span. */
export function isStreamEnd({ kind }: AnyEvent): boolean {
  return kind === 'model.ended' || kind === 'terminal.ended'
}

/** What a person would see of it. */
export function visibleText(type: FoundType, text: string): string {
  return type === 'output' ? stripEscapes(text) : text
}

export interface CutText {
  /** Where it begins in the whole. */
  readonly start: number
  readonly text: string
}

/** A long text in pieces, cut between words where there is a place for it. */
export function cutText(text: string): readonly CutText[] {
  const pieces: CutText[] = []
  for (let start = 0; start < text.length; ) {
    const end = cutAt(text, start)
    pieces.push({ start, text: text.slice(start, end) })
    start = end
  }
  return pieces
}

function cutAt(text: string, start: number): number {
  const end = start + PIECE_CHARS
  if (end >= text.length) return text.length
  const space = /\s\S*$/.exec(text.slice(end - 200, end))
  return space ? end - 200 + space.index + 1 : end
}
