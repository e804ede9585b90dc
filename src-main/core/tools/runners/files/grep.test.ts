import { expect, test } from 'vitest'
import { createToolBench } from '../../../../../test/support/tool-bench.ts'

const files = {
  'src/a.ts': 'one(1)\ntwo\nthree\nfour\nfive\none(2)\nsix\n',
  'b.ts': 'one (3)\n',
  'c.md': 'One\n',
}

test('a pattern is an expression, or with literal a text word for word', async () => {
  await using place = await createToolBench(files)
  const grep = async (args: Readonly<Record<string, unknown>>) =>
    (await place.call('grep', args)).text
  expect(await grep({ pattern: 'one ?\\(\\d', path: '/workspace' })).toBe(
    '/workspace/b.ts:\n  1: one (3)\n/workspace/src/a.ts:\n  1: one(1)\n  6: one(2)',
  )
  expect(await grep({ pattern: 'one(', literal: true, output_mode: 'count' })).toBe(
    '/workspace/src/a.ts: 2',
  )
  expect(await grep({ pattern: 'ONE', case_sensitive: false, glob: '*.md' })).toBe(
    '/workspace/c.md:\n  1: One',
  )
  await expect(grep({ pattern: 'one(' })).rejects.toThrow(
    'The search was refused: unclosed group. To find a text word for word, set literal.',
  )
  await expect(grep({ pattern: 'one', path: '/workspace/none' })).rejects.toThrow(
    'There is no /workspace/none.',
  )
})

test('lines come with what stands around them, and gaps are seen', async () => {
  await using place = await createToolBench(files)
  const { text, display } = await place.call('grep', {
    pattern: 'one\\(',
    path: '/workspace/src',
    context: 1,
  })
  expect(text).toBe(
    [
      '/workspace/src/a.ts:',
      '  1: one(1)',
      '  2- two',
      '  --',
      '  5- five',
      '  6: one(2)',
      '  7- six',
    ].join('\n'),
  )
  expect(display).toEqual({ type: 'matches', matches: 2, files: 1 })
})

test('a search of very much ends at its cap', async () => {
  const many = Array.from({ length: 30 }, (_, index) => [`f${index}.txt`, 'yes\n'.repeat(2000)])
  await using place = await createToolBench(Object.fromEntries(many))
  const lines = await place.call('grep', { pattern: 'yes', context: 10 })
  expect(lines.text).toContain('[There are more than 1000. Search in less.]')
  expect(lines.display).toMatchObject({ type: 'matches', matches: 1000 })
  const some = await place.call('grep', {
    pattern: 'yes',
    output_mode: 'files_with_matches',
    max_count: 3,
  })
  expect(some.text.split('\n')).toHaveLength(4)
  expect(some.text).toContain('[There are more than 3. Search in less.]')
})

test('takes a filter of files as a list, and the end of a line before CRLF', async () => {
  await using place = await createToolBench({ ...files, 'd.ts': 'one\r\ntwo\r\n' })
  const grep = async (args: Readonly<Record<string, unknown>>) =>
    (await place.call('grep', { output_mode: 'files_with_matches', ...args })).text
  expect(await grep({ pattern: 'one$' })).toBe('/workspace/d.ts')
  expect(await grep({ pattern: 'one\\r$' })).toBe('/workspace/d.ts')
  const both = '/workspace/c.md\n/workspace/src/a.ts'
  for (const glob of ['*.md,src/*', ['*.md', './src/*'], '["*.md", "src/*"]', '{*.md,a.ts}']) {
    expect(await grep({ pattern: '(?i)one', glob })).toBe(both)
  }
  expect(await grep({ pattern: '(?i)one', glob: ['!*.ts'] })).toBe('/workspace/c.md')
  await expect(grep({ pattern: 'one', glob: '[z-a].ts' })).rejects.toThrow(
    "The pattern “/**/[z-a].ts” isn't valid: Invalid regular expression",
  )
})

test('finds files by a pattern, and says that one names a folder', async () => {
  await using place = await createToolBench(files)
  const glob = async (args: Readonly<Record<string, unknown>>) =>
    (await place.call('glob', args)).text
  expect(await glob({ pattern: 'src/*.ts' })).toBe('/workspace/src/a.ts')
  expect(await glob({ pattern: 'src' })).toBe(
    'No files match src. It names a folder: for the files in it, use src/**.',
  )
  expect(await glob({ pattern: '*.rs' })).toBe(
    'No files match *.rs. Ignored files are left out, and hidden ones unless the pattern names them.',
  )
})

test('ends a pattern that takes too long, and goes on answering', async () => {
  await using place = await createToolBench({ [`${'a'.repeat(200)}/x.txt`]: 'one' })
  const slow = place.call('glob', { pattern: `${'*a'.repeat(30)}b*/*.txt` })
  await expect(slow).rejects.toThrow('Matching the pattern takes too long. Use fewer wildcards.')
  expect((await place.call('glob', { pattern: 'a*/*.txt' })).text).toContain('.txt')
}, 60_000)
