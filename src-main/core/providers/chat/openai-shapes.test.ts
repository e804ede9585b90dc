import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

const ARGS = { file_path: '/workspace/a.txt' }
const JSON_ARGS = JSON.stringify(ARGS)

function stream(...chunks: readonly object[]): Reply {
  const lines = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
  return { raw: { contentType: 'text/event-stream', body: `${lines.join('')}data: [DONE]\n\n` } }
}

function whole(body: unknown, contentType = 'application/json'): Reply {
  return { raw: { contentType, body: typeof body === 'string' ? body : JSON.stringify(body) } }
}

function chunk(delta: object, finish_reason: string | null = null, rest: object = {}): object {
  return { id: 'x', choices: [{ index: 0, delta, finish_reason, ...rest }] }
}

const asks = (call: object) => [chunk({ role: 'assistant', tool_calls: [call] })]
const ended = chunk({}, 'tool_calls')
const named = { name: 'read_file' }

/** One call of `read_file` as servers send it. */
const calls: readonly (readonly [name: string, reply: Reply])[] = [
  ['no id', stream(...asks({ index: 0, function: { ...named, arguments: JSON_ARGS } }), ended)],
  [
    'an empty id',
    stream(...asks({ index: 0, id: '', function: { ...named, arguments: JSON_ARGS } }), ended),
  ],
  [
    'a null id',
    stream(...asks({ index: 0, id: null, function: { ...named, arguments: JSON_ARGS } }), ended),
  ],
  [
    'a number as its id',
    stream(...asks({ index: 0, id: 7, function: { ...named, arguments: JSON_ARGS } }), ended),
  ],
  ['no index', stream(...asks({ id: 'c1', function: { ...named, arguments: JSON_ARGS } }), ended)],
  [
    'no index, in pieces',
    stream(
      ...asks({ id: 'c1', function: { ...named, arguments: JSON_ARGS.slice(0, 9) } }),
      ...asks({ function: { arguments: JSON_ARGS.slice(9) } }),
      ended,
    ),
  ],
  [
    'its id in every piece',
    stream(
      ...asks({ index: 0, id: 'c1', function: { ...named, arguments: JSON_ARGS.slice(0, 9) } }),
      ...asks({ index: 0, id: 'c1', function: { arguments: JSON_ARGS.slice(9) } }),
      ended,
    ),
  ],
  [
    'an empty id in later pieces',
    stream(
      ...asks({ index: 0, id: 'c1', function: { ...named, arguments: JSON_ARGS.slice(0, 9) } }),
      ...asks({ index: 0, id: '', function: { name: '', arguments: JSON_ARGS.slice(9) } }),
      ended,
    ),
  ],
  [
    'arguments as an object',
    stream(...asks({ index: 0, id: 'c1', function: { ...named, arguments: ARGS } }), ended),
  ],
  [
    'a call that is no list',
    stream(
      chunk({ tool_calls: { index: 0, id: 'c1', function: { ...named, arguments: JSON_ARGS } } }),
      ended,
    ),
  ],
  [
    'a legacy function call',
    stream(
      chunk({ function_call: { ...named, arguments: JSON_ARGS } }),
      chunk({}, 'function_call'),
    ),
  ],
  [
    'a legacy function call, in pieces',
    stream(
      chunk({ function_call: { ...named, arguments: '' } }),
      chunk({ function_call: { arguments: JSON_ARGS } }),
      chunk({}, 'function_call'),
    ),
  ],
  [
    'stop as the reason',
    stream(
      ...asks({ index: 0, id: 'c1', function: { ...named, arguments: JSON_ARGS } }),
      chunk({}, 'stop'),
    ),
  ],
  [
    'a whole answer',
    whole({
      id: 'x',
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'c1', type: 'function', function: { ...named, arguments: JSON_ARGS } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }),
  ],
  [
    'a whole answer without ids, as text',
    whole(
      { choices: [{ message: { tool_calls: [{ function: { ...named, arguments: ARGS } }] } }] },
      'text/plain',
    ),
  ],
  [
    'a stream of another type',
    {
      raw: {
        contentType: 'application/octet-stream',
        body: `data: ${JSON.stringify(asks({ index: 0, function: { ...named, arguments: JSON_ARGS } })[0])}\n\ndata: ${JSON.stringify(ended)}\n\ndata: [DONE]\n\n`,
      },
    },
  ],
]

function once(first: Reply, then: Reply = { text: 'Done.' }) {
  return (_: ModelRequest, number: number): Reply => (number === 1 ? first : then)
}

test.each(calls)('%s: the call runs once, and is answered', async (_name, reply) => {
  await using fixture = await openRunFixture({ script: once(reply) })
  expect(await fixture.prompt('read it')).toEqual({ outcome: 'ok' })
  const ran = fixture.of('tool.ended').map(({ data }) => data.outcome)
  expect(ran).toEqual(['ok'])
  const [asked, answer] = (fixture.server.requests[1]?.messages ?? []).slice(-2)
  expect(asked?.callIds).toEqual(answer?.callIds)
  expect(answer?.callIds[0]).toMatch(/^[\w-]{1,40}$/)
  expect(answer?.text).toContain('one')
})

test.each(['null', '', null, {}] as const)(
  'a call whose arguments are %j has none',
  async (args) => {
    const call = { index: 0, id: 'c1', function: { name: 'ls', arguments: args } }
    await using fixture = await openRunFixture({ script: once(stream(...asks(call), ended)) })
    expect(await fixture.prompt('list')).toEqual({ outcome: 'ok' })
    expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['ok'])
  },
)

const texts: readonly (readonly [name: string, reply: Reply])[] = [
  ['a stream without a role', stream(chunk({ content: 'Hello.' }), chunk({}, 'stop'))],
  [
    'a whole answer',
    whole({ choices: [{ message: { content: 'Hello.' }, finish_reason: 'stop' }] }),
  ],
  [
    'a whole answer as text',
    whole({ choices: [{ message: { content: 'Hello.' } }] }, 'text/plain'),
  ],
  [
    'parts of content',
    stream(
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
      chunk({ content: [{ type: 'text', text: 'Hello.' }] }, 'stop'),
    ),
  ],
  [
    'null choices at first',
    stream({ id: 'x', choices: null }, chunk({ content: 'Hello.' }, 'stop')),
  ],
  [
    'a comment',
    {
      raw: {
        contentType: 'text/event-stream',
        body: `: ping\n\ndata:${JSON.stringify(chunk({ content: 'Hello.' }, 'stop'))}\r\n\r\ndata: [DONE]\r\n\r\n`,
      },
    },
  ],
]

test.each(texts)('%s is an answer', async (_name, reply) => {
  await using fixture = await openRunFixture({ script: () => reply })
  expect(await fixture.prompt('hello')).toEqual({ outcome: 'ok' })
  const items = Object.values(fixture.states().transcript.items)
  expect(items.flatMap((item) => (item.type === 'text' ? item.text : []))).toEqual(['Hello.'])
})

const said = chunk({ content: 'Hello.' }, 'stop')
const counted = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

/** Usage as servers send it, and what it means: input, output, cached, reasoning. */
const usages: readonly (readonly [name: string, chunks: readonly object[], number[]])[] = [
  ['at the end', [said, { choices: [], usage: counted }], [100, 20, 0, 0]],
  [
    'in every chunk',
    [
      { ...chunk({ content: '' }), usage: { ...counted, completion_tokens: 1 } },
      { ...said, usage: counted },
    ],
    [100, 20, 0, 0],
  ],
  [
    'as strings',
    [
      said,
      {
        choices: [],
        usage: { prompt_tokens: '100', completion_tokens: '20', total_tokens: '120' },
      },
    ],
    [100, 20, 0, 0],
  ],
  ['in the choice', [chunk({ content: 'Hello.' }, 'stop', { usage: counted })], [100, 20, 0, 0]],
  ['beside', [{ ...said, x_groq: { usage: counted } }], [100, 20, 0, 0]],
  [
    'with reasoning inside of the output',
    [
      said,
      { choices: [], usage: { ...counted, completion_tokens_details: { reasoning_tokens: 15 } } },
    ],
    [100, 20, 0, 15],
  ],
  [
    'with reasoning beside the output',
    [
      said,
      {
        choices: [],
        usage: {
          ...counted,
          total_tokens: 170,
          completion_tokens_details: { reasoning_tokens: 50 },
        },
      },
    ],
    [100, 70, 0, 50],
  ],
  [
    'with cached tokens',
    [said, { choices: [], usage: { ...counted, prompt_tokens_details: { cached_tokens: 60 } } }],
    [100, 20, 60, 0],
  ],
  [
    'with cache hits',
    [
      said,
      {
        choices: [],
        usage: { ...counted, prompt_cache_hit_tokens: 60, prompt_cache_miss_tokens: 40 },
      },
    ],
    [100, 20, 60, 0],
  ],
  [
    'with cached tokens beside',
    [said, { choices: [], usage: { ...counted, cached_tokens: 60 } }],
    [100, 20, 60, 0],
  ],
  [
    'with more cached than asked',
    [said, { choices: [], usage: { ...counted, prompt_tokens_details: { cached_tokens: 160 } } }],
    [100, 20, 100, 0],
  ],
  [
    'with nulls',
    [
      said,
      {
        choices: [],
        usage: {
          ...counted,
          prompt_tokens_details: null,
          completion_tokens_details: { reasoning_tokens: null },
        },
      },
    ],
    [100, 20, 0, 0],
  ],
]

test.each(usages)('usage %s is counted once', async (_name, chunks, expected) => {
  await using fixture = await openRunFixture({ script: () => stream(...chunks) })
  expect(await fixture.prompt('hello')).toEqual({ outcome: 'ok' })
  const [{ usage } = { usage: undefined }] = fixture.of('model.ended').map(({ data }) => data)
  expect([
    usage?.inputTokens,
    usage?.outputTokens,
    usage?.cacheReadTokens,
    usage?.reasoningTokens,
  ]).toEqual(expected)
})

test('a server that refuses stream_options is asked without', async () => {
  const script = ({ body }: ModelRequest): Reply =>
    body['stream_options']
      ? { status: 400, error: 'Unknown field: stream_options' }
      : { text: 'Hi.' }
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('hello')).toEqual({ outcome: 'ok' })
  expect(fixture.of('model.ended')).toHaveLength(1)
})

const PAGE =
  '<html><head><title>Sign in</title><script>let a = 1</script></head><body>Welcome to the <b>hotel</b></body></html>'

const failures: readonly (readonly [name: string, reply: Reply, said: string])[] = [
  [
    'an error in its body',
    whole({ error: { message: 'The model is on fire.', code: 400 } }),
    'The model is on fire.',
  ],
  ['a bare error', whole({ error: 'model not loaded', status: 422 }), 'model not loaded'],
  ['a page', whole(PAGE, 'text/html'), 'Sign in Welcome to the hotel'],
  ['another record', whole({ status: 'ok' }), 'Something else answered instead of'],
]

test.each(failures)(
  'an answer of status 200 with %s is told in the server’s words',
  async (_name, reply, words) => {
    await using fixture = await openRunFixture({ script: () => reply })
    const reason = expect.stringContaining(words)
    expect(await fixture.prompt('hello')).toMatchObject({ outcome: 'error', reason })
    expect(fixture.server.requests).toHaveLength(1)
  },
)

test('an error inside of a stream is tried again, like a stream that breaks off', async () => {
  const broken = stream(chunk({ content: 'Hel' }), { error: { message: 'Upstream went away.' } })
  await using fixture = await openRunFixture({ script: once(broken, { text: 'Hello.' }) })
  expect(await fixture.prompt('hello')).toEqual({ outcome: 'ok' })
  expect(fixture.of('model.ended').map(({ data }) => data.outcome)).toEqual(['error', 'ok'])
})
