/** A model as each server lists it, and the tokens that a request to it may have. */
export const listedContexts: readonly (readonly [
  server: string,
  entry: object,
  contextTokens: number,
])[] = [
  ['vLLM', { id: 'qwen', object: 'model', max_model_len: 32_768 }, 32_768],
  [
    'OpenRouter',
    { id: 'x', context_length: 200_000, top_provider: { context_length: 131_072 } },
    131_072,
  ],
  [
    'OpenRouter without an endpoint',
    { id: 'x', context_length: 200_000, top_provider: { context_length: null } },
    200_000,
  ],
  ['Kimi', { id: 'kimi-k2', context_length: 262_144 }, 262_144],
  ['Groq', { id: 'llama', context_window: 131_072 }, 131_072],
  ['Mistral', { id: 'mistral', max_context_length: 32_768 }, 32_768],
  ['LM Studio', { id: 'gemma', loaded_context_length: 4_096, max_context_length: 131_072 }, 4_096],
  ['LM Studio, not loaded', { id: 'gemma', max_context_length: 131_072 }, 131_072],
  ['Anthropic', { id: 'claude', max_input_tokens: 200_000 }, 200_000],
  ['Gemini', { name: 'models/gemini', inputTokenLimit: 1_048_576 }, 1_048_576],
  [
    'Copilot',
    {
      id: 'gpt',
      capabilities: { limits: { max_context_window_tokens: 128_000, max_prompt_tokens: 64_000 } },
    },
    64_000,
  ],
  ['llama.cpp', { id: 'local', meta: { n_ctx: 8_192, n_ctx_train: 131_072 } }, 8_192],
  ['a gateway with text', { id: 'x', max_model_len: '16384' }, 16_384],
]
