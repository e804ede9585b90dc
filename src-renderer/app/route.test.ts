import { expect, test } from 'vitest'
import { formatRoute, parseRoute } from './route.ts'

test('an address and what it shows are found from each other', () => {
  for (const hash of [
    '#/',
    '#/session/ses_abc',
    '#/session/ses_abc/replay',
    '#/session/ses_abc/at/412',
  ]) {
    expect(formatRoute(parseRoute(hash))).toBe(hash)
  }
})

test('an address that means nothing shows the welcome', () => {
  for (const hash of ['', '#ticket=abc', '#/session/prj_1', '#/session/', '#/elsewhere']) {
    expect(parseRoute(hash)).toEqual({ page: 'welcome' })
  }
})
