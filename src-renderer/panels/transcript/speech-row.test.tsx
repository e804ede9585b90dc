import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { findEnding } from '#shared/answer-ending.ts'
import type { SpeechItem } from '#shared/projections/transcript-items.ts'
import { TextRow } from './speech-row.tsx'

const item: SpeechItem = { type: 'text', id: 'text-1', seq: 1, at: 1, text: 'Half of', endedAt: 2 }

test.each([
  ['length', 'Cut off at the model’s output limit.'],
  ['context_exceeded', 'Cut off because the model’s context window is full.'],
  ['content_filter', 'Stopped by the server’s content filter.'],
  ['refusal', 'The model refused to answer.'],
  ['pause_turn', 'Paused by the server.'],
  ['missing', 'The server gave no finish reason, so this answer may be incomplete.'],
])('an answer that ended with %s says so below its text', (finishReason, sentence) => {
  const ending = findEnding({ finishReason })
  const drawn = renderToStaticMarkup(<TextRow item={{ ...item, ...(ending && { ending }) }} />)
  expect(drawn).toContain(sentence)
})

test('a complete answer has nothing below its text', () => {
  expect(
    [{ finishReason: 'stop' }, { finishReason: 'missing', tools: ['ls'] }, {}].map(findEnding),
  ).toEqual([undefined, undefined, undefined])
  expect(renderToStaticMarkup(<TextRow item={item} />)).not.toContain('ending')
})
