import { expect, test } from 'vitest'
import { completePlaybook, findPlaybookQuery, rankPlaybooks } from './playbooks.ts'

const playbooks = ['complex-bug', 'new-feature', 'refactoring', 'review'].map((name) => ({
  name,
  title: name,
  description: '',
  argumentHint: '',
}))

test('playbooks are offered behind a slash that the prompt begins with', () => {
  expect([
    findPlaybookQuery('/', 1),
    findPlaybookQuery('/new-f', 6),
    findPlaybookQuery('/review it', 3),
    findPlaybookQuery('/review it', 10),
    findPlaybookQuery('see /re', 7),
    findPlaybookQuery('/usr/bin', 8),
  ]).toEqual(['', 'new-f', 're', undefined, undefined, undefined])
})

test('those that begin with what was written come first', () => {
  const names = (query: string) => rankPlaybooks(playbooks, query).map(({ name }) => name)
  expect([names('re'), names('bug'), names('x-y')]).toEqual([
    ['refactoring', 'review', 'new-feature'],
    ['complex-bug'],
    [],
  ])
})

test('a playbook stands before what was written, in place of another', () => {
  const texts = ['', '/re', '/review the parser', 'the parser']
  expect(texts.map((text) => completePlaybook(text, 'complex-bug'))).toEqual([
    { text: '/complex-bug ', cursor: 13 },
    { text: '/complex-bug ', cursor: 13 },
    { text: '/complex-bug the parser', cursor: 13 },
    { text: '/complex-bug the parser', cursor: 13 },
  ])
})
