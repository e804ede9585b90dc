import {
  asks,
  ended,
  HEAD,
  JSON_LIST,
  JSON_READ,
  listCall,
  readCall,
  TAIL,
} from './completion-call-pieces.ts'
import { chunk, counted, streamed, USAGE } from './completion-chunks.ts'
import {
  calls,
  LIST,
  MODELS,
  type ProtocolShape,
  READ,
  type Shape,
  toBothClients,
} from './protocol-shape.ts'

const parallel: readonly Shape[] = [
  {
    name: 'two calls in one chunk without indexes',
    reply: streamed([
      chunk({ tool_calls: [readCall({ id: 'c1' }), listCall({ id: 'c2' })] }),
      ...ended,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'two calls in one chunk without indexes and ids',
    reply: streamed([chunk({ tool_calls: [readCall({}), listCall({})] }), ...ended]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'two whole calls with index 0',
    reply: streamed([
      asks(readCall({ index: 0, id: 'c1' })),
      asks(listCall({ index: 0, id: 'c2' })),
      ...ended,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'two whole calls of one tool with index 0 and no ids',
    reply: streamed([
      asks(listCall({ index: 0 })),
      asks(listCall({ index: 0 }, '{"path":"/"}')),
      ...ended,
    ]),
    expected: calls([LIST, ['ls', { path: '/' }]]),
  },
  {
    name: 'two calls with index 0, in pieces',
    reply: streamed([
      asks({ index: 0, id: 'c1' }, { name: 'read_file', arguments: '' }),
      asks({ index: 0 }, { arguments: HEAD }),
      asks({ index: 0 }, { arguments: TAIL }),
      asks({ index: 0, id: 'c2' }, { name: 'ls', arguments: '' }),
      asks({ index: 0 }, { arguments: JSON_LIST }),
      ...ended,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'two calls without indexes, in pieces with ids',
    reply: streamed([
      asks({ id: 'c1' }, { name: 'read_file', arguments: HEAD }),
      asks({ id: 'c2' }, { name: 'ls', arguments: JSON_LIST.slice(0, 5) }),
      asks({ id: 'c1' }, { arguments: TAIL }),
      asks({ id: 'c2' }, { arguments: JSON_LIST.slice(5) }),
      ...ended,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'two calls of one tool with index 0, in pieces without ids',
    reply: streamed([
      asks({ index: 0 }, { name: 'ls', arguments: '{"path":' }),
      asks({ index: 0 }, { arguments: '"/workspace"}' }),
      asks({ index: 0 }, { name: 'ls', arguments: '{"path":' }),
      asks({ index: 0 }, { arguments: '"/"}' }),
      ...ended,
    ]),
    expected: calls([LIST, ['ls', { path: '/' }]]),
  },
  {
    name: 'two calls without indexes and ids, in pieces',
    reply: streamed([
      asks({}, { name: 'read_file', arguments: HEAD }),
      asks({}, { arguments: TAIL }),
      asks({}, { name: 'ls', arguments: '' }),
      asks({}, { arguments: JSON_LIST }),
      ...ended,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'interleaved calls',
    reply: streamed([
      asks({ index: 0, id: 'c1' }, { name: 'read_file', arguments: '' }),
      asks({ index: 1, id: 'c2' }, { name: 'ls', arguments: '' }),
      asks({ index: 0 }, { arguments: HEAD }),
      asks({ index: 1 }, { arguments: JSON_LIST.slice(0, 5) }),
      chunk({
        tool_calls: [
          { index: 1, function: { arguments: JSON_LIST.slice(5) } },
          { index: 0, function: { arguments: TAIL } },
        ],
      }),
      ...ended,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'calls with indexes in another order',
    reply: streamed([
      asks({ index: 3, id: 'c1' }, { name: 'read_file', arguments: HEAD }),
      asks({ index: 3 }, { arguments: TAIL }),
      asks({ index: 1, id: 'c2' }, { name: 'ls', arguments: JSON_LIST }),
      ...ended,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'two calls with the same id',
    reply: streamed([
      asks(readCall({ index: 0, id: 'call' })),
      asks(listCall({ index: 1, id: 'call' })),
      ...ended,
    ]),
    expected: calls([READ, LIST]),
  },
]

const variants: readonly ProtocolShape[] = [
  {
    name: 'Ollama’s compatible server gives every call index 0',
    model: MODELS.compatible,
    reply: streamed([
      chunk({ role: 'assistant', content: '', tool_calls: [readCall({ index: 0, id: 'call_a' })] }),
      chunk({ role: 'assistant', content: '', tool_calls: [listCall({ index: 0, id: 'call_b' })] }),
      chunk({ role: 'assistant', content: '' }, 'tool_calls'),
      counted,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'Mistral sends whole calls with the end',
    model: MODELS.mistral,
    reply: streamed([
      chunk({ role: 'assistant', content: '' }),
      {
        ...chunk(
          { content: '', tool_calls: [readCall({ id: 'D681PevKs', index: 0 })] },
          'tool_calls',
        ),
        usage: USAGE,
      },
    ]),
    expected: calls([READ]),
  },
  {
    name: 'Kimi’s ids name the tool',
    model: MODELS.kimi,
    reply: streamed([
      chunk({ role: 'assistant', content: '', reasoning_content: 'Let me see.' }),
      asks(
        { index: 0, id: 'functions.read_file:0', type: 'function' },
        { name: 'read_file', arguments: '' },
      ),
      asks({ index: 0 }, { arguments: JSON_READ }),
      chunk({}, 'tool_calls', { usage: USAGE }),
    ]),
    expected: calls([READ], { reasoning: 'Let me see.' }),
  },
  {
    name: 'DeepSeek reasons in front of a call',
    model: MODELS.deepseek,
    reply: streamed([
      chunk({ role: 'assistant', content: null, reasoning_content: 'Let me see.' }),
      chunk({
        content: null,
        tool_calls: [
          {
            index: 0,
            id: 'call_0',
            type: 'function',
            function: { name: 'read_file', arguments: '' },
          },
        ],
      }),
      asks({ index: 0 }, { arguments: JSON_READ }),
      { ...chunk({ content: '' }, 'tool_calls'), usage: USAGE },
    ]),
    expected: calls([READ], { reasoning: 'Let me see.' }),
  },
  {
    name: 'Gemini’s compatible server sends calls without an index',
    model: MODELS.compatible,
    reply: streamed([
      chunk({ role: 'assistant', tool_calls: [readCall({ id: '' })] }),
      chunk({ role: 'assistant', tool_calls: [listCall({ id: '' })] }, 'stop'),
      counted,
    ]),
    expected: calls([READ, LIST]),
  },
  {
    name: 'xAI sends whole calls',
    model: MODELS.xai,
    reply: streamed([
      {
        ...chunk({
          role: 'assistant',
          content: '',
          tool_calls: [readCall({ id: 'call_1', index: 0 }), listCall({ id: 'call_2', index: 1 })],
        }),
        usage: USAGE,
      },
      { ...chunk({}, 'tool_calls'), usage: USAGE },
    ]),
    expected: calls([READ, LIST]),
  },
]

export const completionParallel: readonly ProtocolShape[] = [
  ...toBothClients(parallel),
  ...variants,
]
