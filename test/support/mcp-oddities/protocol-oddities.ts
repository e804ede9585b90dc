import {
  answering,
  goodTool,
  type McpOddity,
  type OddAnswer,
  type OddRequest,
  textResult,
  toLine,
  usualInitialize,
} from './oddity.ts'

const fine = textResult('fine')
const called = { call: { text: 'fine' } }

/** Answers `tools/call` with lines of its own. */
function sending(toLines: (id: OddRequest['id']) => readonly string[]): Pick<McpOddity, 'answer'> {
  return {
    answer: ({ id, method }) => (method === 'tools/call' ? { lines: toLines(id) } : undefined),
  }
}

function without(member: keyof typeof usualInitialize) {
  const { [member]: _, ...rest } = usualInitialize
  return rest
}

const beginnings: readonly (readonly [name: string, result: unknown])[] = [
  ['no serverInfo', without('serverInfo')],
  ['a serverInfo without a version', { ...usualInitialize, serverInfo: { name: 'odd' } }],
  ['a version that is a number', { ...usualInitialize, serverInfo: { name: 'odd', version: 2 } }],
  ['a serverInfo that is null', { ...usualInitialize, serverInfo: null }],
  ['no capabilities', without('capabilities')],
  ['capabilities that are null', { ...usualInitialize, capabilities: null }],
  ['capabilities that are empty', { ...usualInitialize, capabilities: {} }],
  ['tools that are true', { ...usualInitialize, capabilities: { tools: true } }],
  [
    'listChanged as a string',
    { ...usualInitialize, capabilities: { tools: { listChanged: 'yes' } } },
  ],
  [
    'capabilities that are odd',
    { ...usualInitialize, capabilities: { tools: {}, logging: true, prompts: null } },
  ],
  ['no protocolVersion', without('protocolVersion')],
  ['a protocolVersion that is null', { ...usualInitialize, protocolVersion: null }],
  ['instructions that are null', { ...usualInitialize, instructions: null }],
  ['an older protocolVersion', { ...usualInitialize, protocolVersion: '2024-11-05' }],
  ['an empty result', {}],
  ['a result that is null', null],
]

const initializing: readonly McpOddity[] = [
  ...beginnings.map(([name, result]) => ({
    name: `initialize: ${name}`,
    ...answering('initialize', result),
    expected: {},
  })),
  {
    name: 'initialize: an unknown protocolVersion',
    ...answering('initialize', { ...usualInitialize, protocolVersion: '1.0' }),
    expected: { state: 'failed', error: 'It speaks MCP 1.0' },
  },
  {
    name: 'initialize: no tools among the capabilities',
    ...answering('initialize', { ...usualInitialize, capabilities: { prompts: {} } }),
    expected: { tools: [] },
  },
  {
    name: 'initialize: an error',
    answer: ({ method }) =>
      method === 'initialize' ? { error: { code: -32603, message: 'No licence' } } : undefined,
    expected: { state: 'failed', error: 'No licence' },
  },
  {
    name: 'initialize: no answer',
    answer: () => 'silence',
    expected: { state: 'failed', error: 'did not answer in time' },
  },
  {
    name: 'initialize: an exit',
    answer: () => 'exit',
    expected: { state: 'failed', error: 'It ended with exit code 3. It said: odd server ends' },
  },
  {
    name: 'initialize: frames of another protocol',
    answer: ({ id }) => ({
      lines: ['Content-Length: 52', '', `${toLine({ id, result: usualInitialize }).slice(0, 30)}`],
    }),
    expected: { state: 'failed', error: 'It printed a line that isn’t a message' },
  },
]

const notification = (params: unknown, method = 'notifications/message') =>
  toLine({ method, params })

const messages: readonly (readonly [
  name: string,
  toLines: (id: OddRequest['id']) => readonly string[],
])[] = [
  ['error: null beside the result', (id) => [toLine({ id, result: fine, error: null })]],
  ['an empty error beside the result', (id) => [toLine({ id, result: fine, error: {} })]],
  ['no version', (id) => [JSON.stringify({ id, result: fine })]],
  ['version 1.0', (id) => [JSON.stringify({ jsonrpc: '1.0', id, result: fine })]],
  ['members of its own', (id) => [toLine({ id, result: fine, server: 'odd', time: 1 })]],
  ['an id as a string', (id) => [toLine({ id: String(id), result: fine })]],
  ['a batch', (id) => [`[${notification({})},${toLine({ id, result: fine })}]`]],
  ['a carriage return', (id) => [`${toLine({ id, result: fine })}\r`]],
  ['a byte order mark', (id) => [`\uFEFF${toLine({ id, result: fine })}`]],
  ['blank lines', (id) => ['', '  ', toLine({ id, result: fine }), '']],
  ['text among the messages', (id) => ['Calling…', toLine({ id, result: fine }), 'Called.']],
  [
    'JSON that is no message',
    (id) => ['{}', 'null', '7', '[]', '"a"', '{"level":"info"}', toLine({ id, result: fine })],
  ],
  ['half a message', (id) => ['{"jsonrpc":"2.0","id":', toLine({ id, result: fine })]],
  ['control characters', (id) => ['\u001b[32mok\u001b[0m', toLine({ id, result: fine })]],
  [
    'a notification whose params are null',
    (id) => [notification(null), toLine({ id, result: fine })],
  ],
  [
    'a notification whose params are an array',
    (id) => [notification([]), toLine({ id, result: fine })],
  ],
  [
    'a notification whose id is null',
    (id) => [toLine({ id: null, method: 'notifications/message' }), toLine({ id, result: fine })],
  ],
  [
    'an unknown notification',
    (id) => [notification({}, 'odd/event'), toLine({ id, result: fine })],
  ],
  [
    'a change of tools with null',
    (id) => [notification(null, 'notifications/tools/list_changed'), toLine({ id, result: fine })],
  ],
  [
    'progress without a token',
    (id) => [
      notification({ progress: 'half' }, 'notifications/progress'),
      toLine({ id, result: fine }),
    ],
  ],
  [
    'progress that is odd',
    (id) => [
      notification({ progressToken: id, progress: 'half' }, 'notifications/progress'),
      toLine({ id, result: fine }),
    ],
  ],
  [
    'a ping with null',
    (id) => [toLine({ id: 'p', method: 'ping', params: null }), toLine({ id, result: fine })],
  ],
  [
    'a request that isn’t offered',
    (id) => [
      toLine({ id: 's', method: 'sampling/createMessage', params: {} }),
      toLine({ id, result: fine }),
    ],
  ],
  ['an answer to nothing', (id) => [toLine({ id: 999, result: {} }), toLine({ id, result: fine })]],
  [
    'the same answer twice',
    (id) => [toLine({ id, result: fine }), toLine({ id, result: textResult('again') })],
  ],
  [
    'an error without an id',
    (id) => [
      toLine({ id: null, error: { code: -32700, message: 'Parse error' } }),
      toLine({ id, result: fine }),
    ],
  ],
]

export const protocolOddities: readonly McpOddity[] = [
  ...initializing,
  ...messages.map(([name, toLines]) => ({
    name: `message: ${name}`,
    ...sending(toLines),
    expected: called,
  })),
  {
    name: 'message: text before anything is asked',
    greeting: 'Starting…\n{"half": \nListening on stdio\n',
    expected: {},
  },
  {
    name: 'message: answers in another order',
    answer: lastFirst(),
    expected: { calls: [{ text: 'first' }, { text: 'second' }, { text: 'third' }] },
  },
  {
    name: 'message: the end during a call',
    answer: ({ method }) => (method === 'tools/call' ? 'exit' : undefined),
    expected: { call: { fails: 'It ended with exit code 3.' } },
  },
]

/** Answers nothing before three calls were made, and then the last one first. */
function lastFirst(): (request: OddRequest) => OddAnswer | undefined {
  const lines: string[] = []
  return ({ id, method, params, count }) => {
    if (method !== 'tools/call') return undefined
    lines.unshift(
      toLine({ id, result: textResult(`fine ${JSON.stringify(params?.['arguments'])}`) }),
    )
    return count === 3 ? { lines } : 'silence'
  }
}

const toEvents = (lines: readonly string[]) =>
  `: hello\n\n${lines.map((line) => `event: message\ndata: ${line}\n\n`).join('')}`

export const httpOddities: readonly McpOddity[] = [
  {
    name: 'http: error: null beside the result, as JSON',
    ...sending((id) => [toLine({ id, result: fine, error: null })]),
    http: (lines) => ({ body: lines.join('') }),
    expected: called,
  },
  {
    name: 'http: params: null in a stream',
    ...sending((id) => [notification(null), toLine({ id, result: fine, error: null })]),
    http: (lines) => ({ type: 'text/event-stream', body: toEvents(lines) }),
    expected: called,
  },
  {
    name: 'http: a tool that breaks the protocol',
    ...answering('tools/list', { tools: [{ name: 'odd' }, goodTool], nextCursor: null }),
    http: (lines) => ({ type: 'text/event-stream; charset=utf-8', body: toEvents(lines) }),
    expected: { leftOut: { odd: 'no input schema' } },
  },
  {
    name: 'http: a page in place of an answer',
    http: () => ({ type: 'text/html', body: '<html>Sign in</html>' }),
    expected: { state: 'failed', error: 'text/html' },
  },
  {
    name: 'http: an empty answer',
    http: () => ({ body: '' }),
    expected: { state: 'failed', error: 'isn’t JSON' },
  },
  {
    name: 'http: JSON that is no message',
    http: () => ({ body: '{"ok":true}' }),
    expected: { state: 'failed', error: 'isn’t an MCP message' },
  },
  {
    name: 'http: a server error',
    http: () => ({ status: 503, body: '{"error":"busy"}' }),
    expected: { state: 'failed', error: '503' },
  },
]
