import { chunk, streamed } from './completion-chunks.ts'
import {
  failsAlways,
  MODELS,
  type ProtocolShape,
  retried,
  type Shape,
  toBothClients,
} from './protocol-shape.ts'

/** Errors within a stream that began well. */
const errors: readonly Shape[] = [
  {
    name: 'an error beside a choice that ends with error',
    reply: streamed([
      chunk({ content: 'Hel' }),
      {
        ...chunk({ content: '' }, 'error'),
        error: { code: 502, message: 'Provider disconnected' },
      },
    ]),
    expected: retried(),
  },
  {
    name: 'an error within a choice',
    reply: streamed([
      chunk({ content: 'Hel' }),
      {
        id: 'x',
        choices: [
          { index: 0, delta: {}, error: { code: 502, message: 'Gone' }, finish_reason: 'error' },
        ],
      },
    ]),
    expected: retried(),
  },
  {
    name: 'error as the finish reason',
    reply: streamed([chunk({ content: 'Hel' }), chunk({}, 'error')]),
    expected: retried(),
  },
  ...['network_error', 'insufficient_system_resource', 'abort'].map(
    (reason): Shape => ({
      name: `${reason} as the finish reason`,
      reply: streamed([chunk({ content: 'Hel' }), chunk({}, reason)]),
      expected: retried(),
    }),
  ),
  ...[
    { detail: 'Internal Server Error' },
    { message: 'Endpoint request timed out' },
    { code: 500, msg: 'busy', data: null },
    { success: false, errors: [{ code: 7009, message: 'Upstream service unavailable' }] },
    { base_resp: { status_code: 1000, status_msg: 'unknown error' } },
  ].map(
    (error): Shape => ({
      name: `an error as ${JSON.stringify(error)}`,
      reply: streamed([chunk({ content: 'Hel' }), error]),
      expected: retried(),
    }),
  ),
  {
    name: 'an error with empty choices',
    reply: streamed([
      { id: 'x', choices: [], error: { code: 503, message: 'Limit reached (33/32)' } },
    ]),
    expected: retried(),
  },
  {
    name: 'an error as text',
    reply: streamed([chunk({ content: 'Hel' }), { error: 'Internal server error' }]),
    expected: retried(),
  },
  {
    name: 'an error as an event of that name',
    reply: {
      raw: {
        contentType: 'text/event-stream',
        body: `data: ${JSON.stringify(chunk({ content: 'Hel' }))}\n\nevent: error\ndata: {"code":503,"message":"Try again"}\n\n`,
      },
    },
    expected: retried(),
  },
  {
    name: 'an error as an object of its own',
    reply: streamed([
      chunk({ content: 'Hel' }),
      { object: 'error', message: 'EngineCore died', type: 'InternalServerError', code: 500 },
    ]),
    expected: retried(),
  },
  {
    name: 'an error with a status as text',
    reply: streamed([{ error: { message: 'Slow down', code: '429' } }]),
    expected: retried(),
  },
]

const lastingErrors: readonly ProtocolShape[] = [
  {
    name: 'OpenRouter keeps failing within the stream',
    model: MODELS.compatible,
    reply: streamed([
      {
        ...chunk({ content: '' }, 'error'),
        error: {
          code: 502,
          message: 'Provider returned error',
          metadata: { raw: 'overloaded', provider_name: 'X' },
        },
      },
    ]),
    ...failsAlways(
      'OpenAI-compatible server is overloaded or failing (502): “Provider returned error: overloaded.” Resume later, or choose another model.',
      { text: '' },
    ),
  },
  {
    name: 'Groq says that the model’s call failed',
    model: MODELS.groq,
    reply: streamed([
      {
        error: {
          message: 'Failed to call a function.',
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          failed_generation: '<function=ls',
        },
      },
    ]),
    expected: retried(),
  },
]

export const completionErrors: readonly ProtocolShape[] = [
  ...toBothClients(errors),
  ...lastingErrors,
]
