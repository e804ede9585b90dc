import { chunk, counted, endless, streamed, USAGE } from './completion-chunks.ts'
import {
  type ProtocolShape,
  retried,
  type Shape,
  says,
  TEXT,
  toBothClients,
} from './protocol-shape.ts'

const hel = chunk({ content: 'Hel' })
const stop = chunk({}, 'stop')
const hello = chunk({ content: TEXT })

/** Shapes of text, of its end and of its usage in chat completions. */
const texts: readonly Shape[] = [
  {
    name: 'the role comes in every chunk',
    reply: streamed([
      chunk({ role: 'assistant', content: 'Hel' }),
      chunk({ role: 'assistant', content: 'lo.' }),
      chunk({ role: 'assistant', content: '' }, 'stop'),
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'the role is missing, empty, null or unknown',
    reply: streamed([
      chunk({ content: 'H' }),
      chunk({ role: '', content: 'el' }),
      chunk({ role: null, content: 'l' }),
      chunk({ role: 'model', content: 'o.' }, 'stop'),
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'choices are empty, null or missing at first',
    reply: streamed([
      { id: 'x', choices: [] },
      { id: 'x', choices: null },
      { id: 'x', prompt_filter_results: [{ prompt_index: 0 }] },
      hello,
      stop,
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'a choice has no delta, or null',
    reply: streamed([
      chunk(null),
      { id: 'x', choices: [{ index: 0, finish_reason: null }] },
      hello,
      { id: 'x', choices: [{ index: 0, finish_reason: 'stop' }] },
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'chunks have a message in place of a delta',
    reply: streamed([
      { id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'Hel' } }] },
      {
        id: 'x',
        choices: [{ index: 0, message: { content: 'lo.' }, finish_reason: 'stop' }],
        usage: USAGE,
      },
    ]),
    expected: says(),
  },
  {
    name: 'content is null or a list of parts',
    reply: streamed([
      chunk({ role: 'assistant', content: null }),
      chunk({ content: [{ type: 'text', text: 'Hel' }] }),
      chunk({
        content: [
          { type: 'text', text: 'lo.' },
          { type: 'reference', reference_ids: [1] },
        ],
      }),
      chunk({ content: [] }, 'stop'),
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'content comes as the text of a choice',
    reply: streamed([
      { id: 'x', choices: [{ text: 'Hel', index: 0, finish_reason: null }] },
      { id: 'x', choices: [{ text: 'lo.', index: 0, finish_reason: 'stop' }], usage: USAGE },
    ]),
    expected: says(),
  },
  {
    name: 'the only choice is no list',
    reply: streamed([
      { id: 'x', choices: { delta: { content: 'Hel' } } },
      { id: 'x', choices: { delta: { content: 'lo.' }, finish_reason: 'stop' }, usage: USAGE },
    ]),
    expected: says(),
  },
  {
    name: 'the index of the choice is missing, null or text',
    reply: streamed([
      { id: 'x', choices: [{ delta: { content: 'H' } }] },
      { id: 'x', choices: [{ index: null, delta: { content: 'el' } }] },
      { id: 'x', choices: [{ index: '0', delta: { content: 'lo.' }, finish_reason: 'stop' }] },
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'the finish reason is in the delta',
    reply: streamed([chunk({ content: TEXT, finish_reason: 'stop' }), counted]),
    expected: says(),
  },
  {
    name: 'stop in every chunk, length at the end',
    reply: streamed([chunk({ content: 'Hel' }, 'stop'), chunk({}, 'length'), counted]),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'length, then stop',
    reply: streamed([chunk({ content: 'Hel' }, 'length'), chunk({}, 'stop'), counted]),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'the finish reason is false, then an object',
    reply: streamed([chunk({ content: TEXT }, false), chunk({}, { type: 'stop' }), counted]),
    expected: says({ finish: 'missing' }),
  },
  {
    name: 'everything comes in one chunk',
    reply: streamed([{ ...chunk({ role: 'assistant', content: TEXT }, 'stop'), usage: USAGE }]),
    expected: says(),
  },
  {
    name: 'a second choice comes along',
    reply: streamed([
      {
        id: 'x',
        choices: [
          { index: 0, delta: { content: 'Hel' } },
          { index: 1, delta: { content: 'Bye' } },
        ],
      },
      { id: 'x', choices: [{ index: 1, delta: { content: ' now' }, finish_reason: 'stop' }] },
      { id: 'x', choices: [{ index: 0, delta: { content: 'lo.' }, finish_reason: 'stop' }] },
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'log probabilities and unknown fields come along',
    reply: streamed([
      chunk({ content: 'Hel', annotations: [], audio: null }, null, {
        logprobs: { content: [{ token: 'Hel', logprob: -0.1, bytes: [72], top_logprobs: [] }] },
        content_filter_results: {},
        stop_reason: null,
      }),
      chunk({ content: 'lo.' }, 'stop', { logprobs: null, native_finish_reason: 'STOP' }),
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'usage comes first, and never again',
    reply: streamed([counted, hello, stop]),
    expected: says(),
  },
  {
    name: 'usage comes in every chunk',
    reply: streamed([
      { ...hel, usage: { ...USAGE, completion_tokens: 1, total_tokens: 11 } },
      { ...chunk({ content: 'lo.' }), usage: USAGE },
      { ...stop, usage: USAGE },
    ]),
    expected: says(),
  },
  {
    name: 'usage is null, then absent',
    reply: streamed([
      { ...hello, usage: null },
      { ...stop, usage: null },
    ]),
    expected: says({ usage: 'estimated' }),
  },
  {
    name: 'the finish reason is empty until the last chunk',
    reply: streamed([
      chunk({ content: 'Hel' }, ''),
      chunk({ content: 'lo.' }, ''),
      chunk({ content: '' }, 'stop'),
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'the finish reason repeats',
    reply: streamed([chunk({ content: TEXT }, 'stop'), stop, stop, counted]),
    expected: says(),
  },
  {
    name: 'the finish reason is in capitals',
    reply: streamed([hello, chunk({}, 'STOP'), counted]),
    expected: says(),
  },
  {
    name: 'no finish reason, but [DONE]',
    reply: streamed([hel, chunk({ content: 'lo.' })]),
    expected: says({ usage: 'estimated', finish: 'missing' }),
  },
  {
    name: 'an empty finish reason in every chunk, then [DONE]',
    reply: streamed([chunk({ content: 'Hel' }, ''), chunk({ content: 'lo.' }, ''), counted]),
    expected: says({ finish: 'missing' }),
  },
  {
    name: 'no finish reason and no [DONE], but usage at the end',
    reply: endless([hel, chunk({ content: 'lo.' }), counted]),
    expected: says({ finish: 'missing' }),
  },
  {
    name: 'a finish reason, but no [DONE]',
    reply: endless([hello, stop, counted]),
    expected: says(),
  },
  {
    name: 'the stream ends without a finish reason',
    reply: endless([hel]),
    expected: retried(),
  },
  {
    name: 'an empty finish reason in every chunk, then the stream ends',
    reply: endless([chunk({ content: 'Hel' }, ''), chunk({ content: 'lo' }, '')]),
    expected: retried(),
  },
  {
    name: 'the text speaks of [DONE] and "finish_reason", then the stream ends',
    reply: endless([chunk({ content: 'Then data: [DONE] and "finish_reason":"stop" fol' })]),
    expected: retried(),
  },
  {
    name: 'a chunk is cut within its JSON',
    reply: endless([hel, '{"id":"x","choices":[{"ind']),
    expected: retried(),
  },
  {
    name: 'a stream of nothing but [DONE]',
    reply: streamed([]),
    expected: {
      ...says({ text: '', usage: 'estimated', finish: 'missing' }),
      reason: 'The model answered nothing. Send the prompt again, or choose another model.',
    },
  },
  {
    name: 'an answer cut off by the limit on output is continued',
    reply: streamed([hel, chunk({}, 'length'), counted]),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'the server’s filter stops the answer',
    reply: streamed([hel, chunk({}, 'content_filter'), counted]),
    expected: {
      ...says({ text: 'Hel', finish: 'content_filter' }),
      reason:
        'The answer is incomplete because the server’s content filter stopped it. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'the model refuses in a part of the content',
    reply: streamed([
      chunk({ content: [{ type: 'refusal', refusal: "I can't." }] }, 'stop'),
      counted,
    ]),
    expected: {
      ...says({ text: "I can't.", finish: 'refusal' }),
      reason: 'The model refused to answer. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'the model refuses in a field of its own',
    reply: streamed([
      chunk({ role: 'assistant', content: '', refusal: null }),
      chunk({ refusal: "I'm sorry, " }),
      chunk({ refusal: "I can't help with that." }),
      stop,
      counted,
    ]),
    expected: {
      ...says({ text: "I'm sorry, I can't help with that.", finish: 'refusal' }),
      reason: 'The model refused to answer. Rephrase the prompt, or choose another model.',
    },
  },
]

export const completionTexts: readonly ProtocolShape[] = toBothClients(texts)
