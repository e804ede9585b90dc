import type { ContextPart } from '#shared/contract/procedures/context.ts'
import type { MessageRole } from '#shared/events/context.ts'
import type { Pin } from '#shared/projections/pins.ts'
import type { Store } from '../../store/store.ts'

/** A message that is pinned, with all of its text. */
export interface LoadedPin extends Omit<Pin, 'text'> {
  readonly text: string
}

export function loadPin({ blobs }: Pick<Store, 'blobs'>, pin: Pin): LoadedPin {
  const { text } = pin
  if (typeof text === 'string') return { ...pin, text }
  return { ...pin, text: Buffer.from(blobs.get(text.ref) ?? '').toString('utf8') }
}

const INTRODUCTION =
  'The person has pinned these earlier messages of this conversation. They have been summed up since; here they are as they were, and they still hold.'

const WHOSE: Readonly<Record<MessageRole, string>> = {
  input: 'What you were told',
  agent: 'What you said',
  tool: 'What a tool answered',
}

/** What an agent is told in place of messages that it no longer sees. */
export function textOfPins(pins: readonly LoadedPin[]): string {
  const told = pins.map(({ role, text }) => `## ${WHOSE[role]}\n\n${text}`)
  return [`# Pinned messages\n\n${INTRODUCTION}`, ...told].join('\n\n')
}

/** Of the next prompt, as a person is told of it. */
export function partOfPin({ title, text, tokens, messageId }: LoadedPin): ContextPart {
  return { kind: 'pinned', title, text, tokens, notes: [], messageId }
}
