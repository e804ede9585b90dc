import {
  always,
  anthropic,
  CHECK_NETWORK,
  compatible,
  fails,
  google,
  type HttpFault,
  LABELS,
  ollama,
  openai,
  RETRIED,
  USABLE,
} from './http-fault.ts'
import { anthropicWhole, eventStream, googleChunk, json, ollamaLine } from './replies.ts'

/** A status of 200 with something other than a stream. */
export const notStreamed: readonly HttpFault[] = [
  ...([openai, compatible, anthropic, google, ollama] as const).map(
    (model): HttpFault => ({
      name: `${model} gets an error with status 200`,
      model,
      reply: json({ error: { message: 'The model is on fire.', code: 400 } }),
      expected: fails(
        `${LABELS[model]} rejected the request (400): “The model is on fire.” Try another model, or check the server.`,
      ),
    }),
  ),
  {
    name: 'an error with status 200 names a passing fault',
    model: anthropic,
    reply: json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    expected: RETRIED,
  },
  {
    name: 'OpenAI answers whole',
    model: openai,
    reply: json({ choices: [{ message: { content: 'Hello.' }, finish_reason: 'stop' }] }),
    expected: USABLE,
  },
  {
    name: 'Anthropic answers whole',
    model: anthropic,
    reply: json(anthropicWhole),
    expected: USABLE,
  },
  {
    name: 'Gemini answers whole',
    model: google,
    reply: json(googleChunk('Hello.', 'STOP')),
    expected: USABLE,
  },
  {
    name: 'Gemini answers with a list of pieces',
    model: google,
    reply: json([googleChunk('Hel'), googleChunk('lo.', 'STOP')]),
    expected: USABLE,
  },
  {
    name: 'Gemini answers with a list of errors',
    model: google,
    reply: json([{ error: { code: 400, message: 'Unknown field.', status: 'INVALID_ARGUMENT' } }]),
    expected: fails(
      'Google Gemini rejected the request (400): “Unknown field.” Try another model, or check the server.',
    ),
  },
  {
    name: 'Ollama answers whole',
    model: ollama,
    reply: json(ollamaLine('Hello.', true).trim()),
    expected: USABLE,
  },
  {
    name: 'the JSON of an answer is cut off',
    model: openai,
    reply: json('{"choices":[{"message":{"content":"Hel'),
    expected: RETRIED,
  },
  {
    name: 'the JSON of Anthropic’s answer is cut off',
    model: anthropic,
    reply: json(JSON.stringify(anthropicWhole).slice(0, 90)),
    expected: RETRIED,
  },
  {
    name: 'JSON answers that is no answer',
    model: anthropic,
    reply: json({ status: 'ok', version: 2 }),
    expected: fails(`Something else answered instead of Anthropic (200). ${CHECK_NETWORK}`),
  },
  ...([openai, anthropic, google, ollama] as const).map(
    (model): HttpFault => ({
      name: `${model} keeps getting an empty body`,
      model,
      reply: json(''),
      ...always(
        `${LABELS[model]} sent an empty response (200). Resume to try again, or check the base address.`,
      ),
    }),
  ),
  {
    name: 'there is no content',
    model: compatible,
    reply: { raw: { status: 204, body: '' } },
    ...always(
      'OpenAI-compatible server sent an empty response (204). Resume to try again, or check the base address.',
    ),
  },
  {
    name: 'gzip is no gzip',
    model: anthropic,
    reply: eventStream('plain text', { headers: { 'content-encoding': 'gzip' } }),
    ...always(
      "Anthropic sent a response that can't be decompressed. Check your network, proxy and base address.",
    ),
  },
]
