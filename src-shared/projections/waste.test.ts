import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { fold } from './define.ts'
import { sumWaste, type WasteState, waste } from './waste.ts'

const lead = { agentId: 'spn_lead' }
const price = { inputUsd: 10, outputUsd: 40, cacheReadUsd: 1, source: 'test' }

/** A log of what these tests look at; times in seconds. */
function logOf(
  ...events: readonly (readonly [at: number, kind: string, fields: object, data: object])[]
) {
  return events.map(([at, kind, fields, data], index) => {
    // Only what is looked at is given.
    const event = { sessionId: 'ses_1', seq: index + 1, at: at * 1000, kind, ...fields, data }
    return event as AnyEvent
  })
}

function wasteOf(log: readonly AnyEvent[]): WasteState {
  return fold(waste, waste.init(), log)
}

function asked(at: number, id: string, messages: readonly string[], attempt = 1) {
  const data = { provider: 'p', model: 'm', purpose: 'step', attempt, request: { messages } }
  return [at, 'model.started', { ...lead, spanId: id }, data] as const
}

function answered(at: number, id: string, usage: object, more: object = {}) {
  const none = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  const cost = { costUsd: 0.1, price }
  const data = { outcome: 'ok', usage: { ...none, ...usage }, isEstimated: false, ...cost, ...more }
  return [at, 'model.ended', { ...lead, spanId: id }, data] as const
}

function began(at: number, id: string, path: string) {
  const data = { name: 'read_file', title: 'Read', effect: 'read', args: { json: { path } } }
  return [at, 'tool.started', { ...lead, spanId: id }, data] as const
}

function ended(at: number, id: string, result: string, outcome = 'ok') {
  const data = { outcome, result, display: { type: 'text', lines: 1 } }
  return [at, 'tool.ended', { ...lead, spanId: id }, data] as const
}

function requested(at: number, approvalId: string, agentId = 'spn_lead') {
  return [at, 'approval.requested', { agentId }, { approvalId }] as const
}

function decided(at: number, approvalId: string) {
  return [at, 'approval.decided', lead, { approvalId, decision: 'approve' }] as const
}

test('time in which several calls wait for a person is lost once', () => {
  const log = logOf(
    requested(1, 'apr_1'),
    requested(2, 'apr_2', 'spn_other'),
    decided(4, 'apr_2'),
    decided(6, 'apr_1'),
  )
  const { items, byKind, byAgent } = wasteOf(log)
  expect(items.map(({ id, lostMs }) => [id, lostMs])).toEqual([
    ['apr_2', 2000],
    ['apr_1', 5000],
  ])
  expect(byKind['waiting']).toEqual({ count: 2, lostMs: 5000, costUsd: 0, unpriced: 0 })
  expect(Object.values(byAgent).map(({ lostMs }) => lostMs)).toEqual([2000, 5000])
})

test('what still waits is lost up to now', () => {
  const state = wasteOf(logOf(requested(1, 'apr_1'), requested(2, 'apr_2'), decided(3, 'apr_1')))
  expect([sumWaste(state, 3000).lostMs, sumWaste(state, 10_000).lostMs]).toEqual([2000, 9000])
})

test('a failed attempt loses what it cost, and the time until it is made again', () => {
  const failed = answered(3, 'spn_1', {}, { outcome: 'error', costUsd: null })
  const log = logOf(asked(1, 'spn_1', ['a']), failed, asked(8, 'spn_2', ['a'], 2))
  expect(wasteOf(log.slice(0, 2)).items).toMatchObject([{ lostMs: 2000, costUsd: 0 }])
  const { items, byKind } = wasteOf(log)
  expect(items).toMatchObject([{ kind: 'failed-attempt', id: 'spn_1', lostMs: 7000 }])
  expect(byKind['failed-attempt']).toEqual({ count: 1, lostMs: 7000, costUsd: 0, unpriced: 0 })
})

test('a failed call loses its time, and its share of the answer that asked for it', () => {
  const answer = answered(2, 'spn_1', { outputTokens: 1000 }, { tools: ['a', 'b'] })
  const { items } = wasteOf(
    logOf(
      asked(1, 'spn_1', ['a']),
      answer,
      began(3, 'spn_2', '/a'),
      ended(5, 'spn_2', '', 'error'),
    ),
  )
  expect(items).toEqual([
    { ...lead, kind: 'failed-call', id: 'spn_2', seq: 4, lostMs: 2000, costUsd: 0.02 },
  ])
})

test('a command that failed by itself, and red tests, are no waste; what was cut short is', () => {
  const kindOf = (display: object) =>
    wasteOf(
      logOf(began(1, 'spn_1', '/a'), [
        2,
        'tool.ended',
        { ...lead, spanId: 'spn_1' },
        { outcome: 'error', result: '', display },
      ]),
    ).items.map(({ kind }) => kind)
  expect([
    kindOf({ type: 'terminal', exitCode: 1 }),
    kindOf({ type: 'tests', passed: 1, failed: 1 }),
    kindOf({ type: 'terminal', exitCode: null }),
  ]).toEqual([[], [], ['failed-call']])
})

test('a read is repeated where the same agent is answered the same, and remembers it', () => {
  const summary = [9, 'context.compacted', lead, {}] as const
  const { items } = wasteOf(
    logOf(
      ...[began(1, 'spn_1', '/a'), ended(2, 'spn_1', 'one')],
      ...[began(3, 'spn_2', '/b'), ended(4, 'spn_2', 'one')],
      ...[began(5, 'spn_3', '/a'), ended(6, 'spn_3', 'two')],
      ...[began(7, 'spn_4', '/a'), ended(8, 'spn_4', 'two')],
      ...[summary, began(10, 'spn_5', '/a'), ended(11, 'spn_5', 'two')],
    ),
  )
  expect(items).toMatchObject([{ kind: 'repeated-read', id: 'spn_4', costUsd: null }])
})

const sentTwice = (second: object, more: object = {}) =>
  wasteOf(
    logOf(
      ...[asked(1, 'spn_1', ['s', 'a']), answered(2, 'spn_1', { inputTokens: 10_000 })],
      ...[asked(3, 'spn_2', ['s', 'a', 'b']), answered(4, 'spn_2', second, more)],
    ),
  ).items

test('what was sent before and is paid in full again is lost by the difference of the prices', () => {
  const missed = sentTwice({ inputTokens: 12_000, cacheReadTokens: 2000 })
  expect(missed).toEqual([
    { ...lead, kind: 'cache-miss', id: 'spn_2', seq: 4, lostMs: 0, tokens: 8000, costUsd: 0.072 },
  ])
  expect(sentTwice({ inputTokens: 12_000, cacheReadTokens: 9500 })).toEqual([])
})

test('without a price what a missed cache cost is unknown; without a cheaper one it is nothing', () => {
  const unpriced = { price: undefined, costUsd: null }
  const uncached = { price: { inputUsd: 10, outputUsd: 40, source: 'test' } }
  expect(sentTwice({ inputTokens: 12_000 }, unpriced)).toMatchObject([{ costUsd: null }])
  expect(sentTwice({ inputTokens: 12_000 }, uncached)).toEqual([])
})

test('a thread that does not go on where it was has sent nothing before', () => {
  const { items } = wasteOf(
    logOf(
      ...[asked(1, 'spn_1', ['s', 'a']), answered(2, 'spn_1', { inputTokens: 10_000 })],
      ...[asked(3, 'spn_2', ['s', 'x', 'b']), answered(4, 'spn_2', { inputTokens: 12_000 })],
    ),
  )
  expect(items).toEqual([])
})

test('what a fork inherited was not lost in it', () => {
  const forked = [7, 'session.forked', {}, {}] as const
  const log = logOf(requested(1, 'apr_1'), decided(6, 'apr_1'), forked)
  expect(sumWaste(wasteOf(log), 9000)).toEqual({ count: 0, lostMs: 0, costUsd: 0, unpriced: 0 })
})
