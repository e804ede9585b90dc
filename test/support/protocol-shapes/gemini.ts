import { geminiText, piece, pieces, USAGE } from './gemini-chunks.ts'
import {
  calls,
  cutFrom,
  failsAlways,
  LIST,
  MODELS,
  type ProtocolShape,
  READ,
  retried,
  type Shape,
  says,
  TEXT,
  toClient,
} from './protocol-shape.ts'

const call = ([name, args]: readonly [string, object], rest: object = {}) => ({
  functionCall: { name, args },
  ...rest,
})

const FILTERED =
  'because the server’s content filter stopped it. Rephrase the prompt, or choose another model.'

const shapes: readonly Shape[] = [
  {
    name: 'text and its end in one piece',
    reply: pieces(piece([{ text: TEXT }], 'STOP')),
    expected: says(),
  },
  {
    name: 'thoughts, then text',
    reply: pieces(
      piece([{ text: 'Let me ', thought: true }]),
      piece([{ text: 'see.', thought: true }]),
      ...geminiText(TEXT),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'a thought and text in one piece, with a signature',
    reply: pieces(
      piece([
        { text: 'Let me see.', thought: true },
        { text: TEXT, thoughtSignature: 's' },
      ]),
      piece([{ text: '', thoughtSignature: 't' }], 'STOP'),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'no parts with the end',
    reply: pieces(piece([{ text: TEXT }]), piece([], 'STOP')),
    expected: says(),
  },
  {
    name: 'no content with the end',
    reply: pieces(piece([{ text: TEXT }]), piece(undefined, 'STOP')),
    expected: says(),
  },
  {
    name: 'null for content and parts on the way',
    reply: pieces(
      piece(null),
      { candidates: [{ content: null, index: 0 }] },
      piece([{ text: TEXT }]),
      piece(null, 'STOP'),
    ),
    expected: says(),
  },
  {
    name: 'pieces of usage alone',
    reply: pieces({ usageMetadata: { promptTokenCount: 10 } }, ...geminiText(TEXT), {
      usageMetadata: USAGE,
    }),
    expected: says(),
  },
  {
    name: 'usage at the end alone, behind the end',
    reply: pieces(
      piece([{ text: TEXT }], undefined, { usageMetadata: undefined }),
      piece([], 'STOP', { usageMetadata: undefined }),
      { candidates: [], usageMetadata: USAGE },
    ),
    expected: says(),
  },
  {
    name: 'no usage at all',
    reply: pieces(piece([{ text: TEXT }], 'STOP', { usageMetadata: undefined })),
    expected: says({ usage: 'estimated' }),
  },
  {
    name: 'parts that are unknown',
    reply: pieces(
      piece(
        [{ mystery: 1 }, { text: TEXT }, { executableCode: { language: 'PYTHON', code: '1' } }],
        'STOP',
      ),
    ),
    expected: says(),
  },
  {
    name: 'a call with a signature',
    reply: pieces(
      piece([{ text: 'Let me see.', thought: true }]),
      piece([call(READ, { thoughtSignature: 'signed' })], 'STOP'),
    ),
    expected: calls([READ], { reasoning: 'Let me see.' }),
  },
  {
    name: 'a call without arguments',
    reply: pieces(piece([{ functionCall: { name: 'ls' } }], 'STOP')),
    expected: calls([['ls', {}]]),
  },
  {
    name: 'a call whose arguments are null',
    reply: pieces(piece([{ functionCall: { name: 'ls', args: null } }], 'STOP')),
    expected: calls([['ls', {}]]),
  },
  {
    name: 'a call whose arguments are JSON as text',
    reply: pieces(
      piece([{ functionCall: { name: READ[0], args: JSON.stringify(READ[1]) } }], 'STOP'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'two calls in one piece',
    reply: pieces(piece([call(READ), call(LIST)], 'STOP')),
    expected: calls([READ, LIST]),
  },
  {
    name: 'two calls with the same id',
    reply: pieces(
      piece([{ functionCall: { name: READ[0], args: READ[1], id: 'c' } }]),
      piece([{ functionCall: { name: LIST[0], args: LIST[1], id: 'c' } }], 'STOP'),
    ),
    expected: calls([READ, LIST]),
  },
  {
    name: 'the tool namespace in front of a name',
    reply: pieces(
      piece([{ functionCall: { name: 'default_api:read_file', args: READ[1] } }], 'STOP'),
    ),
    expected: calls([READ]),
  },
  {
    name: 'MALFORMED_FUNCTION_CALL without content',
    reply: pieces(piece(undefined, 'MALFORMED_FUNCTION_CALL')),
    expected: retried(),
  },
  {
    name: 'MALFORMED_FUNCTION_CALL after text',
    reply: pieces(piece([{ text: 'I look.' }]), piece([], 'MALFORMED_FUNCTION_CALL')),
    expected: retried(),
  },
  {
    name: 'parts that are no list',
    reply: pieces(piece({ text: TEXT }, 'STOP')),
    expected: says(),
  },
  {
    name: 'MALFORMED_RESPONSE',
    reply: pieces(piece([], 'MALFORMED_RESPONSE')),
    expected: retried(),
  },
  {
    name: 'UNEXPECTED_TOOL_CALL',
    reply: pieces(piece([], 'UNEXPECTED_TOOL_CALL')),
    expected: retried(),
  },
  {
    name: 'MALFORMED_FUNCTION_CALL again and again',
    reply: pieces(piece(undefined, 'MALFORMED_FUNCTION_CALL')),
    ...failsAlways(
      'Google Gemini can’t read what gemini-3.8-flash wrote. Resume to try again, or choose another model.',
      { text: '' },
    ),
  },
  ...(['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'SPII', 'BLOCKLIST'] as const).map(
    (reason): Shape => ({
      name: `${reason} after text`,
      reply: pieces(piece([{ text: 'Hel' }]), piece([], reason)),
      expected: {
        ...says({ text: 'Hel', finish: 'content_filter' }),
        reason: `The answer is incomplete ${FILTERED}`,
      },
    }),
  ),
  {
    name: 'SAFETY without text',
    reply: pieces(piece(undefined, 'SAFETY')),
    expected: {
      ...says({ text: '', finish: 'content_filter' }),
      reason:
        'The server’s content filter withheld the answer. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'MAX_TOKENS after text',
    reply: pieces(piece([{ text: 'Hel' }]), piece([], 'MAX_TOKENS')),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'MAX_TOKENS after text, then STOP',
    reply: pieces(piece([{ text: 'Hel' }], 'MAX_TOKENS'), piece([], 'STOP')),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'MAX_TOKENS without text',
    reply: pieces(piece(undefined, 'MAX_TOKENS')),
    expected: {
      ...says({ text: '', finish: 'length' }),
      reason:
        'The model reached its output limit before it answered. Ask for less at once, or choose a model with a higher output limit.',
    },
  },
  {
    name: 'OTHER without text',
    reply: pieces(piece(undefined, 'OTHER')),
    expected: {
      ...says({ text: '', finish: 'other' }),
      reason: 'The model answered nothing (other). Send the prompt again, or choose another model.',
    },
  },
  {
    name: 'STOP without text',
    reply: pieces(piece([], 'STOP')),
    expected: {
      ...says({ text: '' }),
      reason: 'The model answered nothing. Send the prompt again, or choose another model.',
    },
  },
  {
    name: 'the prompt is blocked, and there are no candidates',
    reply: pieces({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 },
    }),
    expected: {
      ...says({ text: '', finish: 'content_filter', usage: [10, 0] }),
      reason:
        'The server’s content filter withheld the answer. Rephrase the prompt, or choose another model.',
    },
  },
  {
    name: 'feedback on the prompt that blocks nothing',
    reply: pieces({ promptFeedback: { safetyRatings: [] } }, ...geminiText(TEXT)),
    expected: says(),
  },
  {
    name: 'FINISH_REASON_UNSPECIFIED on the way',
    reply: pieces(
      piece([{ text: 'Hel' }], 'FINISH_REASON_UNSPECIFIED'),
      piece([{ text: 'lo.' }], ''),
      piece([], 'STOP'),
    ),
    expected: says(),
  },
  {
    name: 'an array in place of events',
    reply: { raw: { contentType: 'application/json', body: JSON.stringify(geminiText(TEXT)) } },
    expected: says(),
  },
  {
    name: 'an array labeled as an event stream, in pieces',
    reply: {
      raw: {
        contentType: 'text/event-stream',
        body: JSON.stringify(geminiText(TEXT)),
        pieceBytes: 9,
      },
    },
    expected: says(),
  },
  {
    name: 'events that are arrays',
    reply: {
      raw: {
        contentType: 'text/event-stream',
        body: geminiText(TEXT)
          .map((one) => `data: ${JSON.stringify([one])}\n\n`)
          .join(''),
      },
    },
    expected: says(),
  },
  {
    name: 'pieces within a response field',
    reply: pieces(...geminiText(TEXT).map((response) => ({ response }))),
    expected: says(),
  },
  {
    name: 'the stream ends without a finish reason',
    reply: pieces(...geminiText(TEXT).slice(0, 1)),
    expected: retried(),
  },
  {
    name: 'every stream ends without a finish reason',
    reply: pieces(...geminiText(TEXT).slice(0, 2)),
    ...failsAlways(cutFrom(MODELS.google)),
  },
  {
    name: 'an error in the stream',
    reply: pieces(piece([{ text: 'Hel' }]), {
      error: { code: 500, message: 'Internal error', status: 'INTERNAL' },
    }),
    expected: retried(),
  },
]

export const gemini: readonly ProtocolShape[] = toClient(MODELS.google, shapes)
