import { expect, test } from 'vitest'
import { overflowWordings } from '../../../../test/support/overflow-wordings.ts'
import { saysTooLong } from './context-overflow.ts'

test.each(overflowWordings)('recognizes the words of $name', ({ status, words }) => {
  expect(saysTooLong(words, status)).toBe(true)
})

test.each([
  ['Too many tokens, please wait before trying again.', 429],
  ['Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000', 429],
  ['max_tokens is too large: 32000. This model supports at most 16384 completion tokens', 400],
  ['max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens', 400],
  ['Invalid value for temperature', 400],
  ['The request timed out', 504],
  ['Your monthly token limit is exceeded', 400],
  ['Too many tokens per day, please wait before trying again.', 400],
  ['The token is too long', 400],
  ['Tool name is too long: maximum length 64', 400],
  ['messages.3.content.0.image: image exceeds 5 MB maximum', 400],
  ['Number of tools exceeds the limit of 128', 400],
  ['`thinking.budget_tokens` must be less than `max_tokens`', 400],
  ['The model is overloaded: too many requests in the queue for 8192 tokens', 503],
  [
    "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64",
    400,
  ],
  ['This account is limited to 3 requests with more than 100000 tokens', 403],
  [
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40",
    400,
  ],
] as const)('does not take for too long a request: %s', (words, status) => {
  expect(saysTooLong(words, status)).toBe(false)
})
