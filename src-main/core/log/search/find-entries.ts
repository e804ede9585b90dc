import type { Found, FoundType } from '#shared/contract/search.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { textsOf } from './event-texts.ts'
import type { Hit, IndexFile } from './index-file.ts'
import { PIECE_CHARS, streamPartOf, visibleText } from './pieces.ts'
import { type Phrase, readPhrases, toMatch } from './search-words.ts'
import { cutSnippet } from './snippet.ts'
import type { StoreReader } from './store-reader.ts'

export interface Question {
  readonly text: string
  readonly projectId?: ProjectId | undefined
  readonly sessionId?: SessionId | undefined
  readonly types?: readonly FoundType[] | undefined
  readonly before?: number | undefined
  readonly limit: number
}

export interface FoundEntries {
  readonly found: readonly Found[]
  readonly next?: number
}

interface Rooms {
  readonly store: StoreReader
  readonly index: IndexFile
}

interface Place {
  readonly event: AnyEvent
  readonly snippet: Found['snippet']
}

/** Newest first. */
export function findEntries(rooms: Rooms, question: Question): FoundEntries {
  const { text, projectId, sessionId, types = [], before, limit } = question
  const phrases = readPhrases(text)
  const scope = rooms.index.scopeOf({ session: sessionId, project: projectId, types })
  if (phrases.length === 0 || scope === undefined) return { found: [] }
  const hits = rooms.index.match({
    match: toMatch(phrases) + scope,
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit: limit + 1,
  })
  const shown = hits.slice(0, limit)
  const last = shown.at(-1)
  return {
    found: shown.flatMap((hit) => toFound(rooms, hit, phrases) ?? []),
    ...(hits.length > limit && last && { next: last.id }),
  }
}

/** `undefined`: its session is being deleted. */
function toFound(rooms: Rooms, hit: Hit, phrases: readonly Phrase[]): Found | undefined {
  const place = findPlace(rooms.store, hit, phrases)
  if (!place) return undefined
  const { event, snippet } = place
  const { sessionId, seq, at, spanId, agentId } = event
  const agent = agentId && rooms.index.agentName(hit.source, agentId)
  return {
    ...{ sessionId, seq, at, type: hit.type, snippet },
    ...(spanId && { spanId }),
    ...(agentId && { agentId }),
    ...(agent && { agent }),
  }
}

function findPlace(store: StoreReader, hit: Hit, phrases: readonly Phrase[]): Place | undefined {
  const event = store.event(hit.sessionId, hit.first)
  if (!event) return undefined
  const part = streamPartOf(event)
  if (part) return findInStream(store, { hit, spanId: part.spanId }, phrases)
  const text = textsOf(event, store.content).find(({ type }) => type === hit.type)?.text ?? ''
  const piece = text.slice(hit.start, hit.start + PIECE_CHARS)
  return { event, snippet: cutSnippet(piece, phrases).parts }
}

/** Where the words are there to be seen, not where their piece began. */
function findInStream(
  store: StoreReader,
  { hit, spanId }: { readonly hit: Hit; readonly spanId: string },
  phrases: readonly Phrase[],
): Place | undefined {
  const { sessionId, first, seq: through, type } = hit
  const events = store.stream({ sessionId, spanId, first, through })
  const parts = events.filter((event) => streamPartOf(event)?.type === type)
  const texts = parts.map((event) => streamPartOf(event)?.text ?? '')
  const { parts: snippet, end } = cutSnippet(visibleText(type, texts.join('')), phrases)
  let chars = 0
  const index = texts.findIndex((text) => {
    chars += visibleText(type, text).length
    return chars >= end
  })
  const event = parts[index] ?? parts.at(-1)
  return event && { event, snippet }
}
