import type { OutsideEffect } from '#shared/contract/forks.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import { inTurns } from '../log/in-turns.ts'
import type { Store } from '../log/store.ts'

/** The calls after an event whose work outside of the project's files can't be undone, oldest first. */
export async function findOutsideEffects(
  store: Store,
  sessionId: SessionId,
  after: number,
): Promise<readonly OutsideEffect[]> {
  const found: OutsideEffect[] = []
  for await (const page of inTurns(store.events.read(sessionId, { after }))) {
    for (const event of page) {
      if (event.kind === 'tool.started') found.push(...toEffects(event))
    }
  }
  return found
}

function toEffects({ seq, at, data }: EventFor<'tool.started'>): readonly OutsideEffect[] {
  const { title, effect } = data
  const told = { seq, at, title, effect }
  if (effect === 'execute') return [{ ...told, words: OF_A_COMMAND }]
  if (effect === 'fetch') return [{ ...told, words: OF_A_REQUEST }]
  return []
}

const OF_A_COMMAND =
  'Whatever it did outside of the project’s recorded files (programs, servers, other folders) stays done.'
const OF_A_REQUEST = 'What it sent over the network stays sent.'
