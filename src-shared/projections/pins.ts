import type { PinnedMessage } from '../events/context.ts'
import type { SpanId } from '../lib/ids.ts'
import { defineProjection } from './define.ts'

export interface Pin extends PinnedMessage {
  /** Whose thread the message is in; absent in a log that does not say. */
  readonly agentId?: SpanId
  readonly seq: number
  /** Where it was taken off: rewinding to before that puts it back. */
  readonly endSeq?: number
}

export interface PinsState {
  /** In the order in which they were pinned, with those that were taken off again. */
  all: Pin[]
}

/** The messages a person has pinned to what agents are told. */
export const pins = defineProjection<PinsState>({
  init: () => ({ all: [] }),
  copy: ({ all }) => ({ all: [...all] }),
  on: {
    'context.pinned': (state, { agentId, seq, data }) => {
      if (state.all.some((pin) => isHeld(pin, agentId, data.messageId))) return
      state.all.push({ ...data, seq, ...(agentId && { agentId }) })
    },
    'context.unpinned': (state, { agentId, seq, data }) => {
      state.all = state.all.map((pin) =>
        isHeld(pin, agentId, data.messageId) ? { ...pin, endSeq: seq } : pin,
      )
    },
    'session.rewound': (state, { data: { to } }) => {
      state.all = state.all.filter(({ seq }) => seq <= to).map((pin) => asAt(pin, to))
    },
  },
})

/** Those that an agent is told, in the order in which they were pinned. */
export function pinsOf({ all }: PinsState, agentId: SpanId): readonly Pin[] {
  return all.filter((pin) => pin.agentId === agentId && pin.endSeq === undefined)
}

function isHeld(pin: Pin, agentId: SpanId | undefined, messageId: string): boolean {
  return pin.endSeq === undefined && pin.agentId === agentId && pin.messageId === messageId
}

function asAt(pin: Pin, to: number): Pin {
  const { endSeq, ...held } = pin
  return endSeq !== undefined && endSeq > to ? held : pin
}
