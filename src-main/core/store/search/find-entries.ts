import type { Found, FoundType } from '#shared/contract/procedures/search.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { PIECE_CHARS, streamPartOf, textsOf, visibleText } from './event-texts.ts'
import type { Hit, IndexFile } from './index-file.ts'
import type { StoreReader } from './store-reader.ts'
import { type Phrase, readPhrases, toMatch, type Word, wordsOf } from './words.ts'

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

interface Snippet {
  readonly parts: Found['snippet']
  /** Where the first place that matches ends in the text. */
  readonly end: number
}

interface Range {
  readonly start: number
  readonly end: number
}

const BEFORE = 50
const AFTER = 150

/** What stands around the first place where one of the phrases occurs, with all of them marked. */
function cutSnippet(text: string, phrases: readonly Phrase[]): Snippet {
  const marks = findMarks(text, phrases)
  const first = marks[0]
  const from = beginning(text, (first?.start ?? 0) - BEFORE)
  const to = Math.min(text.length, (first?.end ?? 0) + AFTER)
  const within = marks.filter(({ start, end }) => start >= from && end <= to)
  return { parts: toParts(text, { start: from, end: to }, within), end: first?.end ?? 0 }
}

function findMarks(text: string, phrases: readonly Phrase[]): readonly Range[] {
  const words = [...wordsOf(text)]
  const marks: Range[] = []
  for (let index = 0; index < words.length; index += 1) {
    const last = phrases.reduce((end, phrase) => Math.max(end, matchAt(words, index, phrase)), -1)
    const [start, end] = [words[index]?.start, words[last]?.end]
    if (start === undefined || end === undefined) continue
    marks.push({ start, end })
    index = last
  }
  return marks
}

/** The index of the last word of the phrase where it stands here; else -1. */
function matchAt(
  words: readonly Word[],
  from: number,
  { words: sought, isPrefix }: Phrase,
): number {
  const isHere = sought.every((word, offset) => {
    const found = words[from + offset]?.folded
    const mayContinue = isPrefix && offset === sought.length - 1
    return mayContinue ? found?.startsWith(word) : found === word
  })
  return isHere ? from + sought.length - 1 : -1
}

/** Not in the middle of a word, where there is a better place close by. */
function beginning(text: string, from: number): number {
  if (from <= 0) return 0
  const space = text.slice(from, from + BEFORE / 2).search(/\s/)
  return space < 0 ? from : from + space + 1
}

function toParts(text: string, { start, end }: Range, marks: readonly Range[]): Found['snippet'] {
  const parts: Found['snippet'] = []
  const add = (from: number, to: number, isMarked: boolean) => {
    const piece = text.slice(from, to).replace(/\s+/g, ' ')
    if (piece !== '') parts.push({ text: piece, isMarked })
  }
  let cursor = start
  for (const mark of marks) {
    add(cursor, mark.start, false)
    add(mark.start, mark.end, true)
    cursor = mark.end
  }
  add(cursor, end, false)
  if (start > 0) parts.unshift({ text: '…', isMarked: false })
  if (end < text.length) parts.push({ text: '…', isMarked: false })
  return parts
}
