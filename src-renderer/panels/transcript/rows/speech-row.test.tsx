import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { findEnding, type SpeechItem } from '#shared/projections/transcript-items.ts'
import { TextRow, tellQueue } from './speech-row.tsx'

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

const [a, b, c] = ['a', 'b', 'c'].map((id) => SessionId.parse(`ses_${id}`))

function session(id: typeof a, changedAt: number, isQueued: boolean) {
  return { id: id ?? SessionId.parse('ses_x'), changedAt, isQueued, isRunning: true }
}

test('a session that waits for its turn says its place in the line', () => {
  const all = [session(a, 1, false), session(b, 2, true), session(c, 3, true)]
  expect([a, b, c].map((id) => id && tellQueue(all, id))).toEqual([
    undefined,
    '1st in line: 1 session runs',
    '2nd in line: 1 session runs',
  ])
})
