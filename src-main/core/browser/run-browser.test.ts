import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../test/support/model-server.ts'
import { openRunFixture } from '../../../test/support/run-fixture.ts'

const PAGE = '<title>Shop</title><h1>Lamps</h1>'

test('a run opens a page of this machine unasked, sees it, and its end closes it', async () => {
  await using shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(PAGE)
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const address = shop.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const calls = [
    { action: 'open', url: `http://127.0.0.1:${port}/` },
    { action: 'screenshot' },
  ] as const
  const script = ({ messages }: ModelRequest): Reply => {
    const args = calls[(messages.length - 1) / 2]
    return args ? { calls: [{ name: 'browser', args }] } : { text: 'Seen.' }
  }
  await using fixture = await openRunFixture({ profile: 'standard', script })
  expect(await fixture.prompt('Look at the shop.')).toMatchObject({ outcome: 'ok' })
  expect(fixture.of('approval.requested')).toEqual([])
  const ended = fixture.of('tool.ended').map(({ data }) => [data.outcome, data.display?.type])
  expect(ended).toEqual([
    ['ok', 'text'],
    ['ok', 'image'],
  ])
  shop.closeAllConnections()
})
