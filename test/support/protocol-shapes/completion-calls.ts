import { asks, ended, HEAD, JSON_READ, readCall, TAIL } from './completion-call-pieces.ts'
import { chunk, counted, endless, streamed, USAGE } from './completion-chunks.ts'
import {
  calls,
  type ProtocolShape,
  READ,
  retried,
  type Shape,
  says,
  toBothClients,
} from './protocol-shape.ts'

const single: readonly Shape[] = [
  ...(
    [
      ['no index', {}],
      ['an index of null', { index: null }],
      ['an index as text', { index: '0' }],
      ['an index that starts at 1', { index: 1 }],
    ] as const
  ).map(
    ([name, place]): Shape => ({
      name: `a call with ${name}, in pieces`,
      reply: streamed([
        asks({ ...place, id: 'c1', type: 'function' }, { name: 'read_file', arguments: '' }),
        asks(place, { arguments: HEAD }),
        asks(place, { arguments: TAIL }),
        ...ended,
      ]),
      expected: calls([READ]),
    }),
  ),
  ...(
    [
      ['an empty id', ['', '', '']],
      ['an id of null', [null, null, null]],
      ['its id in every piece', ['c1', 'c1', 'c1']],
      ['another id in every piece', ['c1', 'c2', 'c3']],
      ['its id in the last piece', [undefined, undefined, 'c1']],
    ] as const
  ).map(
    ([name, [first, second, third]]): Shape => ({
      name: `a call with ${name}`,
      reply: streamed([
        asks({ index: 0, id: first }, { name: 'read_file', arguments: '' }),
        asks({ index: 0, id: second }, { arguments: HEAD }),
        asks({ index: 0, id: third }, { arguments: TAIL }),
        ...ended,
      ]),
      expected: calls([READ]),
    }),
  ),
  {
    name: 'a call without a function around its name',
    reply: streamed([
      asks({ index: 0, id: 'c1', name: 'read_file', arguments: JSON_READ }),
      ...ended,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'empty calls in front of a call and behind it',
    reply: streamed([
      chunk({ tool_calls: [{}] }),
      chunk({ tool_calls: [null] }),
      chunk({ tool_calls: {} }),
      chunk({ function_call: {} }),
      asks({ index: 0, id: 'c1', function: { name: null, arguments: null } }),
      asks(readCall({ index: 0, id: 'c1' })),
      asks({ index: 0, function: { name: '', arguments: '' } }),
      ...ended,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'an index that counts pieces',
    reply: streamed([
      asks({ index: 0, id: 'c1' }, { name: 'read_file', arguments: '' }),
      asks({ index: 1, id: 'c1' }, { arguments: HEAD }),
      asks({ index: 2, id: 'c1' }, { arguments: TAIL }),
      ...ended,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'a name in every piece',
    reply: streamed([
      asks({ index: 0, id: 'c1' }, { name: 'read_file', arguments: '' }),
      asks({ index: 0, id: 'c1' }, { name: 'read_file', arguments: HEAD }),
      asks({ index: 0, id: 'c1' }, { name: 'read_file', arguments: TAIL }),
      ...ended,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'a name in pieces',
    reply: streamed([
      asks({ index: 0, id: 'c1' }, { name: 'read' }),
      asks({ index: 0 }, { name: '_fi' }),
      asks({ index: 0 }, { name: 'le', arguments: '' }),
      asks({ index: 0 }, { arguments: JSON_READ }),
      ...ended,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'a name that is null or empty in later pieces',
    reply: streamed([
      asks({ index: 0, id: 'c1' }, { name: 'read_file', arguments: '' }),
      asks({ index: 0, id: null }, { name: null, arguments: HEAD }),
      asks({ index: 0, id: '' }, { name: '', arguments: TAIL }),
      ...ended,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'a whole call and its end in one chunk',
    reply: streamed([
      chunk({ tool_calls: [readCall({ index: 0, id: 'c1' })] }, 'tool_calls'),
      counted,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'a call that ends with stop',
    reply: streamed([
      chunk({ tool_calls: [readCall({ index: 0, id: 'c1' })] }),
      chunk({}, 'stop'),
      counted,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'a call without a finish reason, but [DONE]',
    reply: streamed([chunk({ tool_calls: [readCall({ index: 0, id: 'c1' })] }), counted]),
    expected: calls([READ], { finish: 'missing' }),
  },
  {
    name: 'a call in a stream that ends without a finish reason',
    reply: endless([chunk({ tool_calls: [readCall({ index: 0, id: 'c1' }, HEAD)] })]),
    expected: retried(),
  },
  {
    name: 'arguments as an object',
    reply: streamed([asks(readCall({ index: 0, id: 'c1' }, READ[1])), ...ended]),
    expected: calls([READ]),
  },
  {
    name: 'arguments as JSON within JSON',
    reply: streamed([asks(readCall({ index: 0, id: 'c1' }, JSON.stringify(JSON_READ))), ...ended]),
    expected: calls([READ]),
  },
  {
    name: 'arguments as JSON within JSON, in pieces',
    reply: streamed([
      asks(readCall({ index: 0, id: 'c1' }, '')),
      asks({ index: 0 }, { arguments: JSON.stringify(JSON_READ).slice(0, 5) }),
      asks({ index: 0 }, { arguments: JSON.stringify(JSON_READ).slice(5) }),
      ...ended,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'the whole arguments once more at the end',
    reply: streamed([
      asks(readCall({ index: 0, id: 'c1' }, HEAD)),
      asks({ index: 0 }, { arguments: TAIL }),
      asks(readCall({ index: 0, id: 'c1' })),
      ...ended,
    ]),
    expected: calls([READ]),
  },
  ...(
    [
      ['null', null],
      ['empty', ''],
      ['"null"', 'null'],
      ['missing', undefined],
      ['an empty object', {}],
    ] as const
  ).map(
    ([name, args]): Shape => ({
      name: `arguments that are ${name}`,
      reply: streamed([asks({ index: 0, id: 'c1' }, { name: 'ls', arguments: args }), ...ended]),
      expected: calls([['ls', {}]]),
    }),
  ),
  {
    name: 'a legacy function call, in pieces',
    reply: streamed([
      chunk({
        role: 'assistant',
        content: null,
        function_call: { name: 'read_file', arguments: '' },
      }),
      chunk({ function_call: { arguments: HEAD } }),
      chunk({ function_call: { arguments: TAIL } }),
      chunk({}, 'function_call'),
      counted,
    ]),
    expected: calls([READ]),
  },
  {
    name: 'a legacy function call of null beside text',
    reply: streamed([
      chunk({ content: 'Hello.', function_call: null, tool_calls: null }, 'stop'),
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'an empty list of calls beside text',
    reply: streamed([
      chunk({ content: 'Hello.', tool_calls: [] }),
      chunk({ tool_calls: [] }, 'stop'),
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'tool_calls as the finish reason of a text',
    reply: streamed([chunk({ content: 'Hello.' }), chunk({}, 'tool_calls'), counted]),
    expected: says({ finish: 'tool_calls' }),
  },
  {
    name: 'a call in a message in place of a delta',
    reply: streamed([
      {
        id: 'x',
        choices: [
          {
            index: 0,
            message: { tool_calls: [readCall({ id: 'c1' })] },
            finish_reason: 'tool_calls',
          },
        ],
        usage: USAGE,
      },
    ]),
    expected: calls([READ]),
  },
  {
    name: 'reasoning in tags in front of a call',
    reply: streamed([
      chunk({ content: '<think>Let me see.</think>\n\n' }),
      asks(readCall({ index: 0, id: 'c1' })),
      ...ended,
    ]),
    expected: calls([READ], { reasoning: 'Let me see.' }),
  },
]

export const completionCalls: readonly ProtocolShape[] = toBothClients(single)
