import { ENDED, line, lines, ollamaText } from './ollama-lines.ts'
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

const call = (name: string, args: unknown, rest: object = {}) => ({
  ...rest,
  function: { name, arguments: args },
})
const asks = (...tool_calls: readonly object[]) =>
  line({ role: 'assistant', content: '', tool_calls })
const end = (rest: object = {}) => line({ role: 'assistant', content: '' }, { ...ENDED, ...rest })

const shapes: readonly Shape[] = [
  {
    name: 'text and its end in one line',
    reply: lines(line({ role: 'assistant', content: TEXT }, ENDED)),
    expected: says(),
  },
  {
    name: 'a thought in a field of its own',
    reply: lines(
      line({ role: 'assistant', content: '', thinking: 'Let me ' }),
      line({ content: '', thinking: 'see.' }),
      ...ollamaText(TEXT),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'a thought in tags',
    reply: lines(
      ...['<thi', 'nk>Let me', ' see.</th', 'ink>\n\nHel', 'lo.'].map((content) =>
        line({ role: 'assistant', content }),
      ),
      end(),
    ),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'null for content and calls',
    reply: lines(
      line({ role: 'assistant', content: null, tool_calls: null, thinking: null }),
      ...ollamaText(TEXT),
    ),
    expected: says(),
  },
  {
    name: 'the last line has no message',
    reply: lines(line({ role: 'assistant', content: TEXT }), line(undefined, ENDED)),
    expected: says(),
  },
  {
    name: 'no reason with the end',
    reply: lines(line({ role: 'assistant', content: TEXT }), end({ done_reason: undefined })),
    expected: says({ finish: 'missing' }),
  },
  {
    name: 'no usage',
    reply: lines(
      line({ role: 'assistant', content: TEXT }),
      end({ prompt_eval_count: undefined, eval_count: undefined }),
    ),
    expected: says({ usage: 'estimated' }),
  },
  {
    name: 'length as the reason',
    reply: lines(line({ role: 'assistant', content: 'Hel' }), end({ done_reason: 'length' })),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'load as the reason, without text',
    reply: lines(line({ role: 'assistant', content: '' }, { done: true, done_reason: 'load' })),
    expected: retried(),
  },
  {
    name: 'a call with an object as its arguments',
    reply: lines(asks(call(...READ)), end()),
    expected: calls([READ]),
  },
  {
    name: 'a call with JSON as its arguments',
    reply: lines(asks(call(READ[0], JSON.stringify(READ[1]))), end()),
    expected: calls([READ]),
  },
  ...([null, undefined, '', {}] as const).map(
    (args): Shape => ({
      name: `a call with ${JSON.stringify(args) ?? 'nothing'} as its arguments`,
      reply: lines(asks(call('ls', args)), end()),
      expected: calls([['ls', {}]]),
    }),
  ),
  {
    name: 'two calls in one line',
    reply: lines(asks(call(...READ, { id: 'a' }), call(...LIST, { id: 'b' })), end()),
    expected: calls([READ, LIST]),
  },
  {
    name: 'two calls in two lines',
    reply: lines(asks(call(...READ)), asks(call(...LIST)), end()),
    expected: calls([READ, LIST]),
  },
  {
    name: 'a call with the end',
    reply: lines(line({ role: 'assistant', content: '', tool_calls: [call(...READ)] }, ENDED)),
    expected: calls([READ]),
  },
  {
    name: 'a reason, but no done',
    reply: lines(line({ content: TEXT }), line({ content: '' }, { ...ENDED, done: undefined })),
    expected: says(),
  },
  {
    name: 'the stream ends early',
    reply: lines(line({ role: 'assistant', content: 'Hel' })),
    expected: retried(),
  },
  {
    name: 'the text speaks of the end, then the stream ends',
    reply: lines(line({ role: 'assistant', content: 'It sends "done":true and [DONE]' })),
    expected: retried(),
  },
  {
    name: 'every stream ends early',
    reply: lines(line({ role: 'assistant', content: 'Hel' })),
    ...failsAlways(cutFrom(MODELS.ollama), { text: 'Hel' }),
  },
  {
    name: 'a line is cut within its JSON',
    reply: {
      raw: {
        contentType: 'application/x-ndjson',
        body: `${JSON.stringify(line({ content: 'Hel' }))}\n{"model":"m","mess`,
      },
    },
    expected: retried(),
  },
  {
    name: 'an error as text',
    reply: lines(line({ role: 'assistant', content: 'Hel' }), { error: 'unexpected EOF' }),
    expected: retried(),
  },
]

export const ollama: readonly ProtocolShape[] = toClient(MODELS.ollama, shapes)
