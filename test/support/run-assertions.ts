import { expect } from 'vitest'
import type { RunFixture } from './run-fixture.ts'

/** Every span that started has ended once, everything is dense, everyone descends from the lead. */
export function expectWhole(fixture: RunFixture): void {
  const events = fixture.events()
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  const notSpans = ['run.started', 'review.started']
  const started = events.filter(({ kind }) => kind.endsWith('.started') && !notSpans.includes(kind))
  const ended = events.filter(({ kind }) => kind.endsWith('.ended') && kind !== 'run.ended')
  const spans = (list: typeof events) =>
    list.map(({ spanId, kind }) => `${kind.split('.')[0]} ${spanId}`)
  const ends = spans(ended).filter((span) => !span.startsWith('terminal'))
  expect(ends.toSorted()).toEqual(spans(started).toSorted())
  expect(fixture.of('run.ended')).toHaveLength(fixture.of('run.started').length)
}
