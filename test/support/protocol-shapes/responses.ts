import {
  cutFrom,
  failsAlways,
  MODELS,
  type ProtocolShape,
  retried,
  type Shape,
  says,
  TEXT,
  toClient,
} from './protocol-shape.ts'
import {
  added,
  answer,
  completed,
  created,
  done,
  type Event,
  events,
  responsesText,
  said,
  USAGE,
} from './response-events.ts'

const item = answer(TEXT)

function finished(type: string, rest: object): Event {
  const { response } = completed()
  return { type: `response.${type}`, response: Object.assign({}, response, { status: type }, rest) }
}

function summary(delta: string): Event {
  const at = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
  return { type: 'response.reasoning_summary_text.delta', ...at, delta }
}

const thought = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'Let me see.' }],
}

const shapes: readonly Shape[] = [
  {
    name: 'no output_text.done, no item is done',
    reply: events(
      created,
      added({ ...item, content: [] }),
      said('Hel'),
      said('lo.'),
      completed([item]),
    ),
    expected: says(),
  },
  {
    name: 'the items have no indexes',
    reply: events(
      created,
      { type: 'response.output_item.added', item: { ...item, content: [] } },
      said(TEXT, {}),
      { type: 'response.output_item.done', item },
      completed([item]),
    ),
    expected: says(),
  },
  {
    name: 'no item is added',
    reply: events(created, said('Hel'), said('lo.'), completed([item])),
    expected: says(),
  },
  {
    name: 'the ids of an item change from event to event',
    reply: events(
      created,
      added({ ...item, id: 'a', content: [] }),
      { ...said('Hel'), item_id: 'b' },
      { ...said('lo.'), item_id: 'c' },
      done({ ...item, id: 'd' }),
      completed([{ ...item, id: 'e' }]),
    ),
    expected: says(),
  },
  {
    name: 'response.incomplete without a reason',
    reply: events(created, said('Hel'), finished('incomplete', { output: [answer('Hel')] })),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'response.incomplete without details or status',
    reply: events(created, said('Hel'), {
      type: 'response.incomplete',
      response: { usage: USAGE },
    }),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'response.done with the status failed, and no error',
    reply: events(created, said('Hel'), { ...finished('failed', {}), type: 'response.done' }),
    expected: retried(),
  },
  {
    name: 'response.completed with an error',
    reply: events(
      created,
      said('Hel'),
      completed([], { error: { code: 'server_error', message: 'It broke.' } }),
    ),
    expected: retried(),
  },
  {
    name: 'nothing is created',
    reply: events(said(TEXT), completed([item])),
    expected: says(),
  },
  {
    name: 'the text comes with output_text.done alone',
    reply: events(
      created,
      added({ ...item, content: [] }),
      { type: 'response.output_text.done', output_index: 0, content_index: 0, text: TEXT },
      completed([item]),
    ),
    expected: says(),
  },
  {
    name: 'the text comes with the done item alone',
    reply: events(created, done(item), completed([item])),
    expected: says(),
  },
  {
    name: 'the text comes with response.completed alone',
    reply: events(created, completed([item])),
    expected: says(),
  },
  {
    name: 'response.completed has an empty output',
    reply: events(responsesText(TEXT).slice(0, -1), completed([])),
    expected: says(),
  },
  {
    name: 'response.completed has no output',
    reply: events(responsesText(TEXT).slice(0, -1), completed(undefined)),
    expected: says(),
  },
  {
    name: 'response.completed has null for usage',
    reply: events(responsesText(TEXT).slice(0, -1), completed([item], { usage: null })),
    expected: says({ usage: 'estimated' }),
  },
  {
    name: 'response.done in place of response.completed',
    reply: events(responsesText(TEXT).slice(0, -1), {
      ...completed([item]),
      type: 'response.done',
    }),
    expected: says(),
  },
  {
    name: 'two messages',
    reply: events(
      created,
      added(answer('Hel')),
      said('Hel'),
      done(answer('Hel')),
      added({ ...answer('lo.'), id: 'msg_2' }, 1),
      { ...said('lo.', { output_index: 1, content_index: 0 }), item_id: 'msg_2' },
      completed([answer('Hel'), { ...answer('lo.'), id: 'msg_2' }]),
    ),
    expected: says(),
  },
  {
    name: 'unknown items and events',
    reply: events(
      created,
      { type: 'response.queued', response: {} },
      { type: 'keepalive', sequence_number: 1 },
      added({ type: 'mystery', id: 'm1', data: 1 }),
      { type: 'response.mystery.delta', output_index: 0, delta: 'x' },
      done({ type: 'mystery', id: 'm1', data: 1 }),
      added({ ...item, content: [] }, 1),
      {
        type: 'response.content_part.added',
        output_index: 1,
        content_index: 0,
        part: { type: 'output_text', text: '' },
      },
      said(TEXT, { output_index: 1, content_index: 0 }),
      done(item, 1),
      completed([{ type: 'mystery', id: 'm1', data: 1 }, item]),
    ),
    expected: says(),
  },
  {
    name: 'annotations and log probabilities',
    reply: events(
      created,
      added({ ...item, content: [] }),
      { ...said(TEXT), logprobs: [], obfuscation: 'xyz' },
      {
        type: 'response.output_text.annotation.added',
        output_index: 0,
        content_index: 0,
        annotation: {
          type: 'url_citation',
          url: 'https://a.example',
          title: 'A',
          start_index: 0,
          end_index: 1,
        },
      },
      done(item),
      completed([item]),
    ),
    expected: says(),
  },
  {
    name: 'a summary of reasoning',
    reply: events(
      created,
      added({ ...thought, summary: [] }),
      summary('Let me '),
      summary('see.'),
      done(thought),
      added({ ...item, content: [] }, 1),
      said(TEXT, { output_index: 1, content_index: 0 }),
      done(item, 1),
      completed([thought, item]),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'a summary of reasoning with the done item alone',
    reply: events(
      created,
      added({ ...thought, summary: [] }),
      done(thought),
      added({ ...item, content: [] }, 1),
      said(TEXT, { output_index: 1, content_index: 0 }),
      completed([thought, item]),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'the text of reasoning',
    reply: events(
      created,
      added({ type: 'reasoning', id: 'rs_1', summary: [], content: [] }),
      {
        type: 'response.reasoning_text.delta',
        item_id: 'rs_1',
        output_index: 0,
        content_index: 0,
        delta: 'Let me ',
      },
      {
        type: 'response.reasoning_text.delta',
        item_id: 'rs_1',
        output_index: 0,
        content_index: 0,
        delta: 'see.',
      },
      added({ ...item, content: [] }, 1),
      said(TEXT, { output_index: 1, content_index: 0 }),
      completed([
        {
          type: 'reasoning',
          id: 'rs_1',
          summary: [],
          content: [{ type: 'reasoning_text', text: 'Let me see.' }],
        },
        item,
      ]),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'the output limit cuts the answer',
    reply: events(
      created,
      said('Hel'),
      finished('incomplete', {
        incomplete_details: { reason: 'max_output_tokens' },
        output: [answer('Hel')],
      }),
    ),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'the filter stops the answer',
    reply: events(
      created,
      said('Hel'),
      finished('incomplete', {
        incomplete_details: { reason: 'content_filter' },
        output: [answer('Hel')],
      }),
    ),
    expected: {
      ...says({ text: 'Hel', finish: 'content_filter' }),
      reason:
        'The answer is incomplete because the server’s content filter stopped it. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'the model refuses',
    reply: events(
      created,
      added({ ...item, content: [] }),
      { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: "I'm sorry, " },
      { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: "I can't." },
      {
        type: 'response.refusal.done',
        output_index: 0,
        content_index: 0,
        refusal: "I'm sorry, I can't.",
      },
      done(answer("I'm sorry, I can't.", 'refusal')),
      completed([answer("I'm sorry, I can't.", 'refusal')]),
    ),
    expected: {
      ...says({ text: "I'm sorry, I can't.", finish: 'refusal' }),
      reason: 'The model refused to answer. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'the model refuses in response.completed alone',
    reply: events(created, completed([answer("I can't.", 'refusal')])),
    expected: {
      ...says({ text: "I can't.", finish: 'refusal' }),
      reason: 'The model refused to answer. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'the response fails',
    reply: events(
      created,
      said('Hel'),
      finished('failed', { error: { code: 'server_error', message: 'It broke.' } }),
    ),
    expected: retried(),
  },
  {
    name: 'the response fails without an error',
    reply: events(created, said('Hel'), finished('failed', { error: null })),
    expected: retried(),
  },
  {
    name: 'the response is canceled',
    reply: events(created, said('Hel'), finished('cancelled', {})),
    expected: retried(),
  },
  {
    name: 'an error event',
    reply: events(created, said('Hel'), {
      type: 'error',
      code: 'server_error',
      message: 'It broke.',
      param: null,
    }),
    expected: retried(),
  },
  {
    name: 'an error event with the error inside',
    reply: events({
      type: 'error',
      error: { type: 'server_error', code: 'server_error', message: 'It broke.' },
    }),
    expected: retried(),
  },
  {
    name: 'the stream ends without response.completed',
    reply: events(responsesText(TEXT).slice(0, -1)),
    expected: retried(),
  },
  {
    name: 'every stream ends without response.completed',
    reply: events(responsesText(TEXT).slice(0, -1)),
    ...failsAlways(cutFrom(MODELS.responses)),
  },
  {
    name: 'no response.completed, but [DONE]',
    reply: {
      raw: {
        contentType: 'text/event-stream',
        body: `${responsesText(TEXT)
          .slice(0, -1)
          .map((event) => `data: ${JSON.stringify(event)}\n\n`)
          .join('')}data: [DONE]\n\n`,
      },
    },
    expected: says({ usage: 'estimated', finish: 'missing' }),
  },
]

export const responses: readonly ProtocolShape[] = toClient(MODELS.responses, shapes)
