import {
  anthropicText,
  block,
  callBlock,
  type Event,
  end,
  messages,
  start,
  textBlock,
} from './anthropic-events.ts'
import {
  calls,
  LIST,
  MODELS,
  type ProtocolShape,
  READ,
  type Shape,
  says,
  TEXT,
  toClient,
} from './protocol-shape.ts'

const thought = (signature = 'signed') =>
  block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'Let me ' },
    { type: 'thinking_delta', thinking: 'see.' },
    { type: 'signature_delta', signature },
  )

const emptyUsage = { usage: undefined }

const shapes: readonly Shape[] = [
  {
    name: 'the data alone says which event it is',
    reply: {
      raw: {
        contentType: 'text/event-stream',
        body: anthropicText(TEXT)
          .map((event) => `event: message\ndata: ${JSON.stringify(event)}\n\n`)
          .join(''),
      },
    },
    expected: says(),
  },
  {
    name: 'the name alone says which event it is',
    reply: {
      raw: {
        contentType: 'text/event-stream',
        body: anthropicText(TEXT)
          .map(({ type, ...rest }) => `event: ${type}\ndata: ${JSON.stringify(rest)}\n\n`)
          .join(''),
      },
    },
    expected: says(),
  },
  {
    name: 'message_delta has no usage',
    reply: messages(start(), textBlock(0, TEXT), end('end_turn', emptyUsage)),
    expected: says({ usage: [10, 1] }),
  },
  {
    name: 'message_start has no usage',
    reply: messages(
      start(emptyUsage),
      textBlock(0, TEXT),
      end('end_turn', { usage: { input_tokens: 10, output_tokens: 2 } }),
    ),
    expected: says(),
  },
  {
    name: 'message_start has null for usage, and so has message_delta',
    reply: messages(start({ usage: null }), textBlock(0, TEXT), end('end_turn', { usage: null })),
    expected: says({ usage: 'estimated' }),
  },
  {
    name: 'there is no message_start',
    reply: messages(
      textBlock(0, TEXT),
      end('end_turn', { usage: { input_tokens: 10, output_tokens: 2 } }),
    ),
    expected: says(),
  },
  {
    name: 'blocks start with their text',
    reply: messages(start(), block(0, { type: 'text', text: TEXT }), end()),
    expected: says(),
  },
  {
    name: 'blocks are not started',
    reply: messages(
      start(),
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: TEXT } },
      end(),
    ),
    expected: says(),
  },
  {
    name: 'blocks are not stopped',
    reply: messages(
      start(),
      textBlock(0, 'Hel').slice(0, -1),
      callBlock(1, READ).slice(0, -1),
      end('tool_use'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'blocks have no index',
    reply: messages(
      start(),
      thought(),
      textBlock(undefined, 'Hel'),
      callBlock(undefined, READ, 'toolu_1'),
      callBlock(undefined, LIST, 'toolu_2'),
      end('tool_use'),
    ),
    expected: calls([READ, LIST], { reasoning: 'Let me see.' }),
  },
  {
    name: 'blocks have no index and no stop, and calls start with their input',
    reply: messages(
      start(),
      textBlock(undefined, 'Hel').slice(0, -1),
      ...[READ, LIST].map(([name, input], at) =>
        block(undefined, { type: 'tool_use', id: `toolu_${at}`, name, input }).slice(0, -1),
      ),
      end('tool_use'),
    ),
    expected: calls([READ, LIST]),
  },
  {
    name: 'all blocks have index 0',
    reply: messages(
      start(),
      thought(),
      textBlock(0, 'Hel'),
      callBlock(0, READ, 'toolu_1'),
      callBlock(0, LIST, 'toolu_2'),
      end('tool_use'),
    ),
    expected: calls([READ, LIST], { reasoning: 'Let me see.' }),
  },
  {
    name: 'indexes are text',
    reply: messages(
      start(),
      textBlock('0', 'Hel'),
      callBlock('1', READ),
      callBlock('2', LIST),
      end('tool_use'),
    ),
    expected: calls([READ, LIST]),
  },
  {
    name: 'indexes start at 1',
    reply: messages(
      start(),
      textBlock(1, 'Hel'),
      callBlock(2, READ),
      callBlock(3, LIST),
      end('tool_use'),
    ),
    expected: calls([READ, LIST]),
  },
  {
    name: 'thinking has a signature',
    reply: messages(start(), thought(), textBlock(1, TEXT), end()),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'thinking has no signature',
    reply: messages(
      start(),
      block(
        0,
        { type: 'thinking', thinking: '' },
        { type: 'thinking_delta', thinking: 'Let me see.' },
      ),
      textBlock(1, TEXT),
      end(),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'thinking starts with its text',
    reply: messages(
      start(),
      block(0, { type: 'thinking', thinking: 'Let me see.', signature: 's' }),
      textBlock(1, TEXT),
      end(),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'thinking is redacted, in front of a call',
    reply: messages(
      start(),
      block(0, { type: 'redacted_thinking', data: 'EmwKAhgB' }),
      callBlock(1, READ),
      end('tool_use'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'thinking and a call',
    reply: messages(
      start(),
      thought(),
      textBlock(1, 'I look.'),
      callBlock(2, READ),
      end('tool_use'),
    ),
    expected: calls([READ], { reasoning: 'Let me see.' }),
  },
  {
    name: 'a call starts with its whole input',
    reply: messages(
      start(),
      block(0, { type: 'tool_use', id: 't1', name: READ[0], input: READ[1] }),
      end('tool_use'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'a call has an empty piece of input alone',
    reply: messages(
      start(),
      block(
        0,
        { type: 'tool_use', id: 't1', name: 'ls', input: {} },
        { type: 'input_json_delta', partial_json: '' },
      ),
      end('tool_use'),
    ),
    expected: calls([['ls', {}]]),
  },
  {
    name: 'a call has no input at all',
    reply: messages(start(), block(0, { type: 'tool_use', id: 't1', name: 'ls' }), end('tool_use')),
    expected: calls([['ls', {}]]),
  },
  {
    name: 'a piece of input is an object',
    reply: messages(
      start(),
      block(
        0,
        { type: 'tool_use', id: 't1', name: READ[0], input: {} },
        { type: 'input_json_delta', partial_json: READ[1] },
      ),
      end('tool_use'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'a call has input as JSON within JSON',
    reply: messages(
      start(),
      block(
        0,
        { type: 'tool_use', id: 't1', name: READ[0], input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(JSON.stringify(READ[1])) },
      ),
      end('tool_use'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'a call starts with its whole input as text',
    reply: messages(
      start(),
      block(0, { type: 'tool_use', id: 't1', name: READ[0], input: JSON.stringify(READ[1]) }),
      end('tool_use'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'a call starts with its whole input, and writes it again',
    reply: messages(
      start(),
      block(
        0,
        { type: 'tool_use', id: 't1', name: READ[0], input: READ[1] },
        { type: 'input_json_delta', partial_json: JSON.stringify(READ[1]) },
      ),
      end('tool_use'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'unsigned thinking in front of a call',
    reply: messages(
      start(),
      block(
        0,
        { type: 'thinking', thinking: '' },
        { type: 'thinking_delta', thinking: 'Let me see.' },
      ),
      callBlock(1, READ),
      end('tool_use'),
    ),
    expected: calls([READ], { reasoning: 'Let me see.' }),
  },
  {
    name: 'a call has no id',
    reply: messages(
      start(),
      block(0, { type: 'tool_use', name: READ[0], input: READ[1] }),
      end('tool_use'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'interleaved blocks',
    reply: messages(
      start(),
      ...[callBlock(0, READ), callBlock(1, LIST)]
        .map((events) => [...events])
        .reduce<Event[][]>(([all = []], events) => [[...all, ...events]], [])
        .map((events) => events.toSorted(byKind)),
      end('tool_use'),
    ),
    expected: calls([READ, LIST]),
  },
  {
    name: 'end_turn as the reason of a call',
    reply: messages(start(), callBlock(0, READ), end()),
    expected: calls([READ]),
  },
  {
    name: 'unknown blocks and deltas',
    reply: messages(
      start(),
      block(0, { type: 'fallback', from: { model: 'a' } }),
      block(1, { type: 'mystery', data: 1 }, { type: 'mystery_delta', more: 2 }),
      block(
        2,
        { type: 'text', text: '' },
        { type: 'mystery_delta', more: 2 },
        { type: 'text_delta', text: TEXT },
      ),
      { type: 'message_note', note: 'x' },
      end(),
    ),
    expected: says(),
  },
  {
    name: 'citations',
    reply: messages(
      start(),
      block(
        0,
        { type: 'text', text: '', citations: [] },
        { type: 'text_delta', text: TEXT },
        { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } },
      ),
      end(),
    ),
    expected: says(),
  },
]

/** Starts first, then deltas. */
function byKind(one: Event, other: Event): number {
  const order = ['content_block_start', 'content_block_delta', 'content_block_stop']
  return order.indexOf(one.type) - order.indexOf(other.type)
}

export const anthropic: readonly ProtocolShape[] = toClient(MODELS.anthropic, shapes)
