import { formatUntil } from '#shared/format/format-until.ts'
import {
  always,
  anthropic,
  compatible,
  fails,
  google,
  type HttpFault,
  LABELS,
  ollama,
  openai,
  RETRIED,
} from './http-fault.ts'
import { html, json, plain } from './replies.ts'

/**
 * Later than a run waits for the end of a limit, and shortly after a full minute, so that the seconds that a
 * request takes don't change the sentence.
 */
const FAR_OFF = Math.ceil(Date.now() / 60_000) * 60_000 + 100 * 24 * 60 * 60 * 1000 + 10_000
/** As a sentence has it; generated pages leave it out, since it changes. */
export const FAR_OFF_TEXT = formatUntil(FAR_OFF, Date.now())

/** Errors as the body of a response that isn't a stream. */
export const refused: readonly HttpFault[] = [
  {
    name: 'a gateway fails with a page',
    model: anthropic,
    reply: html(502, '502 Bad Gateway', 'cloudflare'),
    expected: RETRIED,
  },
  {
    name: 'a gateway keeps failing with a page',
    model: google,
    reply: html(503, '503 Service Temporarily Unavailable', 'nginx'),
    ...always(
      'Google Gemini is overloaded or failing (503): “503 Service Temporarily Unavailable nginx.” Resume later, or choose another model.',
    ),
  },
  {
    name: 'an upstream keeps timing out',
    model: openai,
    reply: plain(504, 'upstream request timed out'),
    ...always(
      'OpenAI took too long to answer (504): “upstream request timed out.” Resume to try again, or choose another model.',
    ),
  },
  {
    name: 'Anthropic stays overloaded',
    model: anthropic,
    reply: json(
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      { status: 529 },
    ),
    ...always(
      'Anthropic is overloaded or failing (529): “Overloaded.” Resume later, or choose another model.',
    ),
  },
  {
    name: 'OpenAI keeps limiting requests',
    model: openai,
    reply: json(
      { error: { message: 'Rate limit reached for gpt-4o.', code: 'rate_limit_exceeded' } },
      { status: 429, headers: { 'retry-after': '0.001' } },
    ),
    ...always(
      'OpenAI is limiting requests (429): “Rate limit reached for gpt-4o.” Wait a minute and resume, or choose another model.',
    ),
  },
  {
    name: 'a limit lasts longer than retries wait',
    model: anthropic,
    reply: json(
      { error: { type: 'rate_limit_error', message: 'Too many tokens' } },
      { status: 429, headers: { 'retry-after': new Date(FAR_OFF).toUTCString() } },
    ),
    expected: fails(
      `Anthropic is limiting requests (429): “Too many tokens.” Resume after ${FAR_OFF_TEXT}, or choose another model.`,
    ),
  },
  ...([openai, anthropic, google] as const).map(
    (model): HttpFault => ({
      name: `${model} gets a key rejected`,
      model,
      reply: json({ error: { message: 'Incorrect API key provided.' } }, { status: 401 }),
      expected: fails(
        `${LABELS[model]} rejected the API key (401): “Incorrect API key provided.” Check the key in the environment, or enter it again in Settings.`,
      ),
    }),
  ),
  {
    name: 'a region is not supported',
    model: openai,
    reply: json(
      { error: { message: 'Country, region, or territory not supported', code: 'x' } },
      { status: 403 },
    ),
    expected: fails(
      'OpenAI denied access (403): “Country, region, or territory not supported.” Check the permissions of the API key, or choose another model.',
    ),
  },
  {
    name: 'a model is unknown',
    model: openai,
    reply: json({ error: { message: 'The model `gpt-4o` does not exist.' } }, { status: 404 }),
    expected: fails(
      'OpenAI has no model "gpt-4o", or this API key can\'t use it (404): “The model `gpt-4o` does not exist.” Choose another model.',
    ),
  },
  {
    name: 'FastAPI lists what is wrong',
    model: compatible,
    reply: json(
      { detail: [{ loc: ['body', 'tools'], msg: 'Input should be a valid list' }] },
      { status: 422 },
    ),
    expected: fails(
      'OpenAI-compatible server rejected the request (422): “Input should be a valid list.” Try another model, or check the server.',
    ),
  },
  {
    name: 'OpenRouter wraps the words of an upstream',
    model: compatible,
    reply: json(
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: '{"error":{"message":"temperature is not supported"}}' },
        },
      },
      { status: 400 },
    ),
    expected: fails(
      'OpenAI-compatible server rejected the request (400): “Provider returned error: temperature is not supported.” Try another model, or check the server.',
    ),
  },
  {
    name: 'an error has no words',
    model: anthropic,
    reply: { raw: { status: 500, body: '' } },
    ...always('Anthropic is overloaded or failing (500). Resume later, or choose another model.'),
  },
  {
    name: 'an error is a record without words',
    model: ollama,
    reply: json({ ok: false, trace: 'at main (/app/server.js:1:1)' }, { status: 400 }),
    expected: fails('Ollama rejected the request (400). Try another model, or check the server.'),
  },
  {
    name: 'Ollama can’t load a model',
    model: ollama,
    reply: json(
      { error: 'model requires more system memory (9 GiB) than is available' },
      { status: 500 },
    ),
    ...always(
      'Ollama is overloaded or failing (500): “model requires more system memory (9 GiB) than is available.” Resume later, or choose another model.',
    ),
  },
  {
    name: 'stream_options is refused',
    model: openai,
    reply: json({ error: { message: 'Unrecognized argument: stream_options' } }, { status: 400 }),
    expected: RETRIED,
  },
]
