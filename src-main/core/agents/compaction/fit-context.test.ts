import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { tools } from '../../tools/catalogue/index.ts'
import { cutResults, fitContext } from './fit-context.ts'

const offered = tools.map(({ name }) => ({ name, description: 'Does something. '.repeat(50) }))
const namesOf = (all: readonly { readonly name: string }[]) =>
  all.map(({ name }) => name).toSorted()

test('a small context is offered the essential tools alone', () => {
  expect(namesOf(fitContext(100_000, { tools: offered }).tools)).toEqual(namesOf(offered))
  const { tools: essential, roomTokens } = fitContext(8_000, { tools: offered })
  expect(namesOf(essential)).toEqual([
    'ask_person',
    'edit_file',
    'glob',
    'grep',
    'ls',
    'read_file',
    'run_command',
    'submit_findings',
    'task',
    'write_file',
    'write_todos',
  ])
  expect(roomTokens).toBeGreaterThan(0)
  expect(fitContext(1_000, { tools: offered }).roomTokens).toBeLessThan(0)
})

test('the middle of a long result is left out, and nothing of other messages', () => {
  const call = { name: 'read_file', args: {}, id: 'call_1' }
  const thread = [
    new HumanMessage('x'.repeat(1_000)),
    new AIMessage({ content: '', tool_calls: [call] }),
    new ToolMessage({
      content: `${'a'.repeat(500)}${'b'.repeat(500)}`,
      tool_call_id: 'call_1',
      name: 'read_file',
      status: 'error',
    }),
    new ToolMessage({ content: 'short', tool_call_id: 'call_2' }),
  ]
  const [prompt, answer, long, short] = cutResults(thread, 50)
  expect([prompt, answer, short]).toEqual([thread[0], thread[1], thread[3]])
  expect(long?.text).toMatch(/^a{100}\n\[800 characters are left out here: .*\]\nb{100}$/)
  expect(long).toMatchObject({ tool_call_id: 'call_1', name: 'read_file', status: 'error' })
})
