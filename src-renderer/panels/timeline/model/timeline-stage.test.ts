import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import {
  child,
  laneOf,
  lead,
  modelSpan,
  stateOf,
  toolSpan,
  waitSpan,
} from '../../../../test/support/make-timeline-spans.ts'
import { hitTest } from '../input/hit-test.ts'
import { tellFold } from './idle-periods.ts'
import { laidIn } from './lane-layout.ts'
import {
  foldPlaces,
  LANES_TOP,
  laneHeight,
  lanesBox,
  RULER,
  type Scene,
  stripXOf,
  xOf,
} from './scene.ts'
import { Stage, type StageInput } from './timeline-stage.ts'

function inputOf(timeline: TimelineState, change: Partial<StageInput> = {}): StageInput {
  const endAt = timeline.lastAt ?? 0
  return {
    width: 1400,
    height: 234,
    timeline,
    seq: 100,
    at: endAt,
    isLive: true,
    isGrowing: false,
    endAt,
    seqAt: (time) => Math.round(time),
    historySeq: 100,
    hueOf: () => 0,
    collapsed: new Set(),
    ...change,
  }
}

function laidFirst(scene: Scene) {
  const [row] = scene.rows
  return row ? laidIn(scene, row).map(({ count, first }) => ({ count, id: first.id })) : []
}

test('spans that are too narrow to be told apart are drawn as one', () => {
  const narrow = Array.from({ length: 100 }, (_, index) =>
    toolSpan({ id: `t${index}`, seq: index + 1, startedAt: index * 10, endedAt: index * 10 + 5 }),
  )
  const wide = modelSpan({ id: 'm', seq: 101, startedAt: 1000, endedAt: 600_000 })
  const stage = new Stage()
  expect(laidFirst(stage.update(inputOf(stateOf([...narrow, wide], 600_000))))).toEqual([
    { count: 100, id: 't0' },
    { count: 1, id: 'm' },
  ])
  stage.zoom(0.0001, 0)
  const input = inputOf(stateOf([...narrow, wide], 600_000), { isLive: false, seq: 100 })
  expect(laidFirst(stage.update(input)).every(({ count }) => count === 1)).toBe(true)
})

test('a place in a lane leads to the span that is drawn there', () => {
  const a = modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 4000 })
  const b = toolSpan({ id: 'b', seq: 2, startedAt: 5000, endedAt: 9000, agentId: child })
  const scene = new Stage().update(inputOf(stateOf([a, b], 10_000)))
  expect(hitTest(scene, xOf(scene, 2000), LANES_TOP + 10)).toMatchObject({ type: 'span', span: a })
  expect(hitTest(scene, xOf(scene, 7000), LANES_TOP + laneHeight(scene) + 10)).toMatchObject({
    type: 'span',
    span: b,
  })
  expect(hitTest(scene, xOf(scene, 7000), LANES_TOP + 10)).toMatchObject({ type: 'lane' })
})

test('of two calls at once, each is drawn and met in its own part of the lane', () => {
  const a = toolSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 8000, effect: 'execute' })
  const b = toolSpan({ id: 'b', seq: 2, startedAt: 0, endedAt: 8000, effect: 'execute' })
  const scene = new Stage().update(inputOf(stateOf([a, b], 10_000)))
  const tall = laneHeight(scene)
  const met = [0.25, 0.75].map((part) => hitTest(scene, xOf(scene, 4000), LANES_TOP + part * tall))
  expect(met).toMatchObject([{ span: a }, { span: b }])
})

test('narrow calls at once that fill their lane’s tracks are drawn as one', () => {
  const wide = modelSpan({ id: 'm', seq: 9, startedAt: 1000, endedAt: 600_000 })
  const pairs = Array.from({ length: 20 }, (_, index) =>
    toolSpan({
      id: `t${index}`,
      seq: index + 1,
      startedAt: (index >> 1) * 10,
      endedAt: (index >> 1) * 10 + 5,
    }),
  )
  const scene = new Stage().update(inputOf(stateOf([...pairs, wide], 600_000)))
  expect(laidFirst(scene)).toEqual([
    { count: 20, id: 't0' },
    { count: 1, id: 'm' },
  ])
})

test('marks in the overview are met before the overview itself', () => {
  const mark = { type: 'edit' as const, seq: 7, at: 5000, title: 'x' }
  const state = {
    ...stateOf([modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 10_000 })], 10_000),
    marks: [mark],
  }
  const scene = new Stage().update(inputOf(state))
  expect(hitTest(scene, xOf(scene, 5000), 16)).toEqual({ type: 'mark', mark })
  expect(hitTest(scene, xOf(scene, 1000), 16)).toEqual({ type: 'strip' })
})

test('a zoomed view follows the live end until the person looks elsewhere', () => {
  const stage = new Stage()
  const at = (endAt: number) =>
    inputOf(stateOf([modelSpan({ id: 'a', seq: 1, startedAt: 0 })], endAt), { isGrowing: true })
  stage.update(at(60_000))
  stage.zoom(0.1, 60_000)
  const followed = stage.update(at(90_000))
  expect(followed.window.to).toBeGreaterThan(90_000)
  stage.pan(-2000, 0)
  const left = stage.update(at(90_000))
  const later = stage.update(at(120_000))
  expect(later.window).toEqual(left.window)
})

test('a fold is met on the ruler, and told whenever another second of it has gone by', () => {
  const stage = new Stage()
  const wait = waitSpan({ id: 'w', seq: 2, startedAt: 10_000 })
  const work = modelSpan({ id: 'm', seq: 1, startedAt: 0, endedAt: 10_000 })
  const at = (endAt: number) => inputOf(stateOf([work, wait], endAt), { isGrowing: true })
  const told: string[] = []
  stage.subscribe(() => told.push(...stage.readout().folds.map(tellFold)))
  const scene = stage.update(at(40_000))
  stage.update(at(40_400))
  stage.update(at(41_000))
  const [place] = foldPlaces(scene)
  expect(told).toEqual(['0:30 waiting for a person, folded', '0:31 waiting for a person, folded'])
  expect(hitTest(scene, place?.x ?? 0, RULER.top + 4)).toMatchObject({ type: 'fold' })
  expect(hitTest(scene, xOf(scene, 2000), RULER.top + 4)).toEqual({ type: 'ruler' })
})

/** A lead, and thirty others with a span each. */
function manyLanes() {
  const others = Array.from({ length: 30 }, (_, index) => ({
    ...{ ...laneOf(child, 1), agentId: SpanId.parse(`spn_${index}`) },
  }))
  const lanes = [laneOf(lead, 0), ...others]
  const spans = lanes.map(({ agentId }, index) =>
    modelSpan({ id: `in-${agentId}`, agentId, seq: index + 1, startedAt: 0, endedAt: 9000 }),
  )
  const state = {
    ...stateOf(spans, 10_000),
    lanes: Object.fromEntries(lanes.map((lane) => [lane.agentId, lane])),
    laneOrder: lanes.map(({ agentId }) => agentId),
  }
  return { state, others }
}

test('the lane of what is selected comes in sight, by as little as it takes', () => {
  const { state } = manyLanes()
  const stage = new Stage()
  const tall = laneHeight(stage.update(inputOf(state)))
  const scrolledFor = (selectedId?: string) =>
    stage.update(inputOf(state, { selectedId })).scrollTop / tall
  const seen = lanesBox(stage.update(inputOf(state))).height / tall
  expect(scrolledFor('in-spn_1')).toBe(0)
  expect(scrolledFor('in-spn_20')).toBe(22 - seen)
  stage.pan(0, 3 * tall)
  expect(scrolledFor('in-spn_20')).toBe(25 - seen)
  expect(scrolledFor('in-spn_5')).toBe(5)
  expect(scrolledFor('in-spn_lead')).toBe(5)
})

test('scrolled, the first lane stays and is met where it stands', () => {
  const { state, others } = manyLanes()
  const stage = new Stage()
  const tall = laneHeight(stage.update(inputOf(state)))
  stage.pan(0, 10 * tall)
  const scene = stage.update(inputOf(state))
  const met = [0.5, 1.5].map((part) => hitTest(scene, 20, LANES_TOP + part * tall))
  expect(met).toMatchObject([
    { row: { lane: { agentId: lead } } },
    { row: { lane: { agentId: others[10]?.agentId } } },
  ])
})

test('in the overview the stretch in view is moved, and each of its ends', () => {
  const stage = new Stage()
  const input = inputOf(
    stateOf([modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 100_000 })], 100_000),
    { isLive: false, at: 1000 },
  )
  const whole = stage.update(input)
  expect(hitTest(whole, stripXOf(whole, 50_000), 16)).toEqual({ type: 'strip' })
  stage.zoom(0.2, 50_000)
  const zoomed = stage.update(input)
  const { from, to } = zoomed.window
  const met = [from, (from + to) / 2, to, to + 20_000].map((at) =>
    hitTest(zoomed, stripXOf(zoomed, at), 16),
  )
  expect(met).toEqual([
    { type: 'window', part: 'from' },
    { type: 'window', part: 'middle' },
    { type: 'window', part: 'to' },
    { type: 'strip' },
  ])
  stage.stretch('from', from - 5000)
  stage.slide(1000)
  expect(stage.update(input).window).toEqual({ from: from - 4000, to: to + 1000 })
})
