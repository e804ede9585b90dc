import { createHash, randomUUID } from 'node:crypto'

/** Ids of tool calls that nearly every server accepts: Anthropic's alphabet, OpenAI's length. */
export const CALL_ID = /^[\w-]{1,40}$/

/** Mistral accepts no other ids. */
const CHARS = 9

/** An id that every server accepts. */
export function newCallId(): string {
  return randomUUID().replaceAll('-', '').slice(0, CHARS)
}

/** An id that every server accepts: the same for the same id each time. */
export function toShortId(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, CHARS)
}
