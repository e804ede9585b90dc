import { HumanMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { atMostTokens, estimateUsage } from './count-tokens.ts'

const url = `data:image/png;base64,${'A'.repeat(9000)}`
const words = { type: 'text' as const, text: 'What is this?' }
const asked = [new HumanMessage({ content: [words, { type: 'image_url', image_url: { url } }] })]

test('an image counts, whatever its bytes are, and money is set aside for more than it is likely to be', () => {
  const plain = [new HumanMessage({ content: [words] })]
  const more = atMostTokens(asked, 0) - atMostTokens(plain, 0)
  const guessed = estimateUsage(asked, '').inputTokens - estimateUsage(plain, '').inputTokens
  expect(more).toBeCloseTo(5000, -2)
  expect(guessed).toBeCloseTo(1000, -2)
})
