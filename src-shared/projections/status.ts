import type { EventFor } from '../events/index.ts'
import type { ModelRef, Outcome } from '../events/value.ts'
import type { ProjectId, RunId, SessionId } from '../lib/ids.ts'
import type { Profile } from '../settings/settings.ts'
import { defineProjection } from './define.ts'

/** Where a session began that is a fork. */
export interface ForkedFrom {
  readonly sessionId: SessionId
  readonly title: string
  readonly seq: number
  readonly at: number
  /** Of the event that says so: what is before is inherited. */
  readonly border: number
  /** The session whose id the inherited spans are named by. */
  readonly origin: SessionId
  readonly place: EventFor<'session.forked'>['data']['place']
  readonly branch?: string
}

/** What a run waits for, or would if its host had not ended: a limit of a provider. */
export interface Wait extends Readonly<EventFor<'limit.reached'>['data']> {
  /** When it started. */
  readonly since: number
}

export interface StatusState {
  projectId?: ProjectId
  projectName?: string
  root?: string
  title?: string
  model?: ModelRef
  /** Absent: those of the project and the person hold. */
  fallbacks?: readonly ModelRef[]
  profile?: Profile
  createdAt?: number
  /** The run under way. */
  runId?: RunId
  runStartedAt?: number
  /** The run under way only summarizes the conversation. */
  isCompacting?: true
  /** It waits for a place among those at work. */
  isQueued?: true
  /** A person paused the last run, and it was not gone on with. */
  isPaused?: true
  /** The last run waits until a limit ends. */
  wait?: Wait
  /** How many calls wait for a person. */
  waiting: number
  runs: number
  lastOutcome?: Outcome
  lastReason?: string
  forkedFrom?: ForkedFrom
}

/** What a session is, and what it is doing. */
export const status = defineProjection<StatusState>({
  init: () => ({ waiting: 0, runs: 0 }),
  copy: (state) => ({ ...state }),
  on: {
    'session.created': (state, { at, data }) => {
      Object.assign(state, data, { createdAt: at })
    },
    'session.renamed': (state, { data }) => {
      state.title = data.title
    },
    'session.configured': (state, { data }) => {
      if (data.model) state.model = data.model
      if (data.fallbacks) state.fallbacks = data.fallbacks
      if (data.profile) state.profile = data.profile
    },
    'session.forked': (state, { seq: border, data }) => {
      // Only the other session's run is resumed.
      delete state.wait
      const { from, fromTitle, seq, at, origin, root, place, branch } = data
      state.root = root
      const begun = { sessionId: from, title: fromTitle, seq, at, border, origin, place }
      state.forkedFrom = branch === undefined ? begun : { ...begun, branch }
    },
    // How the last run ended is taken back with it.
    'session.rewound': (state) => {
      delete state.isPaused
      delete state.wait
      delete state.lastOutcome
      delete state.lastReason
    },
    'run.started': (state, { runId, at, data }) => {
      if (runId) state.runId = runId
      state.runStartedAt = at
      if (data.isCompaction) state.isCompacting = true
      else delete state.isPaused
      if (!data.isCompaction && !data.resumes) delete state.wait
      state.model = data.model
      state.profile = data.profile
      state.runs += 1
    },
    'run.queued': (state) => {
      state.isQueued = true
    },
    'agent.started': (state) => {
      delete state.isQueued
    },
    'run.ended': (state, { data }) => {
      delete state.isQueued
      delete state.runId
      delete state.runStartedAt
      const { isCompacting } = state
      delete state.isCompacting
      // The session is then as it was, with a shorter conversation: a run that failed can be resumed.
      if (isCompacting && data.outcome === 'ok') return
      state.lastOutcome = data.outcome
      delete state.lastReason
      if (data.reason) state.lastReason = data.reason
      if (data.isPaused) state.isPaused = true
      if (data.outcome !== 'interrupted') delete state.wait
    },
    'limit.reached': (state, { at, data }) => {
      state.wait = { ...data, since: at }
    },
    'limit.resolved': (state, { data }) => {
      delete state.wait
      if (data.error) state.lastReason = data.error
    },
    'approval.requested': (state) => {
      state.waiting += 1
    },
    'approval.decided': (state) => {
      state.waiting -= 1
    },
  },
})
