import type { StoredJson } from '../events/value.ts'
import type { Hash, SpanId } from '../lib/ids.ts'
import { copyRecord } from '../lib/records.ts'
import { defineProjection } from './define.ts'

/** The content of a file that an agent has read or written itself; `null`: it moved or deleted the file. */
interface SeenContent {
  readonly agentId: SpanId
  readonly path: string
  readonly hash: Hash | null
  readonly seq: number
}

/** What a call listed for an agent: see `tool.ended`. */
interface SeenListing {
  readonly agentId: SpanId
  readonly listed: StoredJson
  readonly seq: number
}

export interface SeenFilesState {
  /** The last of each agent and file, by `seenKey`. */
  contents: Record<string, SeenContent>
  listings: SeenListing[]
  /** Events up to this one come from a session that worked in another folder. */
  inherited: number
}

/** What each agent has seen of files: it overwrites nothing else. */
export const seenFiles = defineProjection<SeenFilesState>({
  init: () => ({ contents: {}, listings: [], inherited: 0 }),
  copy: ({ contents, listings, inherited }) => ({
    contents: copyRecord(contents),
    listings: [...listings],
    inherited,
  }),
  on: {
    'tool.ended': (state, { agentId, seq, data: { seen = [], listed } }) => {
      if (agentId === undefined) return
      for (const { path, hash } of seen) {
        state.contents[seenKey(agentId, path)] = { agentId, path, hash, seq }
      }
      if (listed) state.listings.push({ agentId, listed, seq })
    },
    'session.forked': (state, { data }) => {
      state.inherited = data.inherited
    },
    // The agents no longer know what they saw since: they have to look again.
    'session.rewound': (state, { data: { to } }) => {
      const known = Object.entries(state.contents).filter(([, { seq }]) => seq <= to)
      state.contents = Object.fromEntries(known)
      state.listings = state.listings.filter(({ seq }) => seq <= to)
    },
  },
})

export function seenKey(agentId: SpanId, path: string): string {
  return `${agentId} ${path}`
}
