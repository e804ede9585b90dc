import { expect, test } from 'vitest'
import { parseRequests } from './parse-requests.ts'

test('a question without an input is one, and whoever is asked refuses it', () => {
  const asked = { type: 'start', id: 1, path: 'host.describe' }
  expect(parseRequests(JSON.stringify(asked))).toEqual([{ ...asked, input: null }])
})

test('what is not of the protocol is none', () => {
  for (const text of ['', '{', '1', '[{"id":1}]', '{"type":"start","id":0,"path":"a"}']) {
    expect([text, parseRequests(text)]).toEqual([text, undefined])
  }
})
