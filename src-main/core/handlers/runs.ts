import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { ListedRun, runs } from '#shared/contract/procedures/runs.ts'
import { headOf } from '#shared/events/value.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import { LEAD_THREAD } from '#shared/projections/transcript.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'

export function runHandlers({ store, states }: Parts): Handlers<typeof runs> {
  return {
    'runs.list': async ({ sessionId }) => {
      getSession(store, sessionId)
      return listRuns((await states.load(sessionId)).states)
    },
  }
}

const PROMPT_CHARS = 200

function listRuns(states: SessionStates): ListedRun[] {
  const { timeline, transcript, codeReviews } = states
  // Those that agents asked for are parts of other runs.
  const reviews = Object.values(codeReviews.reviews).filter(({ callId }) => !callId)
  const prompts = (transcript.threads[LEAD_THREAD] ?? []).flatMap((id) => {
    const item = transcript.items[id]
    return item?.type === 'input' ? item : []
  })
  return timeline.runs.map(({ id, startedAt, outcome, isCompaction }, index) => {
    const seq = firstSeqOf(states, index)
    const endSeq = (timeline.runs[index + 1]?.seq ?? timeline.lastSeq + 1) - 1
    const first = prompts.find((prompt) => prompt.seq > seq && prompt.seq <= endSeq)
    const prompt = first ? headOf(first.text).slice(0, PROMPT_CHARS) : ''
    const reviewOf = reviews.find(({ runIds }) => runIds.some((one) => one === id))?.subject
    return {
      ...{ run: index + 1, prompt, seq, endSeq, startedAt },
      ...(outcome && { outcome }),
      ...(reviewOf && { reviewOf }),
      ...(isCompaction && { isCompaction }),
    }
  })
}

/** The first run of a fork that began in the midst of a run goes on with it. */
function firstSeqOf({ timeline: { runs }, status: { forkedFrom } }: SessionStates, index: number) {
  const [previous, own] = [runs[index - 1], runs[index]]
  const isFirstOfFork =
    forkedFrom && own && own.seq > forkedFrom.border && (previous?.seq ?? 0) < forkedFrom.border
  const wasCut = previous?.endedAt !== undefined && forkedFrom && previous.endedAt > forkedFrom.at
  return (isFirstOfFork && wasCut ? previous.seq : own?.seq) ?? 1
}
