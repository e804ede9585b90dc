import { expect, test } from 'vitest'
import type { AnyEvent } from '../events/index.ts'
import type { SpanId } from '../lib/ids.ts'
import { fold } from './define.ts'
import { earlierRunOf, todos } from './todos.ts'

const lead = 'spn_lead' as SpanId

/** Of an event what the projection reads. */
function event(kind: AnyEvent['kind'], data: object = {}): AnyEvent {
  return { kind, agentId: lead, data } as unknown as AnyEvent
}

function earlierRunAfter(...events: readonly AnyEvent[]): number | undefined {
  return earlierRunOf(fold(todos, todos.init(), events), lead)
}

const [begins, plans] = [event('run.started'), event('todos.changed', { todos: [] })]
const goesOn = event('run.started', { resumes: 'run_1' })

test('a plan is that of an earlier run as soon as another begins, until it has one of its own', () => {
  expect(earlierRunAfter(begins)).toBeUndefined()
  expect(earlierRunAfter(begins, plans)).toBeUndefined()
  expect(earlierRunAfter(begins, begins, plans, begins)).toBe(2)
  expect(earlierRunAfter(begins, plans, begins, begins)).toBe(1)
  expect(earlierRunAfter(begins, plans, begins, plans)).toBeUndefined()
})

test('a run that goes on with another goes on with its plan', () => {
  expect(earlierRunAfter(begins, plans, goesOn)).toBeUndefined()
  expect(earlierRunAfter(begins, plans, goesOn, begins)).toBe(1)
})
