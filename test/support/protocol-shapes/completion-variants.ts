import { chunk, completionText, counted, endless, streamed, USAGE } from './completion-chunks.ts'
import { cutFrom, failsAlways, MODELS, type ProtocolShape, says, TEXT } from './protocol-shape.ts'

const stop = chunk({}, 'stop')
const hello = chunk({ content: TEXT })

/** What single servers are known to send. */
export const completionVariants: readonly ProtocolShape[] = [
  {
    name: 'OpenRouter streams comments, its provider and details of reasoning',
    model: MODELS.compatible,
    reply: {
      raw: {
        contentType: 'text/event-stream',
        body: [
          ': OPENROUTER PROCESSING',
          ...[
            {
              ...chunk({
                role: 'assistant',
                content: '',
                reasoning: 'Let me see.',
                reasoning_details: [
                  {
                    type: 'reasoning.summary',
                    summary: 'Let me see.',
                    index: 0,
                    format: 'openai-responses-v1',
                  },
                ],
              }),
              provider: 'X',
            },
            { ...hello, provider: 'X' },
            {
              ...chunk({ content: '' }, 'stop', { native_finish_reason: 'completed' }),
              provider: 'X',
            },
            { ...chunk({ role: 'assistant', content: '' }), usage: { ...USAGE, cost: 0.01 } },
          ].map((one) => `data: ${JSON.stringify(one)}`),
          'data: [DONE]',
          '',
        ].join('\n\n'),
      },
    },
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'DeepSeek streams reasoning, then text, and null for the other',
    model: MODELS.deepseek,
    reply: streamed([
      chunk({ role: 'assistant', content: null, reasoning_content: '' }),
      chunk({ content: null, reasoning_content: 'Let me see.' }),
      chunk({ content: TEXT, reasoning_content: null }),
      {
        ...chunk({ content: '', reasoning_content: null }, 'stop'),
        usage: { ...USAGE, prompt_cache_hit_tokens: 0 },
      },
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'xAI streams the role in every chunk and usage with the last',
    model: MODELS.xai,
    reply: streamed([
      { ...chunk({ role: 'assistant', reasoning_content: 'Let me see.' }), usage: USAGE },
      { ...chunk({ role: 'assistant', content: TEXT }), usage: USAGE },
      { ...chunk({}, 'stop'), usage: USAGE },
      { ...counted, citations: [] },
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'Groq streams its usage beside',
    model: MODELS.groq,
    reply: streamed([
      { ...chunk({ role: 'assistant', content: '' }), x_groq: { id: 'req_1' } },
      chunk({ reasoning: 'Let me see.', channel: 'analysis' }),
      hello,
      { ...chunk({}, 'stop'), x_groq: { id: 'req_1', usage: { queue_time: 0.1, ...USAGE } } },
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'Kimi streams its usage within the choice',
    model: MODELS.kimi,
    reply: streamed([
      chunk({ role: 'assistant', content: TEXT }),
      chunk({}, 'stop', { usage: USAGE }),
    ]),
    expected: says(),
  },
  {
    name: 'GLM streams an empty finish reason and its usage with the last chunk',
    model: MODELS.glm,
    reply: streamed([
      chunk({ role: 'assistant', reasoning_content: 'Let me see.' }, ''),
      chunk({ role: 'assistant', content: TEXT }, ''),
      { ...chunk({ role: 'assistant', content: '' }, 'stop'), usage: USAGE },
    ]),
    expected: says({ reasoning: 'Let me see.' }),
  },
  {
    name: 'Qwen streams null choices at the end',
    model: MODELS.qwen,
    reply: streamed([hello, stop, { id: 'x', choices: null, usage: USAGE }]),
    expected: says(),
  },
  {
    name: 'Mistral streams parts of content and model_length',
    model: MODELS.mistral,
    reply: streamed([
      chunk({ content: [{ type: 'text', text: 'Hel' }] }),
      { ...chunk({ content: '' }, 'model_length'), usage: USAGE },
    ]),
    expected: says({ text: 'Right.', finish: 'length', requests: 2 }),
  },
  {
    name: 'llama.cpp streams timings and its usage with the last chunk',
    model: MODELS.compatible,
    reply: streamed([
      chunk({ role: 'assistant', content: null }),
      hello,
      { ...stop, timings: { prompt_n: 10 } },
      { ...counted, timings: { prompt_n: 10 } },
    ]),
    expected: says(),
  },
  {
    name: 'vLLM streams its stop reason as a number',
    model: MODELS.compatible,
    reply: streamed([
      chunk({ role: 'assistant', content: '' }),
      hello,
      chunk({ content: '' }, 'stop', { stop_reason: 151_645 }),
      counted,
    ]),
    expected: says(),
  },
  {
    name: 'a whole answer has reasoning in tags',
    model: MODELS.compatible,
    reply: {
      raw: {
        contentType: 'application/json',
        body: JSON.stringify({
          choices: [
            { message: { content: '<think>Let me see.</think>Hello.' }, finish_reason: 'stop' },
          ],
          usage: USAGE,
        }),
      },
    },
    expected: says({ reasoning: 'Let me see.' }),
  },
  ...([MODELS.openai, MODELS.compatible] as const).map(
    (model): ProtocolShape => ({
      name: `every stream of ${model} ends without a finish reason`,
      model,
      reply: endless(completionText(TEXT).slice(0, 3)),
      ...failsAlways(cutFrom(model)),
    }),
  ),
]
