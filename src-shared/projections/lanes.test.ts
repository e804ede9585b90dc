import { expect, test } from 'vitest'
import type { AnyEvent } from '../events/index.ts'
import { fold } from './define.ts'
import { workedMs } from './lanes.ts'
import { timeline } from './timeline.ts'

const model = { provider: 'p', model: 'm' }
const lead = { agentId: 'spn_lead', name: 'lead' }

interface Given {
  readonly at: number
  readonly kind: AnyEvent['kind']
  readonly agentId?: string
  readonly spanId?: string
  readonly parentSpanId?: string
  readonly data: object
}

function stateAfter(...given: readonly Given[]) {
  const events = given.map((event, index) => ({ sessionId: 'ses_1', seq: index + 1, ...event }))
  // Shapes as the log has them, as far as the timeline looks.
  return fold(timeline, timeline.init(), events as unknown as AnyEvent[])
}

function laneAfter(agentId: string, ...given: readonly Given[]) {
  const lane = Object.values(stateAfter(...given).lanes).find((one) => one.agentId === agentId)
  if (!lane) throw new Error(`There is no lane of ${agentId}.`)
  return lane
}

const begins = (at: number, agentId: string, type = 'explore'): Given => {
  const data = { type, description: 'Looks', model }
  return { at, kind: 'agent.started', agentId, spanId: agentId, parentSpanId: 'spn_call', data }
}
const ends = (at: number, agentId: string, outcome = 'ok'): Given => {
  return { at, kind: 'agent.ended', agentId, data: { outcome } }
}
const runEnds = (at: number): Given => ({ at, kind: 'run.ended', data: { outcome: 'ok' } })
const toolData = { toolCallId: 't', name: 'n', title: 'T', effect: 'read', args: { json: {} } }
const calls: readonly Given[] = [
  {
    at: 0,
    kind: 'agent.started',
    agentId: 'spn_lead',
    data: { type: 'lead', description: '', model },
  },
  { at: 5, kind: 'tool.started', agentId: 'spn_lead', spanId: 'spn_call', data: toolData },
]
const members = ['ada', 'ben'].map((name) => ({
  agentId: `spn_${name}`,
  name,
  type: 'explore',
  brief: `Look at ${name}.\nAll of it.`,
}))
const madeTeam: readonly Given[] = [
  ...calls,
  { at: 10, kind: 'team.created', spanId: 'spn_call', data: { name: 'crew', members } },
]
const written = (at: number): Given => {
  const to = { agentId: 'spn_ada', name: 'ada' }
  return { at, kind: 'message.sent', data: { from: lead, to, text: 'x' } }
}
const queued = (at: number, isBackground = false): Given => {
  const data = { type: 'plan', description: 'Plans', task: 'x', isBackground, askedBy: 'spn_lead' }
  return { at, kind: 'agent.queued', agentId: 'spn_plan', spanId: 'spn_call', data }
}

test('a team has its lanes as soon as it is made, under the call that made it', () => {
  const { laneOrder, lanes, spans } = stateAfter(...madeTeam)
  expect(laneOrder).toEqual(['spn_lead', 'spn_ada', 'spn_ben'])
  expect(Object.values(lanes).slice(1)).toMatchObject(
    ['ada', 'ben'].map((teammate) => ({
      teammate,
      team: 'crew',
      depth: 1,
      parentSpanId: 'spn_call',
      description: `Look at ${teammate}.`,
      rest: { reason: 'queued', from: 10 },
    })),
  )
  expect(spans['spn_call']).toMatchObject({ subagentId: 'spn_ada' })
})

test('a teammate sleeps when its turn ends, waits for a place when it is written to, and wakes', () => {
  const lane = laneAfter(
    'spn_ada',
    ...madeTeam,
    begins(20, 'spn_ada'),
    ends(50, 'spn_ada'),
    written(80),
    begins(85, 'spn_ada'),
  )
  expect(lane.rest).toBeUndefined()
  expect(lane.outcome).toBeUndefined()
  expect(lane.pauses).toEqual([
    { reason: 'queued', from: 10, to: 20 },
    { reason: 'asleep', from: 50, to: 80 },
    { reason: 'queued', from: 80, to: 85 },
  ])
  expect(workedMs(lane, 100)).toBe(30 + 15)
})

test('a teammate that is written to while it works does not wait for anything', () => {
  const lane = laneAfter('spn_ada', ...madeTeam, begins(20, 'spn_ada'), written(30), written(31))
  expect(lane).not.toHaveProperty('rest')
})

test('members of a team that is dissolved do not sleep any more', () => {
  const deleted: Given = { at: 70, kind: 'team.deleted', data: { name: 'crew' } }
  const events = [...madeTeam, begins(20, 'spn_ada'), ends(50, 'spn_ada'), begins(60, 'spn_ben')]
  const { lanes } = stateAfter(...events, deleted, ends(75, 'spn_ben', 'cancelled'))
  expect(Object.values(lanes).slice(1)).toMatchObject([
    { teammate: 'ada', outcome: 'ok', rest: { reason: 'over', from: 70 } },
    { teammate: 'ben', outcome: 'cancelled', rest: { reason: 'over', from: 75 } },
  ])
})

test('a subagent that was asked for has its lane while it waits, and its model once it begins', () => {
  const waiting = laneAfter('spn_plan', ...calls, queued(10, true))
  expect(waiting).toMatchObject({ isBackground: true, rest: { reason: 'queued', from: 10 } })
  expect([waiting.model, workedMs(waiting, 99)]).toEqual([undefined, 0])
  const begun = laneAfter('spn_plan', ...calls, queued(10, true), begins(30, 'spn_plan', 'plan'))
  expect(begun).toMatchObject({ model, pauses: [{ reason: 'queued', from: 10, to: 30 }] })
  expect(workedMs(begun, 99)).toBe(69)
})

test('nobody waits for a place in a run that is over, and teammates sleep until the next', () => {
  const { lanes } = stateAfter(...madeTeam, queued(12), runEnds(40))
  expect(
    Object.values(lanes)
      .slice(1)
      .map(({ rest }) => rest),
  ).toEqual([
    { reason: 'asleep', from: 40 },
    { reason: 'asleep', from: 40 },
    { reason: 'over', from: 40 },
  ])
})

test('an agent that is resumed was away from the end of its stretch of work', () => {
  const lane = laneAfter(
    'spn_x',
    ...calls,
    begins(10, 'spn_x'),
    ends(20, 'spn_x', 'interrupted'),
    begins(90, 'spn_x'),
  )
  expect(lane.pauses).toEqual([{ reason: 'over', from: 20, to: 90 }])
})
