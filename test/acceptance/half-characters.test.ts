import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../support/model-server.ts'
import { openRunFixture } from '../support/run-fixture.ts'

const tags = (count: number) => '🏷'.repeat(count)
const HALF = '\ud83c'

/** Says the half of a character in an answer and an argument, and reads output that is cut in one. */
function script(_request: ModelRequest, number: number): Reply {
  if (number === 1) {
    return {
      text: `half ${HALF}`,
      calls: [
        { name: 'run_command', args: { command: 'cat big.txt' } },
        { name: 'think', args: { thought: `half ${HALF}` } },
        {
          name: 'edit_file',
          args: { file_path: '/workspace/a.txt', old_string: `x${tags(5000)}`, new_string: 'y' },
        },
      ],
    }
  }
  return { text: 'Done.' }
}

// https://github.com/anthropics/claude-code/issues/69927
test.each([
  'compatible:scripted',
  'openai:gpt-5-mini',
  'anthropic:claude-haiku-4-5',
  'ollama:qwen3:8b',
])(
  '%s is never sent half of a character',
  async (model) => {
    await using fixture = await openRunFixture({
      script,
      model,
      files: { 'a.txt': '', 'big.txt': `x${tags(700_000)}` },
    })
    expect(await fixture.prompt(`x${tags(5000)}`)).toEqual({ outcome: 'ok' })
    expect(await fixture.prompt('again')).toEqual({ outcome: 'ok' })
    const { requests } = fixture.server
    expect(requests.length).toBeGreaterThan(2)
    for (const { body } of requests) expect(JSON.stringify(body)).not.toMatch(/\\ud[89a-f]/)
    expect(fixture.states().status.title?.isWellFormed()).toBe(true)
  },
  60_000,
)
