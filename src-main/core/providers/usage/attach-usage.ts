import type { AnswerReader } from '../answer-reader.ts'
import type { Json } from '../is-record.ts'

/** Wraps a reader so that each event that reports usage has it attached in our own arithmetic. */
export function attachUsage(reader: AnswerReader, attach: (event: Json) => Json): AnswerReader {
  return {
    get state() {
      return reader.state
    },
    read: (event) => reader.read(event).map(attach),
    end: () => reader.end().map(attach),
  }
}
