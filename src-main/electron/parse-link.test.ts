import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLink, parseLink } from './parse-link.ts'

test('a link leads to a session, to an instant of it, to the inbox and to the costs', () => {
  expect(parseLink('orrery://session/ses_1a')).toBe('#/session/ses_1a')
  expect(parseLink('orrery://session/ses_1a/at/42')).toBe('#/session/ses_1a/at/42')
  expect(parseLink('ORRERY://inbox/')).toBe('#/inbox')
  expect(parseLink('orrery://cost')).toBe('#/cost')
})

test('every other leads nowhere', () => {
  const others = [
    'orrery:',
    'orrery://',
    'orrery://session/',
    'orrery://session/ses_1a/at/x',
    'orrery://session/ses_1a?x',
    'orrery://session/ses_1a#x',
    'orrery://session/../inbox',
    'orrery://open?folder=/',
    'app://orrery/index.html',
    'https://example.com',
  ]
  for (const other of others) expect([other, parseLink(other)]).toEqual([other, undefined])
})

test('whatever a link holds, it leads to a fragment of our own page or nowhere', () => {
  const law = fc.property(fc.string({ unit: 'binary' }), (rest) => {
    const led = parseLink(`orrery://${rest}`)
    if (led !== undefined) expect(led).toMatch(/^#\/(inbox|cost|session\/[\w/-]+)$/)
  })
  fc.assert(law)
})

test('among a program’s arguments, a link is what begins as one', () => {
  expect(findLink(['/usr/bin/orrery', '--flag', 'orrery://inbox'])).toBe('orrery://inbox')
  expect(findLink(['/usr/bin/orrery', '/tmp/orrery'])).toBeUndefined()
})
