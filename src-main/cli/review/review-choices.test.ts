import { expect, test } from 'vitest'
import { tellProblems } from './review-choices.ts'

const reviewer = (name: string, source: 'built-in' | 'project', ...problems: string[]) => ({
  ...{ name, source, problems },
  ...{ description: 'It.', path: `/p/.orrery/reviewers/${name}.md` },
})
const choices = {
  reviewers: [
    reviewer('logic', 'built-in'),
    reviewer('words', 'project', 'A reviewer only reads: it goes without\nrun_command.', 'Odd.'),
  ],
  wrong: [
    { path: '/p/.orrery/reviewers/logic.md', error: 'It has no prompt.' },
    { path: '/p/.orrery/reviewers/bro\u001b[2Jken.md', error: 'No\nYAML.' },
    { path: '/home/.orrery/reviewers/words.md', error: 'Its description is empty.' },
  ],
}
const WRONG = [
  '/p/.orrery/reviewers/logic.md is no reviewer. It has no prompt. Ours of that name reviews in its place.',
  '/p/.orrery/reviewers/bro<U+001B>[2Jken.md is no reviewer. No YAML.',
  '/home/.orrery/reviewers/words.md is no reviewer. Its description is empty. /p/.orrery/reviewers/words.md reviews in its place.',
]

test('files that are no reviewer are named with why and who reviews instead, then what is wrong with those that review', () => {
  expect(tellProblems(choices, undefined)).toEqual([
    ...WRONG,
    '/p/.orrery/reviewers/words.md: A reviewer only reads: it goes without run_command.',
    '/p/.orrery/reviewers/words.md: Odd.',
  ])
  expect(tellProblems(choices, ['logic'])).toEqual(WRONG)
})

test('a reviewer that is asked for, and whose file is none, is told by what is wrong with that file', () => {
  const wrong = [{ path: '/p/.orrery/reviewers/broken.md', error: 'It has no prompt.' }]
  expect(() => tellProblems({ ...choices, wrong }, ['logic', 'broken'])).toThrow(
    '“broken” can’t review: /p/.orrery/reviewers/broken.md is no reviewer. It has no prompt.',
  )
  // Who is nowhere is the host's to name, with those that there are.
  expect(tellProblems({ ...choices, wrong: [] }, ['nobody'])).toEqual([])
})
