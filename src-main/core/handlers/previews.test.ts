import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { previewHandlers } from './previews.ts'

test('a page of this machine is there while its server runs, and others are not asked for', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request) => asked.push(request.url)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { 'previews.reach': reach } = previewHandlers()
  const isThere = async (url: string) =>
    (await reach({ url }, new AbortController().signal)).isThere
  expect(await isThere(`http://127.0.0.1:${port}/shop`)).toBe(true)
  expect(await isThere(`http://localhost:${port}/shop`)).toBe(true)
  expect(await isThere('http://example.com/')).toBe(false)
  expect(await isThere('no address')).toBe(false)
  server.close()
  await once(server, 'close')
  expect(await isThere(`http://127.0.0.1:${port}/shop`)).toBe(false)
  expect(asked).toEqual([])
})
