import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { arbitraryLog } from '../../test/support/arbitrary-events.ts'
import { compareRuns, type StepRow } from './compare-runs.ts'
import { recordRun } from './record-run.ts'

const sample = readSample()

function readSample(): readonly AnyEvent[] {
  const file = join(import.meta.dirname, '../../resources/sample-replay.orrery')
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  // The file is ours: its lines are events, or what they refer to.
  return lines.flatMap((line) => (line.startsWith('{"event"') ? [JSON.parse(line).event] : []))
}

/** Events of a run that asks its model once for each step, with the calls of that step. */
function runOf(steps: readonly (readonly string[])[], change: Partial<AnyEvent['data']> = {}) {
  const events: object[] = []
  const add = (kind: string, spanId: string, data: object) => {
    const seq = events.length + 1
    events.push({
      sessionId: 'ses_1',
      seq,
      at: seq * 1000,
      spanId,
      agentId: 'spn_lead',
      kind,
      data,
    })
  }
  add('input.received', 'spn_0', { text: 'Do it' })
  add('agent.started', 'spn_lead', { type: 'lead', description: '', model: {} })
  for (const [step, calls] of steps.entries()) {
    add('model.started', `spn_m${step}`, { model: 'm', purpose: 'step', attempt: 1 })
    const usage = { inputTokens: 10, outputTokens: 1 }
    add('model.ended', `spn_m${step}`, { outcome: 'ok', usage, costUsd: 0.5 })
    for (const [index, title] of calls.entries()) {
      const [name] = title.split(' ')
      const args = { json: { path: title, ...change } }
      add('tool.started', `spn_${step}_${index}`, { name, title, effect: 'read', args })
      add('tool.ended', `spn_${step}_${index}`, { outcome: 'ok' })
    }
  }
  // Only what is recorded of a run is given.
  return recordRun(events as AnyEvent[])
}

function told(rows: readonly StepRow[]): readonly string[] {
  const titleOf = (item: StepRow['left']) =>
    item?.type === 'step' ? item.calls.map(({ title }) => title).join('+') || 'answer' : item?.type
  return rows.map(
    ({ left, right, differences }) =>
      `${titleOf(left) ?? '-'} | ${titleOf(right) ?? '-'}: ${differences.join()}`,
  )
}

test('steps stand beside what did the same, or was done with the same tools', () => {
  const left = runOf([['read a', 'ls b'], ['read c'], ['grep d'], []])
  const right = runOf([['ls b', 'read a'], ['run x'], ['read e'], []])
  expect(told(compareRuns(left, right).rows)).toEqual([
    'prompt | prompt: ',
    'read a+ls b | ls b+read a: ',
    '- | run x: alone',
    'read c | read e: arguments',
    'grep d | -: alone',
    'answer | answer: ',
  ])
})

test('calls with other arguments than their title says differ, too', () => {
  const { rows } = compareRuns(runOf([['edit a']]), runOf([['edit a']], { text: 'other' }))
  expect(told(rows).slice(1)).toEqual(['edit a | edit a: arguments'])
})

test('a subagent’s steps follow the step that asked for it, whatever ran beside it', () => {
  const { items, totals } = recordRun(sample)
  const agents = items.map(({ agent }) => agent)
  const first = agents.indexOf('lead › general-purpose')
  const second = agents.indexOf('lead › code-analyzer')
  expect(first).toBeGreaterThan(0)
  expect(agents.slice(first, second).every((agent) => agent === agents[first])).toBe(true)
  expect(totals.agents).toBe(3)
})

test('a run is like itself, in every figure and file', () => {
  const { rows, files, figures } = compareRuns(recordRun(sample), recordRun(sample))
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.every(({ differences }) => differences.length === 0)).toBe(true)
  expect(files.map(({ difference }) => difference)).toEqual(['same', 'same'])
  expect(figures.every(({ left, right }) => left === right)).toBe(true)
})

test('what differs from left to right differs so from right to left, of any log', () => {
  fc.assert(
    fc.property(arbitraryLog, arbitraryLog, (one, other) => {
      const [left, right] = [recordRun(one), recordRun(other)]
      const there = compareRuns(left, right).rows.filter((row) => row.left && row.right)
      const back = compareRuns(right, left).rows.filter((row) => row.left && row.right)
      expect(back.map((row) => [row.right, row.left, row.differences])).toEqual(
        there.map((row) => [row.left, row.right, row.differences]),
      )
    }),
  )
})
