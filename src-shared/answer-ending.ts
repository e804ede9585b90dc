import type { EventFor } from './events/index.ts'

type Ended = Pick<EventFor<'model.ended'>['data'], 'finishReason' | 'tools'>

/** Finish reasons, as the log has them, of answers that are not or may not be complete. */
const ENDINGS: Readonly<Record<string, string>> = {
  length: 'Cut off at the model’s output limit.',
  context_exceeded: 'Cut off because the model’s context window is full.',
  content_filter: 'Stopped by the server’s content filter.',
  refusal: 'The model refused to answer.',
  pause_turn: 'Paused by the server.',
}

const MISSING = 'The server gave no finish reason, so this answer may be incomplete.'

/** Returns how an answer ended, if it wasn't simply complete. Tool calls that arrived whole are complete. */
export function findEnding({ finishReason, tools = [] }: Ended): string | undefined {
  if (finishReason === 'missing') return tools.length > 0 ? undefined : MISSING
  return finishReason === undefined ? undefined : ENDINGS[finishReason]
}
