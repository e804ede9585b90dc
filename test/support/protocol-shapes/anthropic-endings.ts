import { end, messages, STOP, start, textBlock } from './anthropic-events.ts'
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

const shapes: readonly Shape[] = [
  {
    name: 'the stop reason is beside the delta',
    reply: messages(
      start(),
      textBlock(0, TEXT),
      { type: 'message_delta', stop_reason: 'end_turn', usage: { output_tokens: 2 } },
      STOP,
    ),
    expected: says(),
  },
  {
    name: 'message_delta comes twice',
    reply: messages(
      start(),
      textBlock(0, TEXT),
      end('end_turn', { usage: { output_tokens: 1 } }).slice(0, 1),
      end(),
    ),
    expected: says(),
  },
  {
    name: 'null as the stop reason, then message_stop',
    reply: messages(start(), textBlock(0, TEXT), end(null)),
    expected: says({ finish: 'missing' }),
  },
  {
    name: 'message_stop without message_delta',
    reply: messages(start(), textBlock(0, TEXT), STOP),
    expected: says({ finish: 'missing', usage: [10, 1] }),
  },
  {
    name: 'message_delta without message_stop',
    reply: messages(start(), textBlock(0, TEXT), end().slice(0, 1)),
    expected: says(),
  },
  {
    name: 'the stream ends without either',
    reply: messages(start(), textBlock(0, 'Hel')),
    expected: retried(),
  },
  {
    name: 'null as the stop reason, and no message_stop',
    reply: messages(start(), textBlock(0, 'Hel'), end(null).slice(0, 1)),
    expected: retried(),
  },
  {
    name: 'the text speaks of message_stop, then the stream ends',
    reply: messages(start(), textBlock(0, 'It sends "message_stop" and [DONE]')),
    expected: retried(),
  },
  {
    name: 'max_tokens as the stop reason',
    reply: messages(start(), textBlock(0, 'Hel'), end('max_tokens')),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'pause_turn as the stop reason',
    reply: messages(start(), textBlock(0, 'Hel'), end('pause_turn')),
    expected: says({ text: 'Right.', finish: 'pause_turn', requests: 2 }),
  },
  {
    name: 'stop_sequence as the stop reason',
    reply: messages(start(), textBlock(0, TEXT), end('stop_sequence')),
    expected: says(),
  },
  {
    name: 'refusal as the stop reason',
    reply: messages(start(), textBlock(0, 'Hel'), end('refusal')),
    expected: {
      ...says({ text: 'Hel', finish: 'refusal' }),
      reason: 'The model refused to answer. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'refusal before any text',
    reply: messages(start(), end('refusal')),
    expected: {
      ...says({ text: '', finish: 'refusal' }),
      reason: 'The model refused to answer. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'model_context_window_exceeded as the stop reason',
    reply: messages(start(), textBlock(0, 'Hel'), end('model_context_window_exceeded')),
    expected: {
      ...says({ text: 'Hel', finish: 'context_exceeded' }),
      reason:
        'The answer is incomplete because the model’s context window is full. Compact the conversation, or choose a model with a larger context window.',
    },
  },
  {
    name: 'an error event after text',
    reply: messages(start(), textBlock(0, 'Hel').slice(0, 2), {
      type: 'error',
      error: { type: 'api_error', message: 'Internal server error' },
    }),
    expected: retried(),
  },
  {
    name: 'an error event of text',
    reply: {
      raw: {
        contentType: 'text/event-stream',
        body: `event: message_start\ndata: ${JSON.stringify(start())}\n\nevent: error\ndata: upstream timed out\n\n`,
      },
    },
    expected: retried(),
  },
  {
    name: 'a stream of pings alone',
    reply: messages({ type: 'ping' }, { type: 'ping' }),
    ...failsAlways(cutFrom(MODELS.anthropic), { text: '' }),
  },
]

export const anthropicEndings: readonly ProtocolShape[] = toClient(MODELS.anthropic, shapes)
