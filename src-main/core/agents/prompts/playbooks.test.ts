import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expandPlaybook, parsePlaybook, readPlaybooks } from './playbooks.ts'

const playbooks = await readPlaybooks(join(import.meta.dirname, '../../../../resources'))

test('the bundled playbooks are those of the roles', () => {
  expect(playbooks.map(({ name, title }) => [name, title])).toEqual([
    ['complex-bug', 'Complex bug'],
    ['new-feature', 'New feature'],
    ['refactoring', 'Refactoring'],
    ['review', 'Review'],
  ])
})

test('a prompt that starts a playbook tells the words first, and then the way', () => {
  const told = expandPlaybook('/complex-bug it crashes\nwhen $& is typed', playbooks)
  expect(told).toMatch(/^it crashes\nwhen \$& is typed\n\n.*"Complex bug":\n\nWork in these steps/)
  expect(expandPlaybook(' /review', playbooks)).toContain('I say no more than that')
})

test('every other text stays as it is', () => {
  const texts = [
    '/unknown x',
    '/reviewer x',
    'say /review',
    '/usr/bin/review',
    '/',
    '',
    '/review/x',
  ]
  expect(texts.map((text) => expandPlaybook(text, playbooks))).toEqual(texts)
})

test('what is no playbook fails with its path', () => {
  expect(() => parsePlaybook('---\nname: x\n---\nText', 'x.md')).toThrow('x.md is no playbook.')
  expect(() => parsePlaybook('Text', 'x.md')).toThrow('front matter')
})
