import { expect, test } from 'vitest'
import { saysTooLong } from './context-overflow.ts'

test.each([
  "This model's maximum context length is 128000 tokens. However, your messages resulted in 130054 tokens.",
  'Error code: 400 - context_length_exceeded',
  'Your input exceeds the context window of this model. Please adjust your input and try again.',
  'prompt is too long: 213462 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length',
  'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
  "This model's maximum prompt length is 131072 but the request contains 142234 tokens.",
  'the request exceeds the available context size. try increasing the context size or enable context shift',
  'request (9100 tokens) exceeds the available context size (8192 tokens), try increasing it',
  '{"type":"exceed_context_size_error","n_prompt_tokens":9100,"n_ctx":8192}',
  'Range of input length should be [1, 98304]',
  'InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]',
  'Prompt exceeds max length',
  'Invalid request: Your request exceeded model token limit: 131072 (requested: 140212)',
  'Input is too long for requested model.',
  'ValidationException: The model returned the following errors: Input is too long for requested model.',
  'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 512 `max_new_tokens`',
  'Input validation error: `inputs` must have less than 4095 tokens. Given: 5019',
  'prompt token count of 140211 exceeds the limit of 128000',
  '{"code":"model_max_prompt_tokens_exceeded"}',
  'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length',
  'Trying to keep the first 12014 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
  'Reached context length of 4096 tokens with the current model',
  "The input (9012 tokens) is longer than the model's context length (8192 tokens).",
  "Requested token count exceeds the model's maximum context length of 8192 tokens.",
  'invalid params, context window exceeds limit (2013)',
  'The decoder prompt (length 9014) is longer than the maximum model length of 8192.',
  'max_tokens must be at least 1, got -512.',
  "This endpoint's maximum context length is 32768 tokens. However, you requested about 40124 tokens.",
  'Please reduce the length of the messages or completion.',
  'Please reduce the length of the messages or completion. Current length is 9014 while limit is 8192',
  'Prompt contains 40112 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  'too many tokens: total number of tokens in the prompt cannot exceed 4096',
  'The prompt is too long: 40112, model maximum context length: 32768',
  'Requested tokens (5013) exceed context window of 4096',
  'litellm.ContextWindowExceededError: the request is too large',
  'prompt too long; exceeded max context length by 1024 tokens',
  'the input length exceeds the context length',
  'Request too large for model `llama-3.3-70b-versatile` on tokens per minute (TPM): Limit 6000, Requested 12041',
  'Requested 45012. The input or output tokens must be reduced in order to run successfully.',
  'request_too_large: Request exceeds the maximum allowed number of bytes.',
  '413 Request Entity Too Large',
])('takes for too long a request: %s', (words) => {
  expect(saysTooLong(words, 400)).toBe(true)
})

test.each([
  ['Too many tokens, please wait before trying again.', 429],
  ['Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000', 429],
  ['max_tokens is too large: 32000. This model supports at most 16384 completion tokens', 400],
  ['max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens', 400],
  ['Invalid value for temperature', 400],
  ['The request timed out', 504],
  [
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40",
    400,
  ],
] as const)('does not take for too long a request: %s', (words, status) => {
  expect(saysTooLong(words, status)).toBe(false)
})
