import { ReplayFacts } from '#shared/contract/procedures/exchange.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'

/** A content as the file has it. */
export type HeldContent =
  | { readonly text: string; readonly encoding?: string }
  | { readonly base64: string }

/** What the file holds: the session’s log, and what that refers to. */
export interface Recording {
  readonly events: readonly AnyEvent[]
  readonly contents: ReadonlyMap<string, HeldContent>
}

/** What the file says of itself, and what it holds once that is unpacked. */
export interface OpenedRecording {
  readonly facts: ReplayFacts
  readonly recording: Promise<Recording>
}

/** A line of the file, as the host wrote it. */
type Line = { readonly event: AnyEvent } | ({ readonly content: string } & HeldContent)

/** Reads what was written into the page; that is taken out of it, so that it is there once. */
export function openRecording(page: Document): OpenedRecording {
  const facts = ReplayFacts.parse(JSON.parse(takeText(page, 'facts')))
  return { facts, recording: unpack(takeText(page, 'recording')) }
}

function takeText(page: Document, id: string): string {
  const element = page.getElementById(id)
  assert(element, 'the page was exported with what it replays')
  const text = element.textContent
  element.remove()
  return text
}

async function unpack(base64: string): Promise<Recording> {
  const events: AnyEvent[] = []
  const contents = new Map<string, HeldContent>()
  try {
    for await (const text of readLines(base64)) {
      // The host's own code wrote it.
      const line = JSON.parse(text) as Line
      if ('event' in line) events.push(line.event)
      else contents.set(line.content, line)
    }
  } catch (cause) {
    throw new AppError('invalid-input', 'This file is damaged: export it again.', { cause })
  }
  return { events, contents }
}

async function* readLines(base64: string): AsyncGenerator<string> {
  const texts = toBytes(base64)
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
  const reader = texts.getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Whole groups of four letters at a time. */
const SLICE = 256 * 1024

function toBytes(base64: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  let from = 0
  return new ReadableStream({
    pull: (controller) => {
      if (from >= base64.length) return controller.close()
      const letters = atob(base64.slice(from, from + SLICE))
      from += SLICE
      controller.enqueue(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))
    },
  })
}
