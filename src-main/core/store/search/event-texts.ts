import type { z } from 'zod'
import type { FoundType } from '#shared/contract/procedures/search.ts'
import type { Finding } from '#shared/events/code-review.ts'
import type { AnyEvent, EventFor, Kind } from '#shared/events/index.ts'
import type { BlobRef, StoredJson, StoredText } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'

/** What an event says, to be found by. */
interface EventText {
  readonly type: FoundType
  readonly text: string
}

/** Gives a content that is kept elsewhere, as text; `undefined`: it is not to be had, or too large. */
export type ReadContent = (ref: BlobRef) => string | undefined

type Tell<K extends Kind> = (data: EventFor<K>['data'], read: ReadContent) => readonly EventText[]

/** Of a text that is kept elsewhere, no more than this is indexed. */
export const INDEXED_CHARS = 128 * 1024

const tell: { readonly [K in Kind]?: Tell<K> } = {
  'session.renamed': ({ title }) => one('name', title),
  'bookmark.added': ({ label }) => one('name', label),
  'comment.added': ({ path, text }) => one('prompt', path, text),
  'input.received': ({ text, files, attachments }, read) =>
    one('prompt', textOf(text, read), ...files, ...attachments.map(({ name }) => name)),
  'review.found': ({ summary, findings }) => one('message', summary, ...findings.flatMap(wordsOf)),
  'review.submitted': ({ summary, comments }) =>
    one('message', summary, ...comments.flatMap(wordsOf)),
  'model.ended': ({ error }) => one('error', error),
  'model.failed-over': ({ error }) => one('error', error),
  'tool.started': ({ title, args }, read) => one('call', title, ...leavesOf(args, read)),
  // What a terminal showed is indexed as its output.
  'tool.ended': ({ result, error, display }, read) => [
    ...(display?.type === 'terminal' ? [] : one('result', textOf(result, read))),
    ...one('error', error),
  ],
  'call.resolved': ({ message }) => one('approval', message),
  'approval.requested': ({ title, risk, rule }) => one('approval', title, risk, rule),
  'approval.decided': ({ message, args }, read) =>
    one('approval', message, ...(args ? leavesOf(args, read) : [])),
  'rule.added': ({ tool, pattern }) => one('approval', tool, pattern),
  'todos.changed': ({ todos }) => one('plan', ...todos.map(({ content }) => content)),
  'task.changed': ({ changed }) =>
    one('plan', ...changed.flatMap(({ title, description }) => [title, description])),
  'file.changed': ({ path }) => one('file', path),
  'message.sent': ({ text }, read) => one('message', textOf(text, read)),
  'team.created': ({ name, members }, read) =>
    one('message', name, ...members.flatMap((one) => [one.name, textOf(one.brief, read)])),
  'context.compacted': ({ summary }, read) => one('summary', textOf(summary, read)),
  'agent.ended': ({ error }) => one('error', error),
  'run.ended': ({ reason }) => one('error', reason),
}

function wordsOf({
  file,
  category,
  message,
  suggestion,
}: Finding): readonly (string | undefined)[] {
  return [file, category, message, suggestion]
}

/** What an event says by itself. Pieces of a stream say something only together. */
export function textsOf(event: AnyEvent, read: ReadContent): readonly EventText[] {
  // The table is keyed by the event's own kind, which the compiler cannot follow.
  const found = tell[event.kind] as Tell<Kind> | undefined
  return found?.(event.data, read) ?? []
}

function one(type: FoundType, ...texts: readonly (string | undefined)[]): readonly EventText[] {
  const text = texts.filter((part) => part !== undefined && part !== '').join('\n')
  return text === '' ? [] : [{ type, text }]
}

function textOf(stored: StoredText | undefined, read: ReadContent): string | undefined {
  if (stored === undefined || typeof stored === 'string') return stored
  return (read(stored) ?? stored.head)?.slice(0, INDEXED_CHARS)
}

/** Every string and number of a JSON value, without the names of its fields. */
function leavesOf(stored: StoredJson, read: ReadContent): readonly string[] {
  if ('json' in stored) return leaves(stored.json)
  const text = read(stored)
  return text === undefined ? [stored.head ?? ''] : leaves(parse(text))
}

type Json = z.core.util.JSONType

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function leaves(value: Json): readonly string[] {
  if (value === null || typeof value === 'boolean') return []
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [String(value)]
}

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

interface CutText {
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
