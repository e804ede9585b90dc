import { expect, test } from 'vitest'
import type { ReviewComment } from '#shared/events/code-review.ts'
import { groupLeftOut, writeFindings } from './format-finding.ts'

const rounding: ReviewComment = {
  file: 'src/pages.js',
  line: 4,
  severity: 'high',
  category: 'off-by-one',
  message: 'The last page is lost.',
  suggestion: '  return Math.ceil(items / size)\n',
  quote: '  return Math.floor(items / size)',
  reviewers: ['logic'],
}

test('a finding is told to an agent with its place, its lines, and what would stand there', () => {
  expect(
    writeFindings([rounding]),
  ).toBe(`A review of the change says this. Look at it, and mend what is wrong.

@src/pages.js:4 (high, off-by-one)
> ${rounding.quote}
The last page is lost.

In its place:
\`\`\`
  return Math.ceil(items / size)
\`\`\``)
})

test('several are told in order; long lines are cut, and a file whose name has a space is named whole', () => {
  const { suggestion: _, ...open } = rounding
  const many = {
    ...{ ...open, file: 'my notes.md', line: 1, endLine: 20 },
    quote: Array.from({ length: 20 }, (_each, index) => `${index}`).join('\n'),
  }
  const told = writeFindings([open, many])
  expect(told).toContain('says these things')
  expect(told).toContain('/workspace/my notes.md:1-20 (high, off-by-one)\n> 0\n')
  expect(told).toContain('> 11\n> …\nThe last page is lost.')
})

test('a suggestion with a fence in it is fenced by a longer one', () => {
  expect(writeFindings([{ ...rounding, suggestion: '```js\na\n```' }])).toContain(
    '````\n```js\na\n```\n````',
  )
})

test('what was left out is told by why', () => {
  expect(
    groupLeftOut([
      { path: 'a.lock', why: 'generated' },
      { path: 'b.png', why: 'binary' },
      { path: 'c.lock', why: 'generated' },
    ]),
  ).toEqual([
    { why: 'generated', paths: ['a.lock', 'c.lock'] },
    { why: 'no text', paths: ['b.png'] },
  ])
})
