import { chunk, counted, streamed } from './completion-chunks.ts'
import { type ProtocolShape, type Shape, says, TEXT, toBothClients } from './protocol-shape.ts'

const stop = chunk({}, 'stop')
const hello = chunk({ content: TEXT })

const reasonings: readonly Shape[] = [
  ...(['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const).map(
    (field): Shape => ({
      name: `reasoning comes as ${field}`,
      reply: streamed([
        chunk({ role: 'assistant', content: null, [field]: 'Let me ' }),
        chunk({ content: '', [field]: 'see.' }),
        chunk({ content: TEXT, [field]: null }),
        stop,
        counted,
      ]),
      expected: says({ reasoning: 'Let me see.' }),
    }),
  ),
  ...(
    [
      { content: 'Let me see.' },
      { text: 'Let me see.' },
      [{ type: 'text', text: 'Let me see.' }],
    ] as const
  ).map(
    (reasoning): Shape => ({
      name: `reasoning comes as ${JSON.stringify(reasoning)}`,
      reply: streamed([chunk({ reasoning }), hello, stop, counted]),
      expected: says({ reasoning: 'Let me see.' }),
    }),
  ),
  {
    name: 'reasoning comes as a part of that type',
    reply: streamed([
      chunk({ content: [{ type: 'reasoning', text: 'Let me see.' }] }),
      hello,
      stop,
      counted,
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  ...['<thinking>|</thinking>', '[THINK]|[/THINK]', '<seed:think>|</seed:think>'].map(
    (tags): Shape => {
      const [opening = '', closing = ''] = tags.split('|')
      const content = `${opening}Let me see.${closing}Hello.`
      return {
        name: `reasoning comes between ${opening} and ${closing}`,
        reply: streamed([chunk({ content }), stop, counted]),
        expected: says({ reasoning: 'Let me see.' }),
      }
    },
  ),
  {
    name: 'reasoning comes under two names',
    reply: streamed([
      chunk({ reasoning_content: 'Let me ', reasoning: 'Let me ' }),
      chunk({ reasoning_content: 'see.', reasoning: 'see.' }),
      hello,
      stop,
      counted,
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'reasoning comes under one name, and null under the other',
    reply: streamed([
      chunk({ reasoning_content: 'Let me see.', reasoning: null }),
      hello,
      stop,
      counted,
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'reasoning comes as details alone',
    reply: streamed([
      chunk({
        reasoning_details: [
          { type: 'reasoning.text', text: 'Let me ', index: 0, format: 'unknown' },
        ],
      }),
      chunk({
        reasoning_details: [{ type: 'reasoning.text', text: 'see.', index: 0, format: 'unknown' }],
      }),
      hello,
      stop,
      counted,
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'reasoning comes as parts of the content',
    reply: streamed([
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me ' }] }] }),
      chunk({ content: [{ type: 'thinking', thinking: 'see.' }] }),
      chunk({ content: TEXT }),
      stop,
      counted,
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'reasoning comes in tags within the content',
    reply: streamed([
      chunk({ content: '<think>\nLet me see.\n</think>\n\nHello.' }),
      stop,
      counted,
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'the tags of reasoning are split over chunks',
    reply: streamed([
      ...['\n<', 'th', 'ink>', 'Let me ', 'see.', '</', 'thi', 'nk', '>', '\n\n', 'Hel', 'lo.'].map(
        (content) => chunk({ content }),
      ),
      stop,
      counted,
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'tags later in the text are text',
    reply: streamed([
      chunk({ content: 'Write <think> and ' }),
      chunk({ content: '</think> so.' }),
      stop,
      counted,
    ]),
    expected: says({ text: 'Write <think> and </think> so.' }),
  },
  {
    name: 'text begins like a tag and is none',
    reply: streamed([
      chunk({ content: '<' }),
      chunk({ content: 'thin' }),
      chunk({ content: 'g> is XML.' }),
      stop,
      counted,
    ]),
    expected: says({ text: '<thing> is XML.' }),
  },
  {
    name: 'reasoning in tags never ends',
    reply: streamed([
      chunk({ content: '<think>Let me ' }),
      chunk({ content: 'see.' }),
      stop,
      counted,
    ]),
    expected: {
      ...says({ text: '', reasoning: 'Let me see.' }),
      reason: 'The model answered nothing. Send the prompt again, or choose another model.',
    },
  },
]

export const completionReasoning: readonly ProtocolShape[] = toBothClients(reasonings)
