import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function script({ messages }: ModelRequest): Reply {
  if (messages.some(({ role }) => role === 'assistant')) return { text: 'Seen.' }
  const read = (name: string) => ({
    name: 'read_file',
    args: { file_path: `/workspace/${name}` },
  })
  return { calls: [read('dot.png'), read('a.txt')] }
}

/** Where each puts an image that a tool answered with, by the words around it in what was sent. */
test.each([
  ['anthropic:claude-haiku-4-5', /"tool_result".*"type":"image","source":.*"tool_result"/s],
  ['openai:gpt-5-mini', /"role":"tool".*"role":"tool".*"role":"user".*"image_url"/s],
  ['google:gemini-3.8-flash', /"functionResponse".*"functionResponse".*"inlineData"/s],
] as const)('%s is shown an image where it can take it', async (model, placed) => {
  await using fixture = await openRunFixture({ script, model })
  writeFileSync(join(fixture.root, 'dot.png'), Buffer.from(PNG, 'base64'))
  expect(await fixture.prompt('look')).toEqual({ outcome: 'ok' })
  const sent = JSON.stringify(fixture.server.requests[1]?.body)
  expect(sent).toMatch(placed)
  expect(sent.split(PNG)).toHaveLength(2)
})

test.each(['deepseek:deepseek-v4-pro', 'compatible:anything', 'ollama:qwen3:8b'])(
  '%s, which is not known to see, is told so and sent no image',
  async (model) => {
    await using fixture = await openRunFixture({ script, model })
    writeFileSync(join(fixture.root, 'dot.png'), Buffer.from(PNG, 'base64'))
    expect(await fixture.prompt('look')).toEqual({ outcome: 'ok' })
    const sent = JSON.stringify(fixture.server.requests[1]?.body)
    expect(sent).not.toContain(PNG)
    expect(sent).toContain('You are not known to see such content')
  },
)
