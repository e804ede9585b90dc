import {
  always,
  anthropic,
  compatible,
  fails,
  google,
  type HttpFault,
  ollama,
  openai,
  RETRIED,
  USABLE,
} from './http-fault.ts'
import {
  anthropicEnd,
  anthropicStart,
  cutChunk,
  DONE,
  eventStream,
  googleChunk,
  named,
  ollamaLine,
  openAiChunk,
  sse,
} from './replies.ts'

/** Streams with errors, gaps or unusual framing. */
export const streamed: readonly HttpFault[] = [
  {
    name: 'an error comes in the stream before text',
    model: openai,
    reply: eventStream(
      sse({ error: { message: 'The server had an error.', type: 'server_error' } }),
    ),
    expected: RETRIED,
  },
  {
    name: 'an error comes in the stream after text',
    model: openai,
    reply: eventStream(sse(openAiChunk('Hel'), { error: { message: 'Upstream went away.' } })),
    expected: RETRIED,
  },
  {
    name: 'a stream that began well ends with status 400',
    model: compatible,
    reply: eventStream(sse(openAiChunk('Hel'), { error: { message: 'Bad chunk.', code: 400 } })),
    ...always(
      'OpenAI-compatible server is overloaded or failing (502): “Bad chunk.” Resume later, or choose another model.',
    ),
  },
  {
    name: 'a stream begins with status 400',
    model: compatible,
    reply: eventStream(sse({ error: { message: 'Bad tool.', code: 400 } })),
    expected: fails(
      'OpenAI-compatible server rejected the request (400): “Bad tool.” Try another model, or check the server.',
    ),
  },
  {
    name: 'Anthropic’s stream says that it is overloaded',
    model: anthropic,
    reply: eventStream(
      named([
        ...anthropicStart,
        Object.assign(
          { type: 'error' },
          { error: { type: 'overloaded_error', message: 'Overloaded' } },
        ),
      ]),
    ),
    ...always(
      'Anthropic is overloaded or failing (529): “Overloaded.” Resume later, or choose another model.',
    ),
  },
  {
    name: 'Gemini’s stream ends with an error',
    model: google,
    reply: eventStream(
      sse(googleChunk('Hel'), {
        error: { code: 503, message: 'Try again.', status: 'UNAVAILABLE' },
      }),
    ),
    expected: RETRIED,
  },
  {
    name: 'Gemini’s stream begins with an error',
    model: google,
    reply: eventStream(sse({ error: { code: 400, message: 'Bad tool.' } })),
    expected: fails(
      'Google Gemini rejected the request (400): “Bad tool.” Try another model, or check the server.',
    ),
  },
  {
    name: 'Ollama’s stream ends with an error',
    model: ollama,
    reply: {
      raw: {
        contentType: 'application/x-ndjson',
        body: `${ollamaLine('Hel')}{"error":"llama runner process has terminated"}\n`,
      },
    },
    ...always(
      'Ollama is overloaded or failing (502): “llama runner process has terminated.” Resume later, or choose another model.',
    ),
  },
  ...([openai, anthropic, google, ollama] as const).map(
    (model): HttpFault => ({
      name: `the connection of ${model} closes before a response`,
      model,
      reply: { bytes: '' },
      expected: RETRIED,
    }),
  ),
  {
    name: 'the connection closes within the headers, again and again',
    model: google,
    reply: { bytes: 'HTTP/1.1 200 OK\r\ncontent-ty' },
    ...always(
      'The connection to Google Gemini closed before the answer was complete. Resume to try again.',
    ),
  },
  {
    name: 'a chunk of the body is cut off',
    model: openai,
    reply: cutChunk('text/event-stream', sse(openAiChunk('Hel'))),
    expected: RETRIED,
  },
  {
    name: 'a chunk of Ollama’s body is cut off',
    model: ollama,
    reply: cutChunk('application/x-ndjson', ollamaLine('Hel')),
    expected: RETRIED,
  },
  {
    name: 'the length of the body is too large',
    model: anthropic,
    reply: {
      bytes: `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9000\r\n\r\n${named(anthropicStart)}`,
    },
    expected: RETRIED,
  },
  {
    name: 'a stream ends early, again and again',
    model: anthropic,
    reply: eventStream(named(anthropicStart)),
    ...always(
      'The connection to Anthropic closed before the answer was complete. Resume to try again.',
    ),
  },
  {
    name: 'a stream has no [DONE]',
    model: openai,
    reply: eventStream(sse(openAiChunk('Hello.', 'stop'))),
    expected: USABLE,
  },
  {
    name: 'a stream begins with a BOM and has Windows line ends',
    model: openai,
    reply: eventStream(
      `\uFEFF${sse(openAiChunk('Hello.', 'stop'))}${DONE}`.replaceAll('\n', '\r\n'),
    ),
    expected: USABLE,
  },
  {
    name: 'Anthropic’s stream has a BOM, Windows line ends and comments',
    model: anthropic,
    reply: eventStream(
      `\uFEFF: keep-alive\n\n${named([...anthropicStart, ...anthropicEnd])}`.replaceAll(
        '\n',
        '\r\n',
      ),
    ),
    expected: USABLE,
  },
  {
    name: 'Gemini’s stream has Windows line ends and comments',
    model: google,
    reply: eventStream(
      `: ping\n\n\n${sse(googleChunk('Hello.', 'STOP'))}`.replaceAll('\n', '\r\n'),
    ),
    expected: USABLE,
  },
  {
    name: 'Ollama’s stream has blank lines and Windows line ends',
    model: ollama,
    reply: {
      raw: {
        contentType: 'application/x-ndjson',
        body: `\n${ollamaLine('Hello.')}\n\n${ollamaLine('', true)}\n`.replaceAll('\n', '\r\n'),
      },
    },
    expected: USABLE,
  },
  {
    name: 'comments and blank lines stand between events',
    model: compatible,
    reply: eventStream(
      `: OPENROUTER PROCESSING\n\n\n\n${sse(openAiChunk('Hello.'))}: ping\n\n${sse(openAiChunk('', 'stop'))}${DONE}`,
    ),
    expected: USABLE,
  },
  ...(
    [
      [openai, `${sse(openAiChunk('Hello.', 'stop'))}${DONE}`],
      [anthropic, named([...anthropicStart, ...anthropicEnd])],
      [google, sse(googleChunk('Hello.', 'STOP'))],
      [ollama, `${ollamaLine('Hello.')}${ollamaLine('', true)}`],
    ] as const
  ).map(
    ([model, body]): HttpFault => ({
      name: `the stream of ${model} has the type of a page`,
      model,
      reply: { raw: { contentType: 'text/html', body } },
      expected: USABLE,
    }),
  ),
  {
    name: 'a stream of another type ends early',
    model: anthropic,
    reply: { raw: { contentType: 'text/plain', body: named(anthropicStart) } },
    expected: RETRIED,
  },
]
