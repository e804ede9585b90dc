import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryLog } from '../../test/support/arbitrary-events.ts'
import type { AnyEvent } from '../events/index.ts'
import { ProjectId, SessionId } from '../lib/ids.ts'
import { fold } from '../projections/define.ts'
import type { Totals } from '../projections/totals.ts'
import { usage } from '../projections/usage.ts'
import { Dimension, type SpendingQuery, type SpendingReport } from './spending-query.ts'
import { type SpendingSession, SpendingSums } from './spending-sums.ts'
import { QUARTER_MS, spent } from './spent.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
const ever = [0, 4 * QUARTER_MS, 1e15 - (1e15 % QUARTER_MS)]

function sessionOf(events: readonly AnyEvent[], index: number): SpendingSession {
  return {
    id: SessionId.parse(`ses_${index}`),
    projectId: ProjectId.parse(`prj_${index % 2}`),
    spent: fold(spent, spent.init(), events),
  }
}

function report(sessions: readonly SpendingSession[], query: SpendingQuery): SpendingReport {
  const sums = new SpendingSums(query)
  for (const session of sessions) sums.add(session)
  return sums.report()
}

/** What each part of a report adds up to: its total, its groups, their stretches. */
function sumsOf({ total, groups, others }: SpendingReport) {
  const told = groups.flatMap(({ stretches = [] }) => stretches)
  const tokens = ({ inputTokens, outputTokens }: Totals) => inputTokens + outputTokens
  return {
    costUsd: [
      total.costUsd,
      sum(groups.map(({ totals }) => totals.costUsd)),
      sum([...told, ...others].map(({ costUsd }) => costUsd)),
    ],
    tokens: [
      tokens(total),
      sum(groups.map(({ totals }) => tokens(totals))),
      sum([...told, ...others].map((amount) => amount.tokens)),
    ],
    calls: [total.calls, sum(groups.map(({ totals }) => totals.calls))],
  }
}

test('whatever spending is told apart by, every figure adds up to the log', () => {
  fc.assert(
    fc.property(fc.array(arbitraryLog, { maxLength: 6 }), (logs) => {
      const used = logs.map((events) => fold(usage, usage.init(), events).total)
      const sessions = logs.map(sessionOf)
      for (const by of Dimension.options) {
        const sums = sumsOf(report(sessions, { edges: ever, by, where: {} }))
        for (const costUsd of sums.costUsd) {
          expect(costUsd).toBeCloseTo(sum(used.map((one) => one.costUsd)), 9)
        }
        for (const tokens of sums.tokens) {
          expect(tokens).toBeCloseTo(sum(used.map((one) => one.inputTokens + one.outputTokens)), 6)
        }
        for (const calls of sums.calls) {
          expect(calls).toBeCloseTo(sum(used.map((one) => one.calls)), 6)
        }
      }
    }),
  )
})

test('changes are counted as the log has them: accepted, less taken back, and nowhere twice', () => {
  fc.assert(
    fc.property(fc.array(arbitraryLog, { maxLength: 4 }), (logs) => {
      const sessions = logs.map(sessionOf)
      const whole = report(sessions, { edges: ever, by: 'model', where: {} })
      expect(whole.accepted).toBe(sum(logs.map(countAccepted)))
      const [from = 0, middle = 0, until = 0] = ever
      const halves = [
        [from, middle],
        [middle, until],
      ].map((edges) => report(sessions, { edges, by: 'model', where: {} }).accepted ?? 0)
      expect(sum(halves)).toBe(whole.accepted)
      const alone = sessions.map(({ id: sessionId }) => {
        return report(sessions, { edges: ever, by: 'tool', where: { sessionId } }).accepted ?? 0
      })
      expect(sum(alone)).toBe(whole.accepted)
      const part = report(sessions, { edges: ever, by: 'tool', where: { type: 'lead' } })
      expect(part.accepted).toBeUndefined()
    }),
  )
})

/** Of what the log itself says, not of what was inherited. */
function countAccepted(log: readonly AnyEvent[]): number {
  const border = log.findLastIndex(({ kind }) => kind === 'session.forked')
  const own = log.slice(border + 1).map((event) => {
    if (event.kind === 'change.accepted') return event.data.hunks
    return event.kind === 'change.reopened' && event.data.of === 'accepted' ? -event.data.hunks : 0
  })
  return sum(own)
}

test('a group asked for by itself comes to what it does among the others', () => {
  const wheres = { project: 'projectId', session: 'sessionId' } as const
  fc.assert(
    fc.property(fc.array(arbitraryLog, { maxLength: 4 }), (logs) => {
      const sessions = logs.map(sessionOf)
      for (const by of Dimension.options) {
        const field = by === 'project' || by === 'session' ? wheres[by] : by
        for (const { key, totals } of report(sessions, { edges: ever, by, where: {} }).groups) {
          const alone = report(sessions, { edges: ever, by, where: { [field]: key } })
          expect(alone.total.costUsd).toBeCloseTo(totals.costUsd, 9)
          expect(alone.groups.map((group) => group.key)).toEqual([key])
        }
      }
    }),
  )
})
