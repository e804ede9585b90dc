import { expect, test } from 'vitest'
import { startModelServer } from '../../../../test/support/model-server.ts'
import { startReceiver } from '../../../../test/support/receiver.ts'
import { sameHostFetch } from './same-host-fetch.ts'

// CVE-2026-40895 (follow-redirects): headers with keys went along to another host.
test.each([307, 308])(
  'sends no key to another host after a redirect with status %s',
  async (status) => {
    await using other = await startReceiver()
    const headers = { location: other.url.replace('127.0.0.1', 'localhost') }
    const reply = { raw: { status, headers, body: '' } }
    await using server = await startModelServer(() => reply)
    const request = { method: 'POST', headers: { 'x-api-key': 'secret' }, body: '{}' }
    const sent = sameHostFetch(fetch)(`${server.url}/messages`, request)
    await expect(sent).rejects.toMatchObject({ kind: 'redirect', status })
    expect(other.received).toEqual([])
  },
)

test('gives up on a redirect that leads to itself', async () => {
  const reply = { raw: { status: 307, headers: { location: '/v1/messages' }, body: '' } }
  await using server = await startModelServer(() => reply)
  const sent = sameHostFetch(fetch)(`${server.url}/messages`, { method: 'POST', body: '{}' })
  await expect(sent).rejects.toMatchObject({ kind: 'redirect' })
  expect(server.requests).toHaveLength(6)
})
