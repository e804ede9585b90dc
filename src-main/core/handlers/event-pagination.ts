import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyEvent } from '#shared/events/index.ts'
import { sizeOf } from '#shared/wire/state-chunks.ts'

/** What one item of a stream of events may weigh, roughly, in bytes of JSON. */
const MAX_PAGE_BYTES = 256 * 1024
const ENVELOPE_BYTES = 240

/**
 * Cuts pages so that each is about 256 KB at most, and lets others have their turn after each. An
 * event that is larger is a page of its own.
 */
export async function* cutPages(
  pages: AsyncIterable<readonly AnyEvent[]> | Iterable<readonly AnyEvent[]>,
): AsyncGenerator<AnyEvent[]> {
  for await (const page of pages) {
    for (const part of cut(page)) {
      yield part
      await nextTurn()
    }
  }
}

function* cut(page: readonly AnyEvent[]): Generator<AnyEvent[]> {
  let from = 0
  let bytes = 0
  for (const [index, { data }] of page.entries()) {
    const size = ENVELOPE_BYTES + sizeOf(data)
    if (index > from && bytes + size > MAX_PAGE_BYTES) {
      yield page.slice(from, index)
      from = index
      bytes = 0
    }
    bytes += size
  }
  if (from < page.length) yield page.slice(from)
}
