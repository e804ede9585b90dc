import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { arbitraryLog } from '../../test/support/arbitrary-events.ts'
import { layRecord } from '../lib/records.ts'
import { fold, type Projection } from './define.ts'
import { copyStates, foldStates, initStates, projections } from './index.ts'

const all = Object.entries(projections) as [string, Projection<unknown>][]

describe.each(all)('%s', (_name, projection) => {
  test('folding in two parts equals folding at once', () => {
    fc.assert(
      fc.property(arbitraryLog, fc.nat(60), (log, cut) => {
        const whole = fold(projection, projection.init(), log)
        const first = fold(projection, projection.init(), log.slice(0, cut))
        expect(fold(projection, first, log.slice(cut))).toEqual(whole)
      }),
    )
  })

  test('a copy can be folded on without changing what it was copied from', () => {
    fc.assert(
      fc.property(arbitraryLog, fc.nat(60), (log, cut) => {
        const past = fold(projection, projection.init(), log.slice(0, cut))
        const asItWas = structuredClone(past)
        const later = fold(projection, projection.copy(past), log.slice(cut))
        expect(past).toEqual(asItWas)
        expect(later).toEqual(fold(projection, projection.init(), log))
      }),
    )
  })

  test('laid over a state that stands, one is folded on as a copy is', () => {
    fc.assert(
      fc.property(arbitraryLog, fc.nat(60), (log, cut) => {
        const past = fold(projection, projection.init(), log.slice(0, cut))
        const asItWas = structuredClone(past)
        const later = fold(projection, projection.copy(past, layRecord), log.slice(cut))
        expect(past).toEqual(asItWas)
        expect(projection.copy(later)).toEqual(fold(projection, projection.init(), log))
      }),
    )
  })

  test('entities are replaced, never changed in place', () => {
    fc.assert(
      fc.property(arbitraryLog, fc.nat(60), (log, cut) => {
        const state = fold(projection, projection.init(), log.slice(0, cut))
        const entities = entitiesOf(state)
        const before = structuredClone(entities)
        fold(projection, state, log.slice(cut))
        expect(entities).toEqual(before)
      }),
    )
  })

  test('a kind it does not know changes nothing', () => {
    fc.assert(
      fc.property(arbitraryLog, (log) => {
        const state = fold(projection, projection.init(), log)
        const before = structuredClone(state)
        // From a later version of the app: no type of ours describes it.
        const unknown = { ...log.at(-1), kind: 'moon.landed', data: {} } as unknown as AnyEvent
        expect(fold(projection, state, [unknown])).toEqual(before)
      }),
    )
  })

  test('a state survives being sent as JSON, and can be folded on', () => {
    fc.assert(
      fc.property(arbitraryLog, fc.nat(60), (log, cut) => {
        const state = fold(projection, projection.init(), log.slice(0, cut))
        const sent: unknown = JSON.parse(JSON.stringify(state))
        const whole = fold(projection, projection.init(), log)
        expect(fold(projection, sent, log.slice(cut))).toEqual(JSON.parse(JSON.stringify(whole)))
      }),
    )
  })
})

test('all projections folded together are each folded alone', () => {
  fc.assert(
    fc.property(arbitraryLog, fc.nat(60), (log, cut) => {
      const past = foldStates(initStates(), log.slice(0, cut))
      const states = foldStates(copyStates(past), log.slice(cut))
      for (const [name, projection] of all) {
        expect(states).toHaveProperty(name, fold(projection, projection.init(), log))
      }
    }),
  )
})

/** What a container of the state holds: the values a reader compares by reference. */
function entitiesOf(state: unknown): unknown[] {
  const containers = Object.values(state as Record<string, unknown>)
  return containers.flatMap((container) =>
    typeof container === 'object' && container !== null
      ? Object.values(container).filter((value) => !Array.isArray(value))
      : [],
  )
}
