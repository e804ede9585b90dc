import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { fitMessages } from './fit-messages.ts'

test('half of a character is replaced in arguments, in their texts and their names', () => {
  const args = { 'a\ud800': ['\udc00', { 'b\udfff': 1 }], whole: '🪐' }
  const calls = [{ id: 'call_123456789', name: 'x', args, type: 'tool_call' as const }]
  const answer = new AIMessage({ content: '', tool_calls: calls })
  const result = new ToolMessage({ content: 'ok', tool_call_id: 'call_123456789' })
  const [fitted] = fitMessages([answer, result])
  expect(fitted).toMatchObject({
    tool_calls: [{ args: { 'a�': ['�', { 'b�': 1 }], whole: '🪐' } }],
  })
  expect(answer.tool_calls?.[0]?.args).toEqual(args)
})
