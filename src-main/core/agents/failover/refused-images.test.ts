import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { sampleImages } from '../../../../test/support/sample-images.ts'

const [good, bad] = [sampleImages.gif, sampleImages.png]
const [GOOD, BAD] = [good.toString('base64'), bad.toString('base64')]
const PLACEHOLDER = 'An image is left out here'

/** A server that can't process one image, whatever it is. */
function refuse({ body, messages }: ModelRequest): Reply {
  if (JSON.stringify(body).includes(BAD)) return { status: 400, error: 'Could not process image' }
  const last = messages.at(-1)
  if (last?.role === 'user' && /^look at \w+/u.test(last.text)) {
    const file_path = `/workspace/${last.text.split(' ').at(-1)}`
    return { calls: [{ name: 'read_file', args: { file_path } }] }
  }
  return { text: 'Seen.' }
}

async function openImages(model: string, script = refuse): Promise<RunFixture> {
  const fixture = await openRunFixture({ script, model })
  writeFileSync(join(fixture.root, 'good.gif'), good)
  writeFileSync(join(fixture.root, 'bad.png'), bad)
  return fixture
}

const bodies = ({ server }: RunFixture) => server.requests.map(({ body }) => JSON.stringify(body))

/** anthropics/claude-code #58330: one image that the provider couldn't read ended the conversation. */
test.each(['anthropic:claude-haiku-4-5', 'openai:gpt-5-mini', 'google:gemini-3.8-flash'])(
  '%s answers without an image that it refused, now and after a restart',
  { timeout: 60_000 },
  async (model) => {
    await using fixture = await openImages(model)
    expect(await fixture.prompt('look at good.gif')).toEqual({ outcome: 'ok' })
    expect(await fixture.prompt('look at bad.png')).toEqual({ outcome: 'ok' })
    const [refused, answered] = bodies(fixture).slice(-2)
    expect(refused).toContain(BAD)
    expect(answered).toContain(GOOD)
    expect(answered).toContain(PLACEHOLDER)
    await fixture.restart()
    const before = fixture.server.requests.length
    expect(await fixture.prompt('hi')).toEqual({ outcome: 'ok' })
    const later = bodies(fixture).slice(before)
    expect(later).toHaveLength(1)
    expect([later[0]?.includes(GOOD), later[0]?.includes(BAD)]).toEqual([true, false])
    await fixture.runs.compact(fixture.sessionId)
    expect(await fixture.prompt('hi')).toEqual({ outcome: 'ok' })
    expect(bodies(fixture).slice(before).join()).not.toContain(BAD)
    const failed = fixture.of('model.ended').filter(({ data }) => data.outcome === 'error')
    expect(failed.map(({ data }) => data.error)).toEqual([
      expect.stringContaining('Could not process image'),
    ])
  },
)

test('a model that takes no images goes on with the conversation of one that does', {
  timeout: 60_000,
}, async () => {
  let isBlind = false
  await using fixture = await openImages('openai:gpt-5-mini', (request) => {
    const hasImage = /data:image/u.test(JSON.stringify(request.body))
    return isBlind && hasImage
      ? { status: 404, error: 'No endpoints found that support image input' }
      : refuse(request)
  })
  expect(await fixture.prompt('look at good.gif')).toEqual({ outcome: 'ok' })
  isBlind = true
  expect(await fixture.prompt('hi')).toEqual({ outcome: 'ok' })
  expect(bodies(fixture).at(-1)).toContain(PLACEHOLDER)
})

test('a refusal that has nothing to do with images fails with the words of the server', async () => {
  await using fixture = await openImages('openai:gpt-5-mini', () => ({
    status: 400,
    error: 'Unknown parameter: tools',
  }))
  const { outcome } = await fixture.prompt('hi')
  expect([outcome, fixture.server.requests.length]).toEqual(['error', 1])
})
