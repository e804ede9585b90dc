import { expect, test } from 'vitest'
import { formatRoute, parseRoute } from './route.ts'

test('an address and what it shows are found from each other', () => {
  for (const hash of [
    '#/',
    '#/session/ses_abc',
    '#/session/ses_abc/replay',
    '#/session/ses_abc/at/412',
    '#/session/ses_abc+ses_def',
    '#/session/ses_abc+ses_def+ses_ghi/at/412',
    '#/compare/ses_abc.1/ses_def.12',
    '#/cost',
    '#/inbox',
  ]) {
    expect(formatRoute(parseRoute(hash))).toBe(hash)
  }
})

test('an address that means nothing shows the welcome', () => {
  for (const hash of [
    '',
    '#ticket=abc',
    '#/session/prj_1',
    '#/session/',
    '#/session/ses_abc+x',
    '#/compare/ses_a.1/ses_b',
    '#/elsewhere',
  ]) {
    expect(parseRoute(hash)).toEqual({ page: 'welcome' })
  }
})

test('a session is shown once, and no more than four are', () => {
  const route = parseRoute('#/session/ses_a+ses_b+ses_a+ses_c+ses_d+ses_e')
  expect(formatRoute(route)).toBe('#/session/ses_a+ses_b+ses_c+ses_d')
})
